package delivery

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"jadebox/store"
)

// progressWithin is no deadline in truth: only the bot knows whether an item has gone, so no clock may give it back.
const progressWithin = 10 * 365 * 24 * time.Hour

// Approve passes an order on to the bot: the review is over.
func Approve(ctx context.Context, s Store, now time.Time, id store.RoomID, note string) (Order, error) {
	return approve(ctx, s, now, id, note, false)
}

func approve(ctx context.Context, s Store, now time.Time, id store.RoomID, note string, unseen bool) (Order, error) {
	return step(ctx, s, now, id, func(o *Order) (*store.Op, store.RoomStatus) {
		if o.Step != store.RoomOpen {
			return nil, 0
		}
		o.Note, o.Unseen = note, unseen
		return &store.Op{Kind: KindApprove, Key: stepKey(id, "approve")}, store.RoomLocked
	})
}

// ask notes that the bot is called from now on. Only then it is.
func ask(ctx context.Context, s Store, now time.Time, id store.RoomID) (Order, error) {
	return step(ctx, s, now, id, func(o *Order) (*store.Op, store.RoomStatus) {
		if o.Step != store.RoomLocked {
			return nil, 0
		}
		return &store.Op{Kind: KindAsk, Key: stepKey(id, "ask")}, store.RoomRunning
	})
}

// Ship ends an order whose items are with the player: the bot says so, or an operator who has sent them by hand.
func Ship(ctx context.Context, s Store, now time.Time, id store.RoomID, note string) (Order, error) {
	return step(ctx, s, now, id, func(o *Order) (*store.Op, store.RoomStatus) {
		if o.Step.Final() || o.Step == store.RoomOpen {
			return nil, 0
		}
		o.Outcome, o.Note = Shipped, or(note, o.Note)
		op := &store.Op{Kind: KindShip, Key: stepKey(id, "end")}
		for _, it := range o.Items {
			op.Moves = append(op.Moves, moved(o.Player, it.ID, store.ItemRetrieved))
		}
		return op, store.RoomSettled
	})
}

// Fail ends an order whose items stay: they can be sold or asked for again, unless they came back too often.
func Fail(ctx context.Context, s Store, now time.Time, id store.RoomID, outcome State, note string) (Order, error) {
	held, err := Setting.Read(ctx, s)
	if err != nil {
		return Order{}, err
	}
	return step(ctx, s, now, id, func(o *Order) (*store.Op, store.RoomStatus) {
		if o.Step.Final() {
			return nil, 0
		}
		o.Outcome, o.Note = outcome, or(note, o.Note)
		op := &store.Op{Kind: KindFail, Key: stepKey(id, "end")}
		for i := range o.Items {
			op.Moves = append(op.Moves, moved(o.Player, o.Items[i].ID, held.after(&o.Items[i], outcome)))
		}
		return op, store.RoomVoid
	})
}

// after counts an outcome and says what status it leaves the item in (product-spec §3).
func (t Settings) after(it *Item, outcome State) store.ItemStatus {
	switch outcome {
	case Declined:
		if it.Declines++; it.Declines >= t.OffersMost {
			return store.ItemOffersRejected
		}
		return store.ItemRejected
	case Refused:
		return store.ItemRejected
	case Private: // the player's to change: it does not count
		return store.ItemRetrievalFailed
	}
	if it.Failures++; it.Failures >= t.FailuresMost {
		return store.ItemRepeatedFailures
	}
	return store.ItemRetrievalFailed
}

func moved(owner store.PlayerID, id store.ItemID, to store.ItemStatus) store.ItemMove {
	return store.ItemMove{Item: id, From: store.ItemPlace{Owner: owner, Status: store.ItemAwaitingDelivery},
		To: store.ItemPlace{Owner: owner, Status: to}}
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// step takes an order one step on, or says ErrStep. The guards on version and items make it happen once, whatever
// process tries.
func step(ctx context.Context, s Store, now time.Time, id store.RoomID,
	make func(*Order) (*store.Op, store.RoomStatus)) (Order, error) {
	r, err := s.Room(ctx, id)
	if err != nil {
		return Order{}, err
	}
	o, err := ReadOrder(r)
	if err != nil {
		return o, err
	}
	op, to := make(&o)
	if op == nil {
		return o, ErrStep
	}
	op.Request = sha256.Sum256([]byte(op.Key))
	if err := o.write(op, r, to, now); err != nil {
		return o, err
	}
	rec, err := s.Commit(ctx, op)
	switch {
	case errors.Is(err, store.ErrRoomState), errors.Is(err, store.ErrFenced), errors.Is(err, store.ErrItemState),
		err == nil && rec.Replayed:
		return o, ErrStep
	case err != nil:
		return o, err
	}
	o.Step = to
	return o, nil
}

// write makes op the one that takes an order from the record that was read to a status.
func (o *Order) write(op *store.Op, r store.Room, to store.RoomStatus, now time.Time) (err error) {
	o.ChangedMS = now.UnixMilli()
	op.Player, op.At = o.Player, now
	op.Room = &store.RoomWrite{Room: r.ID, Kind: Kind, Epoch: r.Epoch, FromVersion: r.Version, FromStatus: r.Status,
		Status: to}
	if !to.Final() {
		op.Room.Deadline = now.Add(progressWithin)
	}
	if op.Room.State, err = json.Marshal(o); err != nil {
		return err
	}
	op.Result, err = json.Marshal(Record{ID: r.ID, Items: o.Items, Outcome: o.Outcome, Unseen: o.Unseen,
		AtMS: o.AtMS})
	return err
}

// Release puts an item that came back back into the backpack, its failures cleared: an operator's answer to the
// player's question about statuses 4 and 7 to 9.
func Release(ctx context.Context, s Store, now time.Time, id store.ItemID) (store.Item, error) {
	found, err := s.ItemsByID(ctx, []store.ItemID{id})
	if err != nil {
		return store.Item{}, err
	}
	if len(found) != 1 {
		return store.Item{}, store.ErrNotFound
	}
	it := found[0]
	switch it.Status {
	case store.ItemRetrievalFailed, store.ItemRejected, store.ItemRepeatedFailures, store.ItemOffersRejected:
	default:
		return it, ErrStep
	}
	// the item's status makes it once
	key := "retrieval:release:" + strconv.FormatInt(int64(id), 10) + ":" + strconv.FormatInt(now.UnixNano(), 36)
	op := &store.Op{Player: it.Owner, Key: key, Request: sha256.Sum256([]byte(key)), Kind: KindRelease, At: now,
		Moves: []store.ItemMove{{Item: id, From: store.ItemPlace{Owner: it.Owner, Status: it.Status},
			To: store.ItemPlace{Owner: it.Owner}}}}
	if op.Result, err = json.Marshal(Record{Items: []Item{{ID: id, Def: it.Def, ValueCents: it.ValueCents}},
		AtMS: now.UnixMilli()}); err != nil {
		return it, err
	}
	if _, err = s.Commit(ctx, op); errors.Is(err, store.ErrItemState) {
		return it, ErrStep
	}
	it.Status = store.ItemInBackpack
	return it, err
}
