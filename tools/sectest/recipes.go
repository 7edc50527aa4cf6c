package sectest

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"time"

	"jadebox/actors/rewards/prize"
	"jadebox/protocol"
)

// list makes what a recipe expects easier to read.
func list(codes ...protocol.Code) []protocol.Code { return codes }

func get(path string) request { return request{method: http.MethodGet, path: path} }
func post(path string, b fields) request {
	return request{method: http.MethodPost, path: path, body: b}
}

// recipes are every call of the document that takes an id. The order is the order of play: what ends a thing comes
// late, and last what leaves a worker on its way, which changes things by itself.
func (c *check) recipes(k *scenario) []recipe {
	var all []recipe
	before := []func(*check, *scenario) []recipe{(*check).fairRecipes, (*check).payRecipes, (*check).identityRecipes,
		(*check).bagRecipes, (*check).mallRecipes}
	after := []func(*check, *scenario) []recipe{(*check).taskRecipes, (*check).propRecipes}
	var ofRooms []func(*check, *scenario) []recipe
	for _, kind := range attacked() {
		ofRooms = append(ofRooms, kind.recipes)
	}
	for _, group := range slices.Concat(before, ofRooms, after) {
		all = append(all, group(c, k)...)
	}
	return all
}

// fairRecipes are what any visitor may see: boxes, proofs and the homes of players.
func (c *check) fairRecipes(k *scenario) []recipe {
	seen := list(protocol.OK)
	public := func(call, path, own string) recipe {
		return recipe{call: call, ids: []string{"id"}, own: own,
			ask: func(id string) request { return get(at(path, id)) }, owner: seen}
	}
	boxes := func(call, path string) recipe {
		r := public(call, path, at("%d", k.box.ID))
		r.unknown = "32767"
		return r
	}
	return []recipe{
		boxes("box.view", "/api/box/%s"), boxes("box.recent", "/api/box/%s/recent"),
		boxes("box.price", "/api/box/%s/price"),
		{call: "active.box", ids: []string{"id"}, own: at("%d", k.box.ID), unknown: "32767", owner: seen,
			ask: func(id string) request { return get("/api/activity/box/details?id=" + id) }},
		{call: "active.offer", ids: []string{"id"}, own: at("%d", k.box.ID), unknown: "32767", owner: seen,
			ask: func(id string) request { return get("/api/activity/open?id=" + id) }},
		// A price of another day: radishes of a player are that player's alone, and the tests "200 at once" take some.
		{call: "active.open", ids: []string{"id"}, own: at("%d", k.box.ID), unknown: "32767",
			owner: list(protocol.CodePriceChanged),
			ask: func(id string) request {
				return post("/api/activity/open", fields{"id": number(id), "count": 1, "tokens": 999_999})
			}},
		public("fair.result", "/api/fair/result/%s", k.results[0]),
		{call: "fair.inclusion", ids: []string{"leaf"}, own: k.results[0], unknown: "result-of-nobody",
			ask:   func(id string) request { return get("/api/fair/log/inclusion?leaf=" + id) },
			owner: list(protocol.OK, protocol.CodeNotFound, protocol.CodeBusy)},
		public("upgrade.user", "/api/upgrade/user/%s", k.owner.id),
		public("upgrade.userRecord", "/api/upgrade/user/%s/record", k.owner.id),
		{call: "box.open", ids: []string{"id"}, own: at("%d", k.box.ID), unknown: "32767", free: true, owner: seen,
			ask: func(id string) request {
				return post(at("/api/box/%s/open", id), fields{"count": 1, "priceCents": k.box.PriceCents})
			}},
	}
}

