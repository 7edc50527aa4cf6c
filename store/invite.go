package store

import (
	"context"
	"time"
)

// Invitee is an account that was opened by a player's spread code.
type Invitee struct {
	ID     PlayerID
	Name   string
	Avatar string
	At     time.Time
}

// Invites reads who came by whom, and what that has brought.
type Invites interface {
	// Invitees lists up to n accounts that a player invited, newest first, from before one of them on (0: from the
	// newest). It pages by key: the ten-thousandth page costs what the first does.
	Invitees(ctx context.Context, by, before PlayerID, n int) ([]Invitee, error)
	InviteeCount(ctx context.Context, by PlayerID) (int, error)
	// SumKind adds up an integer field of the JSON results of a player's ops of a kind, and reports how many there
	// are. What was added up before is not read again: the ten-thousandth op costs what the first does.
	SumKind(ctx context.Context, p PlayerID, kind, field string) (sum int64, n int, err error)
	// SumResults adds up an integer field of the JSON results of a player's ops whose keys begin with a prefix, in the
	// order of their keys, and reports how many these are. It reads no more than most of them: n = most says that
	// there may be others.
	SumResults(ctx context.Context, p PlayerID, prefix, field string, most int) (sum int64, n int, err error)
}
