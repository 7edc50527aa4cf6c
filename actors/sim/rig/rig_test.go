package rig_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"jadebox/actors/player"
	"jadebox/actors/sim/rig"
)

const message = "what the test wanted to say"

// TestATestThatIsToldSoEndsFatally is red in a process that is told so, and only there.
func TestATestThatIsToldSoEndsFatally(t *testing.T) {
	if os.Getenv("RIG_FATAL") == "" {
		return
	}
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1)
		rig.Do[player.Profile](r, player.Kind, player.ID(p), player.GetProfile{}) // an actor that rests from now on
		t.Fatal(message)
	})
}

func TestATestThatEndsFatallySaysItsMessageAndNoMore(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestATestThatIsToldSoEndsFatally$", "-test.v")
	cmd.Env = append(os.Environ(), "RIG_FATAL=yes")
	out, err := cmd.CombinedOutput()
	if text := string(out); err == nil || !strings.Contains(text, message) || strings.Contains(text, "panic") {
		t.Errorf("%v:\n%s", err, text)
	}
}
