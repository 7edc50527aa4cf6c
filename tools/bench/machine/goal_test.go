package machine

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func TestAMissedGoalIsNamedAndJudgedOnAQuietMachineOnly(t *testing.T) {
	goals := []Goal{AtMost("latency", 3, 2), AtLeast("rate", 9, 9), AtLeast("share", 8.9, 9)}
	err := Verdict{}.JudgeAll(goals)
	if err == nil || !strings.Contains(err.Error(), "latency 3.00, wanted ≤ 2") ||
		!strings.Contains(err.Error(), "share") || strings.Contains(err.Error(), "rate") {
		t.Fatalf("quiet: %v", err)
	}
	if err := (Verdict{Busy: true}).JudgeAll(goals); !errors.Is(err, ErrBusy) {
		t.Fatalf("busy: %v", err)
	}
	for got, met := range map[float64]bool{0: false, 1: true, math.NaN(): false, -1: false} {
		if AtMost("what was not measured", got, 2).Met != met {
			t.Errorf("%v: met is %v", got, !met)
		}
	}
	if !AtMost("refused", 0, 0).Met {
		t.Error("none of none is missed")
	}
	if err := (Verdict{}).JudgeAll(goals[1:2]); err != nil {
		t.Fatalf("all met: %v", err)
	}
	var said strings.Builder
	if err := (Verdict{Busy: true, Words: "seen"}).Tell(&said, goals); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(said.String(), "not judged") || strings.Contains(said.String(), "MISSED") ||
		!strings.HasSuffix(said.String(), "seen\n") {
		t.Fatalf("told %q", said.String())
	}
}
