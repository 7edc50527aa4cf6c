package loadsim

import (
	"context"
	"math"
	"slices"

	"jadebox/protocol"
	"jadebox/tools/loadsim/check"
	"jadebox/tools/loadsim/client"
)

// certainE8 is the rate of certainty, once around the circle.
const certainE8 = 100_000_000

// market is what upgrades and trade-ins are played for, as the server publishes it.
type market struct {
	items []client.ItemDef // by price
	rule  client.UpgradeRule
}

// visitMarket asks once for all bots.
func (r *run) visitMarket(ctx context.Context) error {
	c := client.Conn{Target: r.target}
	defer c.Close()
	var list client.ItemList
	if err := c.Get(ctx, client.PathItems, &list); err != nil {
		return err
	}
	if err := c.Get(ctx, client.PathRule, &r.market.rule); err != nil {
		return err
	}
	r.market.items = slices.DeleteFunc(list.Items, func(d client.ItemDef) bool { return d.PriceCents < 1 })
	slices.SortFunc(r.market.items, func(a, b client.ItemDef) int { return int(a.PriceCents - b.PriceCents) })
	return nil
}

// Shares of what an upgrader does when it has items, and of upgrades that are verified.
const (
	tradeShare        = 0.3
	upgradeItemsMax   = 3
	upgradeProofShare = 0.1
)

// playUpgrade plays items for others, or opens boxes for items.
func (b *bot) playUpgrade(ctx context.Context) bool {
	if b.gone || !b.exchange(ctx) {
		return b.playBox(ctx)
	}
	b.ledger.Reconcile()
	return !b.gone
}

// exchange upgrades or trades some items; false says that there are too few to do so.
func (b *bot) exchange(ctx context.Context) bool {
	stake := b.stakes(1 + b.rng.IntN(upgradeItemsMax))
	if len(stake) == 0 || len(b.items) > 30 {
		return false
	}
	cents, _ := b.ledger.Now()
	gems := int64(0)
	if b.rng.IntN(2) == 0 {
		gems = min(cents, b.rng.Int64N(200))
	}
	if len(stake) > 1 && b.rng.Float64() < tradeShare {
		return b.trade(ctx, stake)
	}
	return b.upgrade(ctx, stake, gems)
}

// stakes are some items whose value the bot knows.
func (b *bot) stakes(n int) []item {
	var list []item
	for _, it := range b.items {
		if it.valueCents > 0 && len(list) < n {
			list = append(list, it)
		}
	}
	return list
}

func worth(items []item) (cents int64, ids []string) {
	for _, it := range items {
		cents += it.valueCents
		ids = append(ids, it.id)
	}
	return cents, ids
}

func (b *bot) upgrade(ctx context.Context, stake []item, gems int64) bool {
	value, ids := worth(stake)
	rule := b.market.rule
	for range 20 { // some targets are too dear or too cheap
		target := b.market.items[b.rng.IntN(len(b.market.items))]
		rate, err := rule.RateE8(value+gems, target.PriceCents)
		if err != nil || rate < rule.RateLeastE8 || rate > rule.RateMostE8 {
			continue
		}
		var u client.Upgraded
		play := client.PlayUpgrade{Items: ids, GemsCents: gems, Target: target.ID, TargetCents: target.PriceCents,
			RateE8:  rate,
			StartE8: b.rng.Int64N(rule.RateMostE8/rule.RateStepE8) * rule.RateStepE8}
		if err := b.do(ctx, "upgrade.play", client.NewCall(client.PathUpgrade, b.key(), play), &u); err != nil {
			b.unexpected(err)
			return true
		}
		b.lose(ids)
		got := 0
		if u.Won {
			got = 1
			b.items = append(b.items, item{u.ItemID, target.PriceCents})
		}
		given, _, _ := client.Given(u.Rewards)
		b.ledger.Enter(given-gems, got-len(ids))
		b.ledger.Answered("upgrade.play", u.BalanceCents, u.BagCount)
		b.findings.Hold(u.RateE8 == rate && math.Round(u.Result.StartSection*certainE8) == float64(play.StartE8) &&
			u.Won == (u.ItemID != ""), check.Answer, b.account.Name,
			"upgrade at %d from %d: told %d from %g, won %v, item %q", rate, play.StartE8, u.RateE8,
			u.Result.StartSection, u.Won, u.ItemID)
		if b.rng.Float64() < upgradeProofShare {
			b.verify(ctx, u.Result.ResultID)
		}
		return true
	}
	return false
}

// trade puts no gems in: for that a player needs a real name.
func (b *bot) trade(ctx context.Context, stake []item) bool {
	value, ids := worth(stake)
	limit := value * 9 / 10 // safely below what the house takes
	n, _ := slices.BinarySearchFunc(b.market.items, limit,
		func(d client.ItemDef, most int64) int { return int(d.PriceCents - most) })
	if n == 0 {
		return false
	}
	target := b.market.items[b.rng.IntN(n)]
	var t client.Traded
	call := client.NewCall(client.PathTrade, b.key(), client.TradeItems{Items: ids, Target: target.ID,
		TargetCents: target.PriceCents})
	if err := b.do(ctx, "item.trade", call, &t); err != nil {
		b.unexpected(err)
		return true
	}
	b.lose(ids)
	b.items = append(b.items, item{t.ItemID, target.PriceCents})
	back := value - target.PriceCents
	b.findings.Hold(t.RefundCents == back && t.TargetCents == target.PriceCents, check.Balance, b.account.Name,
		"trade of %d cents for %d: %d came back", value, target.PriceCents, t.RefundCents)
	b.ledger.Enter(t.RefundCents, 1-len(ids))
	b.ledger.Answered("item.trade", t.BalanceCents, t.BagCount)
	return true
}

// lose takes items out of the bot's own list.
func (b *bot) lose(ids []string) {
	b.items = slices.DeleteFunc(b.items, func(it item) bool { return slices.Contains(ids, it.id) })
}

// unexpected is for refusals that are wrong unless they have one of these numbers. It says whether this one was
// allowed.
func (b *bot) unexpected(err error, allowed ...protocol.Code) bool {
	code := client.CodeOf(err)
	switch {
	case slices.Contains(allowed, code):
		return true
	case code == protocol.CodeTokenInvalid || code == protocol.CodeLoginInvalid:
		b.giveUp()
	case code != 0:
		b.findings.Hold(false, check.Answer, b.account.Name, "refused what its own books allow: %v", err)
		b.giveUp()
	}
	return false
}
