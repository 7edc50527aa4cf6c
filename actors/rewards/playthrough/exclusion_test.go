package playthrough_test

import (
	"errors"
	"testing"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/sim/rig"
)

func TestAnExclusionKeepsNobodyFromTheirOwnProperty(t *testing.T) {
	for name, c := range map[string]struct {
		change  limits.Change
		refused bool
	}{
		"an exclusion": {limits.Change{ExclusionMonths: 6}, false},
		"a pause":      {limits.Change{CoolOffHours: 24}, true},
		"a reached limit": {limits.Change{Limits: []limits.Set{{Kind: limits.Spend, Span: limits.Day,
			Cents: 1}}}, true},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w world) {
				w.open("a")
				w.give("one", 10)
				rig.Do[player.LimitsSet](w.Rig, player.Kind, player.ID(w.who), player.SetLimits{Key: "ex",
					Change: c.change})
				if err := w.retrieve(w.Dir, "r", w.item()); errors.Is(err, player.ErrToPlay) != c.refused ||
					!c.refused && err != nil {
					t.Errorf("a retrieval: %v", err)
				}
			})
		})
	}
}
