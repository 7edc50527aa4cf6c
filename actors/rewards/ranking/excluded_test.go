package ranking_test

import (
	"fmt"
	"strings"
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

// A day that was played under two names has two rows, as each was told; the better one is rewarded, and nobody moves
// up.
func TestWhoChangesNamesIsRewardedOnce(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		register(r, 10*time.Second)
		p, q := r.Player(1), r.Player(1)
		was := nameOf(r, p)
		lists(r, ranking.Upgrades) // starts it
		won := func(key, name string, cents int64) {
			played(r, key, protocol.UpgradeDone{PlayerName: name, RightCents: cents, RateE8: 50_000_000, Won: true})
		}
		won("1", was, 2_000)
		change, op, err := player.Rename(p, "name", "JadeFox", time.Now())
		if err == nil {
			_, err = r.Engine.SetName(t.Context(), change, op)
		}
		if err != nil {
			t.Fatal(err)
		}
		won("2", nameOf(r, p), 1_999)
		won("3", nameOf(r, q), 1_998)
		time.Sleep(25 * time.Hour)
		want := fmt.Sprintf("1 %s 4000 5000; 2 JadeFox 3998 0; 3 %s 3996 ", was, nameOf(r, q))
		l := lists(r, ranking.Upgrades)
		if !l.Paid || !strings.HasPrefix(rows(l.Yesterday), want) || r.Balance(p) != 5_001 ||
			r.Balance(q) != 1+l.Yesterday[2].AwardCents || l.Yesterday[2].AwardCents == 0 {
			t.Errorf("%s, want %s; balances %d and %d", rows(l.Yesterday), want, r.Balance(p), r.Balance(q))
		}
	})
}
