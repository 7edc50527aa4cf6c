package store

import "time"

// SumQuery asks what a player's own ops of some kinds, or with Others those of the player's statement (OpQuery), add up
// to, from Since on and before Until (zero: no bound).
//
// An engine may keep running sums and not read again what it has added up. So what Add does, and which ops it is asked
// for, depends on nothing but List and Version; sums of another version of a list may be dropped.
type SumQuery struct {
	Player        PlayerID
	List, Version string // words without a slash
	Kinds         []string
	Others        bool
	Since, Until  time.Time
	Width         int // how many sums there are
	// Add adds what an op counts for to the sums. It is called for ops of the player of these kinds, of other times as
	// well and for one perhaps more than once. Its error ends the question when the op is of the time.
	Add func(op *OpRecord, sums []int64) error
}
