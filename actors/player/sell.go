package player

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/durable"
	"jadebox/protocol"
	"jadebox/store"
)

// KindSell is the op kind of a sale.
const KindSell = "item.sell"

// SellAllMax bounds one SellAll: what is left takes another call.
const SellAllMax = 1000

// Distinct sorts the items that a request names; ok is false when they are none, more than most, or one is named twice.
func Distinct(items []store.ItemID, most int) (ids []store.ItemID, ok bool) {
	ids = slices.Sorted(slices.Values(items))
	return ids, len(ids) > 0 && len(ids) <= most && len(slices.Compact(slices.Clone(ids))) == len(ids)
}

func (a *player) sell(r directory.Request, m Sell) {
	ids, ok := Distinct(m.Items, protocol.ItemIDsMax)
	if !ok {
		r.Reply(nil, ErrItemCount)
		return
	}
	var items []store.Item
	var made Sold
	a.run(&command{r: r, key: m.Key, request: durable.Request(KindSell, ids),
		prepare: func(then func(error)) {
			a.activation.Go(func() func() {
				found, err := a.Store.ItemsByID(context.Background(), ids)
				return func() { items = found; then(apierr.FromStore(err)) }
			})
		},
		rules: func() (op *store.Op, err error) {
			op, made, err = sellRules(a.id, items, len(ids), a.Now)
			return op, err
		},
		answer: func(rec store.Receipt) (any, error) { return a.answerSold(rec, made) },
	})
}

func (a *player) sellAll(r directory.Request, m SellAll) {
	var items []store.Item
	var made Sold
	a.run(&command{r: r, key: m.Key, request: durable.Request(KindSell, "all"),
		prepare: func(then func(error)) {
			a.activation.Go(func() func() {
				found, _, err := a.Store.Items(context.Background(), store.ItemQuery{Owner: a.id,
					Statuses: []store.ItemStatus{store.ItemInBackpack}, Page: store.Page{Limit: SellAllMax}})
				return func() { items = found; then(apierr.FromStore(err)) }
			})
		},
		rules: func() (op *store.Op, err error) {
			if len(items) == 0 {
				return nil, ErrEmptyBag
			}
			op, made, err = sellRules(a.id, items, len(items), a.Now)
			return op, err
		},
		answer: func(rec store.Receipt) (any, error) { return a.answerSold(rec, made) },
	})
}

// sellRules sells all of the wanted items or none. An item that is not there and another player's get one answer.
func sellRules(owner store.PlayerID, items []store.Item, wanted int, now store.Clock) (op *store.Op, sold Sold,
	err error) {
	if len(items) != wanted {
		return nil, sold, ErrItemForeign
	}
	op = &store.Op{Kind: KindSell, At: now()}
	sold.Count = len(items)
	for _, it := range items {
		switch {
		case it.Owner != owner:
			return nil, sold, ErrItemForeign
		case !sellable(it.Status):
			return nil, sold, ErrItemState
		}
		op.Moves = append(op.Moves, store.ItemMove{Item: it.ID, From: store.ItemPlace{Owner: owner, Status: it.Status},
			To: store.ItemPlace{Owner: owner, Status: store.ItemSold}})
		sold.SoldCents += it.ValueCents
		if it.Source == store.FromReplacement {
			sold.TradedCents += it.ValueCents
		}
	}
	if sold.SoldCents > 0 {
		op.Postings = []store.Posting{{Debit: store.House, Credit: store.PlayerGems(owner),
			AmountCents: sold.SoldCents}}
	}
	op.Result, err = json.Marshal(sold)
	return op, sold, err
}

// sellable reports whether an item can be sold: from the backpack, or when its delivery came to nothing.
func sellable(s store.ItemStatus) bool {
	return s == store.ItemInBackpack || s == store.ItemRetrievalFailed || s == store.ItemRejected
}

func (a *player) answerSold(rec store.Receipt, made Sold) (any, error) {
	s, err := answered(rec, made, readSold)
	if err != nil {
		return nil, err
	}
	s.BalanceCents, s.BagCount = a.rec.GemsCents, a.rec.BagCount
	return s, nil
}

// readSold reads the stored result of an op of KindSell.
func readSold(op store.OpID, result []byte) (s Sold, err error) {
	if err := json.Unmarshal(result, &s); err != nil {
		return s, fmt.Errorf("player: result of op %d: %w", op, err)
	}
	s.is(op)
	return s, nil
}

// is sets which op made a sale.
func (s *Sold) is(op store.OpID) { s.Op = op }
