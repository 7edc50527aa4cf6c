package player_test

import (
	"encoding/json"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/settings/rates"
	"jadebox/actors/settings/settingstest"
	"jadebox/actors/sim/rig"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// The fee is the store's, and an upgrade has one from its price to its proof: what was played under another one still
// verifies, and a rate that was shown before the change is refused.
func TestTheFeeOfAnUpgradeMayChange(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1_000)
		id := player.ID(p)
		in := give(r, p, "in", 4, 4, 4) // 50 each, for 80
		set := func(fee fairness.UpgradeFee) {
			text, err := json.Marshal(rates.Settings{Upgrade: fee})
			if err == nil {
				err = settingstest.Put(r.Context(), r.Engine, rates.Setting, text)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		shown := upgradeTo(r, "shown", 2, 0, in[1])
		before := rig.Do[player.Upgraded](r, player.Kind, id, upgradeTo(r, "before", 2, 0, in[0]))
		dear := fairness.UpgradeFee{DrawPPM: 200_000, LeastPPM: 50_000}
		set(dear)
		_, err := rig.Ask[player.Upgraded](r, player.Kind, id, shown)
		r.Refused(err, protocol.CodePriceChanged)
		if got := itemOf(r, in[1]); got.Owner != p || len(r.Ops(player.KindUpgrade)) != 1 {
			t.Errorf("a refused upgrade took %+v", got)
		}
		after := rig.Do[player.Upgraded](r, player.Kind, id, upgradeTo(r, "after", 2, 0, in[1]))
		again := rig.Do[player.Upgraded](r, player.Kind, id, upgradeTo(r, "after", 2, 0, in[1])) // the same click
		if before.RateE8 != 57_500_000 || before.Fee != rates.Standard().Upgrade || after.RateE8 != 50_000_000 ||
			after.Fee != dear || again.Op != after.Op {
			t.Errorf("%+v and %+v", before, after)
		}
		set(fairness.UpgradeFee{DrawPPM: 10_000})
		for _, u := range []player.Upgraded{before, after} {
			b, err := player.Bundle(r.Context(), r.Engine, r.Catalog, u.Op, 0)
			if err != nil || !fairness.Verify(b).OK || b.Upgrade.DrawPPM != u.Fee.DrawPPM ||
				b.Upgrade.LeastPPM != u.Fee.LeastPPM {
				t.Fatalf("under a fee of %+v: %v", u.Fee, err)
			}
			b.Upgrade.DrawPPM = 10_000 // the fee of today is not the fee of then
			if fairness.Verify(b).OK {
				t.Error("verifies under another fee")
			}
		}
	})
}

// An upgrade that waits for its seed while the fee changes is decided by one fee, whichever, and never by two.
func TestAnUpgradeUnderWayPaysOneFee(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1_000)
		in := give(r, p, "in", 4)
		m := upgradeTo(r, "first", 2, 0, in...)
		answered := make(chan error, 1)
		var u player.Upgraded
		r.Dir.Post(player.Kind, player.ID(p), m, func(v any, err error) { // no seed yet: it waits for a beacon
			u, _ = v.(player.Upgraded)
			answered <- err
		})
		r.Settle()
		if err := settingstest.Put(r.Context(), r.Engine, rates.Setting,
			[]byte(`{"upgrade":{"drawPpm":200000}}`)); err != nil {
			t.Fatal(err)
		}
		var err error
		select {
		case err = <-answered:
		case <-time.After(time.Minute):
			t.Fatal("no answer")
		}
		if err != nil {
			r.Refused(err, protocol.CodePriceChanged)
			return
		}
		if u.RateE8 != uint32(m.RateE8) || u.Fee != rates.Standard().Upgrade {
			t.Errorf("%+v", u)
		}
	})
}

// A player who has several tabs sees wish cards in each as soon as they change.
func TestTheWalletCarriesWishCards(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1)
		if w := rig.Do[protocol.Wallet](r, player.Kind, player.ID(p), player.Wallet{}); w.WishCards != 0 {
			t.Errorf("%+v", w)
		}
		if _, err := r.Engine.Commit(r.Context(), &store.Op{Key: "cards", Kind: "test.cards", At: time.Now(),
			Postings: []store.Posting{{Debit: store.HouseWishCards, Credit: store.PlayerWishCards(p),
				AmountCents: 7}}}); err != nil {
			t.Fatal(err)
		}
		r.Dir.Post(player.Kind, player.ID(p), player.Credited{}, nil)
		r.Settle()
		if w := rig.Do[protocol.Wallet](r, player.Kind, player.ID(p), player.Wallet{}); w.WishCards != 7 {
			t.Errorf("%+v", w)
		}
		told := r.Hub.Events(publish.PlayerTopic(p))
		if len(told) == 0 {
			t.Fatal("nobody was told")
		}
		var w protocol.Wallet
		if _, err := w.UnmarshalMsg(told[len(told)-1].Body); err != nil || w.WishCards != 7 {
			t.Errorf("told %+v %v", w, err)
		}
	})
}
