package httpapi

import (
	"maps"
	"testing"
	"time"

	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
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

// ungated are the commands that neither play nor ask what a gift asks for, with the reason why they give nothing that
// nothing was staked for.
var ungated = map[string]string{
	"active.assist":    "the one who is helped is asked: the call does it",
	"bag.sell":         "own items at their price",
	"bag.sellAll":      "own items at their price",
	"battle.bots":      "seats in a room that is paid for",
	"battle.invite":    "a message",
	"battle.inviteAll": "a message",
	"battle.leave":     "gives the entry back",
	"card.erase":       "forgets",
	"card.export":      "reads",
	"card.use":         "uses what was given",
	"card.verify":      "a real name is one person's, and asks for no more (docs/rules.md)",
	"fair.rotate":      "seeds",
	"gift.back":        "takes",
	"limits.pause":     "forbids",
	"limits.set":       "forbids",
	"rain.claim":       "a part of a pool that the house has put up, bounded for each player by the rain's own rules",
	"retrieve.cancel":  "own items come back",
	"retrieve.request": "own items go out",
	"steam.bind":       "a contact",
	"studio.cancel":    "own prizes come back",
	"studio.passwords": "passwords of an own room",
	"studio.publish":   "own prizes go in",
	"user.avatar":      "a picture",
	"user.clientSeed":  "a seed",
	"user.endSession":  "ends a session",
	"user.logout":      "ends a session",
	"user.status":      "a step that was seen",
	"user.tradeUrl":    "a contact",
	"vip.claim":        "a bonus of what was recharged: the recharge is the identity, and the play-through asks for the play",
	"withdraw.request": "own R$ go out",
	"ws.ticket":        "a ticket",
}

// A call that gives and forgets what the house asks first (call.Route.Gift) would pay whoever has many accounts: a new
// command plays, says what it gives, or is named above with its reason.
func TestEveryCommandPlaysAsksOrGivesNothing(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		left := maps.Clone(ungated)
		for name, e := range w.api.commands {
			if !e.Plays && e.Gift == call.NoGift && ungated[name] == "" {
				t.Errorf("%s %s neither plays nor says what it gives (call.Route.Gift)", name, e.Path)
			}
			if !e.Plays && e.Gift == call.NoGift {
				delete(left, name)
			}
		}
		for name := range left {
			t.Errorf("%s plays or asks by itself, or is not there: take it off the list", name)
		}
	})
}
