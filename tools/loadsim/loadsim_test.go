package loadsim

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"jadebox/tools/command"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/loadsim/fakeserver"
	"jadebox/tools/loadsim/journal"
	"jadebox/tools/loadsim/measure"
	"jadebox/tools/loadsim/report"
	"jadebox/tools/operator"
	"jadebox/tools/operator/operatortest"
)

// Limits are long: a busy machine reaches short ones, and a quiet one does not wait for them. Bots think: without a
// pause they would take all that both processors have for as long as a run lasts.
func options(url, scenario string) Options {
	o := Options{URL: url, Bots: 24, Duration: time.Second, Seed: 7, Scenario: scenario,
		Think: 15 * time.Millisecond, Feed: 0.5, Patience: time.Minute, Drain: time.Minute,
		Credit: 300 * time.Millisecond}
	if err := o.check(); err != nil {
		panic(err)
	}
	return o
}

func load(t *testing.T, o Options) *report.Result {
	t.Helper()
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func broken(r *report.Result, rule string) (checked, broken int64) {
	for _, c := range r.Checks {
		if c.Rule == rule {
			return c.Checked, c.Broken
		}
	}
	return -1, -1
}

// longer repeats a run that lacks something, each time for twice as long: bots try some things seldom, and a busy
// machine does little in the time of a short run.
func longer(t *testing.T, o Options, run func(Options) (lacks string)) {
	t.Helper()
	for tries := range 6 {
		lacks := run(o)
		if lacks == "" {
			return
		}
		if tries == 5 {
			t.Fatal(lacks)
		}
		o.Duration, o.Seed = 2*o.Duration, o.Seed+1
	}
}

func TestHonestServerHasNoFindings(t *testing.T) {
	for _, scenario := range []string{"mixed", "open", "battle", "spectate"} { // the others have servers of their own
		t.Run(scenario, func(t *testing.T) {
			t.Parallel()
			s := fakeserver.New(fakeserver.Honest)
			defer s.Close()
			r := load(t, options(s.URL, scenario))
			if r.Broken != 0 || r.Retired != 0 {
				t.Fatalf("%d findings, %d retired: %+v", r.Broken, r.Retired, r.Violations)
			}
			if r.OpsPerS == 0 || r.Bots != 24 {
				t.Fatalf("%v ops/s by %d bots", r.OpsPerS, r.Bots)
			}
		})
	}
}

func TestABattleThatIsNotFullAtTheEndIsCancelled(t *testing.T) {
	s := fakeserver.New(fakeserver.Honest)
	defer s.Close()
	o := options(s.URL, "battle")
	o.Bots, o.Duration = 1, 100*time.Millisecond // alone, until the house may fill the room
	if r := load(t, o); r.Broken != 0 || r.Retired != 0 {
		t.Fatalf("%d findings, %d retired: %+v", r.Broken, r.Retired, r.Violations)
	}
}

// Every planted bug must be found by the rule that is there for it, else that rule is decoration.
func TestPlantedBugsAreFound(t *testing.T) {
	for _, c := range []struct {
		bug      fakeserver.Bug
		scenario string
		rule     string
	}{
		{fakeserver.ForgetKeys, "open", "same key, same answer"},
		{fakeserver.TakeOtherBody, "open", "same key, same answer"},
		{fakeserver.WrongBalance, "open", "balance"},
		{fakeserver.LoseSale, "open", "balance"},
		{fakeserver.FutureWallet, "open", "wallet"},
		{fakeserver.SkipOffset, "battle", "event order"},
		{fakeserver.RepeatEvent, "battle", "event order"},
		{fakeserver.StaleSnapshot, "spectate", "snapshot = events"},
		{fakeserver.UnpaidWinner, "battle", "bag"},
		{fakeserver.NeverSettle, "battle", "no stuck room"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			t.Parallel()
			s := fakeserver.New(c.bug)
			defer s.Close()
			o := options(s.URL, c.scenario)
			o.Slack = time.Second // the fake's rounds are short
			o.Duration /= 2
			longer(t, o, func(o Options) (lacks string) {
				r := load(t, o)
				checked, n := broken(r, c.rule)
				if n == 0 {
					return fmt.Sprintf("rule %q saw nothing in %d checks; findings: %+v", c.rule, checked, r.Checks)
				}
				if r.OK() {
					t.Fatal("the run calls itself clean")
				}
				return ""
			})
		})
	}
}

