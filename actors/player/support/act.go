package support

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"jadebox/actors/player/limits"
	"jadebox/actors/settings"
	"jadebox/store"
)

// Store is what acts read and write.
type Store interface {
	limits.Store
	Commit(ctx context.Context, op *store.Op) (store.Receipt, error)
	DeleteSessions(ctx context.Context, p store.PlayerID, except ...[32]byte) (tokenHashes [][32]byte, err error)
	Contact(ctx context.Context, p store.PlayerID) (store.Contact, error)
	SetContact(ctx context.Context, p store.PlayerID, c store.ContactChange) error
	Factors(ctx context.Context, p store.PlayerID) ([]store.Factor, error)
	PutFactors(ctx context.Context, p store.PlayerID, instead []store.FactorKind, added []store.Factor) error
}

// Refusals.
var (
	ErrUnsigned     = errors.New("support: whoever acts says who they are, and why")
	ErrUntil        = errors.New("support: a suspension ends after now, and within a hundred years")
	ErrNotSuspended = errors.New("support: the account is not suspended")
	ErrNoPhone      = errors.New("support: the account has no phone")
	ErrNoFactor     = errors.New("support: the account has no second factor")
)

const (
	yearsMax = 100
	// tries bounds how often a suspension or a lift gives way to what the player does at the same moment.
	tries = 20
)

// Suspend shuts a player out until a time, and shows the class of the reason. It replaces a suspension that holds.
func Suspend(ctx context.Context, to Store, who store.PlayerID, until time.Time, class string,
	by settings.Who) (limits.Act, error) {
	switch {
	case !until.After(by.At) || until.After(by.At.AddDate(yearsMax, 0, 0)):
		return limits.Act{}, ErrUntil
	case !slices.Contains(limits.Classes, class):
		return limits.Act{}, fmt.Errorf("support: the class of a reason is one of %q", limits.Classes)
	}
	a, err := passing(ctx, to, limits.KindSuspend, limits.Act{Player: who, UntilMS: until.UnixMilli(),
		Class: class}, by)
	if err == nil {
		_, err = to.DeleteSessions(ctx, who) // after the op: no login begins another one
	}
	return a, err
}

// Lift ends a suspension before its time.
func Lift(ctx context.Context, to Store, who store.PlayerID, by settings.Who) (limits.Act, error) {
	held, err := limits.Read(ctx, to, who)
	if err == nil && held.Suspension.Suspended(by.At) == nil {
		err = ErrNotSuspended
	}
	if err != nil {
		return limits.Act{}, err
	}
	return passing(ctx, to, limits.KindLift, limits.Act{Player: who}, by)
}

// EndSessions logs a player out everywhere.
func EndSessions(ctx context.Context, to Store, who store.PlayerID, by settings.Who) (limits.Act, error) {
	a, err := commit(ctx, to, limits.Act{Player: who, Do: limits.DoEndSessions}, by)
	if err == nil {
		_, err = to.DeleteSessions(ctx, who)
	}
	return a, err
}

// ResetPhone takes the phone off an account, for a player who has lost it or whose phone another person has, and logs
// the player out everywhere.
func ResetPhone(ctx context.Context, to Store, who store.PlayerID, by settings.Who) (limits.Act, error) {
	switch contact, err := to.Contact(ctx, who); {
	case err != nil:
		return limits.Act{}, err
	case contact.Phone == "":
		return limits.Act{}, ErrNoPhone
	}
	// Phone and real name stay an excluded account's (docs/rules.md, "Responsible play").
	if held, err := limits.Read(ctx, to, who); err != nil || held.State.Excluded(by.At) {
		return limits.Act{}, errors.Join(err, limits.ErrExcluded)
	}
	a, err := commit(ctx, to, limits.Act{Player: who, Do: limits.DoResetPhone}, by)
	nothing := ""
	if err == nil {
		err = to.SetContact(ctx, who, store.ContactChange{Phone: &nothing})
	}
	if err == nil {
		_, err = to.DeleteSessions(ctx, who)
	}
	return a, err
}

// ResetFactor takes every second factor and recovery code off an account, for a player who has lost them all, and logs
// the player out everywhere.
func ResetFactor(ctx context.Context, to Store, who store.PlayerID, by settings.Who) (limits.Act, error) {
	switch list, err := to.Factors(ctx, who); {
	case err != nil:
		return limits.Act{}, err
	case len(list) == 0:
		return limits.Act{}, ErrNoFactor
	}
	a, err := commit(ctx, to, limits.Act{Player: who, Do: limits.DoResetFactor}, by)
	if err == nil {
		all := []store.FactorKind{store.FactorApp, store.FactorPasskey, store.FactorRecovery}
		err = to.PutFactors(ctx, who, all, nil)
	}
	if err == nil {
		_, err = to.DeleteSessions(ctx, who)
	}
	return a, err
}

func commit(ctx context.Context, to Store, a limits.Act, by settings.Who) (limits.Act, error) {
	op, err := signed(&a, limits.KindSupport, 0, by, by.At)
	if err == nil {
		_, err = to.Commit(ctx, op)
	}
	return a, err
}

// passing commits an act that changes a suspension. It takes the lock, as a promise does, so that no play passes that
// has not read it.
func passing(ctx context.Context, to Store, kind string, a limits.Act, by settings.Who) (limits.Act, error) {
	for try := 1; ; try++ {
		held, err := limits.Read(ctx, to, a.Player)
		if err == nil && held.Lock == 0 {
			if _, err = to.Commit(ctx, limits.Begin(a.Player, by.At)); err == nil {
				held, err = limits.Read(ctx, to, a.Player)
			}
		}
		if err != nil {
			return a, err
		}
		at := by.At
		if last := time.UnixMilli(held.Suspension.AtMS + 1); at.Before(last) {
			at = last
		}
		op, err := signed(&a, kind, held.Lock, by, at)
		if err != nil {
			return a, err
		}
		_, err = to.Commit(ctx, op)
		if err == nil || try == tries || !errors.Is(err, store.ErrItemState) {
			return a, err
		}
	}
}

// signed is an act as an op, with who does it, why and when.
func signed(a *limits.Act, kind string, lock store.ItemID, by settings.Who, at time.Time) (*store.Op, error) {
	if by.Author == "" || by.Note == "" {
		return nil, ErrUnsigned
	}
	a.Author, a.Reason, a.AtMS = by.Author, by.Note, at.UnixMilli()
	return a.Op(kind, lock)
}
