package payment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/settings/period"
	"jadebox/store"
)

// A player's own limit of what is paid in is asked where an order is made, and nowhere else: what was paid is always
// credited. So an order that can still be paid counts as if it were, or many small ones would pass together. One that
// comes late, when it counts no more, is credited all the same, and counts on the day it is paid.

// Deposit is what was paid in by an order, or may still be.
type Deposit struct {
	At         time.Time // of the payment; of the question, while it waits
	PriceCents int64     // of Currency
}

// Deposits are what a player has paid in, in no order. What was taken back later still counts.
type Deposits []Deposit

// Since adds up what was paid in from a moment on.
func (d Deposits) Since(from time.Time) (cents int64) {
	for _, one := range d {
		if !one.At.Before(from) {
			cents += one.PriceCents
		}
	}
	return cents
}

// Journal is what deposits and credits are read from.
type Journal = store.OpReader

// Credit is a recharge that was credited, and by which op.
type Credit struct {
	Op *store.OpRecord
	Recharge
}

// Credits visits a player's recharges from since on and before until (zero: no end), the newest first and each once,
// without those that their provider took back (reversals at or behind until are not seen). What was restored later
// (KindRestored) stays without.
func Credits(ctx context.Context, from Journal, who store.PlayerID, since, until time.Time) iter.Seq2[Credit, error] {
	return func(yield func(Credit, error) bool) {
		var list []*store.OpRecord
		takenBack := map[string]bool{} // the clocks of two writers may put a reversal before its credit
		for op, err := range store.EachOp(ctx, from, store.OpQuery{Player: who,
			Kinds: []string{KindCredit, store.KindReversed}, Page: store.Page{Since: since, Until: until}}) {
			if err != nil {
				yield(Credit{}, apierr.FromStore(err))
				return
			}
			if op.Kind != store.KindReversed {
				list = append(list, op)
				continue
			}
			r, err := ReadReversal(&op.Op)
			if err != nil {
				yield(Credit{Op: op}, err)
				return
			}
			takenBack[CreditKey(r.Order)] = true
		}
		for _, op := range list {
			if takenBack[op.Key] {
				continue
			}
			credit := Credit{Op: op}
			err := json.Unmarshal(op.Result, &credit.Recharge)
			if err != nil {
				err = fmt.Errorf("payment: result of op %d: %w", op.ID, err)
			}
			if !yield(credit, err) || err != nil {
				return
			}
		}
	}
}

const lifeMax = 31 * 24 * time.Hour // of an order: the settings cannot say more

// ReadDeposits reads what was paid in from a moment on, and what is open now.
func ReadDeposits(ctx context.Context, from Journal, who store.PlayerID, since, now time.Time) (Deposits, error) {
	open := map[store.OpID]int64{}   // price by order
	ended := map[store.OpID]bool{}   // orders that were paid or have failed
	paid := map[store.OpID]Deposit{} // by order
	for op, err := range store.EachOp(ctx, from, store.OpQuery{Player: who,
		Kinds: []string{KindOrder, KindCredit, KindFailed, KindRefused},
		Page:  store.Page{Since: since.Add(-lifeMax)}}) {
		if err != nil {
			return nil, apierr.FromStore(err)
		}
		switch op.Kind {
		case KindOrder:
			placed, err := ReadOrder(&op.Op)
			if err != nil {
				return nil, err
			}
			if placed.EndsMS >= now.UnixMilli() {
				open[op.ID] = placed.PriceCents
			}
		case KindCredit:
			credit, err := ReadCredit(&op.Op)
			if err != nil {
				return nil, err
			}
			ended[credit.Order] = true
			paid[credit.Order] = Deposit{op.At, credit.PriceCents}
		case KindFailed, KindRefused:
			var f Failure
			if err := json.Unmarshal(op.Result, &f); err != nil {
				return nil, fmt.Errorf("payment: result of op %d: %w", op.ID, err)
			}
			ended[f.Order] = true
		}
	}
	list := Deposits{}
	for order, cents := range open {
		if !ended[order] {
			list = append(list, Deposit{now, cents})
		}
	}
	for _, d := range paid {
		list = append(list, d)
	}
	return list, nil
}

// promised holds a new order against what its player has promised, and gives it the lock, so that of an order and
// anything else that passes at the same time one has read the other.
func (d *Service) promised(ctx context.Context, op *store.Op, priceCents int64) error {
	held, err := limits.Read(ctx, d.Store, op.Player)
	if err != nil || held.Lock == 0 {
		return apierr.FromStore(err)
	}
	// a player whom an excluded one's payer keeps from playing may pay by one of their own, which ends that
	if err := held.Refuse(op.At); err != nil && !errors.Is(err, limits.ErrPayer) {
		return err
	}
	at := period.In(d.Settings, op.At)
	if held.State.Limited(limits.Deposit) {
		paid, err := ReadDeposits(ctx, d.Store, op.Player, limits.Since(at), at)
		if err == nil {
			err = held.State.AllowsDeposit(paid.Since, at, priceCents)
		}
		if err != nil {
			return err
		}
	}
	op.Moves = []store.ItemMove{limits.Pass(op.Player, held.Lock)}
	op.NewItems = []store.NewItem{limits.NewLock(op.Player)}
	return nil
}

// locked notifies the player's actor that the lock has passed on without it.
func (d *Service) locked(op *store.Op) {
	if len(op.Moves) > 0 {
		d.Directory.Post(player.Kind, player.ID(op.Player), player.Credited{}, nil)
	}
}
