package player

import (
	"context"
	"encoding/json"
	"fmt"

	"jadebox/actors/directory"
	"jadebox/actors/fault"
	"jadebox/actors/mall"
	"jadebox/store"
)

// KindBuy is the op kind of a purchase in the mall. The op is the order: its state is that of the item it made (ReadBought).
const KindBuy = "mall.buy"

// Buy buys one item of the mall. PriceCents is what the player saw; another price is refused with CodePriceChanged. The answer is
// a Bought.
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
	var terms mall.Terms
	a.run(&command{r: r, key: m.Key, request: request(KindBuy, m.Def, m.PriceCents),
		prepare: func(then func(error)) {
			a.cell.Go(func() func() {
				now, err := mall.Load(context.Background(), a.Store)
				return func() { terms = now; then(fault.FromStore(err)) }
			})
		},
		rules: func() (*store.Op, error) { return a.buyRules(m, terms) },
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

func (a *player) buyRules(m Buy, terms mall.Terms) (*store.Op, error) {
	def, known := a.Catalog.Item(m.Def)
	price, sold := terms.PriceCents(def)
	switch {
	case !known || !sold:
		return nil, ErrMallGone
	case !a.rec.RealName:
		return nil, ErrRealName
	case m.PriceCents != price:
		return nil, ErrPrice
	case price > a.rec.GemsCents:
		return nil, ErrFunds
	}
	now := a.Now()
	b := Bought{Def: def.ID, PriceCents: price, ValueCents: def.PriceCents, AtMS: now.UnixMilli()}
	op := &store.Op{Kind: KindBuy, At: now,
		Postings: []store.Posting{{Debit: store.PlayerGems(a.id), Credit: store.House, AmountCents: price}},
		NewItems: []store.NewItem{{Owner: a.id, Def: def.ID, ValueCents: def.PriceCents, Source: store.FromMall}}}
	var err error
	op.Result, err = json.Marshal(b)
	return op, err
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
