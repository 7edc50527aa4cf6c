package httpapi

import (
	"testing"
	"time"

	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/store"
)

// What has no stake is given to whoever has a phone or a recharge and has played on that day; what is a part of what
// was spent asks for the first alone. A refusal changes nothing and says what is missing.
func TestGiftsAskForAnIdentityAndForPlay(t *testing.T) {
	inWorld(t, options{asks: true}, func(w *world) {
		c := w.newPlayer("alice01")
		who := store.PlayerID(c.playerID())
		tree := map[string]any{"task": "open"}
		free := func() []reply {
			return []reply{c.post(signPath, signDay(1)), c.post("/api/wish/tree/claim", tree),
				c.post("/api/activity/receive", map[string]any{"type": 1})}
		}
		played := func() []reply {
			return []reply{c.post("/api/weekBenefits/receiveWeekBenefits", map[string]any{}),
				c.post("/api/task/openTaskGive", map[string]any{"boxId": 999})}
		}
		c.open() // 5.00
		c.unchanged(func() {
			for _, a := range append(free(), played()...) {
				a.want(w, protocol.CodeGiftIdentity)
			}
		})
		mine := phone
		if err := w.engine.SetContact(w.Context(), who, store.ContactChange{Phone: &mine}); err != nil {
			t.Fatal(err)
		}
		c.unchanged(func() {
			for _, a := range free() {
				a.want(w, protocol.CodeGiftPlay)
				if why := into[invalid](w, a); why.Now == nil || *why.Now != 15_00 || why.Field != "spentCents" {
					t.Errorf("%+v", why)
				}
			}
			played()[0].want(w, protocol.CodeWeekNone)
			played()[1].want(w, protocol.CodeTaskGone)
		})
		for range 3 {
			c.open()
		}
		c.post(signPath, signDay(1)).want(w, protocol.OK)
		c.post("/api/wish/tree/claim", tree).want(w, protocol.OK)
		c.post("/api/activity/receive", map[string]any{"type": 1}).want(w, protocol.CodeSeasonOver)
		tomorrow() // play of yesterday is none of today
		c.unchanged(func() { c.post(signPath, signDay(2)).want(w, protocol.CodeGiftPlay) })
	})
}

// A recharge is as good as a phone, as long as it stands.
func TestARechargeThatStandsIsAnIdentity(t *testing.T) {
	inWorld(t, options{asks: true}, func(w *world) {
		c := w.newPlayer("alice01")
		who := store.PlayerID(c.playerID())
		for range 4 {
			c.open()
		}
		c.post(signPath, signDay(1)).want(w, protocol.CodeGiftIdentity)
		c.paid(1_000)
		ops, _, err := w.engine.Ops(w.Context(), store.OpQuery{Player: who, Kinds: []string{payment.KindCredit},
			Page: store.Page{Limit: 1}})
		if err != nil || len(ops) != 1 {
			t.Fatalf("%d recharges, %v", len(ops), err)
		}
		c.post(signPath, signDay(1)).want(w, protocol.OK)
		time.Sleep(time.Second)
	})
}
