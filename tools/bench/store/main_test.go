package main

import (
	"slices"
	"strings"
	"testing"

	"jadebox/tools/bench/machine"
)

// A ratio to nothing is infinite, and no goal met.
func TestAGoalIsMissedBesideAWayThatDidNothing(t *testing.T) {
	good := make([]row, 11)
	for i := range good {
		good[i] = row{PerSecond: 100, CPUMicros: 100}
	}
	good[2], good[9] = row{PerSecond: 1100, CPUMicros: 9}, row{PerSecond: 600, CPUMicros: 9}
	if err := (machine.Verdict{}).JudgeAll(goalsOf(good)); err != nil {
		t.Error(err)
	}
	for at, missed := range map[int]string{0: "a transaction each", 3: "pipelined", 4: "8 callers", 7: "battles/s"} {
		bad := slices.Clone(good)
		bad[at] = row{}
		if err := (machine.Verdict{}).JudgeAll(goalsOf(bad)); err == nil || !strings.Contains(err.Error(), missed) {
			t.Errorf("%s: %v", missed, err)
		}
	}
}
