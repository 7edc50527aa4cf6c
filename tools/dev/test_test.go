package main

import (
	"bytes"
	"errors"
	"strings"
	"sync"
	"testing"
)

// The lanes of a proof report into one account, and what needs a failed or an absent thing is skipped in either.
func TestStepsBesideEachOtherAreCountedOnceAndSkippedForWhatTheyLack(t *testing.T) {
	var said bytes.Buffer
	h := &checkout{out: &said}
	p := proof{absent: map[string]bool{"a browser": true}, results: map[string]bool{}}
	good := func(*checkout) error { return nil }
	bad := func(*checkout) error { return errors.New("a leak") }
	p.steps(h, step{name: "build", run: good}, step{name: "lint", run: bad})
	var lanes sync.WaitGroup
	lanes.Go(func() {
		p.steps(h, step{name: "look", needs: "a browser", run: bad}, step{name: "polish", after: "lint", run: bad})
	})
	lanes.Go(func() { p.steps(h, step{name: "size", after: "build", run: good}) })
	lanes.Wait()
	if p.passed != 2 || p.failed != 1 || p.skipped != 2 {
		t.Errorf("%d passed, %d failed, %d skipped, want 2, 1 and 2", p.passed, p.failed, p.skipped)
	}
	if err := p.end(); !errors.Is(err, errFailed) {
		t.Errorf("a proof with a failed step ends with %v", err)
	}
	for _, line := range []string{"FAILED: a leak", "SKIPPED: no a browser", "SKIPPED: lint failed"} {
		if !strings.Contains(p.report.String(), line) {
			t.Errorf("the report lacks %q:\n%s", line, &p.report)
		}
	}
}

// What a patient house runs prints into its own piece, whatever the program is and however it ends.
func TestAPatientHousePrintsIntoItsPieceAndTellsWhatFailed(t *testing.T) {
	h, err := newHouse()
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	h.out, h.patient = &said, true
	if err := h.do(".", "sh", "-c", "echo out; echo err >&2; nice"); err != nil {
		t.Fatal(err)
	}
	if want := "out\nerr\n19\n"; said.String() != want {
		t.Errorf("said %q, want %q", &said, want)
	}
	if err := h.do(".", "sh", "-c", "exit 3"); err == nil {
		t.Error("a failed program is not told")
	}
}
