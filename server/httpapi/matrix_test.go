package httpapi

import (
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"jadebox/actors/rewards/prize"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

// ownerless are the calls over an id without an owner, with the reason; tests of their own show what they refuse.
var ownerless = map[string]string{
	"POST /api/activity/red/claim":                  "a packet that falls is whoever's is first (rain_test.go)",
	"GET /api/pay/checkout/{data}":                  "a sealed code, which the order's own reply tells (pay_test.go)",
	"GET /api/pay/creat/code/{data}":                "a sealed code, which the order's own reply tells (pay_test.go)",
	"GET /api/promotion/invited":                    "a place in the player's own list",
	"GET /log/leaf/{index}":                         "a place in the public log (fair_test.go)",
	"GET /share/battle/{picture}":                   "a private room has the site's own picture (share_test.go)",
	"GET /share/result/{picture}":                   "a result that is told has its picture (share_test.go)",
	"POST /api/pay/webhook/{provider}":              "a provider's name: its signature is what counts",
	"POST /api/personal/center/send/{purpose}/code": "a word: what the code is for",
}

// Every route with an id, or with a list of one player, asked by the owner, by another player and by a visitor. A
// route that is missing here fails the test, so that a new one cannot forget its owner check.
func TestNoRouteWithAnIDShowsAnothersThings(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		owner, other := w.verified("alice01"), w.newPlayer("bobby02")
		o := owner.open()
		other.open()
		mine := owner.give("matrix", 3)[0]
		private := setup(2)
		private["private"] = true
		sent := owner.linked("slowabcd").give("sent", 2)[0]
		asked := owner.post("/api/retrieve/request", itemsBody(sent))
		asked.want(w, protocol.OK)
		retrieval := "/api/retrieve/" + itoa(int64(into[retrieving](w, asked).OrderID))
		other.linked("slowabcd")
		time.Sleep(time.Minute) // the worker has it: it cannot be cancelled any more
		deck, _ := owner.turned(w.shuffled())
		turning := "/api/luckycard/room/" + deck.ID
		b := owner.create(private)
		room := "/api/battle/" + itoa(int64(b.BattleID))
		open := "/api/battle/" + itoa(int64(owner.create(setup(3)).BattleID))
		owner.grant(store.RoleStreamer)
		other.grant(store.RoleStreamer)
		draft := itoa(int64(owner.draft(nil).RollID))
		giveaway := "/api/roll/room/" + itoa(int64(owner.published(nil).RollID))
		studio := "/api/studio/roll/" + draft
		wishing := "/api/wish/" + w.gemWish()
		owner.post(wishing+"/take", wishFor(1)).want(w, protocol.OK)
		lot := owner.give("lot", 3)[0]
		entry := owner.voucher("entry", prize.Competition)
		draftOf := map[string]any{"roomId": draft}
		bought := itoa(int64(owner.order(2, 1_000).ID))
		body := func(fields map[string]any) map[string]any { return fields }
		for _, tt := range []struct {
			pattern, path         string // GET unless a body is given
			body                  map[string]any
			other, visitor, owner protocol.Code
		}{
			// What any visitor may see: boxes, and the proof of a result.
			{"GET /api/box/{id}", "/api/box/1", nil, 200, 200, 200},
			{"GET /api/box/{id}/price", "/api/box/1/price", nil, 200, 200, 200},
			{"GET /api/upgrade/quote", "/api/upgrade/quote?items=" + itoa(int64(mine)), nil, protocol.CodeItemForeign,
				protocol.CodeTokenInvalid, 200},
			{"GET /api/box/{id}/recent", "/api/box/1/recent", nil, 200, 200, 200},
			{"GET /api/fair/result/{id}", "/api/fair/result/" + o.Results[0].ResultID, nil, 200, 200, 200},
			{"GET /api/upgrade/user/{id}", "/api/upgrade/user/" + itoa(owner.playerID()), nil, 200, 200, 200},
			{"GET /api/upgrade/user/{id}/record", "/api/upgrade/user/" + itoa(owner.playerID()) + "/record", nil, 200,
				200, 200},
			{"POST /api/user/cards/{id}/use", "/api/user/cards/" +
				itoa(int64(owner.voucher("matrix", prize.TrendChart))) +
				"/use", body(map[string]any{}), protocol.CodeVoucherGone, protocol.CodeTokenInvalid, 200},
			{"GET /api/pay/order/{id}", "/api/pay/order/" + bought, nil, protocol.CodePayGone,
				protocol.CodeTokenInvalid, 200},
			// The mall: what is sold is public; no player buys without a real name of their own.
			{"GET /api/mall/item/{id}", "/api/mall/item/2", nil, 200, protocol.CodeTokenInvalid, 200},
			{"POST /api/mall/item/{id}/buy", "/api/mall/item/2/buy", body(buyAt(bowCents)), protocol.CodeRealName,
				protocol.CodeTokenInvalid, 200},
			// Items of another player.
			{"GET /finance/assets/status", "/finance/assets/status?ids=" + itoa(int64(sent)), nil, 200,
				protocol.CodeTokenInvalid, 200},
			{"POST /api/retrieve/request", "/api/retrieve/request", itemsBody(sent), protocol.CodeItemForeign,
				protocol.CodeTokenInvalid, protocol.CodeItemState},
			{"POST /api/retrieve/{id}/cancel", retrieval + "/cancel", body(map[string]any{}), protocol.CodeRetrieveGone,
				protocol.CodeTokenInvalid, protocol.CodeRetrieveStep},
			{"POST /api/upgrade/play", "/api/upgrade/play", upgradeOf(mine), protocol.CodeItemForeign,
				protocol.CodeTokenInvalid, 200},
			{"POST /api/bag/trade", "/api/bag/trade", body(map[string]any{"items": []call.ID{mine}, "gemsCents": 10_000,
				"target": 3, "targetCents": 100}), protocol.CodeItemForeign, protocol.CodeTokenInvalid,
				protocol.CodeItemState},
			// A private room, without its code.
			{"GET /api/battle/{id}", room, nil, protocol.CodeBattleCode, protocol.CodeBattleCode, 200},
			{"POST /api/battle/{id}/join", room + "/join", body(map[string]any{"seat": -1, "priceCents": 2000}),
				protocol.CodeBattleCode, protocol.CodeTokenInvalid, protocol.CodeBattleJoined},
			// Another player's places and rights.
			{"POST /api/battle/{id}/bots", open + "/bots", body(map[string]any{"seat": -1}), protocol.CodeBattleHost,
				protocol.CodeTokenInvalid, protocol.CodeBattleBots},
			{"POST /api/battle/{id}/invite", open + "/invite", body(map[string]any{"player": "nobody99"}),
				protocol.CodeInviteRoom, protocol.CodeTokenInvalid, protocol.CodeInviteWho},
			{"POST /api/battle/{id}/invite/all", open + "/invite/all", body(map[string]any{}), protocol.CodeInviteRoom,
				protocol.CodeTokenInvalid, 200},
			{"POST /api/bag/sell", "/api/bag/sell", body(map[string]any{"items": []call.ID{o.Results[0].ItemID}}),
				protocol.CodeItemForeign, protocol.CodeTokenInvalid, 200},
			{"POST /api/battle/{id}/leave", open + "/leave", body(map[string]any{}), 0, protocol.CodeTokenInvalid, 200},
			{"POST /api/battle/{id}/again", room + "/again", body(map[string]any{}), protocol.CodeBattleCode,
				protocol.CodeTokenInvalid, 200},
			{"POST /api/box/{id}/open", "/api/box/1/open", body(map[string]any{"count": 1, "priceCents": priceCents}),
				200, protocol.CodeTokenInvalid, 200},
			{"POST /api/studio/roll/create", "/api/studio/roll/create",
				giveawaySetup(map[string]any{"gemsCents": []int64{}, "items": []call.ID{lot}}),
				protocol.CodeItemForeign, protocol.CodeTokenInvalid, 200},
			{"POST /api/battle/create", "/api/battle/create", withVoucher(setup(2), entry), protocol.CodeVoucherGone,
				protocol.CodeTokenInvalid, 200},
			{"POST /api/roll/room/join/room", joinPath, draftOf, protocol.CodeRollGone, protocol.CodeTokenInvalid,
				protocol.CodeRollGone},
			// A roll room: a published one is public, a draft only its host's.
			{"GET /api/roll/room/{id}", giveaway, nil, 200, 200, 200},
			{"GET /api/roll/room/{id}/joined", giveaway + "/joined", nil, 200, 200, 200},
			{"GET /api/roll/room/{id}", "/api/roll/room/" + draft, nil, protocol.CodeRollGone, protocol.CodeRollGone,
				200},
			{"GET /api/roll/room/{id}/joined", "/api/roll/room/" + draft + "/joined", nil, protocol.CodeRollGone,
				protocol.CodeRollGone, 200},
			// A deck is everybody's; a card is of the player who turned it first.
			{"GET /api/luckycard/room/{id}", turning, nil, 200, 200, 200},
			{"POST /api/luckycard/room/{id}/flip", turning + "/flip",
				body(map[string]any{"place": 1, "priceCents": deck.PriceCents}), protocol.CodeLuckycardTaken,
				protocol.CodeTokenInvalid, protocol.CodeLuckycardTaken},
			{"GET /api/wish/{id}", "/api/wish/99999", nil, protocol.CodeWishGone, protocol.CodeWishGone,
				protocol.CodeWishGone},
			{"GET /api/wish/{id}", wishing, nil, 200, 200, 200},
			{"POST /api/wish/{id}/take", wishing + "/take",
				body(map[string]any{"bottles": []int{1}, "pay": "gems", "cardNum": 0, "bottleCents": bottleCents}),
				protocol.CodeWishTaken, protocol.CodeTokenInvalid, protocol.CodeWishCap},
			{"GET /api/studio/roll/{id}", studio, nil, protocol.CodeRollGone, protocol.CodeTokenInvalid, 200},
			{"POST /api/studio/roll/{id}/edit", studio + "/edit", giveawaySetup(nil), protocol.CodeRollGone,
				protocol.CodeTokenInvalid, 200},
			{"POST /api/studio/roll/{id}/passwords", studio + "/passwords", body(map[string]any{"count": 1}),
				protocol.CodeRollGone, protocol.CodeTokenInvalid, protocol.CodeRollState},
			{"POST /api/studio/roll/{id}/publish", studio + "/publish", body(map[string]any{}), protocol.CodeRollGone,
				protocol.CodeTokenInvalid, 200},
			{"POST /api/studio/roll/{id}/cancel", studio + "/cancel", body(map[string]any{}), protocol.CodeRollHost,
				protocol.CodeTokenInvalid, 200},
		} {
			covered[tt.pattern] = true
			ask := func(c *client) reply {
				if tt.body == nil {
					return c.get(tt.path)
				}
				return c.post(tt.path, tt.body)
			}
			check := func(who string, got reply, want protocol.Code) {
				if want == 0 && got.Code == protocol.OK || want != 0 && got.Code != want {
					t.Errorf("%s by %s: %d %s, want %d", tt.pattern, who, got.Code, got.ErrMsg, want)
				}
			}
			owner.unchanged(func() {
				if tt.other == 200 {
					check("another player", ask(other), tt.other)
				} else {
					other.unchanged(func() { check("another player", ask(other), tt.other) })
				}
				check("a visitor", ask(w.visitor()), tt.visitor)
			})
			check("the owner", ask(owner), tt.owner)
		}
		ids := idRoutes(w)
		for _, pattern := range ids {
			if covered[pattern] == (ownerless[pattern] != "") {
				t.Errorf("%s takes an id: it is asked in this test, or listed with why not", pattern)
			}
		}
		for pattern := range ownerless {
			if !slices.Contains(ids, pattern) {
				t.Errorf("%s is listed here, and takes no id", pattern)
			}
		}
		// Lists belong to the token: nothing of the owner's is in the other's.
		for _, path := range []string{"/api/personal/center/back/pack?type=2", "/api/box/history", "/api/user/info",
			"/api/fair/seed"} {
			mine, theirs := string(owner.get(path).Data), string(other.get(path).Data)
			if mine == theirs || strings.Contains(theirs, itoa(int64(o.Results[0].ItemID))) {
				t.Errorf("%s gives another player the owner's", path)
			}
			w.visitor().get(path).want(w, protocol.CodeTokenInvalid)
		}
		if raw := string(other.get("/api/battle/mine").Data); strings.Contains(raw, `"`+itoa(int64(b.BattleID))+`"`) {
			t.Errorf("the private battle is in the other's list: %s", raw)
		}
	})
}

