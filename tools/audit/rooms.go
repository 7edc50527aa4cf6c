package audit

import (
	"context"

	"jadebox/fairness"
	"jadebox/store"
)

// opRule holds one op to what its kind of room may do, and notes it for the comparison with what the room came to.
type opRule func(*roomBooks, *prices, *store.JournalEntry) error

// kindRules are what is audited of a kind of room besides what holds for all: each kind has a file with its own, and a
// kind without is named by a test.
type kindRules struct {
	// outcome compares what the proof of a room, or of a part of it, says with what the room's ops gave whom.
	outcome func(*outcomes, context.Context, store.Snapshot, store.Room, *fairness.Bundle) error
	// ops are the rules of its kinds of ops: each that its Spec declares has one (TestEveryKindOfRoomIsAudited).
	ops map[string]opRule
	// unasked are the kinds of ops that no play is asked for, each with the reason; what a pool pays is asked for.
	unasked map[string]string
	// orders are what operators order of the kind; nil: they order nothing of it.
	orders *kindOrders
}

// kindOrders are a setting of a kind that is a list of orders, which the command of the kind's name sets.
type kindOrders struct {
	setting string
	cents   func(*rulebook, *store.SettingVersion) int64 // what a version orders beyond the one before it, at least
}

// ordersOf is the kind whose orders a setting is; nil where it is of none.
func ordersOf(setting string) (kind string, o *kindOrders) {
	for kind, r := range kindsAudited {
		if r.orders != nil && r.orders.setting == setting {
			return kind, r.orders
		}
	}
	return "", nil
}

// Reasons why no play is asked for an op.
const (
	ownStake  = "what comes of it was staked for, or is staked by it"
	givenBack = "what it gives back is asked for again as a stake"
	noValue   = "it moves nothing of value"
)

var kindsAudited = map[string]kindRules{}

// audited registers what is audited of a kind.
func audited(kind string, r kindRules) bool {
	kindsAudited[kind] = r
	return true
}
