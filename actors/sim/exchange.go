package sim

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/settings"
	"jadebox/actors/settings/rates"
	"jadebox/actors/shop/mall"
	"jadebox/fairness"
	"jadebox/store"
)

var _ = simulated("exchange", 500, 0, func() workload { return new(exchanges) })

// exchanges are upgrades and trade-ins of what the clients have opened or bought in the mall, often with items that are
// gone already.
type exchanges struct{ baseWorkload }

func (*exchanges) pays(m *model, _ *store.OpRecord, cmd any) (gems int64, known bool) {
	switch c := cmd.(type) {
	case player.Upgrade:
		return -c.GemsCents, true
	case player.Buy:
		return -c.PriceCents, true
	case player.Trade:
		given := m.worth(c.Items)
		if given >= c.TargetCents {
			return given - c.TargetCents, true
		}
		return -((c.TargetCents-given)*c.PriceCents + c.TargetCents - 1) / c.TargetCents, true
	}
	return 0, false
}

func (*exchanges) moves(_ *model, _ *store.OpRecord, cmd any) (g goods) {
	switch c := cmd.(type) {
	case player.Upgrade:
		return goods{takes: c.Items, makes: [][]store.DefID{{c.Target, 0}}}
	case player.Buy:
		return goods{makes: [][]store.DefID{{c.Def}}}
	case player.Trade:
		return goods{takes: c.Items, makes: [][]store.DefID{{c.Target}}}
	}
	return g
}

func (d *exchanges) choose(c *client) *call {
	s := c.sim
	if s.chance(.1) {
		return d.buy(c)
	}
	if len(c.items) == 0 || s.rng.IntN(100) < 35 {
		return nil // open, sell, rotate: the items come from somewhere
	}
	n := 1 + s.rng.IntN(min(3, len(c.items)))
	from := s.rng.IntN(len(c.items) - n + 1)
	items := slices.Clone(c.items[from : from+n])
	target := s.rng.IntN(len(itemCents))
	gems := int64(s.rng.IntN(3) * s.rng.IntN(20))
	stake := gems
	found, err := s.engine.ItemsByID(context.Background(), items)
	if err != nil {
		s.fail("items of player %d: %v", c.id, err)
		return nil
	}
	for _, it := range found {
		stake += it.ValueCents
	}
	if s.chance(.3) {
		return d.trade(c, player.Trade{Items: items, GemsCents: gems, Target: store.DefID(target + 1),
			TargetCents: itemCents[target]})
	}
	held, ok := changing(s, rates.Setting, func(t *rates.Settings) {
		t.Upgrade = fairness.UpgradeFee{DrawPPM: 30_000 + s.rng.Int64N(100)*1_000, LeastPPM: s.rng.Int64N(30) * 1_000}
	})
	if !ok {
		return nil
	}
	rate, err := held.Upgrade.RateE8(max(1, stake), itemCents[target])
	if err != nil {
		s.fail("rate of %d against %d: %v", stake, itemCents[target], err)
		return nil
	}
	start := int64(s.rng.IntN(10_000)) * fairness.RateStep
	return c.self(func(k string) any {
		return player.Upgrade{Key: k, Items: items, GemsCents: gems, Target: store.DefID(target + 1),
			TargetCents: itemCents[target], RateE8: rate, StartE8: start}
	})
}

// changing is a setting as it holds, which the operator changes now and then while others play; false when it
// cannot be had.
func changing[T any](s *simulation, setting *settings.Setting[T], change func(*T)) (held T, ok bool) {
	if s.rng.IntN(40) == 0 {
		err := settings.Change(context.Background(), s.engine, setting, settings.Who{Author: "operator", At: s.now},
			func(t T) (T, error) {
				change(&t)
				return t, nil
			})
		if err != nil {
			s.fail("settings: %v", err)
		}
	}
	held, err := setting.Read(context.Background(), s.engine)
	if err != nil {
		s.fail("settings: %v", err)
	}
	return held, err == nil
}

// sold is what the mall sells and for how much, as it holds.
func sold(s *simulation) (held mall.Settings, ok bool) {
	return changing(s, mall.Setting, func(t *mall.Settings) { t.MarkupPPM = s.rng.Int64N(10) * 10_000 })
}

// buy buys an item of the mall, at the price that the mall asks for it.
func (d *exchanges) buy(c *client) *call {
	held, ok := sold(c.sim)
	if !ok {
		return nil
	}
	def := c.sim.rng.IntN(len(itemCents))
	price, _ := held.PriceCents(store.ItemDef{ID: store.DefID(def + 1), PriceCents: itemCents[def]})
	return c.self(func(k string) any {
		return player.Buy{Key: k, Def: store.DefID(def + 1), PriceCents: price}
	})
}

// trade makes a trade-in, at the price that the mall asks for the target.
func (d *exchanges) trade(c *client, m player.Trade) *call {
	s := c.sim
	held, ok := sold(s)
	if !ok {
		return nil
	}
	if m.GemsCents > 0 {
		m.PriceCents, _ = held.PriceCents(store.ItemDef{ID: m.Target, PriceCents: m.TargetCents})
	}
	return c.self(func(k string) any {
		m.Key = k
		return m
	})
}

