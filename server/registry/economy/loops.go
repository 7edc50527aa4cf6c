package economy

import (
	"errors"
	"fmt"
	"slices"

	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/season"
	"jadebox/protocol"
)

// ErrLoop is a change that would open a loop, or widen one that is open.
var ErrLoop = errors.New("a free loop")

// Refuse says which loop is open after a change and pays more than under any of the others, which are what holds before
// and the standard: loops that the standard itself leaves open are no reason to hold on to something else.
func Refuse(after *Economy, others ...*Economy) error {
	for i, l := range after.Loops {
		if l.Open() && !slices.ContainsFunc(others, func(o *Economy) bool { return l.Gain <= o.Loops[i].Gain+1e-9 }) {
			return fmt.Errorf("%w: %s", ErrLoop, l)
		}
	}
	return nil
}

// loops are always the same ones in the same order.
func (r *rules) loops() []Loop {
	boxes, buy, bonus := r.boxLoop(), r.mallLoop(), r.bonusMost()
	return []Loop{
		{"open boxes under a discount and sell what is won", boxes},
		{"upgrade at the least stake that counts", r.upgradeLoop()},
		{"buy in the mall and sell", buy},
		{"recharge, and buy items in the mall", (1+bonus)*(1+buy) - 1},
		{"recharge, and open boxes", (1+bonus)*(1+boxes) - 1},
	}
}

// boxLoop is the best day of opening boxes, at the volume at which gifts are the greatest share of it.
func (r *rules) boxLoop() float64 {
	stake := max(r.goods.least, 1_00)
	price := 1 - r.discountMost() // of what a box costs otherwise
	best := -1.0
	for _, spent := range r.volumes() {
		p := player{spent: spent, boxes: spent, stake: stake}
		gifts := r.benefitOf(p) + r.dropsOf(p) + r.withoutDiscounts().taskBoxes(p) + r.spentSeason(p)
		best = max(best, (1-edge)/price+gifts/spent-1)
	}
	return best
}

// upgradeLoop is the best day of upgrades. Their rate keeps the fee's share of the draw.
func (r *rules) upgradeLoop() float64 {
	stake := max(float64(r.prizes.UpgradeLeastCents), 1)
	back := 1 - float64(r.terms.Upgrade.DrawPPM)/ppm
	best := -1.0
	for _, spent := range r.volumes() {
		p := player{spent: spent, upgrades: spent, stake: stake}
		gifts := r.benefitOf(p) + r.taskBoxes(p) + r.upgradesOf(p) + r.spentSeason(p)
		best = max(best, back+gifts/spent-1)
	}
	return best
}

// spentSeason leaves out what coming alone brings.
func (r *rules) spentSeason(p player) float64 {
	return r.seasonOf(p) - r.seasonOf(player{stake: p.stake})
}

// withoutDiscounts are the rules whose discount cards bring nothing: boxLoop has the greatest discount in force
// already.
func (r *rules) withoutDiscounts() *rules {
	c := *r
	c.prizes.Cards = slices.Clone(c.prizes.Cards)
	for i := range c.prizes.Cards {
		if c.prizes.Cards[i].Kind == prize.OpenBox {
			c.prizes.Cards[i].Percent = 0
		}
	}
	return &c
}

// discountMost is the greatest discount that anything gives, as a share.
func (r *rules) discountMost() (share float64) {
	see := func(list ...prize.Prize) {
		for _, v := range list {
			if c, ok := r.prizes.Of(v); ok && c.Kind == prize.OpenBox {
				share = max(share, float64(c.Percent)/100)
			}
		}
	}
	for _, c := range append(slices.Clone(r.sign.Days), r.sign.Months...) {
		if !r.sign.Closed {
			see(c.Reward.Prize)
		}
	}
	for _, b := range r.tasks.Boxes {
		if b.Prize != nil {
			see(*b.Prize)
		}
	}
	for _, s := range r.prizes.Upgrades {
		see(s.Prize)
	}
	for _, s := range r.props.Steps {
		see(s.Prizes...)
	}
	return share
}

// bonusMost is what a recharge of the best size brings on top, as a share: at the highest level, and with the inviter's
// part.
func (r *rules) bonusMost() float64 {
	tier, level := 0.0, 0.0
	for _, t := range r.pay.Tiers {
		gems := max(float64(t.KeyCents)*ppm/float64(r.pay.RatePPM), float64(r.pay.LeastCents))
		tier = max(tier, float64(t.BonusCents(int64(gems)))/gems)
	}
	for _, l := range r.vip.Levels {
		level = max(level, float64(l.RatePPM)/ppm)
	}
	return tier + level + float64(r.promotion.SharePPM)/ppm
}

// mallLoop is the best buy of the mall: an item is sold again at its value.
func (r *rules) mallLoop() float64 {
	best := 1/(1+float64(r.mall.MarkupPPM)/ppm) - 1
	for _, d := range r.goods.items {
		if price, sold := r.mall.PriceCents(d); sold && price > 0 {
			best = max(best, float64(d.PriceCents)/float64(price)-1)
		}
	}
	return best
}

// volumes are the days' plays, in cents, at which a gift begins: between two of them its share only falls.
func (r *rules) volumes() []float64 {
	list := []float64{1_00, 10_00, 100_00, 1000_00, 10_000_00}
	for _, s := range r.benefit.Steps {
		list = append(list, float64(s.SpentCents)/7+1)
	}
	for _, s := range r.props.Steps {
		list = append(list, float64(s.SpentCents))
	}
	stake := max(float64(r.prizes.UpgradeLeastCents), r.goods.least, 1_00)
	for _, s := range r.prizes.Upgrades {
		list = append(list, float64(s.Count)*max(float64(r.prizes.UpgradeLeastCents), 1), float64(s.Count)*stake)
	}
	for _, b := range r.tasks.Boxes {
		target := float64(b.Target) / spanDays[b.Kind()]
		switch b.Task {
		case protocol.TaskUpgradeCount:
			target *= max(float64(r.prizes.UpgradeLeastCents), 1)
		case protocol.TaskClassicOpens, protocol.TaskHashOpens:
			target *= stake
		case protocol.TaskSoldCents:
			target /= 1 - edge
		case protocol.TaskUpgradeWins:
			target *= 2 * max(float64(r.prizes.UpgradeLeastCents), 1)
		}
		list = append(list, target+1)
	}
	for _, g := range r.season.Goals {
		for _, s := range g.Steps {
			if g.Type == season.Consumption {
				list = append(list, float64(s.Count))
			} else {
				list = append(list, float64(s.Count)*stake)
			}
		}
	}
	return slices.DeleteFunc(list, func(cents float64) bool { return cents < 1 })
}
