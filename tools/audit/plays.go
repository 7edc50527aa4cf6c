package audit

import (
	"encoding/json"
	"math/bits"
	"slices"
	"strconv"

	"jadebox/actors/player"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/season"
	"jadebox/actors/settings/rates"
	"jadebox/actors/shop/mall"
	"jadebox/fairness"
	"jadebox/store"
)

// opening: so many boxes at the price of their version, less the discount of a voucher that the player had in force.
// What was drawn is invariant 10.
func (p *prices) opening(e *store.JournalEntry) error {
	var o player.Opened
	if err := json.Unmarshal(e.Result, &o); err != nil {
		return wrongf("its result cannot be read: %v", err)
	}
	if err := p.rulebook.draws(o.Box, o.Version, o.OddsHash); err != nil {
		return err
	}
	if !p.rulebook.sells(o.Box, o.Version, e.At) {
		return wrongf("box %d was not sold in version %d then", o.Box, o.Version)
	}
	price := p.rulebook.boxes[o.Box][o.Version].PriceCents
	if o.OffPercent != 0 {
		if !p.discounted(e, o.OffPercent) {
			return wrongf("player %d had no %d %% off", e.Player, o.OffPercent)
		}
		price = (price*(100-o.OffPercent) + 99) / 100
	}
	if o.PriceCents != price || o.Tokens != 0 {
		return wrongf("box %d version %d cost %d, %d was asked for", o.Box, o.Version, price, o.PriceCents)
	}
	return does(e, []store.Posting{pay(e.Player, price*int64(len(o.Results)))}, drawnItems(e, &o, store.FromBox), nil)
}

// drawnItems are what the results of an opening say.
func drawnItems(e *store.JournalEntry, o *player.Opened, from store.ItemSource) []store.NewItem {
	items := make([]store.NewItem, len(o.Results))
	for i, r := range o.Results {
		items[i] = store.NewItem{Owner: e.Player, Def: r.Def, ValueCents: r.ValueCents, Source: from}
	}
	return items
}

// discounted reports whether a voucher of the player's took so many per cent off boxes then.
func (p *prices) discounted(e *store.JournalEntry, percent int64) bool {
	return slices.ContainsFunc(ever(p.rulebook, prize.Setting), func(t prize.Settings) bool {
		return slices.ContainsFunc(p.vouchers[e.Player], func(it store.Item) bool {
			c, known := t.Voucher(it.Def)
			return known && it.Def >= prize.VouchersTo && it.Def < prize.EffectsTo && c.Kind == prize.OpenBox &&
				c.Percent == percent && !it.At.After(e.At) && c.EndsAt(it.At).After(e.At)
		})
	})
}

// openingForTokens: at what the season asked for the box.
func (p *prices) openingForTokens(e *store.JournalEntry) error {
	var o player.Opened
	if err := json.Unmarshal(e.Result, &o); err != nil {
		return wrongf("its result cannot be read: %v", err)
	}
	if err := p.rulebook.draws(o.Box, o.Version, o.OddsHash); err != nil {
		return err
	}
	var from store.ItemSource
	offered := allows(p.rulebook, season.Setting, e.At, func(t season.Settings) bool {
		tokens, _, ok := t.Offer(o.Box)
		from = t.Page.Source()
		return ok && t.Season == o.Season && tokens == o.Tokens
	})
	if !offered || o.PriceCents != 0 || o.OffPercent != 0 || o.Tokens < 1 {
		return wrongf("season %q asked other tokens than %d for box %d", o.Season, o.Tokens, o.Box)
	}
	return does(e, []store.Posting{{Debit: store.PlayerTokens(e.Player), Credit: store.HouseTokens,
		AmountCents: o.Tokens * int64(len(o.Results))}}, drawnItems(e, &o, from), nil)
}

