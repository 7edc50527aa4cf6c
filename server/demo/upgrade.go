package demo

import (
	"context"
	"math/rand/v2"

	"jadebox/actors/player"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings/rates"
	"jadebox/fairness"
	"jadebox/store"
)

// upgrade plays an item of a house player for one that a box holds, or opens a box when there is none to give.
func (c *crew) upgrade(ctx context.Context, who store.PlayerID) error {
	items, _, err := c.Store.Items(ctx, store.ItemQuery{Owner: who, Statuses: []store.ItemStatus{store.ItemInBackpack},
		Page: store.Page{Limit: 20}})
	if err != nil {
		return err
	}
	box, ok := c.box()
	if len(items) == 0 || !ok {
		return c.open(ctx, who)
	}
	held, err := rates.Setting.Read(ctx, c.Store)
	if err != nil {
		return err
	}
	item := items[rand.IntN(len(items))]
	for _, i := range rand.Perm(len(box.Entries)) {
		target, known := c.Catalog.Item(box.Entries[i].Def)
		if !known {
			continue
		}
		rate, err := held.Upgrade.RateE8(item.ValueCents, target.PriceCents)
		if err != nil || rate < fairness.RateLeast || rate > fairness.RateUnit*3/4 {
			continue
		}
		_, err = directory.Ask[player.Upgraded](ctx, c.Directory, player.Kind, player.ID(who),
			player.Upgrade{Key: c.key("upgrade"),
				Items: []store.ItemID{item.ID}, Target: target.ID, TargetCents: target.PriceCents, RateE8: rate,
				StartE8: int64(rand.IntN(10_000)) * fairness.RateStep})
		return err
	}
	return c.open(ctx, who)
}