func (c *check) payRecipes(k *scenario) []recipe {
	order := must[payReply](c, "an order", k.owner.post("/api/pay/order", c.purchase(k.owner, payQR, 1_000)))
	image := order.QRImage[len("/api/pay/creat/code/"):]
	frame := must[payReply](c, "a checkout", k.owner.post("/api/pay/order", c.purchase(k.owner, payCheckout,
		1_000))).Frame[len("/api/pay/checkout/"):]
	withdrawal := must[struct {
		ID string `json:"id"`
	}](c, "a withdrawal", k.rich.post("/api/pay/withdraw",
		fields{"amountCents": 1_000, "pixKey": "sectest@example.com"})).ID
	return []recipe{
		{call: "pay.state", ids: []string{"id"}, own: order.ID,
			ask:   func(id string) request { return get("/api/pay/order/" + id) },
			owner: list(protocol.OK), other: list(protocol.CodePayGone)},
		// An image has no token: the server's signature in its address is the right to see it.
		{call: "pay.code", ids: []string{"data"}, own: image,
			ask: func(id string) request { return get("/api/pay/creat/code/" + id) }, owner: list(0)},
		{call: "pay.code", ids: []string{"data"}, own: image[:len(image)-2] + "AA",
			ask:   func(id string) request { return get("/api/pay/creat/code/" + id) },
			owner: list(protocol.CodeNotFound)},
		{call: "pay.checkout", ids: []string{"data"}, own: frame,
			ask: func(id string) request { return get("/api/pay/checkout/" + id) }, owner: list(0)},
		{call: "pay.checkout", ids: []string{"data"}, own: image,
			ask:   func(id string) request { return get("/api/pay/checkout/" + id) },
			owner: list(protocol.CodeNotFound)}, // of an order that has another way to pay
		{call: "assets.status", ids: []string{"ids"}, own: withdrawal, as: k.rich, empty: true, unknown: "r" +
			unknownID,
			ask: func(id string) request { return get("/finance/assets/status?ids=" + id) }, owner: list(protocol.OK),
			other: list(protocol.OK)},
	}
}

func (c *check) identityRecipes(k *scenario) []recipe {
	picture := must[struct {
		ID string `json:"id"`
	}](c, "a captcha", c.visitor().get("/api/captcha?purpose=bind")).ID
	steam := func(path string) func(string) request {
		return func(id string) request {
			return post(path, fields{"openid.mode": "id_res", "openid.claimed_id": id, "openid.identity": id,
				"state": "x"})
		}
	}
	noPasskey := list(protocol.CodeFactorWrong, protocol.CodeOrigin)
	passkey := func(id string) fields {
		return fields{"state": "x", "id": id, "clientData": "x", "authenticator": "x", "signature": "x"}
	}
	return []recipe{
		{call: "captcha.answer", ids: []string{"id"}, own: picture, owner: list(protocol.CodeCaptcha),
			ask: func(id string) request {
				return post("/api/captcha/answer", fields{"id": id, "purpose": "bind", "keys": false, "track": []any{},
					"number": 0})
			}},
		{call: "code.send", ids: []string{"purpose"}, own: "1", unknown: "4", owner: list(protocol.CodeCaptcha),
			visitor: list(protocol.CodeTokenInvalid),
			ask: func(id string) request {
				return post(at("/api/personal/center/send/%s/code", id), fields{"phone": "13800138000", "randStr": "x",
					"ticket": "x"})
			}},
		{call: "user.endSession", ids: []string{"id"}, from: func() string { return c.besideOf(k.owner) },
			unknown: strings.Repeat("0", 32), owner: list(protocol.OK), other: list(protocol.CodeNotFound),
			ask: func(id string) request { return post("/api/user/sessions/end", fields{"id": id}) }},
		// That each account's factor is its own is factors' to show: the scenario's players have none.
		{call: "user.endFactor", ids: []string{"id"}, own: strings.Repeat("1", 32), unknown: strings.Repeat("0", 32),
			owner: list(protocol.CodeNotFound), other: list(protocol.CodeNotFound),
			ask: func(id string) request { return post("/api/user/factors/end", fields{"id": id}) }},
		// An answer of a passkey that is not registered; addresses, as a test's server has one, take none at all.
		{call: "user.confirm", ids: []string{"passkey.id"}, own: "AAAA",
			owner: append(noPasskey, protocol.CodeRateLimited), // each counts as a guess
			ask:   func(id string) request { return post("/api/user/confirm", fields{"passkey": passkey(id)}) }},
		{call: "user.addPasskey", ids: []string{"id"}, own: "AAAA", owner: noPasskey,
			ask: func(id string) request {
				return post("/api/user/factors/passkey", fields{"state": "x", "name": "x", "id": id, "clientData": "x",
					"attestation": "x"})
			}},
		{call: "user.loginProof", ids: []string{"passkey.id"}, own: "AAAA", owner: list(protocol.CodeCredentials),
			ask: func(id string) request {
				return post("/api/user/login/proof", fields{"pending": "x", "passkey": passkey(id)})
			}},
		{call: "steam.login", ids: []string{"openid.claimed_id"},
			own: "https://steamcommunity.com/openid/id/76561198000000001", owner: list(protocol.CodeSteamRefused),
			ask: steam("/api/user/steam/login")},
		{call: "steam.bind", ids: []string{"openid.claimed_id"},
			own: "https://steamcommunity.com/openid/id/76561198000000001", owner: list(protocol.CodeSteamRefused),
			ask: steam("/api/user/steam/bind")},
		{call: "steam.register", ids: []string{"steamId"}, own: "76561198000000001",
			owner: list(protocol.CodeCodeWrong),
			ask: func(id string) request {
				return post("/api/user/steam/register", fields{"steamId": id, "phone": "13800138000", "code": "000000"})
			}},
	}
}

