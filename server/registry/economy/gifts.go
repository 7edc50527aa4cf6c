package economy

import (
	"math"

	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/ranking"
	"jadebox/actors/rewards/season"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/shop/payment"
	"jadebox/protocol"
)

// worth of a prize for a player.
func (r *rules) worth(v prize.Prize, p player) float64 {
	switch v.Kind {
	case prize.Diamond:
		return float64(v.Num)
	case prize.Debris:
		return float64(v.Num) * ppm / float64(r.prizes.FragmentPPM)
	case prize.Reset:
		return float64(v.Num) * r.again(p)
	}
	if c, ok := r.prizes.Of(v); ok && v.Kind == prize.Competition {
		return float64(v.Num) * float64(c.WorthCents)
	}
	return r.off(v) * p.boxes
}

// off is what a prize takes off the boxes of a day, as a share: several days of a discount count as often.
func (r *rules) off(v prize.Prize) float64 {
	if c, ok := r.prizes.Of(v); ok && v.Kind == prize.OpenBox {
		return float64(v.Num) * float64(c.Percent) / 100 * float64(c.Hours) / 24
	}
	return 0
}

// again is the most that a reset voucher brings: a task box that was reached, once more. One that brings a reset
// voucher would never end; it counts none.
func (r *rules) again(p player) (cents float64) {
	for _, b := range r.tasks.Boxes {
		if r.reaches(p, b) && (b.Prize == nil || b.Prize.Kind != prize.Reset) {
			cents = max(cents, r.boxWorth(b, p))
		}
	}
	return cents
}

func (r *rules) boxWorth(b taskbox.Box, p player) float64 {
	if b.Prize != nil {
		return r.worth(*b.Prize, p)
	}
	return r.goods.worth(b.Box)
}

// gifts are what a day like this one brings beside what is won, every kind at its part of a day.
func (r *rules) gifts(p player) float64 {
	off := r.offBeside(p)
	return r.signIn(p) + r.beside(p) - r.unused(p, off, r.offSigned(p))
}

// beside are those without the sign-in.
func (r *rules) beside(p player) float64 {
	return r.allBeside(p) - r.unused(p, 0, r.offBeside(p))
}

// unused is what vouchers would take off a day's boxes beyond the greatest discount that there is, beside others that
// take off so much already: no second one is used while one holds.
func (r *rules) unused(p player, others, more float64) float64 {
	return p.boxes * max(0, more-max(0, r.discount-others))
}

// offBeside is what the vouchers of a day take off its boxes, without those of the sign-in.
func (r *rules) offBeside(p player) (share float64) {
	for _, b := range r.tasks.Boxes {
		if b.Prize != nil && b.Prize.Kind == prize.OpenBox && r.reaches(p, b) {
			share += r.off(*b.Prize) / spanDays[b.Kind()]
		}
	}
	if p.upgrade() >= float64(r.prizes.UpgradeLeastCents) {
		for _, s := range r.prizes.Upgrades {
			if s.Kind == prize.OpenBox && float64(s.Count) <= r.did(p, protocol.TaskUpgradeCount, 1) {
				share += r.off(s.Prize)
			}
		}
	}
	for _, s := range r.props.Steps {
		for _, v := range s.Prizes {
			if float64(s.SpentCents) <= p.boxes {
				share += r.off(v)
			}
		}
	}
	return share
}

// offSigned is what those of the sign-in do on a day like any other.
func (r *rules) offSigned(p player) (share float64) {
	for _, c := range r.sign.Days {
		if !r.sign.Closed && c.Reward.Kind == prize.OpenBox && r.signs(c, p) {
			share += r.off(c.Reward.Prize) / sign.Row
		}
	}
	return share + r.offMonthly(p)
}

func (r *rules) offMonthly(p player) (share float64) {
	for _, c := range r.sign.Months {
		if !r.sign.Closed && c.Days <= monthDays && c.Reward.Kind == prize.OpenBox && r.signs(c, p) {
			share += r.off(c.Reward.Prize) / monthDays
		}
	}
	return share
}

