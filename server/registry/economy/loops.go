package economy

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/sign"
	"jadebox/protocol"
)

// ErrLoop is a change that would open a loop, or widen one that is open.
var ErrLoop = errors.New("a profitable loop")

// Refuse reports which loop is open after a change, or which gain is to be had again and again, that pays more than
// under any of the others: those are what holds before and, of what is open before, the standard and this setting's own
// (Within).
func Refuse(after *Economy, others ...*Economy) error {
	for i, l := range after.Loops {
		closer := func(o *Economy) bool { return l.NetReturn <= o.Loops[i].NetReturn+1e-9 }
		if l.Open() && !slices.ContainsFunc(others, closer) {
			return fmt.Errorf("%w: %s", ErrLoop, l)
		}
	}
	for i, g := range after.Gains {
		if g.Open() && !slices.ContainsFunc(others, func(o *Economy) bool { return g.Cents <= o.Gains[i].Cents+1e-9 }) {
			return fmt.Errorf("%w: %s", ErrLoop, g)
		}
	}
	return nil
}

// Within is the economy without what is open in it and closed in another one.
func (e *Economy) Within(other *Economy) *Economy {
	within := *e
	within.Loops, within.Gains = slices.Clone(e.Loops), slices.Clone(e.Gains)
	for i := range within.Loops {
		if !other.Loops[i].Open() {
			within.Loops[i] = other.Loops[i]
		}
	}
	for i := range within.Gains {
		if !other.Gains[i].Open() {
			within.Gains[i] = other.Gains[i]
		}
	}
	return &within
}

// Open is every way to play that brings more than it costs, with what contributes to it: a site with people
// starts with none.
func (e *Economy) Open() (list []string) {
	for _, l := range e.Loops {
		if l.Open() {
			list = append(list, l.String())
		}
	}
	for _, g := range e.Gains {
		if g.Open() {
			list = append(list, g.String())
		}
	}
	return list
}

// Loop is a way to play: NetReturn is what a round brings beyond what it costs, as a share of the cost; open where it
// is positive.
type Loop struct {
	Name          string
	NetReturn     float64
	Contributions []Contribution // of an open one: the settings that bring the most of it
}

// Open reports whether the loop pays. One that only brings back what it costs does not.
func (l Loop) Open() bool { return l.NetReturn > 1e-9 }

// String is a loop as an operator reads it.
func (l Loop) String() string {
	state := "closed"
	if l.Open() {
		state = "OPEN"
	}
	return fmt.Sprintf("%s: a round brings %.2f %% of what it costs (%s)%s", l.Name, 100*(1+l.NetReturn), state,
		shown(l.Contributions, func(c Contribution) string {
			return fmt.Sprintf("%s %.2f %%", c.Setting, 100*c.Amount)
		}))
}

// loops are always the same ones in the same order.
func (r *rules) loops(seen *days) []Loop {
	plays := []Loop{{Name: "open boxes under a discount and sell what is won", NetReturn: r.boxLoop()},
		{Name: "upgrade at the least stake that counts", NetReturn: r.upgradeLoop()}}
	after := []string{"open boxes", "upgrade"} // as they are called behind a recharge
	for _, k := range r.kinds {
		plays = append(plays, Loop{Name: k.play.Name + " " + k.play.How, NetReturn: r.roomLoop(k)})
		after = append(after, k.play.Name)
	}
	plays = append(plays, Loop{Name: "play a little of everything", NetReturn: seen.mixed},
		Loop{Name: "play what a day's sign-in asks for", NetReturn: r.signLoop(seen)})
	after = append(after, "play a little of everything", "play what a day's sign-in asks for")
	bonus, buy := r.bonusMost(), r.mallLoop()
	most := 0.0
	for _, l := range plays {
		most = max(most, 1+l.NetReturn)
	}
	// A player who stakes all at once has nothing left to be staked over when it is gone: however often a bonus is to
	// be staked, it is staked once.
	played := func(gain float64) float64 { return (1+bonus)*(1+gain) - 1 }
	// What is bought does not count as staked: of the rest, as much as the bonus asks for is.
	bought := func(gain float64) float64 {
		staked := min(r.asked(bonus), 1+bonus)
		return staked*most + (1+bonus-staked)*(1+gain) - 1
	}
	list := slices.Clone(plays)
	pooled := 0.0
	for _, g := range r.given {
		pooled += g.pooled()
	}
	for _, g := range r.given { // a player who joins one of them joins all
		list = append(list, Loop{Name: g.by.Name, NetReturn: pooled - r.goods.houseEdge()})
	}
	list = append(list, Loop{Name: "buy in the mall and sell", NetReturn: buy},
		Loop{Name: "trade items in and sell", NetReturn: r.tradeLoop()})
	for i, l := range plays {
		list = append(list, Loop{Name: "recharge, and " + after[i], NetReturn: played(l.NetReturn)})
	}
	return append(list, Loop{Name: "recharge, and buy items in the mall", NetReturn: bought(buy)},
		// gems that are put in buy as in the mall
		Loop{Name: "recharge, and trade in with gems", NetReturn: bought(buy)},
		Loop{Name: "join with one more account, recharge, and take the welcome", NetReturn: r.joinLoop()})
}

