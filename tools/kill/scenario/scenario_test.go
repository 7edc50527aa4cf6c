//go:build linux

package scenario_test

import (
	"os"
	"testing"

	"jadebox/tools/kill/process"
	"jadebox/tools/kill/scenario"
)

// The short form of `go run ./tools/kill`: each way to go down, twice for kill -9 of the server.
func TestNothingAcknowledgedIsLost(t *testing.T) {
	dir := t.TempDir()
	bin, built, err := process.Binary(dir)
	if err != nil {
		t.Fatalf("no server to kill: %v", err)
	}
	t.Logf("binary %s (built now: %v)", bin, built)
	r, err := scenario.Run(t.Context(), scenario.Options{Bin: bin, Dir: dir, Rounds: 5, Bots: 20, Seed: 1, Pause: short,
		Log: &lines{t}})
	if err != nil {
		t.Fatalf("THE SCENARIO COULD NOT BE RUN (a server with PostgreSQL is needed, see store/embedded): %v", err)
	}
	if err := r.Err(); err != nil {
		t.Error(err)
	}
	if os.Getenv("JADEBOX_KEEP") != "" {
		r.Load.Text(os.Stderr)
	}
}