func (r *rules) allBeside(p player) (cents float64) {
	for i := range reckoned {
		if g := &reckoned[i]; g.day != nil && !g.signed {
			cents += g.day(r, p)
		}
	}
	return cents + p.also() + r.poolsOf(p) + r.rankOf(p, 0)
}

// rankOf is what a place of each board brings on a day with the play that it asks for. The first ones are any player's
// on a quiet day: one box and one upgrade are enough for both, whatever else is played.
func (r *rules) rankOf(p player, place int) float64 {
	if place >= len(r.rates.AwardsCents) || p.spent < r.rankAsks() {
		return 0
	}
	return ranking.Boards * float64(r.rates.AwardsCents[place])
}

// ranking is what the places of both boards bring in a day.
func (r *rules) ranking() (cents float64) {
	for _, c := range r.rates.AwardsCents {
		cents += ranking.Boards * float64(c)
	}
	return cents
}

// rankAsks is the play of a day that a place of the ranking asks for.
func (r *rules) rankAsks() float64 { return float64(max(r.rates.AwardSpentCents, r.asks.SpentCents)) }

// eligible reports whether a day has the play that gifts without a stake ask for (actors/rewards/eligibility).
func (r *rules) eligible(p player) bool { return p.spent >= float64(r.asks.SpentCents) }

// poolsOf is what of a day's pools an eligible player can claim at least: a player's share of the least pool. A player
// who claims of a greater one takes what others would have had.
func (r *rules) poolsOf(p player) (cents float64) {
	for _, g := range r.given {
		if !g.Asks || r.eligible(p) {
			cents += float64(g.Pools) * float64(g.LeastCents) * float64(g.CapPPM) / ppm
		}
	}
	return cents
}

func (r *rules) signIn(p player) float64 {
	if r.sign.Closed || !r.eligible(p) {
		return 0
	}
	cents := r.monthly(p)
	for _, c := range r.sign.Days {
		cents += r.signReward(c, p) / sign.Row
	}
	return cents
}

// monthly is a day's part of the milestones of a month.
func (r *rules) monthly(p player) (cents float64) {
	for _, c := range r.sign.Months {
		if c.Days <= monthDays {
			cents += r.signReward(c, p) / monthDays
		}
	}
	return cents
}

// signReward is what a day's sign-in brings a player who has done what it asks for.
func (r *rules) signReward(c sign.Condition, p player) float64 {
	switch {
	case !r.signs(c, p):
		return 0
	case c.Reward.Kind == sign.Skins:
		return r.goods.worth(c.Reward.Box)
	}
	return r.worth(c.Reward.Prize, p)
}

// signs reports whether a day meets what a sign-in asks for.
func (r *rules) signs(c sign.Condition, p player) bool {
	return r.eligible(p) && (c.Limit.Least == 0 || r.meets(c, p))
}

func (r *rules) meets(c sign.Condition, p player) bool {
	return c.Limit.Met(sign.Done{Upgrades: int64(r.did(p, protocol.TaskUpgradeCount, 1)),
		Opens:         int64(r.did(p, protocol.TaskHashOpens, 1)),
		ObtainedCents: int64(r.did(p, protocol.TaskSoldCents, 1)), SpentCents: int64(p.spent)})
}

func (r *rules) benefitOf(p player) float64 {
	step, _ := r.benefit.Reached(int64(7 * p.spent))
	return float64(step.RewardCents) / 7
}

// dropsOf is what is spent on boxes alone.
func (r *rules) dropsOf(p player) (cents float64) {
	for _, s := range r.props.Steps {
		if float64(s.SpentCents) > p.boxes {
			continue
		}
		cents += float64(s.ValueCents)
		for _, v := range s.Prizes {
			cents += r.worth(v, p)
		}
	}
	return cents
}

var spanDays = map[taskbox.Kind]float64{taskbox.Daily: 1, taskbox.Weekly: 7, taskbox.Monthly: monthDays,
	taskbox.WeeklyWelfare: 7}

func (r *rules) taskBoxes(p player) (cents float64) {
	for _, b := range r.tasks.Boxes {
		if r.reaches(p, b) {
			cents += r.boxWorth(b, p) / spanDays[b.Kind()]
		}
	}
	return cents
}

