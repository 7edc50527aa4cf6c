package store

import (
	"context"
	"time"
)

// Contact is how an account is known outside of the game. Phone and SteamID are "" when unbound, else one account's
// only.
type Contact struct {
	Phone    string // 11 digits
	SteamID  string // 17 digits
	TradeURL string
	RealName SealedName // At is zero while the account has none
}

// ContactChange sets what is not nil. A phone or a Steam id is bound where none is and unbound with "": never
// overwritten.
type ContactChange struct {
	Phone, SteamID, TradeURL *string
}

// SealedName is a real name as it lies at rest (product-spec §6): it cannot be read without the server's keys.
type SealedName struct {
	Sealed []byte   // name and card number, encrypted with the player's id as associated data
	Index  [32]byte // keyed hash of the card number: one card, one account
	By     string   // the registry that has confirmed it; "": none, the player has declared it
	At     time.Time
}

// Code is a secret that was sent out and is shown back, or an outcome that the server keeps for a visitor.
type Code struct {
	Key     [32]byte // what it is good for: purpose, phone and session, hashed
	Hash    [32]byte // of the secret
	Expires time.Time
}

// CodeTries is how often a code may be tried, the right time included (docs/reliability-security.md, "login,
// register, codes").
const CodeTries = 5

// Contacts keeps phones, Steam accounts, real names and the secrets that prove them. None of it moves value.
type Contacts interface {
	Contact(ctx context.Context, id PlayerID) (Contact, error)
	PlayerByPhone(ctx context.Context, phone string) (Player, error) // ErrNotFound for ""
	// PhoneTaken reports whether a phone is bound, or a name of an account other than except, also one of before. It
	// answers one row whatever there is, so that its time reveals nothing.
	PhoneTaken(ctx context.Context, phone string, except PlayerID) (bool, error)
	PlayerBySteam(ctx context.Context, steamID string) (Player, error) // ErrNotFound for ""
	// ErrConflict: another account's, or bound already
	SetContact(ctx context.Context, id PlayerID, c ContactChange) error
	// SetRealName gives an account a real name. One that a registry has confirmed takes the place of what the account
	// has declared, and of what another one has declared with the same card: a declaration keeps no number from
	// them.
	// ErrConflict: another account's card, or the account has one that it does not take the place of.
	SetRealName(ctx context.Context, id PlayerID, name SealedName) error
	EraseRealName(ctx context.Context, id PlayerID) error // no error when there is none

	// PutCode replaces the code of the same key and its tries.
	PutCode(ctx context.Context, c Code) error
	// TryCode takes a try and, when the hash is right, the code: it is true once. A code out of time or tries is never
	// right.
	TryCode(ctx context.Context, key, hash [32]byte, now time.Time) (bool, error)
	// Once takes an id until a time; false when it was taken before. An id is removed some time after its end.
	Once(ctx context.Context, id [32]byte, until time.Time) (bool, error)
	// PurgeSecrets removes up to n codes and up to n ids of Once that ended at or before a time, and reports how
	// many.
	PurgeSecrets(ctx context.Context, ended time.Time, n int) (int, error)
}
