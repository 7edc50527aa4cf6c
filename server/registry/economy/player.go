package economy

import (
	"math"

	"jadebox/protocol"
)

// player is what a day of one is like, in cents of gems.
type player struct {
	spent                             float64 // on play of any kind
	boxes, upgrades, battles, bottles float64 // of it
	stake                             float64 // of one play
	upgradeStake                      float64 // of one upgrade; 0: stake
}

func reference(cents float64) player { return mixed(cents, stakeCents) }

// mixed plays a third each of boxes, upgrades and battles.
func mixed(cents, stake float64) player {
	return player{spent: cents, boxes: cents / 3, upgrades: cents / 3, battles: cents / 3, stake: stake}
}

func (p player) recharge() float64 { return usualEdge * p.spent }

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
		return math.Floor(days * p.upgrades / p.upgrade() / 2)
	case protocol.TaskBattleCents:
		return days * p.battles
	case protocol.TaskBattleCount:
		return math.Floor(days * p.battles / p.stake)
	case protocol.TaskSoldCents:
		return days * p.boxes * (1 - r.goods.edge())
	case protocol.TaskSpentCents:
		return days * p.spent
	case protocol.TaskClassicOpens, protocol.TaskHashOpens:
		return math.Floor(days * p.boxes / p.stake)
	case protocol.TaskRecharge:
		return days * p.recharge()
	case protocol.TaskTrades, protocol.TaskRollJoins, protocol.TaskAssists:
		// They cost nothing: what is over in a trade-in comes back, rolls are free, friends are accounts of one's own.
		return math.Inf(1)
	}
	return 0 // bottles and flips: their loops see what is given for them, wherever in a deck or room they are
}
