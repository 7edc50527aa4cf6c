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

func TestADeviceThatIsLateOrTurnedAwayMissesTheGoalOfTheSiege(t *testing.T) {
	for name, c := range map[string]struct {
		devices cameRow
		met     bool
	}{
		"at the bound": {cameRow{Logins: 60, MaxMS: 3000}, true},
		"behind it":    {cameRow{Logins: 60, MaxMS: 3000.1}, false},
		"turned away":  {cameRow{Logins: 59, Shed: 1, MaxMS: 10}, false},
		"never served": {cameRow{Logins: 59, Late: 1, MaxMS: 10}, false},
		"nobody came":  {cameRow{}, false},
	} {
		if got := c.devices.allWithin(float64(deviceGoal.Milliseconds())); got != c.met {
			t.Errorf("%s: met is %t", name, got)
		}
	}
}
