//go:build linux

package phases_test

import (
	"bytes"
	"strings"
	"testing"

	"jadebox/tools/kill/phases"
	"jadebox/tools/kill/process"
)

// lines passes a log on to the test's own.
type lines struct{ t *testing.T }

func (l *lines) Write(p []byte) (int, error) {
	l.t.Log(string(bytes.TrimRight(p, "\n")))
	return len(p), nil
}

func run(t *testing.T, rewind bool) *phases.Result {
	t.Helper()
	if testing.Short() {
		t.Skip("starts and kills servers")
	}
	dir := t.TempDir()
	bin, _, err := process.Binary(dir)
	if err != nil {
		t.Fatalf("no server to kill: %v", err)
	}
	r, err := phases.Run(t.Context(), phases.Options{Bin: bin, Dir: dir, Cycles: 1, Seed: 1, Rewind: rewind,
		Log: &lines{t}})
	if err != nil {
		t.Fatalf("THE PHASES COULD NOT BE RUN: %v", err)
	}
	return r
}

// The short form of `go run ./tools/kill --phases`: each phase of each kind of room is hit once.
func TestEveryPhaseOutlivesTheServer(t *testing.T) {
	t.Parallel()
	if err := run(t, false).Err(); err != nil {
		t.Error(err)
	}
}

// The negative control: when the first crash point takes the database back, what was acknowledged is missed.
func TestALostPhaseIsNoticed(t *testing.T) {
	t.Parallel()
	r := run(t, true)
	lost := 0
	for _, err := range r.Wrong {
		lost += strings.Count(err.Error(), "was acknowledged and now says")
	}
	if lost == 0 {
		t.Fatalf("acknowledged operations are gone, and nobody noticed: %v", r.Wrong)
	}
	t.Logf("missed as they must be: %d", lost)
}