// Stakes at which a loop may be played: the least there is, a gem, and the least that counts for a season. A box for
// less counts for every task as a dear one does.
func (r *rules) boxStakes() []float64 {
	list := r.withSeason(max(r.goods.least, 1_00))
	if c := r.goods.least; c > 0 && c < list[0] {
		list = append(list, c)
	}
	return list
}

func (r *rules) upgradeStakes() []float64 {
	list := r.withSeason(max(float64(r.prizes.UpgradeLeastCents), 1))
	if c := r.goods.cheapest; c > 0 && c < list[0] {
		list = append(list, c) // tasks and sign-ins count those, too
	}
	return list
}

func (r *rules) withSeason(least float64) []float64 {
	return slices.Compact([]float64{least, max(least, float64(r.season.LeastCents))})
}

// boxLoop is the best day of opening boxes, at the volume at which gifts are the greatest share of it.
func (r *rules) boxLoop() float64 {
	price := 1 - r.discount // of what a box costs otherwise
	undiscounted := r.withoutDiscounts()
	return r.best(r.boxStakes(), (1-r.goods.houseEdge())/price, func(spent, stake float64) float64 {
		return undiscounted.gifts(player{spent: spent, boxes: spent, stake: stake})
	})
}

// upgradeLoop is the best day of upgrades. Their rate keeps the fee's share of the draw.
func (r *rules) upgradeLoop() float64 {
	return r.best(r.upgradeStakes(), r.upgradeBack(), func(spent, stake float64) float64 {
		return r.gifts(player{spent: spent, upgrades: spent, stake: stake})
	})
}

func (r *rules) upgradeBack() float64 { return 1 - float64(r.rates.Upgrade.DrawPPM)/ppm }