func TestHonestRunChecksEveryRuleItClaims(t *testing.T) {
	s := fakeserver.New(fakeserver.Honest)
	defer s.Close()
	longer(t, options(s.URL, "mixed"), func(o Options) (lacks string) {
		r := load(t, o)
		if r.Broken != 0 || r.Retired != 0 {
			t.Fatalf("%d findings, %d retired: %+v", r.Broken, r.Retired, r.Violations)
		}
		for _, rule := range []string{"balance", "bag", "wallet", "event order", "snapshot = events", "battle result",
			"same key, same answer", "no stuck room"} {
			if checked, _ := broken(r, rule); checked < 3 {
				lacks += fmt.Sprintf("rule %q was checked %d times\n", rule, checked)
			}
		}
		return lacks
	})
}

func TestRetryableRefusalsAreRepeatedWithTheSameKey(t *testing.T) {
	s := fakeserver.New(fakeserver.Honest)
	defer s.Close()
	longer(t, options(s.URL, "open"), func(o Options) (lacks string) {
		s.Busy(60)
		r := load(t, o)
		if r.Broken != 0 || r.Retired != 0 {
			t.Fatalf("findings %+v, retired %d", r.Violations, r.Retired)
		}
		var retried, failed int64
		for _, op := range r.Operations {
			if op.Op != "fair.result" { // the fake has no bundles
				retried, failed = retried+op.Retried, failed+op.Failed
			}
		}
		if failed != 0 {
			t.Fatalf("failed %d, want 0", failed)
		}
		// What is refused before the measured part, and behind it, is repeated and not counted.
		if refused := int64(60 - s.Refusals()); refused < 24 || retried != refused {
			return fmt.Sprintf("refused %d, want at least one a bot; retried %d", refused, retried)
		}
		if !slices.ContainsFunc(r.Errors, func(e measure.Errors) bool { return e.Code == 5001 && e.Text != "" }) {
			t.Fatalf("errors by number: %+v", r.Errors)
		}
		return ""
	})
}

func TestJournalHoldsTheServerToItsWord(t *testing.T) {
	s := fakeserver.New(fakeserver.Honest)
	defer s.Close()
	longer(t, options(s.URL, "mixed"), func(o Options) (lacks string) {
		o.Journal = filepath.Join(t.TempDir(), "journal")
		if r := load(t, o); r.Broken != 0 {
			t.Fatalf("%+v", r.Violations)
		}
		j, err := journal.Read(o.Journal)
		if err != nil {
			t.Fatal(err)
		}
		target := client.Target{Host: strings.TrimPrefix(s.URL, "http://")}
		v := journal.Verify(t.Context(), target, j, 4)
		if !v.OK() {
			t.Fatalf("%v %+v", v, v.Violations)
		}
		if v.Acknowledged < 50 || v.Balances < 15 {
			return fmt.Sprint("too little was acknowledged: ", v)
		}
		// The negative control: a server that lost what it had acknowledged is found out.
		s.Forget()
		if v := journal.Verify(t.Context(), target, j, 4); v.Broken == 0 {
			t.Fatalf("a lost operation was not noticed: %v", v)
		}
		// And one that is not there proves nothing, and does not pass.
		s.Close()
		if v := journal.Verify(t.Context(), target, j, 4); v.OK() {
			t.Fatalf("an absent server was believed: %v", v)
		}
		return ""
	})
}

