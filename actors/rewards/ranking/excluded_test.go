package ranking_test

import (
	"fmt"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/ranking"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

// A player excluded before a day is paid keeps the place, without its reward; nobody moves up.
func TestAnExcludedWinnerIsNotPaid(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		register(r, 10*time.Second)
		p, q := r.Player(1), r.Player(1)
		lists(r, ranking.Upgrades) // starts it
		for i, who := range []store.PlayerID{p, q} {
			played(r, fmt.Sprint(i), protocol.UpgradeDone{PlayerName: nameOf(r, who), RightCents: 2_000 - int64(i),
				RateE8: 50_000_000, Won: true})
		}
		time.Sleep(time.Hour)
		rig.Do[player.LimitsSet](r, player.Kind, player.ID(p),
			player.SetLimits{Key: "out", Change: limits.Change{ExclusionMonths: 6}})
		time.Sleep(24 * time.Hour)
		want := fmt.Sprintf("1 %s 4000 0; 2 %s 3998 3000; ", nameOf(r, p), nameOf(r, q))
		if l := lists(r, ranking.Upgrades); !l.Paid || rows(l.Yesterday) != want || r.Balance(p) != 1 ||
			r.Balance(q) != 3_001 {
			t.Errorf("%s, want %s; balances %d and %d", rows(l.Yesterday), want, r.Balance(p), r.Balance(q))
		}
	})
}
