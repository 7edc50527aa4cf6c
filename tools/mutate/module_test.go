package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// tiny is a module with every form that a function can have, and tests that notice some of its mutants.
var tiny = map[string]string{
	"go.mod": "module tiny\n\ngo 1.26\n",
	"fee/fee.go": `package fee // what is paid

type wallet struct{ cents int }

func CappedCents(aCents int) int {
	if aCents > 100 {
		aCents = 100
	}
	return aCents
}

func (w *wallet) PayCents(first int, more ...int) {
	w.cents -= first
	for _, m := range more {
		w.cents -= m
	}
}

func (wallet) FeeCents(_ int, _ string) (feeCents int) { return 3 }

func DownCents[N ~int, O any](aCents N, _ O) (steps N) {
	for aCents != 0 {
		aCents -= 1
		steps++
	}
	return steps
}

func SecondCents(aCents, bCents int) int { return [2]int{aCents, bCents}[1] }

func UnseenCents(aCents int) int { return aCents + 7 }
`,
	"fee/fee_test.go": `package fee

import "testing"

func TestPlentyIsCapped(t *testing.T) {
	if CappedCents(500) != 100 || CappedCents(7) != 7 {
		t.Error("capped")
	}
}

func TestAWalletPaysAndTakesAFee(t *testing.T) {
	w := wallet{10}
	w.PayCents(1, 2, 3)
	if w.cents != 4 || w.FeeCents(0, "") != 3 || SecondCents(1, 2) != 2 {
		t.Error(w)
	}
}

func TestStepsAreCountedDown(t *testing.T) {
	if DownCents[int](4, "") != 4 {
		t.Error("down")
	}
}
`,
	"use/use_test.go": `package use

import (
	"testing"

	"tiny/fee"
)

func TestACapIsSeenFromOutside(t *testing.T) {
	if fee.CappedCents(100) != 100 {
		t.Error("capped")
	}
}
`,
}

func TestMutantsAreKilledByTheTestsThatReachThemAndOthersSurvive(t *testing.T) {
	root, dir := t.TempDir(), t.TempDir()
	for name, text := range tiny {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all, err := Find("fee/fee.go", []byte(tiny["fee/fee.go"]))
	if err != nil {
		t.Fatal(err)
	}
	c, err := change(root, dir, all, len(all))
	if err != nil {
		t.Fatal(err)
	}
	s := &suite{of: c, below: []string{"fee", "use"}, each: time.Minute, patience: 2 * time.Second, atOnce: 2}
	if err := s.compile(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.reach(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(s.units) != 4 {
		t.Errorf("%+v", s.units)
	}
	got := map[string]result{}
	for _, m := range c.sample {
		what := m.What
		switch {
		case strings.HasPrefix(what, "aCents > 100: "), strings.HasPrefix(what, "w.cents -= m: "),
			strings.HasPrefix(what, "3 → "), strings.HasPrefix(what, "aCents -= 1: "), strings.HasPrefix(what, "7 → "):
			r, err := s.try(context.Background(), m)
			if err != nil {
				t.Fatal(err)
			}
			got[what] = r
		case what == "1 → 2" && strings.Contains(string(m.Apply([]byte(tiny["fee/fee.go"]))), "}[2]"):
			t.Errorf("%s does not compile", m)
		}
	}
	for what, want := range map[string]result{
		"w.cents -= m: -= → +=": {Outcome: killed, By: "fee TestAWalletPaysAndTakesAFee", Tests: 1},
		"3 → 4":                 {Outcome: killed, By: "fee TestAWalletPaysAndTakesAFee", Tests: 1},
		"aCents -= 1: -= → +=":  {Outcome: killed, By: "fee hangs", Tests: 1},
		"aCents > 100: > → >=":  {Outcome: survived, Tests: 2},
		"7 → 8":                 {Outcome: survived},
	} {
		r := got[what]
		if r.Outcome != want.Outcome || r.By != want.By || r.Tests != want.Tests {
			t.Errorf("%s: %s by %q of %d", what, r.Outcome, r.By, r.Tests)
		}
	}
	if after, err := os.ReadFile(filepath.Join(root, "fee/fee.go")); err != nil || string(after) != tiny["fee/fee.go"] {
		t.Errorf("the module was changed: %v", err)
	}
}
