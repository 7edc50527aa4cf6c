package ranking_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/eligibility"
	"jadebox/actors/rewards/ranking"
	"jadebox/actors/settings/rates"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

func opened(r *rig.Rig, p store.PlayerID, key string, count int) {
	r.Helper()
	rig.Do[player.Opened](r, player.Kind, player.ID(p), player.Open{Key: key, Box: 1, Count: count,
		PriceCents: rig.BoxCents})
}

func phone(r *rig.Rig, p store.PlayerID) {
	r.Helper()
	number := fmt.Sprintf("+55119%08d", p)
	if err := r.Engine.SetContact(r.Context(), p, store.ContactChange{Phone: &number}); err != nil {
		r.Fatal(err)
	}
}

// A place is rewarded to a player who has a phone and has spent on play on that day as much as the day asks for, a cent
// less or a moment later does not do; a player who has not keeps the place, and no place moves up.
func TestARewardAsksForPlayOfItsDayAndForAPhone(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		put(r, rates.Setting, `{"awardsCents":[50,40,30,20,10],"awardSpentCents":300}`)
		put(r, eligibility.Setting, `{"identity":true,"spentCents":200}`)
		register(r, 30*time.Second)
		lists(r, ranking.Upgrades) // starts it
		less, stranger, late, good, last := r.Player(500), r.Player(500), r.Player(500), r.Player(500), r.Player(500)
		for i, p := range []store.PlayerID{less, stranger, late, good, last} {
			won(r, fmt.Sprint("win ", i), nameOf(r, p), int64(1_000-i))
			if p != stranger {
				phone(r, p)
			}
		}
		opened(r, less, "less", 2)
		opened(r, stranger, "stranger", 3)
		opened(r, late, "late", 2)
		opened(r, good, "good", 3)
		opened(r, last, "last", 3)
		l := lists(r, ranking.Upgrades)
		if want := (ranking.Asks{LeastCents: 100, SpentCents: 300, Identity: true}); l.Asks != want {
			t.Errorf("the day asks for %+v, want %+v", l.Asks, want)
		}
		put(r, rates.Setting, `{"awardsCents":[50],"awardSpentCents":0}`) // of the next day
		time.Sleep(24*time.Hour + time.Second)
		opened(r, late, "after midnight", 1)
		time.Sleep(time.Hour)
		l = lists(r, ranking.Upgrades)
		var awards []string
		for _, row := range l.Yesterday {
			awards = append(awards, fmt.Sprint(row.AwardCents))
		}
		if got := strings.Join(awards, " "); got != "0 0 0 20 10" || !l.Paid {
			t.Errorf("paid %t: the places receive %s, want 0 0 0 20 10", l.Paid, got)
		}
		if l.Asks != (ranking.Asks{LeastCents: 100, SpentCents: 200, Identity: true}) {
			t.Errorf("the next day asks for %+v: not for what gifts ask for", l.Asks)
		}
		paid := map[store.PlayerID]int64{}
		for _, op := range r.Ops(ranking.KindSettle) {
			if strings.HasPrefix(op.Key, "ranking:"+ranking.Upgrades) {
				for _, p := range op.Postings {
					paid[store.PlayerID(p.Credit.Owner())] += p.AmountCents
				}
			}
		}
		if len(paid) != 2 || paid[good] != 20 || paid[last] != 10 {
			t.Errorf("paid are %v, want 20 to %d and 10 to %d", paid, good, last)
		}
	})
}

// What is staked below the least of a day is in no list, with an upgrade's items and gems together and a box's price.
func TestAResultIsRankedFromTheLeastStakeOn(t *testing.T) {
	for least, want := range map[int]string{100: "both both", 101: "one neither"} {
		t.Run(fmt.Sprint(least), func(t *testing.T) {
			rig.Run(t, func(t *testing.T, r *rig.Rig) {
				put(r, rates.Setting, fmt.Sprintf(`{"rankedLeastCents":%d}`, least))
				register(r, 30*time.Second)
				lists(r, ranking.Upgrades) // starts it
				p, q := r.Player(500), r.Player(500)
				for i, who := range []store.PlayerID{p, q} {
					played(r, fmt.Sprint(i), protocol.UpgradeDone{PlayerName: nameOf(r, who), LeftCents: 60,
						GemsCents: int64(40 + i), RightCents: 1_000, RateE8: 50_000_000, Won: true})
					opened(r, who, fmt.Sprint("box ", i), 1)
				}
				time.Sleep(11 * time.Minute)
				words := []string{"neither", "one", "both"}
				got := words[len(lists(r, ranking.Upgrades).Today)] + " " + words[len(lists(r, ranking.Openings).Today)]
				if got != want {
					t.Errorf("%s of the upgrades and openings are ranked, want %s", got, want)
				}
			})
		})
	}
}
