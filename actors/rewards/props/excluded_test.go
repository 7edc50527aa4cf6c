package props_test

import (
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/props"
	"jadebox/actors/sim/rig"
	"jadebox/store"
)

// Nothing is given to an excluded player, not by an operator's order either; the next order is carried out.
func TestAnExcludedPlayerIsGivenNothing(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p, q := r.Player(100), r.Player(100)
		rig.Do[player.LimitsSet](r, player.Kind, player.ID(p),
			player.SetLimits{Key: "out", Change: limits.Change{ExclusionMonths: 6}})
		order := func(id string, who store.PlayerID) props.Order {
			return props.Order{ID: id, AtMS: time.Now().UnixMilli(), Account: name(r, who), Defs: []store.DefID{1},
				Prizes: []prize.Prize{{Kind: prize.Diamond, Num: 500}}}
		}
		setSteps(r, []props.Step{}, order("1", p), order("2", q))
		register(r)
		time.Sleep(time.Minute)
		if len(got(r, p)) != 0 || r.Balance(p) != 100 || len(got(r, q)) != 1 || r.Balance(q) != 600 {
			t.Errorf("%d items and %d gems; the other one %d and %d", len(got(r, p)), r.Balance(p), len(got(r, q)),
				r.Balance(q))
		}
		if n := len(r.Ops(props.KindGive)); n != 1 {
			t.Errorf("%d gifts", n)
		}
	})
}
