//go:build linux

package main

import "testing"

func TestARunNamesTheGoalsThatItMisses(t *testing.T) {
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
		if err := c.result.judge(); err == nil || err.Error() != c.text {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := met.judge(); err != nil {
		t.Errorf("every goal is met: %v", err)
	}
}
