package player

import (
	"context"
	"encoding/json"
	"fmt"

	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/durable"
	"jadebox/actors/shop/mall"
	"jadebox/store"
)

// KindBuy is the op kind of a purchase in the mall. The op is the order: its state is that of the item it made
// (ReadBought).
const KindBuy = "mall.buy"

// Buy buys one item of the mall. PriceCents is what the player saw; another price is refused with CodePriceChanged, and
// nothing left with CodeMallSoldOut. The answer is a Bought.
type Buy struct {
	Key        string
	Def        store.DefID
	PriceCents int64
}

// Bought is the answer to Buy and, without item, balance and bag, the stored result of its op.
type Bought struct {
	Op           store.OpID   `json:"-"`
	Item         store.ItemID `json:"-"`
	Def          store.DefID  `json:"def"`
	PriceCents   int64        `json:"priceCents"`
	ValueCents   int64        `json:"valueCents"` // for which it can be sold again
	AtMS         int64        `json:"atMs"`
	BalanceCents int64        `json:"-"`
	BagCount     int          `json:"-"`
}

func (a *player) buy(r directory.Request, m Buy) {
	var shelf mall.Shelf
	a.run(&command{r: r, key: m.Key, request: durable.Request(KindBuy, m.Def, m.PriceCents), contended: true,
		prepare: func(then func(error)) {
			a.activation.Go(func() func() {
				now, err := mall.ReadShelf(context.Background(), a.Store, m.Def)
				return func() { shelf = now; then(apierr.FromStore(err)) }
			})
		},
		rules: func() (*store.Op, error) { return a.buyRules(m, shelf) },
		answer: func(rec store.Receipt) (any, error) {
			b, err := ReadBought(rec.Op, rec.Result)
			if err != nil {
				return nil, err
			}
			b.BalanceCents, b.BagCount = a.rec.GemsCents, a.rec.BagCount
			return b, nil
		},
	})
}

func (a *player) buyRules(m Buy, shelf mall.Shelf) (*store.Op, error) {
	def, known := a.Catalog.Item(m.Def)
	if !known {
		return nil, ErrMallGone
	}
	if err := a.buyable(def, shelf, m.PriceCents); err != nil {
		return nil, err
	}
	price := m.PriceCents
	if price > a.rec.GemsCents {
		return nil, ErrFunds
	}
	now := a.Now()
	b := Bought{Def: def.ID, PriceCents: price, ValueCents: def.PriceCents, AtMS: now.UnixMilli()}
	op := &store.Op{Kind: KindBuy, At: now,
		Postings: []store.Posting{{Debit: store.PlayerGems(a.id), Credit: store.House, AmountCents: price}},
		NewItems: []store.NewItem{{Owner: a.id, Def: def.ID, ValueCents: def.PriceCents, Source: store.FromMall}}}
	return bought(op, shelf, b)
}

// bought completes an op that buys from a shelf: it takes one of the lot there, if there is one, and stores its result.
func bought(op *store.Op, shelf mall.Shelf, result any) (*store.Op, error) {
	var err error
	if shelf.Lot != nil {
		if op.Room, err = shelf.Lot.Take(op.At); err != nil {
			return nil, err
		}
	}
	op.Result, err = json.Marshal(result)
	return op, err
}

// buyable reports why gems do not buy an item at the price that the player saw.
func (a *player) buyable(def store.ItemDef, shelf mall.Shelf, seenCents int64) error {
	price, sold := shelf.PriceCents(def)
	switch {
	case !sold:
		return ErrMallGone
	case shelf.Lot != nil && shelf.Lot.Left < 1:
		return ErrMallSoldOut
	case !a.rec.RealName:
		return ErrRealName
	case seenCents != price:
		return apierr.Changed("priceCents", price)
	}
	return nil
}

// ReadBought reads the stored result of an op of KindBuy.
func ReadBought(op store.OpID, result []byte) (Bought, error) {
	var b Bought
	if err := json.Unmarshal(result, &b); err != nil {
		return b, fmt.Errorf("player: result of op %d: %w", op, err)
	}
	b.Op, b.Item = op, store.Receipt{Op: op}.ItemID(0)
	return b, nil
}