// joinLoop is the first day of an account that has recharged what it plays with, and takes the welcome; whose accounts
// they are cannot be told.
func (r *rules) joinLoop() float64 {
	welcome, best := r.welcome(), -1.0
	for _, stake := range r.boxStakes() {
		for _, spent := range r.volumes() {
			if spent < float64(max(r.asks.SpentCents, r.pay.LeastCents)) {
				continue
			}
			p := player{spent: spent, boxes: spent, stake: stake}
			best = max(best, (1+r.bonusOf(p.spent))*(1-r.goods.houseEdge()+(r.gifts(p)+welcome)/spent)-1)
		}
	}
	return best
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

// signLoop is the best row of days, or the best beginning of one, on which its sign-ins are taken, with what such days
// bring otherwise and the milestones of a month.
func (r *rules) signLoop(seen *days) float64 {
	best := -1.0
	if r.sign.Closed {
		return best
	}
	rows := seen.rows
	for n := range rows {
		rows[n] = rows[n].clone()
	}
	if r.asks.SpentCents == 0 {
		sees(&rows, r.day(player{stake: stakeCents}))
	}
	for _, boxes := range []bool{true, false} {
		also, extra := r.milestones(boxes)
		best = max(best, bestRow(&rows, also-r.goods.houseEdge()*extra, extra))
	}
	return best
}

// bestRow is the most that a row of days, or its beginning, brings of what it costs: for each day of the row one of its
// days is chosen; net and cost come on top of each. The choice for a share brings more than that share as long as there
// is one that does (Dinkelbach's method for the greatest ratio of two sums).
func bestRow(rows *[sign.Row]front, net, cost float64) float64 {
	for share := -1.0; ; {
		brought, spent, better := 0.0, 0.0, share
		for n := range rows {
			d, some := rows[n].best(share)
			if !some {
				break // sign-in is closed on that day
			}
			brought += d.brings + net
			spent += d.spent + cost
			if spent > 0 {
				better = max(better, brought/spent)
			}
		}
		if better <= share+1e-9 {
			return share
		}
		share = better
	}
}

// milestones are what the milestones of a month bring for each signed day, with as many signed days as is best, and
// what they ask to be spent beside it.
func (r *rules) milestones(boxes bool) (cents, extra float64) {
	sum, more := 0.0, 0.0
	for _, c := range r.sign.Months {
		p := r.signDay(c, boxes)
		sum += r.signReward(c, p)
		more += max(0, p.spent-float64(r.asks.SpentCents))
		if edge := r.goods.houseEdge(); p.bought > 0 {
			more += r.mallLoss(p) / edge // as much play as keeps that
		}
		if days := float64(c.Days); (sum-r.goods.houseEdge()*more)/days > cents-r.goods.houseEdge()*extra {
			cents, extra = sum/days, more/days
		}
	}
	return cents, extra
}

// signDay is the least play of a day on which a reward is taken: of boxes, or else of upgrades, unless its requirement
// says which.
func (r *rules) signDay(c sign.Condition, boxes bool) player {
	n := float64(c.Limit.Least)
	if n > 0 && c.Limit.Type != sign.Larger {
		boxes = c.Limit.Type != sign.Upgrades
	}
	p := player{stake: r.upgradeStakes()[0]}
	if boxes {
		p.stake = r.boxStakes()[0]
	}
	p.spent = n * p.stake
	inMall := 1-r.mallBack < r.goods.houseEdge()
	if c.Limit.Type == sign.Obtained {
		if p.spent = n / (1 - r.goods.houseEdge()); inMall {
			p.spent = 0
		}
	}
	p.spent = max(p.spent, float64(r.asks.SpentCents))
	if c.Limit.Type == sign.Obtained && inMall {
		p.bought = math.Ceil(n / r.mallBack)
	}
	if boxes {
		p.boxes = p.spent
	} else {
		p.upgrades = p.spent
	}
	return p
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

// bonusMost is what a recharge of the best size brings on top, as a share: at the highest level, with the bonus of
// reaching it, with the inviter's part and with every task box that recharges reach, each at its target.
func (r *rules) bonusMost() (share float64) {
	for _, g := range reckoned {
		if g.most != nil {
			share += g.most(r)
		}
	}
	return share
}

// bonusOf is what the first recharge of an account, of so many cents of gems, brings on top, as a share.
func (r *rules) bonusOf(gems float64) float64 {
	cents := 0.0
	for _, g := range reckoned {
		if g.first != nil {
			cents += g.first(r, gems)
		}
	}
	return cents / gems
}

// tierMost is the most that a tier adds, as a share of what is bought.
func (r *rules) tierMost() (share float64) {
	for _, t := range r.pay.Tiers {
		gems := max(r.gems(t.KeyCents), float64(r.pay.LeastCents))
		share = max(share, float64(t.BonusCents(int64(gems)))/gems)
	}
	return share
}

// shareMost is the greatest share of a level.
func (r *rules) shareMost() (share float64) {
	for _, l := range r.vip.Levels {
		share = max(share, float64(l.RatePPM)/ppm)
	}
	return share
}

// levelsMost is the most that reaching levels brings, as a share of what reaches them.
func (r *rules) levelsMost() (share float64) {
	sum := 0.0
	for _, l := range r.vip.Levels {
		sum += float64(l.BonusCents)
		share = max(share, sum/r.gems(l.NeedCents))
	}
	return share
}

// levelsReached are the bonuses of the levels that so many cents of gems reach.
func (r *rules) levelsReached(gems float64) (cents float64) {
	for _, l := range r.vip.Levels {
		if r.gems(l.NeedCents) <= gems {
			cents += float64(l.BonusCents)
		}
	}
	return cents
}

// rechargeBoxes are the task boxes that a recharge of so many cents of gems reaches.
func (r *rules) rechargeBoxes(gems float64) (cents float64) {
	for _, b := range r.tasks.Boxes {
		if b.Task == protocol.TaskRecharge && float64(b.Target) <= gems {
			cents += r.boxWorth(b, player{stake: stakeCents})
		}
	}
	return cents
}

// gems are the cents of gems that so many cents of R$ buy.
func (r *rules) gems(realCents int64) float64 {
	return float64(realCents) * ppm / float64(r.pay.RatePPM)
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

// mallLoop is the best buy of the mall with task boxes for selling on top, each at its target.
func (r *rules) mallLoop() float64 { return r.mallBack*(1+r.tasksShare(protocol.TaskSoldCents)) - 1 }

// bestBuy is what comes back of the best buy of the mall: an item is sold again at its value.
func (r *rules) bestBuy() float64 {
	back := 1 / (1 + float64(r.mall.MarkupPPM)/ppm)
	for _, d := range r.goods.items {
		if price, sold := r.mall.PriceCents(d); sold && price > 0 {
			back = max(back, float64(d.PriceCents)/float64(price))
		}
	}
	return back
}

// volumes are the days' plays, in cents, at which a gift begins: between two of them its share only falls.
func (r *rules) volumes() []float64 {
	list := append([]float64{1_00, 10_00, 100_00, 1000_00, 10_000_00}, r.totals()...)
	for _, stake := range append(r.boxStakes(), r.upgradeStakes()...) {
		list = slices.Concat(list, []float64{stake}, r.boxVolumes(stake), r.upgradeVolumes(stake))
		for _, k := range r.boxRooms() {
			list = append(list, r.roomVolumes(k, stake)...)
		}
	}
	for _, k := range r.kinds {
		if k.play.Rate != nil && k.rate.StakeCents > 0 {
			list = append(list, r.roomVolumes(k, r.entry(k))...)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
