// Package retrievals reviews retrievals of items: the operator's command.
//
// It writes beside a running server; each step is guarded, so that neither two operators nor an operator and the worker
// take it twice. Deliberately absent: a way to do this over the network, the trade itself, and what needs no review,
// which is the setting delivery.
package retrievals

import (
	"context"
	"fmt"
	"io"
	"strconv"
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
	noted struct {
		ID   string   `arg:"" help:"Number of the retrieval."`
		Note []string `arg:"" help:"Why, or the trade's number."`
	}
	Reject struct {
		noted `embed:""`
	}
	Ship struct {
		noted `embed:""`
	}
	Fail struct {
		noted `embed:""`
	}
	Giveup struct {
		noted `embed:""`
	}
	Release struct {
		Item string `arg:"" help:"Number of the item."`
	}
)

// Run lists.
func (List) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.With(ctx, c.Database, func(db store.Engine) error { return list(ctx, db, s.Out) })
}

// step takes one step of an order.
type step func(ctx context.Context, db delivery.Store, now time.Time, id store.RoomID, note string) (delivery.Order,
	error)

// Run approves.
func (a Approve) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return c.take(ctx, s, a.ID, a.Note, func(ctx context.Context, db delivery.Store, now time.Time, id store.RoomID,
		note string) (delivery.Order, error) {
		return delivery.Approve(ctx, db, now, id, note)
	})
}

// Run rejects.
func (a Reject) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return c.take(ctx, s, a.ID, a.Note, unasked(failed(delivery.Refused)))
}

// Run ships.
func (a Ship) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return c.take(ctx, s, a.ID, a.Note, func(ctx context.Context, db delivery.Store, now time.Time, id store.RoomID,
		note string) (delivery.Order, error) {
		return delivery.Ship(ctx, db, now, id, note)
	})
}

// Run fails.
func (a Fail) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return c.take(ctx, s, a.ID, a.Note, unasked(failed(delivery.Failed)))
}

// Run gives up.
func (a Giveup) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return c.take(ctx, s, a.ID, a.Note, failed(delivery.Failed))
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

const noteMax = 200 // bytes

func (c *Command) take(ctx context.Context, s *operator.Session, id string, words []string, do step) error {
	n, err := number(id, "t")
	if err != nil {
		return err
	}
	note := strings.Join(words, " ")
	if len(note) > noteMax {
		return fmt.Errorf("a note has at most %d bytes", noteMax)
	}
	return s.With(ctx, c.Database, func(db store.Engine) error {
		o, err := do(ctx, db, s.Now(), store.RoomID(n), note)
		if err == nil {
			show(s.Out, o)
		}
		return err
	})
}

// Run releases.
func (r Release) Run(ctx context.Context, s *operator.Session, c *Command) error {
	id, err := number(r.Item, "")
	if err != nil {
		return err
	}
	return s.With(ctx, c.Database, func(db store.Engine) error {
		it, err := delivery.Release(ctx, db, s.Now(), store.ItemID(id))
		if err == nil {
			s.Printf("item %d of player %d is in the backpack\n", it.ID, it.Owner)
		}
		return err
	})
}

func number(text, prefix string) (int64, error) {
	id, err := strconv.ParseInt(strings.TrimPrefix(text, prefix), 10, 64)
	if err != nil || id <= 0 {
		return 0, fmt.Errorf("no number %q", text)
	}
	return id, nil
}

func list(ctx context.Context, db store.Rooms, out io.Writer) error {
	open, err := db.OpenRooms(ctx, delivery.Kind)
	if err != nil {
		return err
	}
	for i := len(open) - 1; i >= 0; i-- { // the store has the newest first
		o, err := delivery.ReadOrder(open[i])
		if err != nil {
			return err
		}
		show(out, o)
	}
	return nil
}

var steps = map[store.RoomStatus]string{store.RoomOpen: "review", store.RoomLocked: "approved",
	store.RoomRunning: "in progress", store.RoomSettled: "shipped", store.RoomVoid: "failed"}

func show(out io.Writer, o delivery.Order) {
	var items []string
	for _, it := range o.Items {
		items = append(items, fmt.Sprintf("%d (def %d)", it.ID, it.Def))
	}
	fmt.Fprintf(out, "%s\t%s\t%s gems\tplayer %d\t%s\t%s\t%s\t%s\n", o.Key(), steps[o.Step],
		protocol.Gems(o.ValueCents()), o.Player, strings.Join(items, ", "),
		o.TradeURL, time.UnixMilli(o.AtMS).UTC().Format(time.RFC3339), o.Note)
}