// besideOf logs a player in once more and returns what names that session.
func (c *check) besideOf(p *player) string {
	again := c.enter(p.name, password+c.tag)
	type held struct {
		ID      string `json:"id"`
		Current bool   `json:"current"`
	}
	for _, s := range must[[]held](c, "a player's sessions", again.get("/api/user/sessions")) {
		if s.Current {
			return s.ID
		}
	}
	c.fatalf("a session of %s is not in the player's list", p.name)
	return ""
}

// bagRecipes ask for items of another player.
func (c *check) bagRecipes(k *scenario) []recipe {
	targets := c.items()
	foreign := list(protocol.CodeItemForeign)
	upgrade := func(item, target any, cents int64) request {
		return post("/api/upgrade/play", fields{"items": []any{item}, "gemsCents": 0, "target": target,
			"targetCents": cents, "rateE8": 50_000_000, "startE8": 0})
	}
	trade := func(item, target any, cents int64) request {
		return post("/api/bag/trade", fields{"items": []any{item, k.items[7]}, "gemsCents": 0, "target": target,
			"targetCents": cents})
	}
	cheap := targets[0]
	// The rate is another than the one that the prices give, so that the owner's turn, too, takes nothing away.
	stale := list(protocol.CodePriceChanged, protocol.CodeUpgradeHigh, protocol.CodeUpgradeLow)
	return []recipe{
		{call: "upgrade.quote", ids: []string{"items"}, own: k.items[0], owner: list(protocol.OK), other: foreign,
			ask: func(id string) request { return get("/api/upgrade/quote?items=" + id) }},
		{call: "upgrade.play", ids: []string{"items"}, own: k.items[0], owner: stale, other: foreign,
			ask: func(id string) request { return upgrade(id, cheap.ID, cheap.PriceCents) }},
		{call: "upgrade.play", ids: []string{"target"}, own: at("%d", cheap.ID), unknown: "2147483000",
			owner: append(foreign, stale...), other: foreign,
			ask: func(id string) request { return upgrade(k.items[0], number(id), cheap.PriceCents) }},
		{call: "bag.trade", ids: []string{"items"}, own: k.items[5], owner: list(protocol.OK), other: foreign,
			ask: func(id string) request { return trade(id, cheap.ID, cheap.PriceCents) }},
		{call: "bag.trade", ids: []string{"target"}, own: at("%d", cheap.ID), unknown: "2147483000",
			owner: list(protocol.CodePriceChanged), other: list(protocol.CodePriceChanged, foreign[0]),
			ask: func(id string) request { return trade(k.items[0], number(id), cheap.PriceCents+1) }},
		{call: "bag.sell", ids: []string{"items"}, own: k.items[0], owner: list(protocol.OK), other: foreign,
			ask: func(id string) request { return post("/api/bag/sell", fields{"items": []string{id}}) }},
	}
}