func (r *rules) reaches(p player, b taskbox.Box) bool {
	return r.did(p, b.Task, spanDays[b.Kind()]) >= float64(b.Target)
}

func (r *rules) upgradesOf(p player) (cents float64) {
	if p.upgrade() < float64(r.prizes.UpgradeLeastCents) {
		return 0
	}
	for _, s := range r.prizes.Upgrades {
		if float64(s.Count) <= r.did(p, protocol.TaskUpgradeCount, 1) {
			cents += r.worth(s.Prize, p)
		}
	}
	return cents
}

// tokenWorth is the most that a token of the season buys, in cents.
func (r *rules) tokenWorth() (cents float64) {
	for _, b := range r.season.Boxes {
		worth := 0.0
		if len(b.Cycle) == 0 {
			worth = r.goods.worth(b.Box)
		}
		for _, n := range b.Cycle {
			worth = max(worth, r.goods.worth(n.Box))
		}
		if b.Tokens > 0 {
			cents = max(cents, worth/float64(b.Tokens))
		}
	}
	return cents
}

// seasonOf is what a day of a season brings, as long as there is one.
func (r *rules) seasonOf(p player) float64 {
	if r.season.Season == "" || !r.eligible(p) {
		return 0
	}
	tokens := float64(r.season.Assist.Tokens) * float64(r.season.Assist.DayMax) // friends, or accounts of one's own
	for _, g := range r.season.Goals {
		for _, s := range g.Steps {
			if r.goal(p, g.Type) >= float64(s.Count) {
				tokens += float64(s.Tokens)
			}
		}
	}
	return tokens * r.tokenWorth()
}

// goal is how far a day comes in a type of play of the season. Every room is won: all who play one that is shared win,
// and the players of any other may be accounts of one person.
func (r *rules) goal(p player, of season.Type) float64 {
	least := float64(r.season.LeastCents)
	switch of {
	case season.SignIn:
		return 1
	case season.Consumption:
		return p.spent
	case season.Upgrade:
		if p.upgrade() >= least {
			return r.did(p, protocol.TaskUpgradeCount, 1)
		}
	case season.Hash:
		if p.stake >= least {
			return r.did(p, protocol.TaskHashOpens, 1)
		}
	}
	return r.roomGoal(p, of)
}

// roomGoal is how many rooms of a day count for a type of play of the season. A wish card is a room's entry, too,
// whatever one costs.
func (r *rules) roomGoal(p player, of season.Type) (n float64) {
	for _, k := range r.kinds {
		if !k.goal(of) {
			continue
		}
		if k.rate.WishCardCents > 0 {
			n += r.wishCards(p)
		}
		if k == p.in && p.stake >= float64(r.season.LeastCents) {
			n += math.Floor(p.rooms / p.stake)
		}
	}
	return n
}

// tierBonus is what one recharge of so many cents of gems brings on top.
func (r *rules) tierBonus(gems float64) float64 {
	t, ok := payment.Reached(r.pay.Tiers, int64(gems*float64(r.pay.RatePPM)/ppm))
	if !ok {
		return 0
	}
	return float64(t.BonusCents(int64(gems)))
}

// vipShare is the share of a level that such a recharge a day reaches in a month.
func (r *rules) vipShare(gems float64) float64 {
	level := r.vip.Reached(int64(monthDays * gems * float64(r.pay.RatePPM) / ppm))
	return float64(r.vip.Of(level).RatePPM) / ppm
}

// commission is what an inviter has of a recharge of so many cents of gems.
func (r *rules) commission(gems float64) float64 { return float64(r.promotion.SharePPM) / ppm * gems }

// levels are the bonuses of all VIP levels.
func (r *rules) levels() (cents float64) {
	for _, l := range r.vip.Levels {
		cents += float64(l.BonusCents)
	}
	return cents
}

// welcome is what one account takes of it: one gift before a recharge, and one after it.
func (r *rules) welcome() float64 {
	return most(r.tasks.Welcome.Free, r.goods) + most(r.tasks.Welcome.Recharge, r.goods)
}

func most(gifts []taskbox.Gift, goods *Goods) (cents float64) {
	for _, g := range gifts { // a player takes one of them
		cents = max(cents, goods.worth(g.Box))
	}
	return cents
}
