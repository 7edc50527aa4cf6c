package payment

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/runtime/apierr"
	"jadebox/store"
)

// A recharge that its provider takes back (a chargeback, a refund) leaves its gems and their bonus owed
// (store.KindReversed, which moves nothing). What the buyer has is taken at once (store.KindRecovered); the rest is a
// debt that takes whatever gems come in next (player.Ports.Collect), and until it is paid nothing is withdrawn or
// retrieved, or put up for others in a roll room. No balance falls below zero for it, and nothing else waits for it.
// The debt is kept nowhere: it is what the reversals in the journal say, less what the recoveries have taken.

// Gems are cents of gems by where they came from.
type Gems struct {
	BoughtCents int64 `json:"boughtCents"`
	BonusCents  int64 `json:"bonusCents"`
}

// Cents is all of them.
func (g Gems) Cents() int64 { return g.BoughtCents + g.BonusCents }

func (g Gems) plus(h Gems) Gems {
	return Gems{g.BoughtCents + h.BoughtCents, g.BonusCents + h.BonusCents}
}

// Reversal is the stored result of store.KindReversed.
type Reversal struct {
	Player store.PlayerID `json:"player"`
	Order  store.OpID     `json:"order"`
	Gems
	PaidMS int64 `json:"paidMs"`
	AtMS   int64 `json:"atMs"`
}

// Recovery is the stored result of store.KindRecovered. Recoveries of a player are a chain: each names how many came
// before it, which is in its key, and what those had taken, so that of two processes that take the same debt one finds
// the other's op.
type Recovery struct {
	Player store.PlayerID `json:"player"`
	N      int64          `json:"n"` // before this one
	Before Gems           `json:"before"`
	Taken  Gems           `json:"taken"`
	AtMS   int64          `json:"atMs"`
}

// After is what was taken with this one.
func (r Recovery) After() Gems { return r.Before.plus(r.Taken) }

// entries give bought gems back to the provider and a bonus to where it came from.
func (r Recovery) entries() (list []store.Posting) {
	if r.Taken.BoughtCents > 0 {
		list = append(list, store.Posting{Debit: store.PlayerGems(r.Player), Credit: provider,
			AmountCents: r.Taken.BoughtCents})
	}
	if r.Taken.BonusCents > 0 {
		list = append(list, store.Posting{Debit: store.PlayerGems(r.Player), Credit: store.Bonus,
			AmountCents: r.Taken.BonusCents})
	}
	return list
}

// ReversedKey is where an order's reversal stands in its player's key space.
func ReversedKey(order store.OpID) string { return stepKey(order, ":reversed") }

func recoveredKey(n int64) string { return "pay:back:" + strconv.FormatInt(n, 10) }

// ReadReversal reads an op of store.KindReversed and checks its consistency.
func ReadReversal(op *store.Op) (Reversal, error) {
	var r Reversal
	if err := json.Unmarshal(op.Result, &r); err != nil {
		return r, fmt.Errorf("payment: a reversal without a result: %w", err)
	}
	if op.Player != r.Player || op.Key != ReversedKey(r.Order) || len(op.Postings) > 0 || r.BoughtCents < 0 ||
		r.BonusCents < 0 {
		return r, fmt.Errorf("payment: player %d, key %q and %v are not the reversal %+v", op.Player, op.Key,
			op.Postings, r)
	}
	return r, nil
}

// ReadRecovery reads an op of store.KindRecovered and checks its consistency.
func ReadRecovery(op *store.Op) (Recovery, error) {
	var r Recovery
	if err := json.Unmarshal(op.Result, &r); err != nil {
		return r, fmt.Errorf("payment: a recovery without a result: %w", err)
	}
	if op.Player != r.Player || op.Key != recoveredKey(r.N) || r.Taken.Cents() < 1 ||
		!slices.Equal(op.Postings, r.entries()) {
		return r, fmt.Errorf("payment: player %d, key %q and %v are not the recovery %+v", op.Player, op.Key,
			op.Postings, r)
	}
	return r, nil
}

// Reversed reports whether a credited order was taken back.
func Reversed(ctx context.Context, ledger store.Ledger, who store.PlayerID, order store.OpID) (bool, error) {
	_, err := ledger.Lookup(ctx, who, ReversedKey(order))
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, apierr.FromStore(err)
}

// reverse notes that an order was taken back, once, and takes what there is.
func (d *Service) reverse(ctx context.Context, o Order) error {
	now, key := d.Now(), ReversedKey(o.ID)
	result, err := json.Marshal(Reversal{Player: o.Player, Order: o.ID, Gems: Gems{o.GemsCents, o.BonusCents},
		PaidMS: o.PaidMS, AtMS: now.UnixMilli()})
	if err != nil {
		return err
	}
	failure, err := json.Marshal(Failure{Player: o.Player, Order: o.ID, AtMS: now.UnixMilli()})
	if err != nil {
		return err
	}
	if _, err := d.Store.Commit(ctx, &store.Op{Player: o.Player, Key: key, Kind: store.KindReversed, At: now,
		Request: sha256.Sum256([]byte(key)), Result: result,
		Events: []store.NewEvent{{Type: OutboxFailed, Body: failure}}}); err != nil {
		return apierr.FromStore(err)
	}
	_, err = d.Collect(ctx, o.Player)
	return err
}

