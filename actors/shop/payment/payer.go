package payment

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/runtime/apierr"
	"jadebox/store"
)

// An exclusion holds for the player who has chosen it, and so for what they pay by (docs/rules.md, "Responsible play").
// All that a provider tells is which payments had one payer. So a payer belongs to the account that it has paid for
// first, and what follows from that account's exclusion falls on the payer's money: it is not credited to any other
// account. No player is shut out by what another payer pays for them. Only an account that lives on such money, and on
// no name or payer of its own, does not play meanwhile (limits.Paid).

// ErrPayer is money of a payer who belongs to an excluded player: nothing was credited, and it has to go back.
var ErrPayer = errors.New("payment: paid by the payer of an excluded player")

// Payer is whose a payer is: the stored result of an op of KindPayer.
type Payer struct {
	Payer  string         `json:"payer"`  // ProviderEvent.Payer
	Player store.PlayerID `json:"player"` // the holder
	Order  store.OpID     `json:"order"`  // which the payer has paid first
}

// Refusal is the stored result of an op of KindRefused. It reads as a Failure, too.
type Refusal struct {
	Failure
	Payer  string         `json:"payer"`
	Holder store.PlayerID `json:"holder"` // who is excluded
}

// PayerKey is where a payer stands in the house's key space.
func PayerKey(payer string) string { return "pay:payer:" + payer }

func refusedKey(id store.OpID) string { return stepKey(id, ":refused") }

// ReadPayer reads an op of KindPayer and checks its consistency.
func ReadPayer(op *store.Op) (Payer, error) {
	var p Payer
	if err := json.Unmarshal(op.Result, &p); err != nil {
		return p, fmt.Errorf("payment: a payer without a result: %w", err)
	}
	if op.Player != 0 || p.Payer == "" || p.Player < 1 || p.Order < 1 || op.Key != PayerKey(p.Payer) {
		return p, fmt.Errorf("payment: player %d and key %q are not the payer %+v", op.Player, op.Key, p)
	}
	return p, nil
}

// ReadRefusal reads an op of KindRefused and checks its consistency.
func ReadRefusal(op *store.Op) (Refusal, error) {
	var r Refusal
	if err := json.Unmarshal(op.Result, &r); err != nil {
		return r, fmt.Errorf("payment: a refusal without a result: %w", err)
	}
	if op.Player != r.Player || op.Key != refusedKey(r.Order) || r.Holder < 1 || r.Holder == r.Player {
		return r, fmt.Errorf("payment: player %d and key %q are not the refusal %+v", op.Player, op.Key, r)
	}
	return r, nil
}

// admit says whose the payer of an order is, its player's where the provider names none, before the order is credited
// for the first time. ErrPayer: it is refused, now or before.
func (d *Service) admit(ctx context.Context, o *Order, event store.Receipt) (holder store.PlayerID, err error) {
	var first ProviderEvent // as it was received first
	if err := json.Unmarshal(event.Result, &first); err != nil {
		return 0, fmt.Errorf("payment: result of op %d: %w", event.Op, err)
	}
	if first.Payer == "" || o.PaidMS != 0 {
		return o.Player, nil
	}
	before, found, err := d.step(ctx, o.Player, refusedKey(o.ID))
	if err != nil {
		return 0, err
	}
	if found {
		var r Refusal
		if err := json.Unmarshal(before.Result, &r); err != nil {
			return 0, fmt.Errorf("payment: result of op %d: %w", before.Op, err)
		}
		if r.Payer == first.Payer { // also when the exclusion is over by now: the money was to go back
			return 0, ErrPayer
		}
	}
	if holder, err = d.holder(ctx, o, first.Payer); err != nil {
		return 0, err
	}
	if holder != o.Player {
		held, err := limits.Read(ctx, d.Store, holder)
		switch {
		case err != nil:
			return 0, apierr.FromStore(err)
		case held.State.Excluded(d.Now()):
			return 0, d.refuse(ctx, o, first.Payer, holder)
		}
	}
	return holder, d.paidBy(ctx, o, holder)
}

// holder is whose a payer is. Of two accounts that a payer pays for at once the store lets one be the first.
func (d *Service) holder(ctx context.Context, o *Order, payer string) (store.PlayerID, error) {
	p := Payer{payer, o.Player, o.ID}
	result, err := json.Marshal(p)
	if err != nil {
		return 0, err
	}
	key := PayerKey(payer)
	rec, err := d.Store.Commit(ctx, &store.Op{Key: key, Kind: KindPayer, At: d.Now(), Result: result,
		Request: sha256.Sum256([]byte(key))})
	if err != nil {
		return 0, apierr.FromStore(err)
	}
	if err := json.Unmarshal(rec.Result, &p); err != nil {
		return 0, fmt.Errorf("payment: result of op %d: %w", rec.Op, err)
	}
	return p.Player, nil
}

// refuse notes that an order is refused, and returns ErrPayer once that is durable.
func (d *Service) refuse(ctx context.Context, o *Order, payer string, holder store.PlayerID) error {
	key := refusedKey(o.ID)
	failure := Failure{Player: o.Player, Order: o.ID, AtMS: d.Now().UnixMilli()}
	result, err := json.Marshal(Refusal{failure, payer, holder})
	if err != nil {
		return err
	}
	if _, err := d.Store.Commit(ctx, &store.Op{Player: o.Player, Key: key, Kind: KindRefused, At: d.Now(),
		Request: sha256.Sum256([]byte(key)), Result: result}); err != nil {
		return apierr.FromStore(err)
	}
	o.State = Refused
	return ErrPayer
}

// paidBy tells the player's limits who pays, where it is another player's payer, or one of their own after another's:
// before the credit, so that no gem of it is played by an activation that has not read it.
func (d *Service) paidBy(ctx context.Context, o *Order, holder store.PlayerID) error {
	if _, done, err := d.step(ctx, o.Player, limits.PaidKey(o.ID)); done || err != nil {
		return err
	}
	for range lookMax {
		held, err := limits.Read(ctx, d.Store, o.Player)
		if err == nil && holder == o.Player && !held.Paid.Foreign() {
			return nil
		}
		if err == nil && held.Lock == 0 {
			if _, err = d.Store.Commit(ctx, limits.Begin(o.Player, d.Now())); err == nil {
				held, err = limits.Read(ctx, d.Store, o.Player)
			}
		}
		if err != nil {
			return apierr.FromStore(err)
		}
		op, err := limits.Paid{Player: o.Player, Holder: holder, Order: o.ID,
			AtMS: max(d.Now().UnixMilli(), held.Paid.AtMS+1)}.Op(held.Lock)
		if err != nil {
			return err
		}
		_, err = d.Store.Commit(ctx, op)
		if errors.Is(err, store.ErrItemState) { // something else of this player has passed meanwhile
			continue
		}
		if err == nil {
			d.locked(op)
		}
		return apierr.FromStore(err)
	}
	return player.ErrBusy
}
