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

// A player excluded before a day is paid keeps the place, without its reward; no place moves up.
func TestAnExcludedWinnerIsNotPaid(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		register(r, 30*time.Second)
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

// renamed changes a player's name to JadeFox; an earlier release publishes no event for it.
func renamed(r *rig.Rig, p store.PlayerID, before bool) {
	r.Helper()
	rec, err := r.Engine.LoadPlayer(r.Context(), p)
	if err != nil {
		r.Fatal(err)
	}
	change, op, err := player.Rename(&rec, "name", "JadeFox", time.Now())
	if before {
		op.Events = nil
	}
	if err == nil {
		_, err = r.Engine.SetName(r.Context(), change, op)
	}
	if err != nil {
		r.Fatal(err)
	}
}

// won commits an upgrade that was won at one in two.
func won(r *rig.Rig, key, name string, cents int64) {
	r.Helper()
	played(r, key, protocol.UpgradeDone{PlayerName: name, RightCents: cents, RateE8: 50_000_000, Won: true})
}

// A day that is played under two names is one row, of the better result and by the name of now: in the lists that are
// shown, in that which is paid, and after a restart. The player behind it has the next place and its reward.
func TestWhoChangesNamesHasOnePlace(t *testing.T) {
	for second, best := range map[int64]int64{1_999: 4_000, 2_001: 4_002} {
		t.Run(fmt.Sprint(second), func(t *testing.T) {
			rig.Run(t, func(t *testing.T, r *rig.Rig) {
				register(r, 10*time.Second)
				p, q := r.Player(1), r.Player(1)
				was := nameOf(r, p)
				lists(r, ranking.Upgrades) // starts it
				won(r, "1", was, 2_000)
				time.Sleep(time.Minute) // its row is kept
				renamed(r, p, false)
				won(r, "2", "JadeFox", second)
				won(r, "3", nameOf(r, q), 1_998)
				won(r, "4", was, 1_990) // of another server, told late
				want := fmt.Sprintf("1 JadeFox %d 5000; 2 %s 3996 3000; ", best, nameOf(r, q))
				time.Sleep(11 * time.Minute)
				if l := lists(r, ranking.Upgrades); rows(l.Today) != want {
					t.Errorf("today %s, want %s", rows(l.Today), want)
				}
				r.Crash()
				register(r, 10*time.Second)
				lists(r, ranking.Upgrades)
				won(r, "5", was, 1_999)
				time.Sleep(23*time.Hour + 50*time.Minute) // two minutes into the next day
				if l := lists(r, ranking.Upgrades); l.Paid || rows(l.Yesterday) != want {
					t.Errorf("before the payment %t %s, want %s", l.Paid, rows(l.Yesterday), want)
				}
				time.Sleep(time.Hour)
				l := lists(r, ranking.Upgrades)
				if !l.Paid || rows(l.Yesterday) != want || r.Balance(p) != 5_001 || r.Balance(q) != 3_001 {
					t.Errorf("paid %t %s, want %s; balances %d and %d", l.Paid, rows(l.Yesterday), want, r.Balance(p),
						r.Balance(q))
				}
				kept := func(want bool) {
					t.Helper()
					text, err := r.Engine.Kept(r.Context(), "ranking.position.rows")
					if err != nil || strings.Contains(string(text), `"names"`) != want {
						t.Errorf("names of before are kept: %t, want %t: %s, %v", !want, want, text, err)
					}
				}
				kept(true)
				time.Sleep(48 * time.Hour)
				kept(false)
			})
		})
	}
}

// A release that published no change of name leaves a day of two rows; the better one is rewarded, and no place moves
// up.
func TestAChangeOfNameThatNobodyToldIsRewardedOnce(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		register(r, 30*time.Second)
		p, q := r.Player(1), r.Player(1)
		was := nameOf(r, p)
		lists(r, ranking.Upgrades) // starts it
		won(r, "1", was, 2_000)
		renamed(r, p, true)
		won(r, "2", nameOf(r, p), 1_999)
		won(r, "3", nameOf(r, q), 1_998)
		time.Sleep(25 * time.Hour)
		want := fmt.Sprintf("1 %s 4000 5000; 2 JadeFox 3998 0; 3 %s 3996 ", was, nameOf(r, q))
		l := lists(r, ranking.Upgrades)
		if !l.Paid || !strings.HasPrefix(rows(l.Yesterday), want) || r.Balance(p) != 5_001 ||
			r.Balance(q) != 1+l.Yesterday[2].AwardCents || l.Yesterday[2].AwardCents == 0 {
			t.Errorf("%s, want %s; balances %d and %d", rows(l.Yesterday), want, r.Balance(p), r.Balance(q))
		}
	})
}
