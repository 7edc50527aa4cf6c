package sectest

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"jadebox/protocol"
)

// claim is a request that says something which is not the client's to say, and what it must be answered.
type claim struct {
	what, method, path string
	body               fields
	want               []protocol.Code
}

// with is a body with other fields.
func with(body, change fields) fields {
	f := maps.Clone(body)
	maps.Copy(f, change)
	return f
}

// unpriced are calls with amounts that no attack claims another of, and why.
var unpriced = map[string]string{"studio.edit": "it is checked as what studio.create makes"}

var price = regexp.MustCompile(`Cents$|Price$`)

// priced fails for every call that says a price or an amount and that no claim says another to.
func (c *check) priced(claims []claim) {
	for _, call := range c.document.calls {
		body := call.body(c.document)
		if body == nil || unpriced[call.Name] != "" || !slices.ContainsFunc(slices.Collect(maps.Keys(body.Properties)),
			price.MatchString) {
			continue
		}
		path := regexp.MustCompile("^" + placeholder.ReplaceAllString(call.path, "[^/]+") + "$")
		says := func(t claim) bool { return t.method == call.method && path.MatchString(t.path) }
		if !slices.ContainsFunc(claims, says) {
			c.errorf("%s (%s) says a price, and nobody claims another", call, call.Name)
		}
	}
}

