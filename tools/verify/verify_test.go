package verify

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jadebox/fairness"
)

const testdata = "../../fairness/testdata"

func goldenFile(t *testing.T, name string) (path, text string) {
	t.Helper()
	path = filepath.Join(testdata, "bundle-"+name+".json")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, string(data)
}

func command(stdin string, args ...string) (code int, stdout, stderr string) {
	var out, errs strings.Builder
	code = run(args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

func TestGoldenBundlesVerify(t *testing.T) {
	for name, want := range map[string]string{
		"box-revealed":       "VERIFIED: all 12 checks hold.",
		"box-hidden":         "Sound so far: 10 checks hold, 2 could not be made yet.",
		"battle-normal":      "VERIFIED: all 14 checks hold.",
		"battle-inverse-tie": "Sound so far: 12 checks hold, 2 could not be made yet.",
	} {
		path, _ := goldenFile(t, name)
		code, out, errs := command("", path)
		if code != exitVerified || errs != "" {
			t.Errorf("%s: exit %d, %s", name, code, errs)
		}
		if !strings.Contains(out, want) {
			t.Errorf("%s: %q missing in\n%s", name, want, out)
		}
		if strings.Contains(out, "\x1b") {
			t.Errorf("%s: colours without a terminal", name)
		}
	}
}

func TestTamperedBundleIsRefused(t *testing.T) {
	_, text := goldenFile(t, "box-revealed")
	for name, changed := range map[string]string{
		"another item":   strings.Replace(text, `"item": 14,`, `"item": 13,`, 1),
		"not JSON":       text[:len(text)/2],
		"trailing bytes": text + "{}",
	} {
		if changed == text {
			t.Fatalf("%s: the case changes nothing", name)
		}
		code, out, errs := command(changed, "-")
		if code != exitRefused || strings.Contains(out, "VERIFIED") {
			t.Errorf("%s: exit %d\n%s%s", name, code, out, errs)
		}
	}
}

func TestReadsFromTheWeb(t *testing.T) {
	_, text := goldenFile(t, "box-revealed")
	bundle, err := fairness.ParseBundle([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/api/fair/result/"):
			fmt.Fprintf(w, `{"code":200,"msg":"ok","data":%s,"errCode":0,"errMsg":"","sysTime":1}`, text)
		case strings.HasPrefix(r.URL.Path, "/bare/"):
			fmt.Fprint(w, text)
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	for path, want := range map[string]int{
		"/api/fair/result/" + bundle.ResultID: exitVerified,
		"/bare/" + bundle.ResultID:            exitVerified,
		"/api/fair/result/solo:u1001:e1:n18":  exitRefused,
		"/missing":                            exitUsage,
	} {
		if code, out, errs := command("", server.URL+path); code != want {
			t.Errorf("%s: exit %d, want %d\n%s%s", path, code, want, out, errs)
		}
	}
}

// Rooms are named in addresses as they are in the product, and in proofs by their scopes.
func TestAddressesOfRooms(t *testing.T) {
	for name, paths := range map[string][2]string{ // the proof's own address, another one
		"battle-normal":  {"battle-42", "battle-4"},
		"roll":           {"roll-77", "roll-7"},
		"wish":           {"wish-13", "wish-1"},
		"rain":           {"rain-9", "rain-9-4"},
		"rain-claim":     {"rain-9-3", "rain-9"},
		"luckycard-flip": {"luckycard-12-11", "luckycard-12-1"},
	} {
		_, text := goldenFile(t, name)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, text) }))
		if code, out, errs := command("", server.URL+"/api/fair/result/"+paths[0]); code != exitVerified {
			t.Errorf("%s: exit %d\n%s%s", name, code, out, errs)
		}
		if code, _, errs := command("", server.URL+"/api/fair/result/"+paths[1]); code != exitRefused || !strings.Contains(errs, "asked for") {
			t.Errorf("%s as %s: exit %d %s", name, paths[1], code, errs)
		}
		server.Close()
	}
}

func TestTrustFlags(t *testing.T) {
	path, text := goldenFile(t, "box-revealed")
	bundle, err := fairness.ParseBundle([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	code, out, _ := command("", "--log-key", bundle.Log.PublicKey, "--anchor", bundle.Beacon.Proof.Anchor, path)
	if code != exitVerified || strings.Contains(out, "--log-key") || strings.Contains(out, "--anchor") {
		t.Errorf("exit %d\n%s", code, out)
	}
	for anchor, want := range map[string]int{"@0": exitVerified, "@1": exitRefused, "@x": exitUsage} {
		if code, _, _ := command("", "--anchor", bundle.Beacon.Proof.Anchor+anchor, path); code != want {
			t.Errorf("anchor %s: exit %d, want %d", anchor, code, want)
		}
	}
	if code, _, _ := command("", "--log-key", "other", path); code != exitRefused {
		t.Errorf("another log: exit %d", code)
	}
	if code, _, _ := command("", "--anchor", strings.Repeat("0", 64), path); code != exitRefused {
		t.Errorf("another chain: exit %d", code)
	}
}

func TestUsage(t *testing.T) {
	path, _ := goldenFile(t, "box-revealed")
	for _, args := range [][]string{{}, {path, path}, {"--nonsense", path}, {"no-such-file.json"}} {
		if code, out, errs := command("", args...); code != exitUsage || out != "" || errs == "" {
			t.Errorf("%v: exit %d stdout %q stderr %q", args, code, out, errs)
		}
	}
	if code, _, errs := command("", "--help"); code != 0 || !strings.Contains(errs, "usage:") {
		t.Errorf("help: exit %d %s", code, errs)
	}
}

func TestJSONReport(t *testing.T) {
	path, _ := goldenFile(t, "battle-teams")
	code, out, _ := command("", "--json", path)
	var report fairness.Report
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != exitVerified || !report.OK || len(report.Checks) != 14 {
		t.Errorf("exit %d err %v\n%s", code, err, out)
	}
}

// A name in a bundle must not write escape sequences to the reader's terminal.
func TestNamesCannotSteerTheTerminal(t *testing.T) {
	_, text := goldenFile(t, "box-revealed")
	evil := strings.ReplaceAll(text, "样本", `\u001b[2J\u202eevil`)
	code, out, _ := command(evil, "-")
	if code != exitVerified || strings.ContainsAny(out, "\x1b\u202e") || !strings.Contains(out, "evil") {
		t.Errorf("exit %d, output %q", code, out)
	}
}