// mallRecipes: the goods are public, and each pays alone.
func (c *check) mallRecipes(k *scenario) []recipe {
	good := c.goods(k.owner)[0]
	return []recipe{
		{call: "mall.item", ids: []string{"id"}, own: at("%d", good.ID), unknown: "2147483000",
			owner: list(protocol.OK),
			ask:   func(id string) request { return get("/api/mall/item/" + id) }},
		{call: "mall.buy", ids: []string{"id"}, own: at("%d", good.ID), unknown: "2147483000",
			owner: list(protocol.CodeRealName),
			ask: func(id string) request {
				return post(at("/api/mall/item/%s/buy", id), fields{"priceCents": good.PriceCents})
			}},
	}
}

// propRecipes are vouchers, fragments, items on their way out, and lists that go on from an id.
func (c *check) propRecipes(k *scenario) []recipe {
	offers := c.offers(k.owner)
	foreign, missing := protocol.CodeItemForeign, protocol.CodeTradeLink
	all := []recipe{
		{call: "exchange.take", ids: []string{"def"}, own: at("%d", offers[0].Def), unknown: "2147483000",
			owner: list(protocol.CodeFragments),
			ask: func(id string) request {
				return post("/api/exchange", fields{"def": number(id), "debrisPrice": offers[0].DebrisPrice})
			}},
		{call: "promotion.invited", ids: []string{"before"}, own: "9", owner: list(protocol.OK),
			ask: func(id string) request { return get("/api/promotion/invited?before=" + id) }},
	}
	for _, kind := range attacked() {
		if kind.vouchers != nil {
			all = append(all, kind.vouchers(c, k)...)
		}
	}
	if c.Database == nil { // no player has a voucher or a trade link
		return append(all,
			recipe{call: "retrieve.request", ids: []string{"items"}, own: k.items[6], owner: list(missing),
				other: list(foreign, missing),
				ask:   func(id string) request { return post("/api/retrieve/request", fields{"items": []string{id}}) }},
			recipe{call: "retrieve.cancel", ids: []string{"id"}, own: unknownID, owner: list(protocol.CodeRetrieveGone),
				ask: func(id string) request { return post(at("/api/retrieve/%s/cancel", id), fields{}) }},
			recipe{call: "card.use", ids: []string{"id", "target"}, own: unknownID,
				owner: list(protocol.CodeVoucherGone),
				ask:   useVoucher})
	}
	for _, p := range []*player{k.owner, k.other} {
		c.link(p)
	}
	voucher, reset := c.give(k.owner, prize.OpenBox, 1), c.give(k.owner, prize.Reset, 1)
	return append(all,
		recipe{call: "card.use", ids: []string{"target"}, own: "wish:open", unknown: "wish:nobody",
			owner: list(protocol.OK, protocol.CodeVoucherTarget), other: list(protocol.CodeVoucherGone),
			ask: func(id string) request { return post(at("/api/user/cards/%s/use", reset), fields{"target": id}) }},
		recipe{call: "card.use", ids: []string{"id"}, own: voucher, owner: list(protocol.OK),
			other: list(protocol.CodeVoucherGone), ask: useVoucher},
		recipe{call: "retrieve.cancel", ids: []string{"id"}, own: k.order, owner: list(protocol.CodeRetrieveStep),
			other: list(protocol.CodeRetrieveGone),
			ask:   func(id string) request { return post(at("/api/retrieve/%s/cancel", id), fields{}) }},
		// From here on the worker moves what the owner has.
		recipe{call: "retrieve.request", ids: []string{"items"}, own: k.items[6], owner: list(protocol.OK),
			other: list(foreign),
			ask:   func(id string) request { return post("/api/retrieve/request", fields{"items": []string{id}}) }},
		recipe{call: "assets.status", ids: []string{"ids"}, own: k.items[6], moves: true, empty: true,
			owner: list(protocol.OK), other: list(protocol.OK),
			ask: func(id string) request { return get("/finance/assets/status?ids=" + id) }})
}

