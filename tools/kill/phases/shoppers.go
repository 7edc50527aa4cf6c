//go:build linux

package phases

import (
	"context"
	"strings"
	"sync"

	"jadebox/tools/loadsim/client"
)

// shopperTokens are the trade links of the shoppers: the sandbox's bot ships to the first two and fails for the others.
var shopperTokens = []string{"shipKILL", "shipKILL", "failKILL", "failKILL"}

const (
	buysEach    = 30 // of the cheapest thing there is
	boughtFirst = 6  // before the first crash point: some are on their way when it falls
)

// Statuses of product-spec §4.
const (
	onItsWay = 1
	arrived  = 2
)

// outfit makes the shoppers' accounts good for the mall and for retrievals, and sends the first items on their way.
func (c *scenario) outfit(ctx context.Context) error {
	for i, p := range c.shoppers {
		if err := c.house.Shopper(ctx, p.account.Name, shopperTokens[i]); err != nil {
			return err
		}
	}
	for i, p := range c.exchangers {
		if i%2 == 1 { // gems are put into a trade-in from a real name only
			if err := c.house.Shopper(ctx, p.account.Name, shopperTokens[0]); err != nil {
				return err
			}
		}
	}
	var page client.MallPage
	if err := c.shoppers[0].get(ctx, client.PathMall+"?sort=price_asc&size=1", &page); err != nil ||
		len(page.Records) == 0 {
		c.wrong("the mall is empty: %v", err)
		return err
	}
	c.cheapest.ID, c.cheapest.PriceCents = page.Records[0].ID, page.Records[0].PriceCents
	var all sync.WaitGroup
	for _, p := range c.shoppers {
		all.Go(func() {
			for range boughtFirst {
				p.shop(ctx)
			}
			for range boughtFirst {
				p.retrieve(ctx)
			}
		})
	}
	all.Wait()
	return nil
}

// shop buys one item; false says that the rules refused it.
func (p *player) shop(ctx context.Context) bool {
	var got client.BoughtItem
	if err := p.do(ctx, "mall.buy", client.PathBuy(p.cheapest.ID), client.BuyItem{PriceCents: p.cheapest.PriceCents},
		&got); err != nil {
		p.refused("mall.buy", err)
		return false
	}
	p.cents -= p.cheapest.PriceCents
	p.bag++
	p.items = append(p.items, got.ItemID)
	return true
}

// retrieve sends the oldest item on its way; false says that there is none.
func (p *player) retrieve(ctx context.Context) bool {
	if len(p.items) == 0 {
		return false
	}
	id := p.items[0]
	p.items = p.items[1:]
	var got client.Retrieving
	if err := p.do(ctx, "item.retrieve", client.PathRetrieve, client.Retrieve{Items: []string{id}}, &got); err != nil {
		p.refused("item.retrieve", err)
		return false
	}
	p.bag--
	p.sent = append(p.sent, id)
	return true
}

// shopping is what the shoppers do while the first crash point falls.
func (c *scenario) shopping(ctx context.Context, playing *sync.WaitGroup) {
	for i, p := range c.shoppers {
		playing.Go(func() {
			for range buysEach {
				if i%2 == 0 {
					p.shop(ctx)
					p.retrieve(ctx)
				} else if p.shop(ctx) && len(p.items) > 2 {
					p.retrieve(ctx)
				}
			}
		})
	}
}

// statuses counts where the items of a shopper are.
func (p *player) statuses(ctx context.Context) map[int]int {
	n := map[int]int{}
	for from := 0; from < len(p.sent); from += 50 {
		var list []client.AssetStatus
		if err := p.get(ctx, client.PathStatus+"?ids="+strings.Join(p.sent[from:min(from+50, len(p.sent))], ","),
			&list); err != nil {
			p.refused("assets.status", err)
		}
		for _, s := range list {
			n[s.Status]++
		}
	}
	return n
}

// underWay reports whether something is on its way to a shopper now.
func (c *scenario) underWay(ctx context.Context) bool {
	for _, p := range c.shoppers {
		if p.statuses(ctx)[onItsWay] > 0 {
			return true
		}
	}
	return false
}

// delivered waits until every order has ended, and holds each to what the bot does for its link: everything once, and
// nothing else.
func (c *scenario) delivered(ctx context.Context) bool {
	ended := c.await(ctx, func() bool { return !c.underWay(ctx) })
	for i, p := range c.shoppers {
		want := 0 // failed
		if strings.HasPrefix(shopperTokens[i], "ship") {
			want = arrived
		}
		if n := p.statuses(ctx); n[want] != len(p.sent) || len(p.sent) == 0 {
			c.wrong("%s sent for %d items, in statuses %v, want all in %d", p.account.Name, len(p.sent), n, want)
		}
	}
	return ended
}