func (d *exchanges) answered(k *call, v any) answer {
	switch m := v.(type) {
	case player.Bought:
		if !k.settled {
			k.c.items = append(k.c.items, m.Item)
		}
		return answer{outcome: fmt.Sprintf("op %d, item %d for %d", m.Op, m.Item, m.PriceCents)}
	case player.Upgraded:
		return answer{outcome: fmt.Sprintf("op %d, won %t item %d, v %d", m.Op, m.Won, m.Item, m.Result.V)}
	case player.Traded:
		return answer{outcome: fmt.Sprintf("op %d, item %d, %d back", m.Op, m.Item, m.RefundCents)}
	}
	return answer{}
}

// audit: each exchange gave away exactly what its result says and brought exactly what the rules allow.
func (d *exchanges) audit(ctx context.Context, s *simulation) {
	s.journal(ctx, func(op *store.OpRecord) {
		var err error
		switch op.Kind {
		case player.KindUpgrade:
			s.done++
			err = s.checkUpgrade(ctx, op)
		case player.KindTrade:
			s.done++
			err = checkTrade(op)
		case player.KindBuy:
			err = checkPurchase(op)
		}
		if err != nil {
			s.fail("op %d (%s): %v", op.ID, op.Kind, err)
		}
	})
}

func (s *simulation) checkUpgrade(ctx context.Context, op *store.OpRecord) error {
	u, err := player.ReadUpgraded(op.ID, op.Result)
	if err != nil {
		return err
	}
	bundle, err := player.Bundle(ctx, s.engine, s.catalog, op.ID, 0)
	if err != nil {
		return err
	}
	if report := fairness.VerifyWith(bundle, s.beacon.trust()); !report.OK {
		return fmt.Errorf("does not verify: %+v", report)
	}
	if err := gave(op, u.Items, store.ItemUpgraded); err != nil {
		return err
	}
	want := 0
	if u.Won {
		want = 1
	}
	_, made := limits.WithoutLock(&op.Op)
	if len(made) != want || u.Won && (op.NewItems[0].Def != u.Target || op.NewItems[0].ValueCents != u.TargetCents) {
		return fmt.Errorf("won %t and made %+v", u.Won, op.NewItems)
	}
	return paid(op, -u.GemsCents)
}

// checkPurchase: one item of the catalogue, for no less than it can be sold for again.
func checkPurchase(op *store.OpRecord) error {
	b, err := player.ReadBought(op.ID, op.Result)
	if err != nil {
		return err
	}
	moves, made := limits.WithoutLock(&op.Op)
	if b.Def < 1 || int(b.Def) > len(itemCents) || len(moves) > 0 || len(made) != 1 || made[0] != (store.NewItem{
		Owner: op.Player, Def: b.Def, ValueCents: itemCents[b.Def-1], Source: store.FromMall}) ||
		b.PriceCents < itemCents[b.Def-1] {
		return fmt.Errorf("%+v is sold as %+v", b, made)
	}
	return paid(op, -b.PriceCents)
}

func checkTrade(op *store.OpRecord) error {
	t, err := player.ReadTraded(op.ID, op.Result)
	if err != nil {
		return err
	}
	if err := gave(op, t.Items, store.ItemReplaced); err != nil {
		return err
	}
	_, made := limits.WithoutLock(&op.Op)
	given := int64(0)
	for _, it := range t.Items {
		given += it.ValueCents
	}
	total := given + t.GemsCents
	// What gems buy costs its share of the mall's price, to the next cent.
	bought, over := max(0, t.TargetCents-given), total-t.TargetCents-t.RefundCents
	markup := over*t.TargetCents - bought*(t.PriceCents-t.TargetCents)
	if t.TargetCents*100 > total*97 || markup < 0 || markup >= t.TargetCents ||
		bought > 0 && t.PriceCents < t.TargetCents || len(made) != 1 || made[0].ValueCents != t.TargetCents {
		return fmt.Errorf("%d cents for %+v, %d back", total, op.NewItems, t.RefundCents)
	}
	return paid(op, t.RefundCents-t.GemsCents)
}

// gave: the op took these items of its own player, and no other.
func gave(op *store.OpRecord, items []fairness.UpgradeItem, as store.ItemStatus) error {
	moves, _ := limits.WithoutLock(&op.Op)
	if len(moves) != len(items) {
		return fmt.Errorf("%d items moved, %d named", len(moves), len(items))
	}
	for _, it := range items {
		if !slices.ContainsFunc(op.Moves, func(m store.ItemMove) bool {
			return fmt.Sprint(int64(m.Item)) == it.ID && m.From == store.ItemPlace{Owner: op.Player} &&
				m.To == store.ItemPlace{Owner: op.Player, Status: as}
		}) {
			return fmt.Errorf("item %s was named and not moved", it.ID)
		}
	}
	return nil
}

// paid: the player's balance changes by exactly this.
func paid(op *store.OpRecord, cents int64) error {
	var got int64
	for _, d := range op.Deltas() {
		switch d.Account {
		case store.PlayerGems(op.Player):
			got = d.Cents
		case store.House, store.PlayerToPlay(op.Player), store.HouseToPlay: // toPlay counts those
		default:
			return errors.New("another account moves")
		}
	}
	if got != cents {
		return fmt.Errorf("the player's balance moves by %d, want %d", got, cents)
	}
	return nil
}