// upgrade: at the rate that follows from stake, target and the fee of its time; the day's activity as it was set then.
// Who wins is invariant 10.
func (p *prices) upgrade(e *store.JournalEntry) error {
	var u player.Upgraded
	if err := json.Unmarshal(e.Result, &u); err != nil {
		return wrongf("its result cannot be read: %v", err)
	}
	t := playedFor(e.Player, &u)
	rate, err := u.Fee.RateE8(t.StakeCents(), u.TargetCents)
	switch {
	case err != nil || rate != int64(u.RateE8) || rate < fairness.RateLeast || rate > fairness.RateUnit:
		return wrongf("its rate is %d, stake and target give %d", u.RateE8, rate)
	case !allows(p.rulebook, rates.Setting, e.At, func(t rates.Settings) bool { return t.Upgrade == u.Fee }):
		return wrongf("its fee %+v was never set", u.Fee)
	case !p.rulebook.costs(u.Target, u.TargetCents, e.At):
		return wrongf("item %d was not worth %d", u.Target, u.TargetCents)
	}
	var moves []store.ItemMove
	for _, it := range u.Items {
		id, err := strconv.ParseInt(it.ID, 10, 64)
		stored, known := p.items[store.ItemID(id)]
		if err != nil || !known || stored.Def.Voucher() || int64(stored.Def) != it.Def ||
			stored.ValueCents != it.ValueCents {
			return wrongf("item %s is not one of definition %d worth %d", it.ID, it.Def, it.ValueCents)
		}
		moves = append(moves, leaves(e.Player, store.ItemID(id), store.ItemInBackpack, store.ItemUpgraded))
	}
	slices.SortFunc(moves, func(a, b store.ItemMove) int { return int(min(max(a.Item-b.Item, -1), 1)) })
	postings := []store.Posting{pay(e.Player, u.GemsCents)}
	var items []store.NewItem
	if u.Won {
		items = append(items, store.NewItem{Owner: e.Player, Def: u.Target, ValueCents: u.TargetCents,
			Source: store.FromUpgrade})
	}
	if len(u.Rewards) > 0 && !allows(p.rulebook, prize.Setting, e.At, func(t prize.Settings) bool {
		return slices.Equal(t.Reached(u.Nth), u.Rewards) && u.StakeCents() >= t.UpgradeLeastCents
	}) {
		return wrongf("the %dth upgrade of a day does not bring %v", u.Nth, u.Rewards)
	}
	if len(u.Rewards) > 0 {
		if err := p.countedUpgrades(e); err != nil {
			return err
		}
	}
	more, vouchers, ok := p.prizes(e, u.Rewards)
	if !ok {
		return wrongf("nobody has such prizes as %v", u.Rewards)
	}
	return does(e, append(postings, more...), append(items, vouchers...), moves)
}

// leaves takes an own item out of a place for good.
func leaves(who store.PlayerID, id store.ItemID, from, to store.ItemStatus) store.ItemMove {
	return store.ItemMove{Item: id, From: store.ItemPlace{Owner: who, Status: from},
		To: store.ItemPlace{Owner: who, Status: to}}
}

// prizes are what giving them moves and makes, by the settings of the time.
func (p *prices) prizes(e *store.JournalEntry, list []prize.Prize) (postings []store.Posting, items []store.NewItem,
	ok bool) {
	if len(list) == 0 {
		return nil, nil, true
	}
	_, made := withoutLock(e)
	for _, t := range inForce(p.rulebook, prize.Setting, e.At) {
		var op store.Op
		good := true
		for _, one := range list {
			good = good && t.Give(&op, e.Player, one) == nil
		}
		if !good {
			continue
		}
		postings, items, ok = op.Postings, op.NewItems, true
		if n := len(items); n <= len(made) && slices.Equal(made[len(made)-n:], items) {
			break // of several settings that may have held, those that it went by
		}
	}
	return postings, items, ok
}

