package store

import "errors"

// What engines return, wrapped with %w. After ErrUnknown the op may be durable or not: asking again with
// the same key tells.
var (
	ErrNotFound     = errors.New("store: not found")
	ErrKeyReused    = errors.New("store: idempotency key was used with another request")
	ErrFunds        = errors.New("store: balance would go below zero")
	ErrToPlay       = errors.New("store: more is to be staked than the op expects")
	ErrItemState    = errors.New("store: item is not where the op expects it")
	ErrNonce        = errors.New("store: nonce was used")
	ErrFenced       = errors.New("store: room epoch is not current")
	ErrRoomState    = errors.New("store: room version or status is not the expected one")
	ErrConflict     = errors.New("store: conflict")
	ErrNameTaken    = errors.New("store: name taken")
	ErrNameSoon     = errors.New("store: name was changed not long ago")
	ErrContactTaken = errors.New("store: phone or steam id is another account's")
	ErrInvalid      = errors.New("store: op is malformed")
	ErrFull         = errors.New("store: queue or disk full, nothing applied")
	ErrUnknown      = errors.New("store: outcome unknown, retry with the same key")
	ErrAway         = errors.New("store: database cannot be asked now, ask again")
	ErrArchived     = errors.New("store: archived, and the file is not mounted")
	ErrWentBack     = errors.New("store: the database went back in time, or is another one")
	ErrNodeLost     = errors.New("store: the node has lost its lease, nothing applied")
	ErrClosed       = errors.New("store: closed")
)

// Permanent reports whether err says that this process writes nothing any more, so that trying again would never end.
func Permanent(err error) bool {
	return errors.Is(err, ErrClosed) || errors.Is(err, ErrNodeLost) || errors.Is(err, ErrWentBack)
}
