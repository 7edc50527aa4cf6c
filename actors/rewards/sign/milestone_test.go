package sign_test

import (
	"fmt"
	"testing"
	"time"

	"jadebox/actors/rewards/sign"
	"jadebox/actors/settings/period"
	"jadebox/actors/sim/rig"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// A milestone is its month's: on a later day of it its request is answered again and any other is refused, and the next
// month brings it anew.
func TestAMilestoneIsTakenOnceInItsMonth(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		put(r, sign.Setting, `{"months":[{"days":2,"reward":{"kind":"diamond","num":5}}]}`)
		p := r.Player(1)
		milestones := func() (list []string) {
			for _, op := range r.Ops(sign.KindClaim) {
				if len(op.Key) > len("sign:month:") && op.Key[:len("sign:month:")] == "sign:month:" {
					list = append(list, op.Key)
				}
			}
			return list
		}
		for month, want := range []string{"sign:month:2000-01:2", "sign:month:2000-02:2"} {
			for day := 1; day <= 2; day++ {
				if _, err := claim(r, p, fmt.Sprint("day ", month, day), sign.Every, day); err != nil {
					t.Fatal(err)
				}
				if day == 1 {
					_, err := claim(r, p, "early", sign.Accumulate, 2)
					r.Refused(err, protocol.CodeSignDays)
				}
				untilTomorrow()
			}
			key := fmt.Sprint("month ", month)
			first, err := claim(r, p, key, sign.Accumulate, 2)
			if err != nil {
				t.Fatal(err)
			}
			before := r.Balance(p)
			for range 3 { // today, tomorrow, and the day after
				if again, err := claim(r, p, key, sign.Accumulate, 2); err != nil || again.Op != first.Op {
					t.Errorf("asked again: op %d, not %d, %v", again.Op, first.Op, err)
				}
				_, err := claim(r, p, "another", sign.Accumulate, 2)
				r.Refused(err, protocol.CodeSignTaken)
				untilTomorrow()
			}
			if list := milestones(); len(list) != month+1 || list[month] != want || r.Balance(p) != before {
				t.Errorf("%v, want %s as the last; %d cents more", list, want, r.Balance(p)-before)
			}
			time.Sleep(time.Until(time.Date(2000, time.Month(month+2), 1, 0, 0, 0, 0, time.UTC)))
		}
	})
}

// Of boxes that cost the same, the free box is the first by its number, however the catalogue orders them.
func TestTheFreeBoxIsTheCheapestAndOfEqualsTheFirst(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		odds, err := fairness.NewOdds(4, 1, []fairness.OddsEntry{{Item: 4, Weight: 100e6, ValueCents: 50}})
		if err == nil {
			err = r.Engine.PutBox(r.Context(), store.Box{ID: 4, PriceCents: rig.TieBoxCents, Enabled: true, Version: 1,
				OddsHash: odds.Hash(), Entries: []store.BoxEntry{{Def: 4, Weight: 100e6}}})
		}
		if err == nil {
			err = r.Catalog.Load(r.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		best, known := sign.Cheapest(r.Catalog)
		if !known || best.ID != 2 || best.PriceCents != rig.TieBoxCents {
			t.Errorf("box %+v, %v, want box 2", best, known)
		}
	})
}

// A zone that is set back begins a date anew that was signed already: it is not signed twice.
func TestADateThatComesTwiceIsSignedOnce(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		zone := func(name string) {
			put(r, period.Setting, `"`+name+`"`)
			if err := r.Settings.Refresh(r.Context()); err != nil {
				t.Fatal(err)
			}
		}
		p := r.Player(1)
		zone("Asia/Shanghai")
		time.Sleep(20 * time.Hour)
		if g, err := claim(r, p, "a", sign.Every, 1); err != nil || g.Date != "2000-01-02" {
			t.Fatalf("%+v, %v", g, err)
		}
		zone("UTC")
		for _, at := range []time.Duration{0, 5 * time.Hour} { // the 1st once more, and then the 2nd
			time.Sleep(at)
			_, err := claim(r, p, "b", sign.Every, 2)
			r.Refused(err, protocol.CodeSignToday)
		}
		untilTomorrow()
		if g, err := claim(r, p, "b", sign.Every, 2); err != nil || g.Date != "2000-01-03" {
			t.Errorf("%+v, %v", g, err)
		}
	})
}
