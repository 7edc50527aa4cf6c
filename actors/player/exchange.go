package player

import (
	"encoding/json"
	"fmt"

	"jadebox/actors/rewards/prize"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/durable"
	"jadebox/store"
)

// KindExchange is the op kind of an exchange of fragments.
const KindExchange = "fragment.exchange"

// Exchange gives fragments for one item. Fragments is what the player saw as its price; another one is refused with
// CodePriceChanged. The answer is an Exchanged.
type Exchange struct {
	Key       string
	Def       store.DefID
	Fragments int64
}

// Exchanged is the answer to Exchange and the stored result of its op.
type Exchanged struct {
	Op         store.OpID   `json:"-"`
	Item       store.ItemID `json:"-"`
	Def        store.DefID  `json:"def"`
	ValueCents int64        `json:"valueCents"`
	Fragments  int64        `json:"fragments"`
	AtMS       int64        `json:"atMs"`
	Left       int64        `json:"-"` // fragments
	BagCount   int          `json:"-"`
}

func (a *player) exchange(r directory.Request, m Exchange) {
	a.run(&command{r: r, key: m.Key, request: durable.Request(KindExchange, m.Def, m.Fragments),
		rules: func() (*store.Op, error) { return a.exchangeRules(m) },
		answer: func(rec store.Receipt) (any, error) {
			e, err := ReadExchanged(rec.Op, rec.Result)
			e.Left, e.BagCount = a.rec.Fragments, a.rec.BagCount
			return e, err
		},
	})
}

func (a *player) exchangeRules(m Exchange) (*store.Op, error) {
	def, known := a.Catalog.Item(m.Def)
	if !known || def.PriceCents < 1 {
		return nil, ErrFragmentTarget
	}
	price := prize.Setting.Cached(a.Settings).Fragments(def.PriceCents)
	switch {
	case m.Fragments != price:
		return nil, apierr.Changed("fragments", price)
	case price > a.rec.Fragments:
		return nil, ErrFragments
	}
	now := a.Now()
	op := &store.Op{Kind: KindExchange, At: now,
		Postings: []store.Posting{{Debit: store.PlayerFragments(a.id), Credit: store.HouseFragments,
			AmountCents: price}},
		NewItems: []store.NewItem{{Owner: a.id, Def: def.ID, ValueCents: def.PriceCents, Source: store.FromFragments}}}
	var err error
	op.Result, err = json.Marshal(Exchanged{Def: def.ID, ValueCents: def.PriceCents, Fragments: price,
		AtMS: now.UnixMilli()})
	return op, err
}

// ReadExchanged reads the stored result of an op of KindExchange.
func ReadExchanged(op store.OpID, result []byte) (Exchanged, error) {
	var e Exchanged
	if err := json.Unmarshal(result, &e); err != nil {
		return e, fmt.Errorf("player: result of op %d: %w", op, err)
	}
	e.Op, e.Item = op, store.Receipt{Op: op}.ItemID(0)
	return e, nil
}
