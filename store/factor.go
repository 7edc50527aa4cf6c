package store

import (
	"context"
	"time"
)

// FactorKind is what a second factor is.
type FactorKind uint8

// Kinds of second factors. Recovery codes are none by themselves: they stand in for the others.
const (
	FactorApp      FactorKind = iota + 1 // codes of an authenticator app (RFC 6238)
	FactorPasskey                        // WebAuthn
	FactorRecovery                       // a code that is good once
)

// Factor is a second factor of an account, or a recovery code of it. What could be used to log in is sealed, or a keyed
// hash: it cannot be used without the server's keys.
type Factor struct {
	ID     [32]byte // one in an account; of a recovery code the keyed hash
	Kind   FactorKind
	Sealed []byte // empty for a recovery code
	Name   string // the player's own word for it; "" for none
	At     time.Time
	Used   time.Time // its last use, of a passkey; zero: none
}

// Factors keeps second factors. None of it moves value.
type Factors interface {
	// Factors lists an account's, in the order in which they came.
	Factors(ctx context.Context, p PlayerID) ([]Factor, error)
	// PutFactors adds factors instead of all of some kinds, all or nothing, one change of an account after another.
	// ErrConflict when an ID is there.
	PutFactors(ctx context.Context, p PlayerID, instead []FactorKind, added []Factor) error
	// UseFactor writes Sealed and Used of a factor, of which Sealed is what it was before; false when it is not, or the
	// factor is gone.
	UseFactor(ctx context.Context, p PlayerID, f Factor, before []byte) (bool, error)
	// TakeFactor removes one; it is true once.
	TakeFactor(ctx context.Context, p PlayerID, id [32]byte) (bool, error)
}