// claimedByClients says what a client has no say in: prices, odds, states, owners and levels. A field that is not the
// call's is refused, one that is a memory of what was shown is compared.
func claimedByClients(c *check) {
	k := c.people()
	target, good := c.items()[0], c.goods(k.owner)[0]
	before := c.worth(k.owner)
	quote := c.purchase(k.owner, payOpen, 1_000)
	open := fields{"count": 1, "priceCents": k.box.PriceCents}
	trade := fields{"items": []string{k.items[2], k.items[3]}, "gemsCents": 0, "target": target.ID,
		"targetCents": target.PriceCents}
	upgrade := fields{"items": []string{k.items[2]}, "gemsCents": 0, "target": target.ID,
		"targetCents": target.PriceCents, "rateE8": 100_000_000, "startE8": 0}
	tooMany := make([]string, protocol.ItemIDsMax+1)
	for i := range tooMany {
		tooMany[i] = at("%d", 4_000_000_000+i)
	}
	opening := at("/api/box/%d/open", k.box.ID)
	claims := []claim{
		{"a box for nothing", "POST", opening, with(open, fields{"priceCents": 0}), list(protocol.CodePriceChanged)},
		{"a box for less than nothing", "POST", opening, with(open, fields{"priceCents": -k.box.PriceCents}),
			list(protocol.CodePriceChanged)},
		{"a minus of boxes", "POST", opening, with(open, fields{"count": -1}), list(protocol.CodeCount)},
		{"a box for somebody else's gems", "POST", opening, with(open, fields{"player": k.other.id}),
			list(protocol.CodeBadRequest)},
		{"a chosen result", "POST", opening, with(open, fields{"nonce": 7}), list(protocol.CodeBadRequest)},
		{"a sale at one's own price", "POST", "/api/bag/sell", fields{"items": []string{k.items[2]},
			"priceCents": 99_999_999}, list(protocol.CodeBadRequest)},
		{"a trade at one's own price", "POST", "/api/bag/trade", with(trade, fields{"targetCents": 1}),
			list(protocol.CodePriceChanged)},
		{"a minus of gems in a trade", "POST", "/api/bag/trade", with(trade, fields{"gemsCents": -1_000}),
			list(protocol.CodeUpgradeGems)},
		{"certainty", "POST", "/api/upgrade/play", upgrade, list(protocol.CodePriceChanged, protocol.CodeUpgradeHigh)},
		{"a minus of gems in an upgrade", "POST", "/api/upgrade/play", with(upgrade, fields{"gemsCents": -1}),
			list(protocol.CodeUpgradeGems)},
		{"gems for less", "POST", "/api/pay/order", with(quote, fields{"priceCents": 1}),
			list(protocol.CodePriceChanged)},
		{"a bonus of one's own", "POST", "/api/pay/order", with(quote, fields{"bonusCents": 99_999}),
			list(protocol.CodePriceChanged)},
		{"an order that is paid", "POST", "/api/pay/order", with(quote, fields{"state": "paid"}),
			list(protocol.CodeBadRequest)},
		{"less than no gems", "POST", "/api/pay/order", with(quote, fields{"gemsCents": -1_000}),
			list(protocol.CodePayAmount, protocol.CodePriceChanged)},
		{"a minus of R$", "POST", "/api/pay/withdraw", fields{"amountCents": -1_000, "pixKey": "a@example.com"},
			list(protocol.CodeWithdrawAmount)},
		{"more R$ than there is", "POST", "/api/pay/withdraw", fields{"amountCents": int64(1) << 50,
			"pixKey": "a@example.com"}, list(protocol.CodeWithdrawAmount, protocol.CodeRealFunds)},
		{"a withdrawal that is done", "POST", "/api/pay/withdraw",
			fields{"amountCents": 1_000, "pixKey": "a@example.com", "status": 2}, list(protocol.CodeBadRequest)},
		{"a VIP level", "POST", "/api/user/update/status", fields{"status": 1, "vipLevel": 10},
			list(protocol.CodeBadRequest)},
		{"a welfare step that was not taken", "POST", "/api/user/update/status", fields{"status": 6},
			list(protocol.CodeStatus, protocol.OK)},
		{"a day of the row before its turn", "POST", "/api/newActivity/handlerActivity/claim",
			fields{"activityType": "every", "conditionNum": 7},
			list(protocol.CodeSignOrder, protocol.CodeGiftIdentity, protocol.CodeGiftPlay)},
		{"a milestone without its days", "POST", "/api/newActivity/handlerActivity/claim",
			fields{"activityType": "accumulate", "conditionNum": 28},
			list(protocol.CodeSignDays, protocol.CodeGiftIdentity, protocol.CodeGiftPlay)},
		{"a sign-in on another date", "POST", "/api/newActivity/handlerActivity/claim", fields{"activityType": "every",
			"conditionNum": 1, "date": "20200101"}, list(protocol.CodeBadRequest, protocol.CodeGiftIdentity,
			protocol.CodeGiftPlay)},
		{"a benefit of one's own size", "POST", "/api/weekBenefits/receiveWeekBenefits", fields{"reward": 100},
			list(protocol.CodeBadRequest, protocol.CodeGiftIdentity)},
		{"an avatar from elsewhere", "POST", "/api/user/update/avatar", fields{"avatar": "https://evil.example/x.svg",
			"headPortraitBox": ""}, list(protocol.CodeAvatar)},
		{"a trade link to elsewhere", "POST", "/api/user/info/upBindSteamUrl",
			fields{"code": "000000",
				"steamUrl": "https://steamcommunity.com.evil.example/tradeoffer/new/?partner=1&token=abcdefgh"},
			list(protocol.CodeTradeURL, protocol.CodeCodeWrong, protocol.CodePhoneUnbound, protocol.CodePhoneFormat)},
		{"a sale of more items than a list may have", "POST", "/api/bag/sell", fields{"items": tooMany},
			list(protocol.CodeItemCount)},
		{"a retrieval of more items than a list may have", "POST", "/api/retrieve/request", fields{"items": tooMany},
			list(protocol.CodeItemCount)},
		{"states of more things than a list may have", "GET", "/finance/assets/status?ids=" +
			strings.Join(tooMany, ","), nil, list(protocol.CodeItemCount)},
		{"fragments for less", "POST", "/api/exchange", fields{"def": c.offers(k.owner)[0].Def, "debrisPrice": 0},
			list(protocol.CodePriceChanged, protocol.CodeFragments)},
		{"more gifts back than there are", "POST", "/api/user/gift/back", fields{"gemsCents": 99_999_999},
			list(protocol.CodeNoGift, protocol.CodePriceChanged)},
		{"a minus of gifts back", "POST", "/api/user/gift/back", fields{"gemsCents": -1_000},
			list(protocol.CodeBadRequest)},
		{"goods for less", "POST", at("/api/mall/item/%d/buy", good.ID), fields{"priceCents": good.PriceCents - 1},
			list(protocol.CodePriceChanged, protocol.CodeRealName)},
	}
	for _, kind := range attacked() {
		claims = append(claims, kind.claims(c, k)...)
	}
	c.priced(claims)
	for _, t := range claims {
		var body any
		if t.body != nil {
			body = t.body
		}
		if a := k.owner.send(request{method: t.method, path: t.path, body: body}); !among(a.Code, t.want) {
			c.errorf("%s: %s, want %v", t.what, a, t.want)
		}
	}
	// A name is written by the server, whatever a client sends: no player takes another's by claiming it.
	for _, name := range []string{"player", "playerId", "userId", "X-User-Id", "X-Player"} {
		a := k.other.send(request{method: http.MethodGet, path: "/api/user/info?" + name + "=" + k.owner.id})
		if a.Code != protocol.CodeBadRequest {
			c.errorf("a parameter %s: %s", name, a)
		}
		a = k.other.send(request{method: http.MethodGet, path: "/api/user/info",
			header: http.Header{name: {k.owner.id}}})
		if u := must[userInfo](c, "one's own account", a); u.ID != k.other.id {
			c.errorf("%s=%s makes %s out of %s", name, k.owner.id, u.ID, k.other.id)
		}
	}
	if after := c.worth(k.owner); after != before {
		c.errorf("something changed: %s", difference(before, after))
	}
}

func among(code protocol.Code, want []protocol.Code) bool {
	for _, w := range want {
		if code == w {
			return true
		}
	}
	return false
}