// retrieved asks for an item on the game platform and waits for its end, so that nothing moves while others are asked;
// the order's number.
func (c *check) retrieved(p *player, item string) string {
	order := must[struct {
		OrderID string `json:"orderId"`
	}](c, "a retrieval", p.post("/api/retrieve/request", fields{"items": []string{item}})).OrderID
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		records := must[struct {
			Records []struct {
				OrderID string `json:"orderId"`
				Outcome string `json:"outcome"`
			} `json:"records"`
		}](c, "retrievals", p.get("/api/retrieve/record")).Records
		for _, r := range records {
			if r.OrderID == order && r.Outcome != "" {
				return order
			}
		}
	}
	c.fatalf("retrieval %s has no end", order)
	return ""
}

// taskRecipes: the boxes are public, and each player opens one when the task is done.
func (c *check) taskRecipes(k *scenario) []recipe {
	c.recharge(k.owner, leastKnown) // a task box asks who its player is
	open := func(call, path, own string) recipe {
		return recipe{call: call, ids: []string{"boxId"}, own: own, unknown: "32767",
			owner: list(protocol.OK, protocol.CodeTaskNotDone, protocol.CodeGiftIdentity), free: true,
			visitor: list(protocol.CodeTokenInvalid),
			ask:     func(id string) request { return post(path, fields{"boxId": number(id)}) }}
	}
	return []recipe{
		{call: "task.details", ids: []string{"boxId"}, own: "11", unknown: "32767", owner: list(protocol.OK),
			ask: func(id string) request { return get("/api/task/details?boxId=" + id) }},
		open("task.open", "/api/task/open", "11"), open("task.give", "/api/task/openTaskGive", "1"),
	}
}

func useVoucher(id string) request { return post(at("/api/user/cards/%s/use", id), fields{}) }

type offer struct {
	Def         int   `json:"def"`
	DebrisPrice int64 `json:"debrisPrice"`
}

// offers are what fragments are exchanged for, cheapest first.
func (c *check) offers(p *player) []offer {
	all := must[struct {
		Records []offer `json:"records"`
	}](c, "the exchange", p.get("/api/exchange/list?size=50")).Records
	if len(all) == 0 {
		c.fatalf("nothing is exchanged for fragments")
	}
	slices.SortFunc(all, func(a, b offer) int { return cmp.Compare(a.DebrisPrice, b.DebrisPrice) })
	return all
}

// goods of the mall, cheapest first.
func (c *check) goods(p *player) []item {
	return must[struct {
		Records []item `json:"records"`
	}](c, "the mall", p.get("/api/mall/items?sort=price_asc&size=50")).Records
}

type item struct {
	ID         int   `json:"id"`
	PriceCents int64 `json:"priceCents"`
}

// items of the catalogue, cheapest first.
func (c *check) items() []item {
	all := must[struct {
		Items []item `json:"items"`
	}](c, "the catalogue", c.visitor().get("/api/catalog/items")).Items
	if len(all) == 0 {
		c.fatalf("the catalogue is empty")
	}
	return sortedByPrice(all)
}
