package eligibility

import (
	"context"

	"jadebox/actors/player"
	"jadebox/actors/rewards/progress"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings"
	"jadebox/actors/settings/period"
	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/store"
)

// ErrIdentity refuses a gift to an account that has neither a phone nor a recharge.
var ErrIdentity = apierr.New(protocol.CodeGiftIdentity)

// Store is what is read of a player.
type Store interface {
	settings.Source
	Contact(ctx context.Context, id store.PlayerID) (store.Contact, error)
	Ops(ctx context.Context, q store.OpQuery) ([]store.OpRecord, int, error)
}

// Ports of the checks.
type Ports struct {
	Store     Store
	Directory directory.Directory // of progress
	Settings  *settings.Watch     // the zone whose days count; nil: UTC
	Now       store.Clock
}

// Identified reports whether a player has a phone, or a recharge that stands.
func Identified(ctx context.Context, from Store, who store.PlayerID) (bool, error) {
	contact, err := from.Contact(ctx, who)
	if err != nil || contact.Phone != "" {
		return err == nil, apierr.FromStore(err)
	}
	return payment.Recharged(ctx, from, who)
}

// Identity refuses, with ErrIdentity, a gift of any kind to a player who is not known.
func (p Ports) Identity(ctx context.Context, who store.PlayerID) error {
	held, err := Setting.Read(ctx, p.Store)
	if err != nil || !held.Identity {
		return apierr.FromStore(err)
	}
	known, err := Identified(ctx, p.Store, who)
	if err == nil && !known {
		err = ErrIdentity
	}
	return err
}

// Gift refuses what has no stake, to a player who is not known and to one who has not spent enough on play on the day:
// protocol.CodeGiftPlay, with what is left to be spent.
func (p Ports) Gift(ctx context.Context, who store.PlayerID) error {
	if err := p.Identity(ctx, who); err != nil {
		return err
	}
	held, err := Setting.Read(ctx, p.Store)
	if err != nil || held.SpentCents == 0 {
		return apierr.FromStore(err)
	}
	spent, err := p.Spent(ctx, who, period.Span{Start: period.Day(period.In(p.Settings, p.Now())).Start})
	if err != nil {
		return err
	}
	if left := held.SpentCents - spent; left > 0 {
		return &apierr.Error{Code: protocol.CodeGiftPlay, Field: "spentCents",
			Reason: "still to be spent on play today", Now: &left}
	}
	return nil
}

// Spent is how many cents of gems a player has spent on play in a time.
func (p Ports) Spent(ctx context.Context, who store.PlayerID, in period.Span) (cents int64, err error) {
	sums, err := directory.Ask[[]int64](ctx, p.Directory, progress.Kind, player.ID(who), progress.Count{Player: who,
		Since: in.Start, Until: in.End, Tasks: []int32{protocol.TaskSpentCents}})
	if err != nil {
		return 0, err
	}
	return sums[0], nil
}
