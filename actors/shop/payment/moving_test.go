package payment_test

import (
	"encoding/json"
	"testing"
	"time"

	"jadebox/actors/shop/payment"
	"jadebox/store"
	"jadebox/store/storetest"
)

// A reversal that comes while the others are read makes none of them be owed twice.
func TestAReversalThatComesMeanwhileMakesNoneBeOwedTwice(t *testing.T) {
	inShop(t, func(s *shop) {
		p, n := s.Player(1), store.OpID(0)
		takeBack := func() {
			n++
			body, err := json.Marshal(payment.Reversal{Player: p, Order: n, Gems: payment.Gems{BoughtCents: 1}})
			if err == nil {
				_, err = s.Engine.Commit(s.Context(), &store.Op{Player: p, Key: payment.ReversedKey(n),
					Kind: store.KindReversed, At: time.Now(), Result: body})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		for range 410 {
			takeBack()
		}
		s.service.Store = storetest.Moving{Engine: s.Engine, Meanwhile: takeBack}
		if cents, err := s.service.Owes(s.Context(), p); err != nil || cents != 410 {
			t.Errorf("410 cents were taken back, %d are owed: %v", cents, err)
		}
	})
}
