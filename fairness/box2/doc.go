// Package box2 has the leaves of BOX2, the format to come, the rules that bind a commitment to its beacon round,
// checkpoints under the cosignatures of witnesses, and receipts (fairness/README.md, "BOX2 leaves").
//
// A leaf is a title line and then lines "name=value" in one order; Parse accepts only the bytes that Text writes. Text
// and rules alone are checked here: whether a user seed is the ticket's, or a key that of the slot, is for a verifier.
//
// Deliberately absent: the clock, the network, and the keys that a reader trusts, which come as a policy.
package box2

import "errors"

// Sentinels. Every error of this package wraps one of them.
var (
	// ErrLeaf marks a record that lacks a field, or bytes that are no such leaf.
	ErrLeaf = errors.New("fairness/box2: bad leaf")
	// ErrRound marks a beacon round that the exact-round rule or the before rule refuses.
	ErrRound = errors.New("fairness/box2: beacon round")
	// ErrPolicy marks a text that is no policy.
	ErrPolicy = errors.New("fairness/box2: bad policy")
	// ErrCheckpoint marks a checkpoint that is not signed as the policy asks.
	ErrCheckpoint = errors.New("fairness/box2: checkpoint")
	// ErrQuorum marks a checkpoint whose signatures hold, but too few of whose witnesses have cosigned it.
	ErrQuorum = errors.New("fairness/box2: no quorum")
	// ErrReceipt marks a receipt that promises nothing.
	ErrReceipt = errors.New("fairness/box2: receipt")
)