var covered = map[string]bool{}

// withVoucher is a battle whose host pays with a voucher.
func withVoucher(setup map[string]any, voucher call.ID) map[string]any {
	setup["card"] = voucher
	return setup
}

// described is what a schema of the document says of what it takes.
type described struct {
	Ref        string               `json:"$ref"`
	Format     string               `json:"format"`
	Properties map[string]described `json:"properties"`
	Items      *described           `json:"items"`
}

// takesID reports whether what a schema describes holds an id (call.ID), at any depth.
func (d described) takesID(schemas map[string]described) bool {
	if d.Ref != "" {
		return schemas[path.Base(d.Ref)].takesID(schemas)
	}
	for _, property := range d.Properties {
		if property.takesID(schemas) {
			return true
		}
	}
	return d.Format == "id" || d.Items != nil && d.Items.takesID(schemas)
}

// idRoutes are the operations of the document that take what names something: each place in a path, and each id of a
// query or a body.
func idRoutes(w *world) (out []string) {
	var spec struct {
		Paths map[string]map[string]struct {
			Parameters []struct {
				In     string    `json:"in"`
				Schema described `json:"schema"`
			} `json:"parameters"`
			RequestBody struct {
				Content map[string]struct {
					Schema described `json:"schema"`
				} `json:"content"`
			} `json:"requestBody"`
		} `json:"paths"`
		Components struct {
			Schemas map[string]described `json:"schemas"`
		} `json:"components"`
	}
	decodeJSON(w, w.visitor().get("/openapi.json").raw, &spec)
	for path, methods := range spec.Paths {
		for method, op := range methods {
			takes := strings.Contains(path, "{")
			for _, p := range op.Parameters {
				takes = takes || p.Schema.takesID(spec.Components.Schemas)
			}
			for _, body := range op.RequestBody.Content {
				takes = takes || body.Schema.takesID(spec.Components.Schemas)
			}
			if takes {
				out = append(out, strings.ToUpper(method)+" "+path)
			}
		}
	}
	if len(out) < 30 {
		w.Fatalf("only %d routes take an id: %v", len(out), out)
	}
	return out
}
