package httpapi

import (
	"cmp"
	"crypto/rand"
	"maps"
	"net/http"
	"slices"
	"testing"
	"time"

	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	rollcalls "jadebox/server/rooms/roll"
	"jadebox/server/session"
	"jadebox/store"
)

// request is one call that its player can make.
type request struct {
	path string
	body any
}

// spending are the calls that pay, stake or take part in something, each made ready for a player. What the world needs
// for them is there: see ready.
var spending = map[string]func(c *client, w *ready) request{
	"box.open": func(*client, *ready) request {
		return request{"/api/box/1/open", map[string]any{"count": 1, "priceCents": priceCents}}
	},
	"active.open": func(c *client, w *ready) request {
		p := store.PlayerID(c.playerID())
		w.commit(&store.Op{Player: p, Key: "tokens", Kind: "test.tokens", At: clockAhead(),
			Postings: []store.Posting{{Debit: store.HouseTokens, Credit: store.PlayerTokens(p), AmountCents: 40}}})
		return request{"/api/activity/open", map[string]any{"id": openID, "tokens": 4, "count": 1}}
	},
	"battle.create": func(*client, *ready) request { return request{"/api/battle/create", setup(2)} },
	"battle.join": func(_ *client, w *ready) request {
		return request{"/api/battle/" + itoa(int64(w.host.create(setup(3)).BattleID)) + "/join",
			map[string]any{"seat": -1, "priceCents": 4 * priceCents}}
	},
	"battle.again": func(c *client, _ *ready) request {
		return request{"/api/battle/" + itoa(int64(c.create(setup(2)).BattleID)) + "/again", map[string]any{}}
	},
	"exchange.take": func(c *client, w *ready) request {
		cheap := into[exchangeList](w.world, c.get("/api/exchange/list?size=1")).Records[0]
		c.fragments("fragments", cheap.DebrisPrice)
		return request{"/api/exchange", map[string]any{"def": cheap.Def, "debrisPrice": cheap.DebrisPrice}}
	},
	"luckycard.flip": func(c *client, w *ready) request {
		deck := w.decks[min(w.flips, 1)] // the first flip of one may be its last
		w.flips++
		return request{"/api/luckycard/room/" + deck.ID + "/flip",
			map[string]any{"place": 0, "priceCents": deck.PriceCents}}
	},
	"mall.buy": func(*client, *ready) request { return request{"/api/mall/item/2/buy", buyAt(bowCents)} },
	"pay.order": func(*client, *ready) request {
		return request{"/api/pay/order", purchase(payment.ChannelDesktop, 1_000)}
	},
	"roll.join": func(_ *client, w *ready) request { return request{joinPath, joining(w.giveaway)} },
	"studio.create": func(c *client, _ *ready) request {
		c.grant(store.RoleStreamer)
		return request{"/api/studio/roll/create", giveawaySetup(nil)}
	},
	"studio.edit": func(c *client, _ *ready) request {
		c.grant(store.RoleStreamer)
		return request{"/api/studio/roll/" + itoa(int64(c.draft(nil).RollID)) + "/edit",
			giveawaySetup(map[string]any{"gemsCents": []int64{2_000, 1_500}})}
	},
	"bag.trade": func(c *client, _ *ready) request {
		return request{"/api/bag/trade", map[string]any{"items": c.give("trade", 3, 3), "gemsCents": 0, "target": 3,
			"targetCents": 100}}
	},
	"upgrade.play": func(c *client, _ *ready) request {
		return request{"/api/upgrade/play", upgradeOf(c.give("upgrade", 3)[0])}
	},
	"wish.take": func(_ *client, w *ready) request { return request{"/api/wish/" + w.gemWish() + "/take", wishFor(1)} },
}

// harmlessCalls are the calls under a key that neither pay nor stake anything, with the reason why a pause does not
// concern them.
var harmlessCalls = map[string]string{
	"gift.back": "a player who has paused takes out what they own: nothing is staked",
	"bag.sell":  "what one has can be turned into gems", "bag.sellAll": "the same", "withdraw.request": "money leaves",
	"retrieve.request": "an item leaves",
	"retrieve.cancel":  "it comes back", "battle.leave": "gives the entry back",
	"battle.bots": "a house player takes the seat, and pays nothing of its host's",
	"card.use":    "what one has", "fair.rotate": "a seed", "limits.set": "a promise", "limits.pause": "a promise",
	"limits.exclude": "a promise", "user.name": "a name",
	"studio.publish": "its prizes are paid for", "studio.cancel": "gives the prizes back", "studio.passwords": "words",
	"rain.claim": "a gift", "sign.claim": "a gift", "benefit.claim": "a gift", "wish.claim": "a gift",
}

