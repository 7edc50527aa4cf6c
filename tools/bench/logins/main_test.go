//go:build linux

package main

import (
	"errors"
	"testing"

	"jadebox/tools/command"
)

// A goal that is missed must end a script, and be told from a run that measured nothing.
func TestARunThatMissesAGoalEndsWithACodeOfItsOwn(t *testing.T) {
	met := result{Met: true, PerSecMet: true, Siege: siegeResult{Met: true}}
	slow, few, besieged := met, met, met
	slow.Met, few.PerSecMet, besieged.Siege.Met = false, false, false
	for name, c := range map[string]struct {
		result result
		text   string
	}{
		"p99 of others": {slow, "goals missed: p99 of other calls"},
		"logins":        {few, "goals missed: logins a second"},
		"known devices": {besieged, "goals missed: logins of known devices"},
		"all of them":   {result{}, "goals missed: logins a second, logins of known devices, p99 of other calls"},
	} {
		if err := c.result.judge(); end(err) != command.Exit(1) || err.Error() != c.text {
			t.Errorf("%s: %v, %v", name, end(err), err)
		}
	}
	if err := met.judge(); end(err) != nil {
		t.Errorf("every goal is met: %v", err)
	}
	if none := errors.New("no server"); end(none) != none {
		t.Error("a run that measured nothing ends like one that did")
	}
}
