package rig_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/runtime/directory"
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

// silent answers nothing, as an actor whose op was lost with its process.
type silent struct{ directory.Handler }

func (silent) Receive(directory.Request) {}
func (silent) Stop()                     {}

// A step that is due while a killed process is waited for would come late, and a contract would call its kind so.
func TestACrashTakesNoTimeThoughARequestIsNeverAnswered(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		r.Dir.Register(directory.Kind{Name: "silent",
			New: func(string, directory.Activation) directory.Handler { return silent{} }})
		given := make(chan error, 1)
		r.Dir.Post("silent", "1", struct{}{}, func(_ any, err error) { given <- err })
		synctest.Wait()
		start := time.Now()
		r.Crash()
		if took := time.Since(start); took != 0 {
			t.Errorf("the crash took %v", took)
		}
		if err := <-given; err == nil {
			t.Error("what nobody answered was answered")
		}
	})
}