// ready is a world in which everything can be played.
type ready struct {
	*world
	host     *client
	decks    []protocol.LuckycardSummary
	flips    int
	giveaway rollcalls.NewRoll
}

func (w *ready) commit(op *store.Op) {
	w.Helper()
	if _, err := w.engine.Commit(w.Context(), op); err != nil {
		w.Fatal(err)
	}
}

// session opens one past the login, as the end of a process may leave it over.
func (w *ready) session(who store.PlayerID) string {
	w.Helper()
	token, err := session.New(w.engine, clockAhead, rand.Reader).Open(w.Context(), who,
		session.From{Device: "left over"}, true)
	if err != nil {
		w.Fatal(err)
	}
	return token
}

// holdings are what a player has, and how much was written for that player.
type holdings struct {
	gems, real, wishCards, fragments int64
	bag, ops                         int
}

func (w *ready) holdings(who store.PlayerID) holdings {
	w.Helper()
	p, err := w.engine.LoadPlayer(w.Context(), who)
	_, ops, wrong := w.engine.Ops(w.Context(), store.OpQuery{Player: who, Page: store.Page{Limit: 1}})
	if err = cmp.Or(err, wrong); err != nil {
		w.Fatal(err)
	}
	return holdings{p.GemsCents, p.RealCents, p.WishCards, p.Fragments, p.BagCount, ops}
}

// Every call under an idempotency key is in one of the two lists, so that a new way to spend cannot forget the pause.
// Each spending one is played by a player, and refused to another who pauses or is excluded, with nothing
// changed.
func TestEveryCallThatSpendsKeepsAPromise(t *testing.T) {
	inWorld(t, options{}, func(world *world) {
		w := &ready{world: world, host: world.newPlayer("host0000")}
		w.season()
		w.host.grant(store.RoleStreamer)
		if w.decks = w.shuffled(); len(w.decks) < 2 {
			t.Fatalf("%d decks", len(w.decks))
		}
		w.giveaway = w.host.published(map[string]any{"openAtMs": clockAhead().Add(time.Hour).UnixMilli()})
		free, pausing, gone := w.verified("free0000"), w.verified("pause000"), w.verified("gone0000")
		for _, name := range keyedCalls(world) {
			if (spending[name] == nil) == (harmlessCalls[name] == "") {
				t.Errorf("%s: say in one of the lists whether it spends", name)
			}
		}
		type prepared struct{ pausing, gone request }
		all := map[string]prepared{}
		for _, name := range slices.Sorted(maps.Keys(spending)) {
			r := spending[name](free, w)
			if a := free.post(r.path, r.body); a.Code != protocol.OK {
				t.Errorf("%s of a free player: %d %s", name, a.Code, a.ErrMsg)
			}
			all[name] = prepared{spending[name](pausing, w), spending[name](gone, w)}
		}
		pausing.post("/api/user/limits/pause", map[string]any{"hours": 24}).want(world, protocol.OK)
		who := store.PlayerID(gone.playerID())
		gone.post("/api/user/limits/exclude", map[string]any{"months": 6}).want(world, protocol.OK)
		// A session that the end of a process has left over: the first answer ends it, so that each call has its own.
		left := func() *client { return &client{world: world, name: gone.name, token: w.session(who)} }
		before := w.holdings(who)
		pausing.unchanged(func() {
			for name, r := range all {
				if a := pausing.post(r.pausing.path, r.pausing.body); a.Code != protocol.CodeCoolOff {
					t.Errorf("%s in a pause: %d %s", name, a.Code, a.ErrMsg)
				}
				if a := left().post(r.gone.path, r.gone.body); a.Code != protocol.CodeExcluded {
					t.Errorf("%s of one who is excluded: %d %s", name, a.Code, a.ErrMsg)
				}
			}
		})
		if after := w.holdings(who); after != before {
			t.Errorf("the excluded player's journal and purse %+v, before %+v", after, before)
		}
	})
}

// keyedCalls are the names of the document's calls that need an idempotency key.
func keyedCalls(w *world) []string {
	var spec struct {
		Paths map[string]map[string]struct {
			OperationID string `json:"operationId"`
			Parameters  []struct {
				Name string `json:"name"`
				In   string `json:"in"`
			} `json:"parameters"`
		} `json:"paths"`
	}
	decodeJSON(w, w.visitor().get("/openapi.json").raw, &spec)
	var names []string
	for _, methods := range spec.Paths {
		for _, call := range methods {
			for _, p := range call.Parameters {
				if p.In == "header" && http.CanonicalHeaderKey(p.Name) == "Idempotency-Key" {
					names = append(names, call.OperationID)
				}
			}
		}
	}
	if len(names) < len(spending) {
		w.Fatalf("only %d calls with a key", len(names))
	}
	return names
}
