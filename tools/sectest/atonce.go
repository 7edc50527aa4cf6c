package sectest

import (
	"encoding/json"
	"sync"
	"time"

	"jadebox/actors/rewards/prize"
	"jadebox/fairness"
	"jadebox/protocol"
)

// rivals are the requests that are sent at once (docs/reliability-security.md, "claims, sells, withdrawals,
// purchases").
const rivals = 200

// busyFor is how long a rival is put off before that is a fault: a machine may have more to do than this server.
const busyFor = time.Minute

// atOnce sends the same request 200 times at once with one key, and another one 200 times with a key each.
func atOnce(c *check) {
	var over []func()
	for _, kind := range attacked() { // a room of the house takes its time to come: it is waited for beside all else
		if kind.waits && c.Database != nil {
			over = append(over, c.beside(func() { kind.races(c) }))
		}
	}
	p := c.join("r")
	if c.Database != nil {
		c.fund(p, 2_000)
	}
	k := c.people()
	var items, results []string
	for range 3 {
		c.open(p, k.box, 5, &items, &results)
	}
	c.settle(p)
	sell := func(i int) func(string) request {
		return func(key string) request {
			return request{method: "POST", path: "/api/bag/sell", key: key, body: fields{"items": []string{items[i]}}}
		}
	}
	c.once(p, "sell", sell(0), sell(1), protocol.CodeItemState, protocol.CodeItemForeign)
	target := c.items()[0]
	values := map[string]int64{}
	for _, it := range c.backpack(p) {
		values[it.ID] = it.ValueCents
	}
	trade := func(i int) func(string) request {
		return func(key string) request {
			return request{method: "POST", path: "/api/bag/trade", key: key,
				body: fields{"items": []string{items[i], items[i+8]}, "gemsCents": 0, "target": target.ID,
					"targetCents": target.PriceCents}}
		}
	}
	c.once(p, "trade", trade(2), trade(3), protocol.CodeItemState, protocol.CodeItemForeign)
	upgrade := func(i int) func(string) request {
		body := c.upgrade(p, items[i], values[items[i]])
		return func(key string) request {
			return request{method: "POST", path: "/api/upgrade/play", key: key, body: body}
		}
	}
	c.once(p, "upgrade", upgrade(4), upgrade(5), protocol.CodeItemState, protocol.CodeItemForeign)
	for _, kind := range attacked() {
		if kind.races != nil && !kind.waits {
			kind.races(c)
		}
	}
	if c.Database != nil { // R$ 20.00 are there, and 10.00 are the least: one with the one key, and one more
		withdraw := func(key string) request {
			return request{method: "POST", path: "/api/pay/withdraw", key: key, body: fields{"amountCents": 1_000,
				"pixKey": "race@example.com"}}
		}
		c.once(p, "withdrawal", withdraw, withdraw, protocol.CodeRealFunds)
		if left := c.info(p).OtherBalance; left != 0 {
			c.errorf("withdrawal: R$ %.2f left of 20.00", left)
		}
	}
	order := c.purchase(p, payOpen, 1_000)
	made := c.race(p, "order, one key", func(key string) request {
		return request{method: "POST", path: "/api/pay/order", key: key, body: order}
	}, true)
	if len(made) > 0 {
		c.sameOrder(made)
	}
	if c.Database != nil {
		c.props(p, items)
	}
	c.purchases(p)
	c.levels(p)
	c.radishes(p)
	c.taskBoxes(p)
	c.signIns()
	c.registrations()
	c.settle(p)
	for _, wait := range over {
		wait()
	}
}

const signPath = "/api/newActivity/handlerActivity/claim"

// firstDay of the row.
var firstDay = fields{"activityType": "every", "conditionNum": 1}

// signIns race the first day of the row, which brings gems, and the week's benefit.
func (c *check) signIns() {
	day := func(key string) request {
		return request{method: "POST", path: signPath, key: key, body: firstDay}
	}
	for _, oneKey := range []bool{true, false} {
		p := c.join("s")
		c.playFirst(p)
		before := c.gems(p)
		c.race(p, at("sign-in, one key: %t", oneKey), day, oneKey, protocol.CodeSignToday)
		if got := c.gems(p) - before; got != 10 {
			c.errorf("sign-in, one key: %t: %d cents", oneKey, got)
		}
	}
	spender := c.join("s")
	c.recharge(spender, leastKnown)
	c.spend(spender)
	week := func(key string) request {
		return request{method: "POST", path: "/api/weekBenefits/receiveWeekBenefits", key: key, body: fields{}}
	}
	c.race(spender, "week's benefit, a key each", week, false, protocol.CodeWeekTaken)
}

// leastKnown is a recharge by which the house knows a player.
const leastKnown = 1_000

// playFirst does what the house asks for before it gives what has no stake: a recharge, and play of the day.
func (c *check) playFirst(p *player) {
	c.recharge(p, leastKnown)
	c.spend(p)
}