// sale: the value of what is sold.
func (p *prices) sale(e *store.JournalEntry) error {
	var sold player.Sold
	if err := json.Unmarshal(e.Result, &sold); err != nil {
		return wrongf("its result cannot be read: %v", err)
	}
	var cents, traded int64
	moves, _ := withoutLock(e)
	for _, m := range moves {
		it, known := p.items[m.Item]
		if !known || it.Def.Voucher() || m.From.Owner != e.Player || m.To != (store.ItemPlace{Owner: e.Player,
			Status: store.ItemSold}) || m.From.Status != store.ItemInBackpack &&
			m.From.Status != store.ItemRetrievalFailed && m.From.Status != store.ItemRejected {
			return wrongf("item %d cannot be sold so: %v", m.Item, m)
		}
		cents += it.ValueCents
		if it.Source == store.FromReplacement {
			traded += it.ValueCents
		}
	}
	p.tellsTrades(e, sold.TradedCents != 0)
	if sold.TradedCents != traded && (sold.TradedCents != 0 || p.mustTell(e)) {
		return wrongf("%d of what was sold came of trade-ins, it tells %d", traded, sold.TradedCents)
	}
	if sold.SoldCents != cents || sold.Count != len(moves) {
		return wrongf("%d items worth %d were sold, it tells %d for %d", len(moves), cents, sold.Count, sold.SoldCents)
	}
	return does(e, []store.Posting{{Debit: store.House, Credit: store.PlayerGems(e.Player), AmountCents: cents}}, nil,
		moves)
}

// trade: the target for what is given, at most tradePPM of it, and the rest in gems. What the items are not worth of it
// was bought at the mall's price, which trade-ins of before the release that introduced it do not name: those paid its
// value (tellsTrades).
func (p *prices) trade(e *store.JournalEntry) error {
	var t player.Traded
	if err := json.Unmarshal(e.Result, &t); err != nil {
		return wrongf("its result cannot be read: %v", err)
	}
	p.tellsTrades(e, t.PriceCents != 0)
	given, traded := t.GemsCents, int64(0)
	moves, _ := withoutLock(e)
	for _, m := range moves {
		it, known := p.items[m.Item]
		if !known || it.Def.Voucher() || m != leaves(e.Player, m.Item, store.ItemInBackpack, store.ItemReplaced) {
			return wrongf("item %d cannot be given so: %v", m.Item, m)
		}
		given, traded = given+it.ValueCents, traded+it.ValueCents
	}
	hi, lo := bits.Mul64(uint64(given), tradePPM)
	most, _ := bits.Div64(hi, lo, 1_000_000)
	switch {
	case t.GemsCents < 0 || len(moves) < 2 && t.GemsCents == 0:
		return wrongf("%d items and %d gems are no trade", len(moves), t.GemsCents)
	case !p.rulebook.costs(t.Target, t.TargetCents, e.At):
		return wrongf("item %d was not worth %d", t.Target, t.TargetCents)
	case t.TargetCents > int64(most):
		return wrongf("for %d it gave an item of %d", given, t.TargetCents)
	case (t.PriceCents != 0 || t.GemsCents > 0 && p.mustTell(e)) && !p.sells(e, t.Target, t.TargetCents, t.PriceCents):
		return wrongf("the mall did not sell item %d for %d", t.Target, t.PriceCents)
	}
	bought := max(0, t.TargetCents-traded)
	cost := bought
	if t.PriceCents != 0 {
		cost = mall.PartCents(bought, t.TargetCents, t.PriceCents)
	}
	return does(e, []store.Posting{pay(e.Player, t.GemsCents), {Debit: store.House, Credit: store.PlayerGems(e.Player),
		AmountCents: t.GemsCents - cost + max(0, traded-t.TargetCents)}}, []store.NewItem{{Owner: e.Player,
		Def: t.Target, ValueCents: t.TargetCents, Source: store.FromReplacement}}, moves)
}

// tellsTrades notes when ops first told what a trade-in asked of the mall, or what of a sale came of trade-ins: one
// release introduced both. From then on all do, or a forged one would leave it out.
func (p *prices) tellsTrades(e *store.JournalEntry, tells bool) {
	if tells && (p.tradesTold.IsZero() || e.At.Before(p.tradesTold)) {
		p.tradesTold = e.At
	}
}

