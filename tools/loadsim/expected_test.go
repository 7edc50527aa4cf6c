package loadsim

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jadebox/tools/loadsim/fakeserver"
	"jadebox/tools/loadsim/report"
)

func TestExpectationsAndBotsThatDoNotArriveSetTheExitCode(t *testing.T) {
	for _, c := range []struct {
		name   string
		seats  int
		expect []string
		code   int
		says   string
	}{
		{"all is as expected", 10, []string{"open.p99<60s", "errors<50%"}, exitClean, "open.p99<60s"},
		{"too slow", 10, []string{"open.p50<1us", "rate>0.001"}, exitUnmet, "NOT MET"},
		{"bots are missing", 7, nil, exitUnmet, "3 bots did not arrive: arrival"},
		{"bots may be missing", 7, []string{"arrived>=70%"}, exitClean, "70.00%"},
		{"too many are missing", 7, []string{"arrived>=8"}, exitUnmet, "arrived>=8"},
		{"no expectation", 10, []string{"open.p99"}, exitUsage, "--expect"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := fakeserver.New(fakeserver.Honest)
			defer s.Close()
			s.Seats(c.seats)
			dir := t.TempDir()
			args := []string{"--url", s.URL, "--bots", "10", "--duration", "500ms", "--ramp", "0s", "--quiet",
				"--scenario", "open", "--junit", filepath.Join(dir, "j.xml"), "--csv", filepath.Join(dir, "c.csv")}
			for _, e := range c.expect {
				args = append(args, "--expect", e)
			}
			var out, complaints bytes.Buffer
			code := carryOut(t, args, &out, &complaints)
			if code != c.code || !strings.Contains(out.String()+complaints.String(), c.says) {
				t.Errorf("exit %d, want %d with %q:\n%s%s", code, c.code, c.says, out.String(), complaints.String())
			}
			if c.code == exitUsage {
				return
			}
			for name, want := range map[string]string{"j.xml": "<testcase", "c.csv": "operation,box.open"} {
				if b, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !strings.Contains(string(b), want) {
					t.Errorf("%s: %v %s", name, err, b)
				}
			}
		})
	}
}

func TestNonsenseIsToldWithItsPlaceAndAnExitCodeOfItsOwn(t *testing.T) {
	s := fakeserver.New(fakeserver.Honest)
	defer s.Close()
	bad := filepath.Join(t.TempDir(), "bad.json")
	if err := os.WriteFile(bad, []byte(`{"parts":[{"play":"opne"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for place, args := range map[string][]string{
		"/parts/0/play":   {"--url", s.URL, "--scenario", bad},
		"line 1":          {"--url", s.URL, "--accounts", bad},
		"--stages":        {"--url", s.URL, "--stages", "30s"},
		"--expect":        {"--url", s.URL, "--expect", "open"},
		"report " + bad:   {"merge", bad},
		bad + ": version": {"compare", bad, bad},
	} {
		var out, complaints bytes.Buffer
		if code := carryOut(t, args, &out, &complaints); code != exitUsage ||
			!strings.Contains(complaints.String(), place) {
			t.Errorf("%v: exit %d, %q, want %q", args, code, complaints.String(), place)
		}
	}
}

func TestReportsOfTwoRunsAreMergedAndCompared(t *testing.T) {
	s := fakeserver.New(fakeserver.Honest)
	defer s.Close()
	var files []string
	for seed := range uint64(2) {
		o := options(s.URL, "open")
		o.Seed = 100 + seed
		dir := t.TempDir()
		if err := load(t, o).Write(dir); err != nil {
			t.Fatal(err)
		}
		files = append(files, filepath.Join(dir, report.JSONFile))
	}
	merged := t.TempDir()
	var out, complaints bytes.Buffer
	if code := carryOut(t, append([]string{"merge", "--out", merged, "--expect", "arrived==48"}, files...), &out,
		&complaints); code != exitClean {
		t.Fatalf("merge: exit %d: %s%s", code, out.String(), complaints.String())
	}
	if code := carryOut(t, append([]string{"merge", "--expect", "arrived<48"}, files...), &out,
		&complaints); code != exitUnmet {
		t.Errorf("merge of more than expected: exit %d", code)
	}
	missed := t.TempDir() // a generator that did not meet its own
	if err := os.WriteFile(filepath.Join(missed, report.JSONFile), []byte(strings.ReplaceAll(read(t, files[0]),
		`"arrived\u003e=100%"`, `"arrived\u003e=2000"`)), 0o600); err != nil {
		t.Fatal(err)
	}
	if code := carryOut(t, []string{"merge", filepath.Join(missed, report.JSONFile), files[1]}, &out,
		&complaints); code != exitUnmet {
		t.Errorf("merge with what a generator did not meet: exit %d", code)
	}
	one := filepath.Join(merged, report.JSONFile)
	if code := carryOut(t, []string{"compare", "--tolerance", "1", one, one}, &out, &complaints); code != exitClean {
		t.Errorf("compare with itself: exit %d: %s", code, out.String())
	}
	// an operation that is gone is worse, whatever is tolerated
	shut := strings.ReplaceAll(read(t, one), "box.open", "box.shut")
	if err := os.WriteFile(files[1], []byte(shut), 0o600); err != nil {
		t.Fatal(err)
	}
	if code := carryOut(t, []string{"compare", "--least", "1", one, files[1]}, &out, &complaints); code != exitUnmet ||
		!strings.Contains(out.String(), "is gone") {
		t.Errorf("compare: exit %d: %s", code, out.String())
	}
	other := strings.ReplaceAll(read(t, one), `"scenario": "open"`, `"scenario": "mall"`)
	if err := os.WriteFile(files[1], []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
	}{{nil, exitUsage}, {[]string{"--anyway"}, exitClean}} {
		args := append([]string{"compare", one, files[1]}, c.args...)
		if code := carryOut(t, args, &out, &complaints); code != c.code {
			t.Errorf("%v of another scenario: exit %d, want %d", args, code, c.code)
		}
	}
	if code := carryOut(t, []string{"compare", "--tolerance", "0.5", one, one}, &out, &complaints); code != exitUsage {
		t.Errorf("a tolerance below 1: exit %d", code)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