func TestJournalIsNeverOverwritten(t *testing.T) {
	s := fakeserver.New(fakeserver.Honest)
	defer s.Close()
	o := options(s.URL, "open")
	o.Journal = filepath.Join(t.TempDir(), "journal")
	if err := os.WriteFile(o.Journal, []byte("evidence"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), o); !errors.Is(err, os.ErrExist) {
		t.Fatalf("got %v, want ErrExist", err)
	}
}

func TestReportsAreWrittenToFiles(t *testing.T) {
	s := fakeserver.New(fakeserver.WrongBalance)
	defer s.Close()
	dir := t.TempDir()
	var out, complaints bytes.Buffer
	code := carryOut(t, []string{"--url", s.URL, "--bots", "10", "--duration", "1s", "--ramp", "0s", "--scenario",
		"open", "--credit", "100ms", "--out", dir}, &out, &complaints)
	if code != exitViolations {
		t.Fatalf("exit %d: %s", code, complaints.String())
	}
	var r report.Result
	b, err := os.ReadFile(filepath.Join(dir, report.JSONFile))
	if err != nil || json.Unmarshal(b, &r) != nil || r.Broken == 0 || len(r.Operations) == 0 {
		t.Fatalf("json: %v %.200s", err, b)
	}
	html, err := os.ReadFile(filepath.Join(dir, report.HTMLFile))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<svg", "polyline", "violations seen", "box.open", "99%"} {
		if !bytes.Contains(html, []byte(want)) {
			t.Errorf("page has no %q", want)
		}
	}
	for _, not := range []string{"<script", "http-equiv", "src=", "@import", "NaN", "Inf", "ZgotmplZ"} {
		if bytes.Contains(html, []byte(not)) {
			t.Errorf("page has %q", not)
		}
	}
	if !strings.Contains(out.String(), "VIOLATIONS") || !strings.Contains(complaints.String(), "play") {
		t.Errorf("text: %s\nprogress: %s", out.String(), complaints.String())
	}
}

func TestForeignHostsAreRefused(t *testing.T) {
	for _, url := range []string{"http://example.org", "http://10.0.0.1:8080", "http://0.0.0.0:8080",
		"http://127.0.0.1.example.org"} {
		var out, complaints bytes.Buffer
		if code := carryOut(t, []string{"--url", url}, &out, &complaints); code != exitUsage ||
			!strings.Contains(complaints.String(), "i-own-this-server") {
			t.Errorf("%s: exit %d, %s", url, code, complaints.String())
		}
	}
	for _, url := range []string{"http://127.0.0.1:1", "http://localhost:1", "http://[::1]:1"} {
		o := Options{URL: url}
		if _, err := o.host(); err != nil {
			t.Errorf("%s: %v", url, err)
		}
	}
	o := Options{URL: "http://10.0.0.1:8080", Own: true}
	if _, err := o.host(); err != nil {
		t.Error(err)
	}
}

func TestNoServerIsAnErrorAndNotAReport(t *testing.T) {
	s := fakeserver.New(fakeserver.Honest)
	s.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if r, err := Run(ctx, options(s.URL, "open")); err == nil || r != nil {
		t.Fatalf("got %v, %v", r, err)
	}
}

// command is the command as the main would run it.
func carryOut(t *testing.T, args []string, stdout, stderr io.Writer) int {
	t.Helper()
	var c Command
	parser, err := kong.New(&c, kong.Bind(&operator.Session{Out: stdout, Err: stderr}),
		kong.BindTo(t.Context(), (*context.Context)(nil)))
	if err != nil {
		t.Fatal(err)
	}
	line, err := parser.Parse(args)
	if err != nil { // as command.Main tells it
		fmt.Fprintln(stderr, err)
		return command.Failed
	}
	err = line.Run()
	if _, told := errors.AsType[command.Exit](err); err != nil && !told {
		fmt.Fprintln(stderr, err)
	}
	return operatortest.ExitCode(err)
}
