package active_test

import (
	"fmt"
	"testing"

	"jadebox/actors/kinds"
	"jadebox/actors/rewards/season"
	"jadebox/store"
	"jadebox/store/storetest"
)

// Play that goes on while a day is counted makes nothing of it count twice, and pays no tokens for it.
func TestWhatIsPlayedMeanwhileMakesNothingCountTwice(t *testing.T) {
	inWorld(t, func(w *world) {
		p := w.Player(10_000)
		n := 0
		spend := func() {
			n++
			op := &store.Op{Player: p, Key: fmt.Sprint("counted ", n), Kind: kinds.All.CountedOps()[0].Kind, At: w.now,
				Postings: []store.Posting{{Debit: store.PlayerGems(p), Credit: store.House, AmountCents: 1}}}
			if _, err := w.Engine.Commit(w.Context(), op); err != nil {
				t.Fatal(err)
			}
		}
		for range 299 { // a cent below the second step
			spend()
		}
		w.service.Store = storetest.Moving{Engine: w.Engine, Meanwhile: spend}
		if c, err := w.service.Claim(w.Context(), p, season.Consumption); err != nil || c.Steps != 1 || c.Tokens != 5 {
			t.Errorf("299 cents spent: %+v, %v", c, err)
		}
	})
}
