package payment

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/runtime/apierr"
	"jadebox/store"
)

// ProviderEvent is a verified event of a provider.
type ProviderEvent struct {
	ID          string // unique with the provider
	Order       string // Order.Name
	Reference   string
	AmountCents int64
	Currency    string
	Paid        bool // else failed, or
	Back        Back `json:"Back,omitempty"`
	// Payer is a keyed hash of the person whom the provider names as the one who paid; "": it names no payer.
	Payer string `json:"Payer,omitempty"`
}

// Back is what became of money that had come.
type Back string

const (
	BackWhole    Back = "whole"    // all of it went back
	BackPart     Back = "part"     // some of it
	BackReturned Back = "returned" // it came again
)

// ErrPart is money of which a part went back: nothing is taken for it, because what the part has bought cannot be
// known.
var ErrPart = errors.New("payment: a part of an order was paid back")

// Settle takes a verified event: it credits the order or notes that it failed, once, however often and by however many
// processes it is reported. ErrMismatch and ErrPaidAgain change nothing; with ErrPayer the order is refused, and the
// money has to go back to the payer.
func (d *Service) Settle(ctx context.Context, provider string, e ProviderEvent) (Order, error) {
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
	case o.Provider != provider || o.Begun == nil || e.Reference != o.Begun.Reference ||
		e.AmountCents != o.PriceCents || e.Currency != o.Currency:
		return o, fmt.Errorf("%w: order %d", ErrMismatch, id)
	case e.Back != "" && o.State == Refused: // as it has to
		return o, nil
	case e.Back != "" && o.PaidMS == 0: // that it was paid is still to come; this is sent again
		return o, fmt.Errorf("%w: order %d", ErrNotPaid, id)
	case e.Back == BackReturned && o.State != TakenBack: // it was never taken
		return o, nil
	}
	event, err := d.once(ctx, provider, e)
	if err != nil {
		return o, err
	}
	switch {
	case e.Back == BackPart:
		return o, ErrPart
	case e.Back == BackReturned:
		return d.restore(ctx, o)
	case e.Back == BackWhole:
		return d.takeBack(ctx, o)
	case !e.Paid:
		return d.fail(ctx, o, event.At)
	}
	holder, err := d.admit(ctx, &o, event)
	if err != nil {
		return o, err
	}
	op, err := d.credit(o, holder)
	if err != nil {
		return o, err
	}
	credited, err := d.Store.Commit(ctx, op)
	if err != nil {
		return o, apierr.FromStore(err)
	}
	// Also after a replay: the process that credited may have ended before it notified, or before it took a debt.
	d.Directory.Post(player.Kind, player.ID(o.Player), player.Credited{Recharged: true}, nil)
	if _, err := d.Collect(ctx, o.Player); err != nil {
		return o, err
	}
	if o, err = d.Find(ctx, 0, id); err == nil && credited.Replayed && !event.Replayed {
		err = ErrPaidAgain
	}
	return o, err
}

// fail notes that nothing will come of an order. One that was paid before this came for the first time is taken
// back.
func (d *Service) fail(ctx context.Context, o Order, eventAt time.Time) (Order, error) {
	if o.PaidMS == 0 {
		key := stepKey(o.ID, ":failed")
		body, err := json.Marshal(Failure{Player: o.Player, Order: o.ID, AtMS: d.Now().UnixMilli()})
		if err != nil {
			return o, err
		}
		if _, err := d.Store.Commit(ctx, &store.Op{Player: o.Player, Key: key, Kind: KindFailed, At: d.Now(),
			Request: sha256.Sum256([]byte(key)), Result: body}); err != nil {
			return o, apierr.FromStore(err)
		}
		if o, err = d.Find(ctx, 0, o.ID); err != nil {
			return o, err
		}
	}
	if o.PaidMS == 0 || eventAt.UnixMilli() <= o.PaidMS {
		return o, nil
	}
	return d.takeBack(ctx, o)
}

func (d *Service) takeBack(ctx context.Context, o Order) (Order, error) {
	if err := d.reverse(ctx, o); err != nil {
		return o, err
	}
	d.Directory.Post(player.Kind, player.ID(o.Player), player.Credited{Recharged: true}, nil)
	return d.Find(ctx, 0, o.ID)
}

// once gives an event's id its meaning: the same id with another one is refused. The receipt says when the event was
// received first, and whether that was before.
func (d *Service) once(ctx context.Context, provider string, e ProviderEvent) (store.Receipt, error) {
	sum := sha256.Sum256([]byte(e.ID))
	text, err := json.Marshal(e)
	if err != nil {
		return store.Receipt{}, err
	}
	e.Payer = "" // a release that did not read it has taken the same event
	meaning, err := json.Marshal(e)
	if err != nil {
		return store.Receipt{}, err
	}
	rec, err := d.Store.Commit(ctx, &store.Op{Key: "pay:event:" + provider + ":" + hex.EncodeToString(sum[:16]),
		Kind: KindEvent, At: d.Now(),
		Request: sha256.Sum256(meaning), Result: text})
	if errors.Is(err, store.ErrKeyReused) {
		return rec, fmt.Errorf("%w: event told before with another meaning", ErrMismatch)
	}
	return rec, apierr.FromStore(err)
}

// credit is the op that pays an order out. Its amounts are the order's own: nothing of the event gets into it but whose
// the payer is.
func (d *Service) credit(o Order, holder store.PlayerID) (*store.Op, error) {
	now := d.Now()
	key := stepKey(o.ID, "")
	r := Recharge{Player: o.Player, Order: o.ID, PriceCents: o.PriceCents, GemsCents: o.GemsCents,
		BonusCents: o.BonusCents, AtMS: now.UnixMilli()}
	if holder != o.Player {
		r.Holder = holder
	}
	body, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	return &store.Op{Player: o.Player, Key: key, Kind: KindCredit, At: now, Request: sha256.Sum256([]byte(key)),
		Result: body,
		Events: []store.NewEvent{{Type: OutboxRecharge, Body: body}}, Postings: r.entries()}, nil
}
