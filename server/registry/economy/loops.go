package economy

import (
	"errors"
	"fmt"
	"slices"

	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/season"
	"jadebox/actors/rewards/sign"
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

// Loop is a way to play: Gain is what a round brings beyond what it costs, as a share of the cost; open where it is not
// negative.
type Loop struct {
	Name string
	Gain float64
}

// Open says that the loop pays.
func (l Loop) Open() bool { return l.Gain >= 0 }

// String is a loop as an operator reads it.
func (l Loop) String() string {
	state := "closed"
	if l.Open() {
		state = "OPEN"
	}
	return fmt.Sprintf("%s: a round brings %.2f %% of what it costs (%s)", l.Name, 100*(1+l.Gain), state)
}

// loops are always the same ones in the same order.
func (r *rules) loops() []Loop {
	boxes, upgrade, battle, buy := r.boxLoop(), r.upgradeLoop(), r.battleLoop(), r.mallLoop()
	bonus := r.bonusMost()
	// What is played counts for what the bonus asks to be played; what is bought does not.
	played := func(gain float64) float64 {
		return (1+bonus)*(1+gain) - 1 - r.leastLoss()*max(0, r.asked(bonus)-(1+bonus))
	}
	bought := func(gain float64) float64 { return (1+bonus-r.leastLoss()*r.asked(bonus))*(1+gain) - 1 }
	return []Loop{
		{"open boxes under a discount and sell what is won", boxes},
		{"upgrade at the least stake that counts", upgrade},
		{"play battles and sell what is won", battle},
		{"play what a day's sign-in asks for", r.signLoop()},
		{"play, and claim every rain", r.rainLoop()},
		{"buy in the mall and sell", buy},
		{"recharge, and buy items in the mall", bought(buy)},
		{"recharge, and open boxes", played(boxes)},
		{"recharge, and upgrade", played(upgrade)},
		{"recharge, and play battles", played(battle)},
		{"flip lucky cards when the best are left", r.luckyLoop()},
		{"take bottles of wish rooms for gems", r.wishLoop()},
		{"trade items in and sell", r.tradeLoop()},
		{"recharge, and trade in with gems", bought(buy)}, // gems that are put in buy as in the mall
	}
}

// Stakes at which a loop may be played: the least there is, and the least that counts for a season.
func (r *rules) boxStakes() []float64 {
	return r.withSeason(max(r.goods.least, 1_00))
}

func (r *rules) upgradeStakes() []float64 {
	return r.withSeason(max(float64(r.prizes.UpgradeLeastCents), 1))
}

func (r *rules) withSeason(least float64) []float64 {
	return []float64{least, max(least, float64(r.season.LeastCents))}
}

// boxLoop is the best day of opening boxes, at the volume at which gifts are the greatest share of it.
func (r *rules) boxLoop() float64 {
	price := 1 - r.discountMost() // of what a box costs otherwise
	undiscounted := r.withoutDiscounts()
	return r.best(r.boxStakes(), (1-edge)/price, func(spent, stake float64) float64 {
		p := player{spent: spent, boxes: spent, stake: stake}
		return r.benefitOf(p) + r.dropsOf(p) + undiscounted.taskBoxes(p) + r.spentSeason(p)
	})
}

// upgradeLoop is the best day of upgrades. Their rate keeps the fee's share of the draw.
func (r *rules) upgradeLoop() float64 {
	return r.best(r.upgradeStakes(), r.upgradeBack(), func(spent, stake float64) float64 {
		p := player{spent: spent, upgrades: spent, stake: stake}
		return r.benefitOf(p) + r.taskBoxes(p) + r.upgradesOf(p) + r.spentSeason(p)
	})
}

func (r *rules) upgradeBack() float64 { return 1 - float64(r.rates.Upgrade.DrawPPM)/ppm }

// battleLoop is the best day of battles, whose boxes are worth what they are worth elsewhere.
func (r *rules) battleLoop() float64 {
	return r.best(r.boxStakes(), 1-edge, func(spent, stake float64) float64 {
		p := player{spent: spent, battles: spent, stake: stake}
		return r.benefitOf(p) + r.taskBoxes(p) + r.spentSeason(p)
	})
}

// best is the greatest gain of playing all day: back is the share of what is spent that comes back by itself.
func (r *rules) best(stakes []float64, back float64, gifts func(spent, stake float64) float64) float64 {
	best, volumes := -1.0, r.volumes()
	for _, stake := range stakes {
		for _, spent := range volumes {
			best = max(best, back+gifts(spent, stake)/spent-1)
		}
	}
	return best
}

// signLoop is the best day of doing no more than what one day's sign-in, or a milestone, asks for.
func (r *rules) signLoop() float64 {
	best := -1.0
	if r.sign.Closed {
		return best
	}
	box, upgrade := r.boxStakes()[0], r.upgradeStakes()[0]
	for _, c := range append(slices.Clone(r.sign.Days), r.sign.Months...) {
		if c.Limit.Least == 0 {
			continue
		}
		n := float64(c.Limit.Least)
		boxes, upgrades := player{spent: n * box, boxes: n * box, stake: box},
			player{spent: n * upgrade, upgrades: n * upgrade, stake: upgrade}
		var ways []player
		switch c.Limit.Type {
		case sign.Upgrades:
			ways = []player{upgrades}
		case sign.Opens:
			ways = []player{boxes}
		case sign.Larger:
			ways = []player{boxes, upgrades}
		default:
			sold := n / (1 - edge)
			ways = []player{{spent: sold, boxes: sold, stake: box}}
		}
		for _, p := range ways {
			back := 1 - edge
			if p.upgrades > 0 {
				back = r.upgradeBack()
			}
			best = max(best, back+r.signReward(c, p)/p.spent-1)
		}
	}
	return best
}

// rainLoop is what all players together get back of what they play with, when they claim all that falls by share of it.
func (r *rules) rainLoop() float64 {
	return float64(len(r.rain.Daily))*float64(r.rain.Pool.SharePPM)/ppm - edge
}

// spentSeason leaves out what coming alone brings.
func (r *rules) spentSeason(p player) float64 {
	return r.seasonOf(p) - r.seasonOf(player{stake: p.stake})
}

// withoutDiscounts are the rules whose discount vouchers bring nothing: boxLoop has the greatest discount in force
// already.
func (r *rules) withoutDiscounts() *rules {
	c := *r
	c.prizes.Vouchers = slices.Clone(c.prizes.Vouchers)
	for i := range c.prizes.Vouchers {
		if c.prizes.Vouchers[i].Kind == prize.OpenBox {
			c.prizes.Vouchers[i].Percent = 0
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

// bonusMost is what a recharge of the best size brings on top, as a share: at the highest level, with the inviter's
// part and with every task box that recharges reach, each at its target.
func (r *rules) bonusMost() float64 {
	tier, level := 0.0, 0.0
	for _, t := range r.pay.Tiers {
		gems := max(float64(t.KeyCents)*ppm/float64(r.pay.RatePPM), float64(r.pay.LeastCents))
		tier = max(tier, float64(t.BonusCents(int64(gems)))/gems)
	}
	for _, l := range r.vip.Levels {
		level = max(level, float64(l.RatePPM)/ppm)
	}
	return tier + level + r.tasksShare(protocol.TaskRecharge) + float64(r.promotion.SharePPM)/ppm
}

// tasksShare is what the task boxes of an amount bring, each at its target, as a share of the amount.
func (r *rules) tasksShare(task int32) (share float64) {
	for _, b := range r.tasks.Boxes {
		if b.Task == task {
			share += r.boxWorth(b, player{stake: stakeCents}) / float64(b.Target)
		}
	}
	return share
}

// mallLoop is the best buy of the mall: an item is sold again at its value, and task boxes for selling come on top,
// each at its target.
func (r *rules) mallLoop() float64 {
	back := 1 / (1 + float64(r.mall.MarkupPPM)/ppm)
	for _, d := range r.goods.items {
		if price, sold := r.mall.PriceCents(d); sold && price > 0 {
			back = max(back, float64(d.PriceCents)/float64(price))
		}
	}
	return back*(1+r.tasksShare(protocol.TaskSoldCents)) - 1
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
	for _, stake := range append(r.boxStakes(), r.upgradeStakes()...) {
		for _, s := range r.prizes.Upgrades {
			list = append(list, float64(s.Count)*stake)
		}
		for _, b := range r.tasks.Boxes {
			target := float64(b.Target)
			switch b.Task {
			case protocol.TaskUpgradeCount, protocol.TaskBattleCount, protocol.TaskClassicOpens, protocol.TaskHashOpens:
				target *= stake
			case protocol.TaskSoldCents:
				target /= 1 - edge
			case protocol.TaskUpgradeWins:
				target *= 2 * stake
			}
			list = append(list, target/spanDays[b.Kind()]+1)
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
	}
	return slices.DeleteFunc(list, func(cents float64) bool { return cents < 1 })
}