// spend opens boxes until the first step of the weekly benefit is reached.
func (c *check) spend(p *player) {
	type week struct {
		UserVal      float64
		BenefitsList []struct{ Amount float64 }
	}
	box := c.people().box
	for {
		w := must[week](c, "the week's benefit", p.get("/api/weekBenefits/weekBenefitsInfo"))
		if len(w.BenefitsList) == 0 || w.UserVal >= w.BenefitsList[0].Amount {
			return
		}
		if c.gems(p) < 5*box.PriceCents { // chance took what there was
			c.recharge(p, leastKnown)
		}
		c.open(p, box, 5, nil, nil)
	}
}

// upgrade is a body that the server takes: a rate of about a half with the numbers that its own rule gives.
func (c *check) upgrade(p *player, item string, worth int64) fields {
	rule := must[struct {
		DrawPPM  int64 `json:"drawPPM"`
		LeastPPM int64 `json:"leastPPM"`
	}](c, "the rule of upgrades", p.get("/api/upgrade/rule"))
	for _, t := range c.items() {
		if t.PriceCents < worth*2 {
			continue
		}
		rate, err := fairness.UpgradeFee{DrawPPM: rule.DrawPPM, LeastPPM: rule.LeastPPM}.RateE8(worth, t.PriceCents)
		if err != nil {
			c.fatalf("%v", err)
		}
		return fields{"items": []string{item}, "gemsCents": 0, "target": t.ID, "targetCents": t.PriceCents,
			"startE8": 0, "rateE8": rate}
	}
	c.fatalf("nothing is worth twice %d", worth)
	return nil
}

// once races one request with one key, and one with a key each: each has one effect.
func (c *check) once(p *player, name string, same, distinct func(key string) request, refuse ...protocol.Code) {
	c.race(p, name+", one key", same, true)
	c.race(p, name+", a key each", distinct, false, refuse...)
}

// race sends 200 requests at once and returns the answers of those that succeeded.
func (c *check) race(p *player, name string, of func(key string) request, oneKey bool,
	refuse ...protocol.Code) []answer {
	answers := make([]answer, rivals)
	start := make(chan struct{})
	var all sync.WaitGroup
	word := p.next()
	for i := range answers {
		key := "race-" + p.tag + "-" + word
		if !oneKey {
			key += at("-%d", i)
		}
		all.Go(func() {
			<-start
			answers[i] = p.send(of(key))
			for end := time.Now().Add(busyFor); time.Now().Before(end) && (answers[i].Code == protocol.CodeBusy ||
				answers[i].Code == protocol.CodeBeaconWait); {
				time.Sleep(100 * time.Millisecond)
				answers[i] = p.send(of(key))
			}
		})
	}
	close(start)
	all.Wait()
	var won []answer
	for _, a := range answers {
		switch {
		case a.Code == protocol.OK:
			won = append(won, a)
		case !among(a.Code, refuse):
			c.errorf("%s: %s", name, a)
		}
	}
	switch {
	case oneKey && len(won) != rivals:
		c.errorf("%s: %d of %d answered", name, len(won), rivals)
	case !oneKey && len(won) != 1:
		c.errorf("%s: %d effects", name, len(won))
	}
	c.oneOp(p, name, won)
	return won
}

// oneOp fails when the answers name different operations, or when the purse is another than the one operation left.
func (c *check) oneOp(p *player, name string, won []answer) {
	ops := map[string]bool{}
	for _, a := range won {
		var v struct {
			OpID         string `json:"opId"`
			BalanceCents *int64 `json:"balanceCents"`
		}
		if json.Unmarshal(a.Data, &v) != nil {
			continue // a call whose data is no object names no operation
		}
		if ops[v.OpID] = true; len(ops) == 1 && v.BalanceCents != nil && *v.BalanceCents != c.gems(p) {
			c.errorf("%s: left %d cents, and there are %d", name, *v.BalanceCents, c.gems(p))
		}
	}
	if len(ops) > 1 {
		c.errorf("%s: %d operations", name, len(ops))
	}
}

func (c *check) sameOrder(made []answer) {
	ids := map[string]bool{}
	for _, a := range made {
		ids[must[payReply](c, "an order", a).ID] = true
	}
	if len(ids) != 1 {
		c.errorf("order, one key: %d orders", len(ids))
	}
}

// purchases of the mall: with one key one, and with a key each as many as the purse holds, which is one.
func (c *check) purchases(p *player) {
	c.verify(p)
	goods := c.goods(p)
	buy := func(g item) func(string) request {
		return func(key string) request {
			return request{method: "POST", path: at("/api/mall/item/%d/buy", g.ID), key: key,
				body: fields{"priceCents": g.PriceCents}}
		}
	}
	if a := p.post(at("/api/mall/item/%d/buy", goods[0].ID),
		fields{"priceCents": goods[0].PriceCents - 1}); a.Code != protocol.CodePriceChanged {
		c.errorf("a purchase for a cent less: %s", a)
	}
	c.race(p, "purchase, one key", buy(goods[0]), true)
	purse := c.gems(p)
	dear := must[struct {
		Records []item `json:"records"`
	}](c, "the mall", p.get(at("/api/mall/items?sort=price_desc&maxCents=%d&minCents=%d", purse, purse/2+1))).Records
	if len(dear) == 0 {
		c.fatalf("the mall sells nothing between %d and %d", purse/2, purse)
	}
	c.race(p, "purchase, a key each", buy(dear[0]), false, protocol.CodeFunds)
}

