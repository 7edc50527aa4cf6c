package httpapi

import (
	"maps"
	"net/http"
	"testing"
	"time"

	"jadebox/actors/kinds"
	"jadebox/actors/kinds/rain"
	"jadebox/actors/settings/settingstest"
	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/rooms"
	raincalls "jadebox/server/rooms/rain"
	"jadebox/store"
)

// What has no stake is given to a player who has a phone or a recharge and has played on that day; what is a part of
// what was spent asks for the first alone. A refusal changes nothing and says what is missing.
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

// A packet of a rain has no stake either: a person with many accounts would take a share of the pool with each. What
// one player has done admits no other, and a site may have its rains ask for nothing.
func TestARainAsksWhatOtherGiftsAsk(t *testing.T) {
	inWorld(t, options{asks: true}, func(w *world) {
		p, q := w.newPlayer("alice01"), w.newPlayer("bobby02")
		w.itRains()
		claim := func(c *client) reply {
			mine := c.envelope()
			return c.post("/api/activity/red/claim", map[string]any{"round": mine.Round.ID,
				"packet": mine.Packets[0].ID})
		}
		p.unchanged(func() { claim(p).want(w, protocol.CodeGiftIdentity) })
		mine := phone
		if err := w.engine.SetContact(w.Context(), store.PlayerID(p.playerID()),
			store.ContactChange{Phone: &mine}); err != nil {
			t.Fatal(err)
		}
		p.unchanged(func() {
			a := claim(p)
			a.want(w, protocol.CodeGiftPlay)
			if why := into[invalid](w, a); why.Now == nil || *why.Now != 20_00 {
				t.Errorf("%+v", why)
			}
		})
		for range 4 {
			p.open() // 5.00 each
		}
		before := p.worth().GemsCents
		a := claim(p)
		a.want(w, protocol.OK)
		if got := into[raincalls.ClaimedPacket](w, a).ValueCents; got < 1 || p.worth().GemsCents != before+got {
			t.Errorf("%d and a packet of %d make %d", before, got, p.worth().GemsCents)
		}
		q.unchanged(func() { claim(q).want(w, protocol.CodeGiftIdentity) })
		if err := settingstest.Put(w.Context(), w.engine, rain.Setting, []byte(`{"asks":false}`)); err != nil {
			t.Fatal(err)
		}
		claim(q).want(w, protocol.OK)
	})
}

// ungated are the calls that neither play nor ask what a gift asks for, with the reason why they give nothing that
// nothing was staked for.
var ungated = map[string]string{
	"active.assist":       "the one who is helped is asked: the call does it",
	"bag.sell":            "own items at their price",
	"bag.sellAll":         "own items at their price",
	"battle.bots":         "seats in a room that is paid for",
	"battle.invite":       "a message",
	"battle.inviteAll":    "a message",
	"battle.leave":        "gives the entry back",
	"card.erase":          "forgets",
	"card.export":         "reads",
	"card.use":            "uses what was given",
	"card.verify":         "a real name is one person's, and asks for no more (docs/rules.md)",
	"code.send":           "a message",
	"fair.rotate":         "seeds",
	"gift.back":           "takes",
	"limits.exclude":      "forbids",
	"limits.pause":        "forbids",
	"limits.set":          "forbids",
	"phone.bind":          "a contact",
	"phone.unbind":        "a contact",
	"rain.claim":          "the call asks by itself, unless the rain's setting says that nothing is asked",
	"retrieve.cancel":     "own items come back",
	"retrieve.request":    "own items go out",
	"steam.bind":          "a contact",
	"steam.login":         "a session",
	"steam.register":      "an account, whose welcome is everybody's",
	"steam.unbind":        "a contact",
	"studio.cancel":       "own prizes come back",
	"studio.passwords":    "passwords of an own room",
	"studio.publish":      "own prizes go in",
	"user.addPasskey":     "a factor",
	"user.askPasskey":     "a question",
	"user.avatar":         "a picture",
	"user.beginApp":       "a factor",
	"user.beginPasskey":   "a factor",
	"user.changePassword": "a password",
	"user.clientSeed":     "a seed",
	"user.confirm":        "a proof",
	"user.endFactor":      "a factor",
	"user.endOthers":      "ends sessions",
	"user.endSession":     "ends a session",
	"user.login":          "a session",
	"user.loginPasskey":   "a session",
	"user.loginProof":     "a session",
	"user.logout":         "ends a session",
	"user.name":           "a name",
	"user.password":       "a password",
	"user.recoveryCodes":  "codes",
	"user.setApp":         "a factor",
	"user.status":         "a step that was seen",
	"user.tradeUrl":       "a contact",
	"vip.claim":           "a bonus of what was recharged: the recharge is the identity, and the play-through asks for the play",
	"withdraw.request":    "own R$ go out",
	"ws.ticket":           "a ticket",
}

// A call that gives and forgets what the house asks first (call.Route.Gift) would pay whoever has many accounts: a new
// call of a player plays, says what it gives, or is named above with its reason. What plays is played in a pause
// (spending): a gift that only says that it plays is none of those.
func TestEveryCallPlaysAsksOrGivesNothing(t *testing.T) {
	left := maps.Clone(ungated)
	for _, r := range whole(kinds.All, rooms.All).routes {
		given := r.Gift != call.NoGift
		switch reason := ungated[r.Name]; {
		case r.Method == http.MethodGet && (r.Plays || given):
			t.Errorf("%s (GET %s) plays or gives: what is read changes nothing", r.Name, r.Path)
		case r.Method == http.MethodGet || r.Access == call.Anyone: // a visitor has nothing to put a gift into
		case r.Plays && spending[r.Name] == nil:
			t.Errorf("%s (%s) says that it plays, and is not in spending", r.Name, r.Path)
		case !r.Plays && !given && reason == "":
			t.Errorf("%s (%s) neither plays nor says what it gives (call.Route.Gift)", r.Name, r.Path)
		case !r.Plays && !given:
			delete(left, r.Name)
		}
	}
	for name := range left {
		t.Errorf("%s plays or asks by itself, or is not there: take it off the list", name)
	}
}