// ErrNotPaid is an order that cannot be taken back.
var ErrNotPaid = errors.New("payment: only an order that was paid can be taken back")

// TakeBack is an operator's word that the money of an order went back in a way that its provider does not report.
// Said again, it changes nothing.
func (d *Service) TakeBack(ctx context.Context, id store.OpID) (Order, error) {
	o, err := d.Find(ctx, 0, id)
	if err != nil {
		return o, err
	}
	if o.PaidMS == 0 || o.Begun == nil {
		return o, fmt.Errorf("%w: order %d", ErrNotPaid, id)
	}
	return d.Settle(ctx, o.Provider, ProviderEvent{ID: "operator:" + o.Name(),
		Order: o.Name(), Reference: o.Begun.Reference,
		AmountCents: o.PriceCents, Currency: o.Currency})
}

// debt is what a player owes, with what was taken of it.
type debt struct {
	owed, taken Gems
	n           int64 // recoveries
}

func (o debt) cents() int64 { return o.owed.Cents() - o.taken.Cents() }

// next takes up to so much: what was bought goes back first.
func (o debt) next(who store.PlayerID, hasCents int64, at time.Time) Recovery {
	r := Recovery{Player: who, N: o.n, Before: o.taken, AtMS: at.UnixMilli()}
	take := min(hasCents, o.cents())
	r.Taken.BoughtCents = min(take, o.owed.BoughtCents-o.taken.BoughtCents)
	r.Taken.BonusCents = take - r.Taken.BoughtCents
	return r
}

// Debts is where debts are read from.
type Debts interface {
	store.OpReader
	Lookup(ctx context.Context, player store.PlayerID, key string) (store.Receipt, error)
}

func debtOf(ctx context.Context, from Debts, who store.PlayerID) (debt, error) {
	var o debt
	for op, err := range store.EachOp(ctx, from, store.OpQuery{Player: who, Kinds: []string{store.KindReversed}}) {
		if err != nil {
			return o, apierr.FromStore(err)
		}
		r, err := ReadReversal(&op.Op)
		if err != nil {
			return o, err
		}
		o.owed = o.owed.plus(r.Gems)
	}
	if o.owed.Cents() == 0 {
		return o, nil
	}
	took := func(op *store.Op) error {
		r, err := ReadRecovery(op)
		o.n, o.taken = r.N+1, r.After()
		return err
	}
	last, _, err := from.Ops(ctx, store.OpQuery{Player: who, Kinds: []string{store.KindRecovered},
		Page: store.Page{Limit: 1}})
	if err == nil && len(last) > 0 {
		err = took(&last[0].Op)
	}
	for err == nil { // the newest by its time need not be the last by its number
		var rec store.Receipt
		if rec, err = from.Lookup(ctx, who, recoveredKey(o.n)); errors.Is(err, store.ErrNotFound) {
			return o, nil
		}
		if err == nil {
			var r Recovery
			if err = json.Unmarshal(rec.Result, &r); err == nil {
				o.n, o.taken = r.N+1, r.After()
			}
		}
	}
	return o, apierr.FromStore(err)
}

// Owes is what a player owes, in cents of gems.
func (d *Service) Owes(ctx context.Context, who store.PlayerID) (cents int64, err error) {
	return Owes(ctx, d.Store, who)
}

// Owes is Service.Owes for what only reads.
func Owes(ctx context.Context, from Debts, who store.PlayerID) (cents int64, err error) {
	o, err := debtOf(ctx, from, who)
	return o.cents(), err
}

// collectTries is how often a purse that changes meanwhile is looked into.
const collectTries = 5

// Collect takes what a player has of what is owed, and says what is left of the debt.
func (d *Service) Collect(ctx context.Context, who store.PlayerID) (leftCents int64, err error) {
	for range collectTries {
		o, err := debtOf(ctx, d.Store, who)
		if leftCents = o.cents(); err != nil || leftCents == 0 {
			return leftCents, err
		}
		has, err := d.Store.Balance(ctx, store.PlayerGems(who))
		if err != nil || has == 0 {
			return leftCents, apierr.FromStore(err)
		}
		r, key := o.next(who, has, d.Now()), recoveredKey(o.n)
		result, err := json.Marshal(r)
		if err != nil {
			return leftCents, err
		}
		rec, err := d.Store.Commit(ctx, &store.Op{Player: who, Key: key, Kind: store.KindRecovered, At: d.Now(),
			Request: sha256.Sum256([]byte(key)), Result: result,
			Postings: r.entries()})
		switch {
		case errors.Is(err, store.ErrFunds), err == nil && rec.Replayed: // spent, or taken by another process
			continue
		case err != nil:
			return leftCents, apierr.FromStore(err)
		}
		d.Directory.Post(player.Kind, player.ID(who), player.Credited{}, nil)
		return leftCents - r.Taken.Cents(), nil
	}
	return leftCents, nil
}

// Clear takes what is owed and answers player.ErrDebt when something is left: nothing leaves the house before.
func (d *Service) Clear(ctx context.Context, who store.PlayerID) error {
	left, err := d.Collect(ctx, who)
	if err == nil && left > 0 {
		err = player.ErrDebt
	}
	return err
}
