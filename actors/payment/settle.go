package payment

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"jadebox/actors/fault"
	"jadebox/actors/player"
	"jadebox/store"
)

// Told is a verified event of a provider.
type Told struct {
	ID          string // unique with the provider
	Order       string // Order.Name
	Reference   string
	AmountCents int64
	Currency    string
	Paid        bool // else failed
}

// Settle takes a verified event: it credits the order or notes that it failed, once, however often and by however many
// processes it is told. ErrMismatch and ErrPaidAgain change nothing.
func (d *Desk) Settle(ctx context.Context, provider string, e Told) (Order, error) {
	id, err := ParseName(e.Order)
	if err != nil {
		return Order{}, fmt.Errorf("%w: order %.40q", ErrMismatch, e.Order)
	}
	o, err := d.Find(ctx, 0, id)
	switch {
	case errors.Is(err, ErrGone):
		return o, fmt.Errorf("%w: no order %d", ErrMismatch, id)
	case err != nil:
		return o, err
	case o.Provider != provider || o.Begun == nil || e.Reference != o.Begun.Reference || e.AmountCents != o.PriceCents || e.Currency != o.Currency:
		return o, fmt.Errorf("%w: order %d", ErrMismatch, id)
	}
	again, err := d.once(ctx, provider, e)
	if err != nil {
		return o, err
	}
	op, err := d.end(o, e.Paid)
	if err != nil {
		return o, err
	}
	ended, err := d.Store.Commit(ctx, op)
	if err != nil {
		return o, fault.FromStore(err)
	}
	if e.Paid || o.State == Paid { // also after a replay: the process that credited may have died before it told
		d.Directory.Post(player.Kind, player.ID(o.Player), player.Credited{Recharged: true}, nil)
	}
	if o, err = d.Find(ctx, 0, id); err == nil && e.Paid && ended.Replayed && !again {
		err = ErrPaidAgain
	}
	return o, err
}

// once gives an event's id its meaning: the same id with another one is refused. It says whether the event was told before.
func (d *Desk) once(ctx context.Context, provider string, e Told) (again bool, err error) {
	sum := sha256.Sum256([]byte(e.ID))
	text, err := json.Marshal(e)
	if err != nil {
		return false, err
	}
	rec, err := d.Store.Commit(ctx, &store.Op{Key: "pay:event:" + provider + ":" + hex.EncodeToString(sum[:16]), Kind: KindEvent, At: d.Now(),
		Request: sha256.Sum256(text), Result: text})
	if errors.Is(err, store.ErrKeyReused) {
		return false, fmt.Errorf("%w: event told before with another meaning", ErrMismatch)
	}
	return rec.Replayed, fault.FromStore(err)
}

// end is the op that ends an order. Its amounts are the order's own: nothing of the event gets into it.
func (d *Desk) end(o Order, paid bool) (*store.Op, error) {
	now := d.Now()
	if !paid {
		key := stepKey(o.ID, ":failed")
		body, err := json.Marshal(Failure{Player: o.Player, Order: o.ID, AtMS: now.UnixMilli()})
		return &store.Op{Player: o.Player, Key: key, Kind: KindFailed, At: now, Request: sha256.Sum256([]byte(key)), Result: body,
			Events: []store.NewEvent{{Topic: TopicFailed, Body: body}}}, err
	}
	key := stepKey(o.ID, "")
	r := Recharge{Player: o.Player, Order: o.ID, PriceCents: o.PriceCents, GemsCents: o.GemsCents, BonusCents: o.BonusCents, AtMS: now.UnixMilli()}
	body, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	return &store.Op{Player: o.Player, Key: key, Kind: KindCredit, At: now, Request: sha256.Sum256([]byte(key)), Result: body,
		Events: []store.NewEvent{{Topic: Topic, Body: body}}, Postings: r.entries()}, nil
}

// Reversed says whether a credited order was taken back: its provider said that it failed after it had said that it was paid.
// An order that was never paid was not.
func Reversed(ctx context.Context, ledger store.Ledger, who store.PlayerID, order store.OpID) (bool, error) {
	failed, err := ledger.Lookup(ctx, who, stepKey(order, ":failed"))
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fault.FromStore(err)
	}
	paid, err := ledger.Lookup(ctx, who, stepKey(order, ""))
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fault.FromStore(err)
	}
	return failed.At.After(paid.At), nil
}
