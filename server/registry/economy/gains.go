package economy

import (
	"fmt"
	"slices"

	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/settings/rates"
	"jadebox/protocol"
)

// Gain is the most that a player who plays only for what is given can expect to take out of the house, in cents: gifts,
// less what their own play costs and what it costs to stake gifts over once (docs/rules.md, "Play-through"). Above 0 it
// is flagged. More than once costs an account nothing that plays only for gifts: an account that holds nothing else is
// left when all of it is gone, and what it wins by staking all of it at once is worth many times what is still to be
// staked.
type Gain struct {
	Span          string
	Cents         float64
	Once          bool           // for an account, and not again and again
	Contributions []Contribution // of an open one: the settings that bring the most of it
}

// Positive reports whether there is something to be had.
func (g Gain) Positive() bool { return g.Cents >= 0.5 }

// Open reports whether there is something to be had again and again: it is a loop as any other.
func (g Gain) Open() bool { return g.Positive() && !g.Once }

// String is a gain as an operator reads it.
func (g Gain) String() string {
	state := "none"
	switch {
	case g.Open():
		state = "POSITIVE"
	case g.Positive():
		state = "once"
	}
	return fmt.Sprintf("the most that %s gains by what is given: %.2f gems (%s)%s", g.Span, g.Cents/100, state,
		shown(g.Contributions, func(f Contribution) string { return fmt.Sprintf("%s %.2f", f.Setting, f.Amount/100) }))
}

// Accounts are how many accounts of one person are reckoned.
var Accounts = [...]int{2, 10, 100}

// gains are always the same ones in the same order. One card proves one account's real name: a person has one.
func (r *rules) gains(seen *days) []Gain {
	byPlace := r.dayGains(seen)
	day := byPlace[0]
	week := r.weekGain(day)
	name := r.taken(float64(r.realname.RewardCents), 0)
	welcome := 0.0
	if r.asks.SpentCents == 0 {
		welcome = r.taken(most(r.tasks.Welcome.Free, r.goods), 0)
	}
	list := []Gain{{Span: "one player a day", Cents: day}, {Span: "one player a week", Cents: week},
		{Span: "one player at joining", Cents: name + welcome, Once: true}}
	for _, n := range Accounts {
		all := 0.0
		for i := range n {
			all += byPlace[min(i, rates.Places)]
		}
		list = append(list, Gain{Span: fmt.Sprintf("a person with %d accounts a day", n), Cents: all},
			Gain{Span: fmt.Sprintf("a person with %d accounts at joining", n), Cents: name + float64(n)*welcome,
				Once: welcome == 0})
	}
	return list
}

// taken is what is left of gifts that ask to be staked, when so much is staked anyway: gifts that cost more are not
// taken, and none is staked more than once.
func (r *rules) taken(gifts, staked float64) float64 {
	return max(0, gifts-r.leastLoss()*max(staked, min(gifts, r.asked(gifts))))
}

// asked is how much must be staked for gifts.
func (r *rules) asked(gifts float64) float64 { return float64(r.play.MultiplePPM) / ppm * gifts }

// leastLoss is what the cheapest way of playing keeps of a stake.
func (r *rules) leastLoss() float64 {
	least := min(r.goods.houseEdge(), 1-r.upgradeBack(), usualHouseEdge)
	for _, k := range r.kinds {
		least = min(least, k.keeps)
	}
	return max(0, least)
}

// ways are days of one kind of play and of thirds of all three, at the volumes at which gifts begin.
func (r *rules) ways() []player {
	list := []player{{stake: stakeCents}}
	for _, spent := range r.volumes() {
		for _, stake := range r.boxStakes() {
			list = append(list, player{spent: spent, boxes: spent, stake: stake})
			for _, in := range r.boxRooms() {
				list = append(list, player{spent: spent, rooms: spent, in: in, stake: stake},
					mixed(spent, stake, in), mixed(3*stake, stake, in))
			}
		}
		for _, stake := range r.upgradeStakes() {
			list = append(list, player{spent: spent, upgrades: spent, stake: stake})
		}
	}
	return list
}

// dayGains are the best of them and of mixed days, by the place in the ranking that an account has: the last one is
// that of an account without any.
func (r *rules) dayGains(seen *days) [rates.Places + 1]float64 {
	best := seen.gains
	for _, p := range r.ways() {
		gifts := r.gifts(p)
		for place := range best {
			best[place] = max(best[place], r.takenAt(place, p, gifts))
		}
	}
	return best
}

// takenAt is what is left of a day's gifts at a place in the ranking.
func (r *rules) takenAt(place int, p player, gifts float64) float64 {
	return r.taken(gifts-r.rankOf(p, 0)+r.rankOf(p, place)-r.mallLoss(p), p.spent)
}

// weekGain is the best week: the same day seven times, or one day of play and six of coming only.
func (r *rules) weekGain(day float64) float64 {
	best := 7 * day
	idle := r.taken(r.daily(player{stake: stakeCents}), 0)
	for _, p := range r.ways() {
		p.spent, p.boxes, p.upgrades, p.rooms = p.spent/7, p.boxes/7, p.upgrades/7, p.rooms/7
		weekly := 7 * r.weekly(p)
		p.spent, p.boxes, p.upgrades, p.rooms = 7*p.spent, 7*p.boxes, 7*p.upgrades, 7*p.rooms
		best = max(best, 6*idle+r.taken(r.daily(p)+weekly, p.spent))
	}
	return best
}

// daily is what a day gives by itself; a discount is worth what it takes off that day's boxes.
func (r *rules) daily(p player) float64 {
	return r.gifts(p) - r.benefitOf(p) - r.taskBoxes(p) + r.taskBoxesOf(p, taskbox.Daily)
}

// weekly is a day's part of what a week gives.
func (r *rules) weekly(p player) float64 {
	return r.benefitOf(p) + r.taskBoxesOf(p, taskbox.Weekly, taskbox.WeeklyWelfare)
}

func (r *rules) taskBoxesOf(p player, kinds ...taskbox.Kind) (cents float64) {
	for _, b := range r.tasks.Boxes {
		if slices.Contains(kinds, b.Kind()) && r.reaches(p, b) {
			cents += r.boxWorth(b, p) / spanDays[b.Kind()]
		}
	}
	return cents
}

// treeOf is what the wish cards of a day are worth in the rooms that the lobby keeps open.
func (r *rules) treeOf(p player) float64 { return r.wishCard() * r.wishCards(p) }

// wishCard is the most that one brings.
func (r *rules) wishCard() (cents float64) {
	for _, k := range r.kinds {
		cents = max(cents, k.rate.WishCardCents)
	}
	return cents
}

// wishCards are those of a day: for a box, an upgrade and a room of a kind that the tree counts, on as many days as
// there is one (actors/rewards/wishtree).
func (r *rules) wishCards(p player) float64 {
	if !r.eligible(p) {
		return 0
	}
	n := min(1, p.boxes/p.stake) + min(1, p.upgrades/p.upgrade())
	if p.in != nil {
		if _, counts := p.in.play.Counts(protocol.TaskBattleCount); counts {
			n += min(1, p.rooms/p.stake)
		}
	}
	return n
}

// tradeLoop is items that are given for another, which is sold. What is over comes back in gems, and what a trade-in
// made counts for no task when it is sold: a round costs nothing and brings nothing.
func (r *rules) tradeLoop() float64 { return 0 }
