package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestAStepIsSkippedForWantOfAPartOrOfAnotherStep(t *testing.T) {
	p := &proof{absent: map[string]bool{"a part": true}, passed: map[string]bool{}}
	var ran []string
	run := func(name string, err error) func(*checkout) error {
		return func(*checkout) error { ran = append(ran, name); return err }
	}
	for _, s := range []step{
		{name: "good", run: run("good", nil)},
		{name: "bad", run: run("bad", errors.New("red"))},
		{name: "after good", after: "good", run: run("after good", nil)},
		{name: "after bad", after: "bad", run: run("after bad", nil)},
		{name: "without", needs: "a part", run: run("without", nil)},
	} {
		p.step(&checkout{out: t.Output(), err: t.Output()}, s, true)
	}
	if got, want := fmt.Sprint(ran), "[good bad after good]"; got != want {
		t.Errorf("ran %s, want %s", got, want)
	}
	if p.good != 2 || p.failures != 1 || p.skipped != 2 {
		t.Errorf("%d passed, %d failed, %d skipped; want 2, 1, 2", p.good, p.failures, p.skipped)
	}
	for _, line := range []string{"good                 ok", "bad                  FAILED: red",
		"after bad            SKIPPED: bad failed", "without              SKIPPED: no a part"} {
		if !strings.Contains(p.report.String(), line) {
			t.Errorf("the report lacks %q:\n%s", line, p.report.String())
		}
	}
}

func TestThePageOfBeforeAndAfterHasARowForEachStep(t *testing.T) {
	h, err := newCheckout()
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(h.path("docs/before-after.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, steps, _ := strings.Cut(string(page), "## Time of `make test`")
	for _, row := range (&proof{}).rows() {
		for _, column := range row {
			for _, s := range column {
				if !strings.Contains(steps, "\n| "+s.name+" |") {
					t.Errorf("docs/before-after.md has no row %q", s.name)
				}
			}
		}
	}
}

func TestLinesOfAStepBesideAnotherCarryItsName(t *testing.T) {
	var to bytes.Buffer
	named, lines := (&checkout{out: &to}).saying("lint")
	for _, part := range []string{"one\ntw", "o\n", "", "three"} {
		fmt.Fprint(named.out, part)
	}
	lines.end()
	if got, want := to.String(), "lint | one\nlint | two\nlint | three\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTheReportNamesWhatFailed(t *testing.T) {
	p := &proof{passed: map[string]bool{}}
	var to bytes.Buffer
	h := &checkout{out: &to, err: &to}
	why := "        money_test.go:7: 3 gems, want 4\n"
	told := "--- FAIL: TestMoney (0.01s)\n    --- FAIL: TestMoney/twice (0.00s)\n" + why + "FAIL\tjadebox/store\t0.1s\n" +
		"FAILED e2e/box.spec.ts › five boxes (line 75)\n"
	said := "    calm_test.go:3: nothing failed\n=== RUN TestMoney\nok  \tjadebox/actors\t0.1s\n" +
		strings.Replace(told, why, "        money_test.go:5: begun\n"+why, 1)
	print := func(err error) func(*checkout) error {
		return func(h *checkout) error { fmt.Fprint(h.out, said); return err }
	}
	p.step(h, step{name: "green", run: print(nil)}, false)
	if got := p.report.String(); strings.Contains(got, "FAIL") {
		t.Errorf("a green step names a failure:\n%s", got)
	}
	p.step(h, step{name: "red", run: print(errors.New("exit status 1"))}, false)
	for line := range strings.Lines(told) {
		if !strings.Contains(p.report.String(), line) {
			t.Errorf("the report lacks %q:\n%s", line, p.report.String())
		}
	}
	if strings.ContainsAny(p.report.String(), "=") || strings.Contains(p.report.String(), "actors") ||
		strings.Contains(p.report.String(), "calm") || strings.Contains(p.report.String(), "begun") {
		t.Errorf("the report has more than failures:\n%s", p.report.String())
	}
	if got := to.String(); strings.Count(got, said) != 2 {
		t.Errorf("the output was changed:\n%s", got)
	}
}

func TestAPartThatIsNotHereIsReportedAsSkipped(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	p := &proof{absent: map[string]bool{}, passed: map[string]bool{}}
	h := &checkout{out: t.Output(), err: t.Output()}
	p.step(h, step{name: "bring", run: p.bring}, false)
	p.step(h, step{name: "browser tests", needs: browserPart}, false)
	if p.skipped != len(proofParts)+2 { // the older servers and the browser tests besides
		t.Errorf("%d skipped:\n%s", p.skipped, p.report.String())
	}
	for _, line := range []string{"SKIPPED: the Redis contract suite", "SKIPPED: going live with them",
		"SKIPPED: every browser test, and the game of a new kind"} {
		if !strings.Contains(p.report.String(), line) {
			t.Errorf("the report lacks %q:\n%s", line, p.report.String())
		}
	}
	if err := lacking(h.bring(redisPart)); err == nil || !strings.Contains(err.Error(), "Redis is not here") {
		t.Errorf("nothing says that Redis is not here: %v", err)
	}
}