// mustTell reports whether processes of a release before that have ended when an op was made.
func (p *prices) mustTell(e *store.JournalEntry) bool {
	return !p.tradesTold.IsZero() && !e.At.Before(p.tradesTold.Add(upgradeWithin))
}

// tradePPM is docs/rules.md, "Trade-in".
const tradePPM = 970_000

// purchase: at the mall's price of its time, one item worth what the catalogue says, of its lot where there is one.
func (p *prices) purchase(e *store.JournalEntry) error {
	var b player.Bought
	if err := json.Unmarshal(e.Result, &b); err != nil {
		return wrongf("its result cannot be read: %v", err)
	}
	switch {
	case !p.rulebook.costs(b.Def, b.ValueCents, e.At):
		return wrongf("item %d was not worth %d", b.Def, b.ValueCents)
	case !p.sells(e, b.Def, b.ValueCents, b.PriceCents):
		return wrongf("the mall did not sell item %d for %d", b.Def, b.PriceCents)
	}
	return does(e, []store.Posting{pay(e.Player, b.PriceCents)}, []store.NewItem{{Owner: e.Player, Def: b.Def,
		ValueCents: b.ValueCents, Source: store.FromMall}}, nil)
}

// sells reports whether the mall asked this price for an item at the time of an op, which took it of its lot where
// there is one.
func (p *prices) sells(e *store.JournalEntry, id store.DefID, valueCents, priceCents int64) bool {
	def := store.ItemDef{ID: id, PriceCents: valueCents}
	return allows(p.rulebook, mall.Setting, e.At, func(t mall.Settings) bool {
		price, ok := t.PriceCents(def)
		lot := t.Own[id].Lot
		return ok && price == priceCents && (lot == 0) == (e.Room == nil) && (e.Room == nil || e.Room.Room == lot)
	})
}

// exchange: fragments at the rate of the time.
func (p *prices) exchange(e *store.JournalEntry) error {
	var x player.Exchanged
	if err := json.Unmarshal(e.Result, &x); err != nil {
		return wrongf("its result cannot be read: %v", err)
	}
	switch {
	case !p.rulebook.costs(x.Def, x.ValueCents, e.At):
		return wrongf("item %d was not worth %d", x.Def, x.ValueCents)
	case !allows(p.rulebook, prize.Setting, e.At,
		func(t prize.Settings) bool { return t.Fragments(x.ValueCents) == x.Fragments }):
		return wrongf("an item of %d did not cost %d fragments", x.ValueCents, x.Fragments)
	}
	return does(e, []store.Posting{{Debit: store.PlayerFragments(e.Player), Credit: store.HouseFragments,
		AmountCents: x.Fragments}}, []store.NewItem{{Owner: e.Player, Def: x.Def, ValueCents: x.ValueCents,
		Source: store.FromFragments}}, nil)
}

// voucherUse: an own voucher goes, and for a discount or the chart its effect comes.
func (p *prices) voucherUse(e *store.JournalEntry) error {
	var u player.VoucherUsed
	if err := json.Unmarshal(e.Result, &u); err != nil {
		return wrongf("its result cannot be read: %v", err)
	}
	voucher := p.items[u.Item]
	if voucher.Def != u.Voucher.Def() || !slices.ContainsFunc(ever(p.rulebook, prize.Setting),
		func(t prize.Settings) bool {
			c, known := t.Voucher(voucher.Def)
			return known && c == u.Voucher
		}) {
		return wrongf("item %d is no voucher %+v", u.Item, u.Voucher)
	}
	var effect []store.NewItem
	if u.Voucher.Kind == prize.OpenBox || u.Voucher.Kind == prize.TrendChart {
		effect = []store.NewItem{{Owner: e.Player, Def: u.Voucher.Effect(), Source: store.FromReward}}
	}
	return does(e, nil, effect, []store.ItemMove{leaves(e.Player, u.Item, store.ItemInBackpack, store.ItemReplaced)})
}
