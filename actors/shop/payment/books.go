package payment

import (
	"encoding/json"
	"fmt"
	"slices"

	"jadebox/store"
)

// provider is where bought gems come from: less than nothing by as many as were ever bought.
var provider = store.Account(0, store.ClassProvider)

// entries of a recharge.
func (r Recharge) entries() []store.Posting {
	list := []store.Posting{{Debit: provider, Credit: store.PlayerGems(r.Player), AmountCents: r.GemsCents}}
	if r.BonusCents > 0 {
		list = append(list, store.Posting{Debit: store.Bonus, Credit: store.PlayerGems(r.Player),
			AmountCents: r.BonusCents})
	}
	return list
}

// ReadCredit reads an op of KindCredit and checks its consistency: the key names the order, the entries are the
// amounts.
func ReadCredit(op *store.Op) (Recharge, error) {
	var r Recharge
	if err := json.Unmarshal(op.Result, &r); err != nil {
		return r, fmt.Errorf("payment: a credit without a result: %w", err)
	}
	if op.Player != r.Player || op.Key != stepKey(r.Order, "") || !slices.Equal(op.Postings, r.entries()) {
		return r, fmt.Errorf("payment: player %d, key %q and %v are not the recharge %+v", op.Player, op.Key,
			op.Postings, r)
	}
	return r, nil
}

// ReadOrder reads an op of KindOrder.
func ReadOrder(op *store.Op) (Placed, error) {
	var t Placed
	if err := json.Unmarshal(op.Result, &t); err != nil {
		return t, fmt.Errorf("payment: an order that cannot be read: %w", err)
	}
	return t, nil
}

// ReadEvent reads an op of KindEvent, with the order that it is about.
func ReadEvent(op *store.Op) (ProviderEvent, store.OpID, error) {
	var e ProviderEvent
	if err := json.Unmarshal(op.Result, &e); err != nil {
		return e, 0, fmt.Errorf("payment: an event without a result: %w", err)
	}
	id, err := ParseName(e.Order)
	return e, id, err
}

// Provides reports whether an entry takes gems from a provider, or gives them back.
func Provides(p store.Posting) bool { return p.Debit == provider || p.Credit == provider }

// entries of a withdrawal's request; a refund has them the other way round.
func (r Requested) entries(who store.PlayerID, back bool) []store.Posting {
	p := store.Posting{Debit: store.PlayerReal(who), Credit: store.HouseReal, AmountCents: r.AmountCents}
	if back {
		p.Debit, p.Credit = p.Credit, p.Debit
	}
	return []store.Posting{p}
}

// ReadPayout reads an op of a withdrawal and checks its consistency: what it says is what it moves, between its own
// player and the house.
func ReadPayout(op *store.Op) (Requested, error) {
	var r Requested
	if err := json.Unmarshal(op.Result, &r); err != nil {
		return r, fmt.Errorf("payment: a step of a withdrawal without a result: %w", err)
	}
	var want []store.Posting
	if op.Kind == KindRequest || op.Kind == KindRefund {
		want = r.entries(op.Player, op.Kind == KindRefund)
	}
	if op.Room == nil || op.Room.Room != r.ID || op.Room.Kind != KindWithdrawal || !slices.Equal(op.Postings, want) {
		return r, fmt.Errorf("payment: player %d and %v are not %s of %+v", op.Player, op.Postings, op.Kind, r)
	}
	return r, nil
}
