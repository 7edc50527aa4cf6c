// Package retrievals reviews retrievals of items: the operator's command.
//
// It writes beside a running server; each step is guarded, so that neither two operators nor an operator and the worker
// take it twice. Deliberately absent: a way to do this over the network, the trade itself, and what needs no review,
// which is the setting delivery.
package retrievals

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"jadebox/actors/shop/delivery"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/tools/operator"
)

// Command is `jadebox retrievals`.
type Command struct {
	operator.Database
	operator.By
	List    List    `cmd:"" help:"What waits for a review or is in progress, oldest first."`
	Approve Approve `cmd:"" help:"Reviewed: the bot may send it."`
	Reject  Reject  `cmd:"" help:"Not sent: the items can be sold or asked for again."`
	Ship    Ship    `cmd:"" help:"Sent by hand; the note is the trade's number."`
	Fail    Fail    `cmd:"" help:"Could not be sent; not once the bot was asked, which alone knows whether the items have gone."`
	Giveup  Giveup  `cmd:"" help:"The same, against the bot: after a look at the platform only."`
	Release Release `cmd:"" help:"An item that came back goes into the backpack, its failures forgotten."`
}

// Steps of the command.
type (
	List    struct{}
	Approve struct {
		ID   string   `arg:"" help:"Number of the retrieval."`
		Note []string `arg:"" optional:"" help:"A note."`
	}
	Reject  struct{ operator.Noted }
	Ship    struct{ operator.Noted }
	Fail    struct{ operator.Noted }
	Giveup  struct{ operator.Noted }
	Release struct {
		Item string `arg:"" help:"Number of the item."`
	}
)

// Run lists.
func (List) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.With(ctx, c.Database, func(db operator.View) error {
		return operator.Waiting(ctx, db, delivery.Kind, delivery.ReadOrder,
			func(o delivery.Order) { show(ctx, s, db, o) })
	})
}

// step takes one step of an order.
type step func(ctx context.Context, db delivery.Store, now time.Time, id store.RoomID, note string) (delivery.Order,
	error)

// Run approves.
func (a Approve) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return c.take(ctx, s, operator.Noted(a), worth, func(ctx context.Context, db delivery.Store, now time.Time,
		id store.RoomID, note string) (delivery.Order, error) {
		return delivery.Approve(ctx, db, now, id, note)
	})
}

// Run rejects.
func (a Reject) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return c.take(ctx, s, a.Noted, free, unasked(failed(delivery.Refused)))
}

// Run ships.
func (a Ship) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return c.take(ctx, s, a.Noted, free, func(ctx context.Context, db delivery.Store, now time.Time, id store.RoomID,
		note string) (delivery.Order, error) {
		return delivery.Ship(ctx, db, now, id, note)
	})
}

// Run fails.
func (a Fail) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return c.take(ctx, s, a.Noted, free, unasked(failed(delivery.Failed)))
}

// Run gives up.
func (a Giveup) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return c.take(ctx, s, a.Noted, worth, failed(delivery.Failed))
}

func failed(as delivery.State) step {
	return func(ctx context.Context, db delivery.Store, now time.Time, id store.RoomID, note string) (delivery.Order,
		error) {
		return delivery.Fail(ctx, db, now, id, as, note)
	}
}

// unasked refuses once the bot was asked.
func unasked(do step) step {
	return func(ctx context.Context, db delivery.Store, now time.Time, id store.RoomID, note string) (delivery.Order,
		error) {
		r, err := db.Room(ctx, id)
		if err == nil && r.Status == store.RoomRunning {
			err = fmt.Errorf("%w: the bot was asked; see giveup", delivery.ErrStep)
		}
		if err != nil {
			return delivery.Order{}, err
		}
		return do(ctx, db, now, id, note)
	}
}

// take takes a step, once it has said what it is worth.
func (c *Command) take(ctx context.Context, s *operator.Session, of operator.Noted,
	says func(context.Context, operator.Ledger, store.RoomID) error, do step) error {
	id, note, err := of.Read("t")
	if err != nil {
		return err
	}
	return s.Act(ctx, c.Database, c.By.Because(note), func(db operator.Ledger) error {
		if err := says(ctx, db, id); err != nil {
			return err
		}
		o, err := do(ctx, db, s.Now(), id, note)
		if err == nil {
			show(ctx, s, db, o)
		}
		return err
	})
}

// worth declares what an order takes out of the house: its approval does, and so may giving it up, when the bot has
// sent it after all. What is sent was approved before, and what is rejected or has failed unasked stays.
func worth(ctx context.Context, db operator.Ledger, id store.RoomID) error {
	r, err := db.Room(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil // the step says so
	}
	if err != nil {
		return err
	}
	o, err := delivery.ReadOrder(r)
	if err != nil {
		return err
	}
	return operator.Above(ctx, db, o.ValueCents())
}

// free is worth of what takes nothing out of the house.
func free(_ context.Context, db operator.Ledger, _ store.RoomID) error {
	operator.Free(db)
	return nil
}

// Run releases.
func (r Release) Run(ctx context.Context, s *operator.Session, c *Command) error {
	id, err := operator.Number(r.Item, "")
	if err != nil {
		return err
	}
	return s.Act(ctx, c.Database, c.By, func(db operator.Ledger) error {
		operator.Free(db)
		it, err := delivery.Release(ctx, db, s.Now(), store.ItemID(id))
		if err == nil {
			s.Printf("item %d of player %d is in the backpack\n", it.ID, it.Owner)
		}
		return err
	})
}

var steps = map[store.RoomStatus]string{store.RoomOpen: "review", store.RoomLocked: "approved",
	store.RoomRunning: "in progress", store.RoomSettled: "shipped", store.RoomVoid: "failed"}

func show(ctx context.Context, s *operator.Session, db operator.View, o delivery.Order) {
	var items []string
	for _, it := range o.Items {
		items = append(items, fmt.Sprintf("%d (def %d)", it.ID, it.Def))
	}
	s.Printf("%s\t%s\t%s gems\tplayer %d\t%s\t%s\t%s\t%s\t%s\n", o.Key(), steps[o.Step],
		protocol.Gems(o.ValueCents()), o.Player, strings.Join(items, ", "), o.TradeURL,
		operator.Stamp(o.AtMS), o.Note,
		operator.AccountState(ctx, db, o.Player, s.Now()))
}
