//go:build linux

package phases

import (
	"context"
	"slices"

	"jadebox/actors/shop/mall"
	"jadebox/tools/loadsim/client"
)

func (p *player) open(ctx context.Context) { p.openBox(ctx, p.box) }

// openBox opens five.
func (p *player) openBox(ctx context.Context, b client.Box) {
	var o client.Opened
	if err := p.do(ctx, "box.open", client.PathOpen(b.ID), client.OpenBox{Count: 5, PriceCents: b.PriceCents},
		&o); err != nil {
		p.refused("box.open", err)
		return
	}
	p.cents -= 5 * b.PriceCents
	for _, r := range o.Results {
		p.bag++
		p.items = append(p.items, r.ItemID)
		p.worth[r.ItemID] = r.ValueCents
	}
}

// upgrade plays one item for the cheapest target whose rate is played; false says that there is none.
func (p *player) upgrade(ctx context.Context) bool {
	if len(p.items) == 0 {
		return false
	}
	id := p.items[0]
	p.items = p.items[1:]
	for _, target := range p.market {
		rate, err := p.rule.RateE8(p.worth[id], target.PriceCents)
		if err != nil || rate < p.rule.RateLeastE8 || rate > p.rule.RateMostE8 {
			continue
		}
		var u client.Upgraded
		body := client.PlayUpgrade{Items: []string{id}, Target: target.ID, TargetCents: target.PriceCents, RateE8: rate}
		if err := p.do(ctx, "upgrade.play", client.PathUpgrade, body, &u); err != nil {
			p.refused("upgrade.play", err)
			return false
		}
		if p.bag--; u.Won {
			p.bag++
		}
		given, fragments, vouchers := client.Given(u.Rewards)
		p.cents, p.fragments, p.vouchers = p.cents+given, p.fragments+fragments, p.vouchers+vouchers
		return true
	}
	return true
}

// tradeIn gives two items for the cheapest one of the mall, with gems that pay for it anyway.
func (p *player) tradeIn(ctx context.Context) bool {
	if len(p.items) < 2 {
		return false
	}
	ids := p.items[:2]
	p.items = p.items[2:]
	price, value := p.cheapest.PriceCents, p.value(p.cheapest.ID)
	var t client.Traded
	body := client.TradeItems{Items: ids, GemsCents: 2 * price, Target: p.cheapest.ID, TargetCents: value,
		PriceCents: price}
	if err := p.do(ctx, "item.trade", client.PathTrade, body, &t); err != nil {
		p.refused("item.trade", err)
		return false
	}
	given := p.worth[ids[0]] + p.worth[ids[1]]
	p.cents += max(0, given-value) - mall.PartCents(value-given, value, price)
	p.bag--
	return true
}

// value is what an item is worth by the catalogue, in cents.
func (c *scenario) value(item int32) int64 {
	i := slices.IndexFunc(c.market, func(d client.ItemDef) bool { return d.ID == item })
	if i < 0 {
		c.wrong("item %d of the mall is in no catalogue", item)
		return 0
	}
	return c.market[i].PriceCents
}