// props: retrievals, vouchers and exchanges. Two vouchers of one kind: one is used with one key, the other with a key
// each, and only one discount is in force at a time, so that the second is a voucher of another kind.
func (c *check) props(p *player, items []string) {
	c.link(p)
	retrieve := func(i int) func(string) request {
		return func(key string) request {
			return request{method: "POST", path: "/api/retrieve/request", key: key,
				body: fields{"items": []string{items[i]}}}
		}
	}
	c.once(p, "retrieval", retrieve(6), retrieve(7), protocol.CodeItemState, protocol.CodeItemForeign)
	use := func(voucher string) func(string) request {
		return func(key string) request {
			return request{method: "POST", path: at("/api/user/cards/%s/use", voucher), key: key, body: fields{}}
		}
	}
	c.once(p, "card", use(c.give(p, prize.OpenBox, 1)), use(c.give(p, prize.TrendChart, 1)), protocol.CodeVoucherUsed,
		protocol.CodeVoucherActive, protocol.CodeVoucherGone)
	cheap := c.offers(p)[0]
	c.give(p, prize.Debris, 2*cheap.DebrisPrice)
	exchange := func(key string) request {
		return request{method: "POST", path: "/api/exchange", key: key, body: fields{"def": cheap.Def,
			"debrisPrice": cheap.DebrisPrice}}
	}
	c.once(p, "exchange", exchange, exchange, protocol.CodeFragments)
}

// radishes: a step of the activity is claimed once a day, without a key as the specification has it: what was claimed
// is answered again, and the purse tells how often it came.
func (c *check) radishes(p *player) {
	c.playFirst(p)
	must[any](c, "a sign-in", p.post(signPath, firstDay))
	held := func() int64 { return must[int64](c, "radishes", p.get("/api/activity/radish")) }
	var all sync.WaitGroup
	for range rivals {
		all.Go(func() {
			if a := p.post("/api/activity/receive", fields{"type": 1}); !among(a.Code,
				list(protocol.OK, protocol.CodeBusy)) {
				c.errorf("claiming radishes: %s", a)
			}
		})
	}
	all.Wait()
	if once := must[struct{ Tokens int64 }](c, "claiming radishes", p.post("/api/activity/receive",
		fields{"type": 1})).Tokens; held() != once {
		c.errorf("claiming %d radishes %d times brought %d", once, rivals, held())
	}
}

// levels: a bonus of VIP is claimed once. The call takes no key, as the specification has it, so that what was claimed
// is answered again; the purse tells how often it came.
func (c *check) levels(p *player) {
	type level struct {
		VIPNum, VIPAmount float64
	}
	steps := must[[]level](c, "VIP levels", p.get("/api/pay/selectVipConfig"))
	c.recharge(p, int64(steps[0].VIPNum*100))
	for end := time.Now().Add(creditWithin); time.Now().Before(end) &&
		c.info(p).VIPLevel == 0; time.Sleep(50 * time.Millisecond) {
	}
	before := c.gems(p)
	var all sync.WaitGroup
	for i := range rivals {
		all.Go(func() {
			want, claimed := list(protocol.OK), 1
			if i%2 == 1 { // a level that was not reached, between
				want, claimed = list(protocol.CodeVIPLevel, protocol.CodeVIPOrder), 2
			}
			if a := p.post("/api/pay/receiveVipAmount", fields{"level": claimed}); !among(a.Code,
				append(want, protocol.CodeBusy)) {
				c.errorf("claiming level %d of VIP: %s", claimed, a)
			}
		})
	}
	all.Wait()
	if got := c.gems(p) - before; got != int64(steps[0].VIPAmount*100+0.5) {
		c.errorf("claiming a level of VIP %d times brought %d cents, want %.2f gems", rivals, got, steps[0].VIPAmount)
	}
}

// registrations of one name at once make one account.
func (c *check) registrations() {
	name := c.tag + "n" + c.next()
	const n = 20 // each costs a password hash
	codes := make([]protocol.Code, n)
	var all sync.WaitGroup
	for i := range codes {
		all.Go(func() {
			codes[i] = c.visitor().post("/api/user/register", fields{"phone": name, "password": password + c.tag,
				"fingerprinId": at("race %s %d", name, i)}).Code
		})
	}
	all.Wait()
	won := 0
	for _, code := range codes {
		switch code {
		case protocol.OK:
			won++
		case protocol.CodeNameTaken, protocol.CodeBusy, protocol.CodeRateLimited:
		default:
			c.errorf("registering at once: %d", code)
		}
	}
	if won != 1 {
		c.errorf("registering one name at once: %d accounts", won)
	}
}
