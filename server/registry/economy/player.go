package economy

import (
	"math"
	"slices"

	"jadebox/protocol"
)

// player is what a day of one is like, in cents of gems.
type player struct {
	spent                  float64 // on play of any kind
	boxes, upgrades, rooms float64 // of it
	in                     *kind   // of the rooms; nil: none
	stake                  float64 // of one play
	upgradeStake           float64 // of one upgrade; 0: stake
	bought                 float64 // in the mall, to be sold again with gems that are played with before or after
}

// reference plays boxes in rooms of the kind whose plays count as battles, or else of the first there is.
func (r *rules) reference(cents float64) player {
	list := r.boxRooms()
	in := list[0]
	for _, k := range list {
		if k == nil {
			continue
		}
		if _, counts := k.play.Counts(protocol.TaskBattleCount); counts {
			in = k
			break
		}
	}
	return mixed(cents, stakeCents, in)
}

// mixed plays a third each of boxes, upgrades and rooms of a kind.
func mixed(cents, stake float64, in *kind) player {
	return player{spent: cents, boxes: cents / 3, upgrades: cents / 3, rooms: cents / 3, in: in, stake: stake}
}

func (p player) recharge() float64 { return usualHouseEdge * p.spent }

// upgrade is the stake of one.
func (p player) upgrade() float64 {
	if p.upgradeStake > 0 {
		return p.upgradeStake
	}
	return p.stake
}

// did is how much of a task is done in so many days, which need not be the same every day.
func (r *rules) did(p player, task int32, days float64) float64 {
	switch task {
	case protocol.TaskUpgradeCents:
		return days * p.upgrades
	case protocol.TaskUpgradeCount:
		return math.Floor(days * p.upgrades / p.upgrade())
	case protocol.TaskUpgradeWins:
		// At a rate of all but 100 % each is won, and costs no more than one that is lost.
		return math.Floor(days * p.upgrades / p.upgrade())
	case protocol.TaskSoldCents:
		return days * r.sold(p)
	case protocol.TaskSpentCents:
		return days * p.spent
	case protocol.TaskClassicOpens, protocol.TaskHashOpens:
		return math.Floor(days * p.boxes / p.stake)
	case protocol.TaskRecharge:
		return days * p.recharge()
	case protocol.TaskTrades, protocol.TaskAssists:
		// They cost nothing: what is over in a trade-in comes back, friends are accounts of one's own.
		return math.Inf(1)
	}
	if slices.Contains(r.free, task) {
		return math.Inf(1)
	}
	if n := r.byWishCards(p, task); n > 0 {
		return math.Floor(days * n)
	}
	if p.in == nil || p.in.play.Rate != nil {
		return 0 // the loop of such a kind sees what is given for its plays, wherever in a room they are
	}
	switch cents, counts := p.in.play.Counts(task); {
	case !counts:
		return 0
	case cents:
		return days * p.rooms
	}
	return math.Floor(days * p.rooms / p.stake)
}

// sold is what a day's sales bring, whatever was won or bought.
func (r *rules) sold(p player) float64 {
	rooms := 1 - r.goods.houseEdge()
	if p.in != nil && p.in.play.Rate != nil {
		rooms = p.in.rate.Back(0)
	}
	return p.boxes*(1-r.goods.houseEdge()) + p.upgrades*r.upgradeBack() + p.rooms*rooms + p.bought*r.mallBack
}

// byWishCards are the plays of a task that the wish cards of a day pay for: bottles count whoever pays them.
func (r *rules) byWishCards(p player, task int32) float64 {
	for _, k := range r.kinds {
		if _, counts := k.play.Counts(task); counts && k.rate.WishCardCents > 0 {
			return r.wishCards(p)
		}
	}
	return 0
}

// also is what plays in rooms bring beside what they draw, whatever they cost.
func (p player) also() float64 {
	if p.in == nil {
		return 0
	}
	return p.in.play.AlsoCents * p.rooms / p.stake
}
