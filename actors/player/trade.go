package player

import (
	"context"
	"encoding/json"
	"fmt"

	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/durable"
	"jadebox/actors/shop/mall"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// KindTrade is the op kind of a trade-in.
const KindTrade = "item.trade"

// TradePPM is how much of what is given the target may be worth, in parts per million (docs/rules.md, "Trade-in").
const TradePPM = 970_000

// Trade gives two items or more, or one and gems, for one target; it always succeeds and what is over comes back as
// gems. TargetCents is what the player saw. A player who puts gems in buys that part as in the mall: with a real name,
// what the mall sells, and at its price, PriceCents as the player saw it, of the whole target. The answer is a Traded.
type Trade struct {
	Key         string
	Items       []store.ItemID
	GemsCents   int64
	Target      store.DefID
	TargetCents int64
	PriceCents  int64 // 0 without gems
}

// Traded is the answer to Trade and the stored result of its op.
type Traded struct {
	Op           store.OpID             `json:"-"`
	Items        []fairness.UpgradeItem `json:"items"`
	GemsCents    int64                  `json:"gemsCents"`
	Target       store.DefID            `json:"target"`
	TargetCents  int64                  `json:"targetCents"`
	PriceCents   int64                  `json:"priceCents,omitempty"` // in the mall, where gems were put in
	RefundCents  int64                  `json:"refundCents"`
	AtMS         int64                  `json:"atMs"`
	Item         store.ItemID           `json:"-"`
	BalanceCents int64                  `json:"-"`
	BagCount     int                    `json:"-"`
}

func (a *player) trade(r directory.Request, m Trade) {
	ids, ok := Distinct(m.Items, protocol.ItemIDsMax)
	if !ok {
		r.Reply(nil, ErrItemCount)
		return
	}
	m.Items = ids
	var items []store.Item
	var shelf mall.Shelf
	var made Traded
	a.run(&command{r: r, key: m.Key,
		request:   durable.Request(KindTrade, ids, m.GemsCents, m.Target, m.TargetCents, m.PriceCents),
		contended: m.GemsCents > 0, // for the last one of a lot
		prepare: func(then func(error)) {
			a.activation.Go(func() func() {
				found, err := a.Store.ItemsByID(context.Background(), ids)
				var now mall.Shelf
				if err == nil && m.GemsCents > 0 {
					now, err = mall.ReadShelf(context.Background(), a.Store, m.Target)
				}
				return func() { items, shelf = found, now; then(apierr.FromStore(err)) }
			})
		},
		rules: func() (op *store.Op, err error) {
			op, made, err = a.tradeRules(m, items, shelf)
			return op, err
		},
		answer: func(rec store.Receipt) (any, error) {
			t, err := answered(rec, made, ReadTraded)
			if err != nil {
				return nil, err
			}
			t.BalanceCents, t.BagCount = a.rec.GemsCents, a.rec.BagCount
			return t, nil
		},
	})
}

func (a *player) tradeRules(m Trade, items []store.Item, shelf mall.Shelf) (op *store.Op, t Traded, err error) {
	target, known := a.Catalog.Item(m.Target)
	switch {
	case len(items) != len(m.Items):
		return nil, t, ErrItemForeign
	case !known || target.PriceCents < 1:
		return nil, t, ErrUpgradeTarget
	case m.GemsCents < 0 || m.GemsCents > fairness.ItemValueMax:
		return nil, t, ErrUpgradeGems
	case len(items) < 2 && m.GemsCents == 0:
		return nil, t, ErrTradeItems
	case m.TargetCents != target.PriceCents:
		return nil, t, apierr.Changed("targetCents", target.PriceCents)
	}
	if err := ownable(a.id, items); err != nil {
		return nil, t, err
	}
	if m.GemsCents > 0 {
		if err := a.buyable(target, shelf, m.PriceCents); err != nil {
			return nil, t, err
		}
	}
	now := a.Now()
	t = Traded{GemsCents: m.GemsCents, Target: m.Target, TargetCents: target.PriceCents, PriceCents: m.PriceCents,
		AtMS: now.UnixMilli()}
	itemsCents := int64(0)
	for _, it := range items {
		itemsCents += it.ValueCents
		t.Items = append(t.Items, fairness.UpgradeItem{ID: fmt.Sprint(int64(it.ID)), Def: int64(it.Def),
			ValueCents: it.ValueCents})
	}
	// What the items are not worth of the target costs that share of its price in the mall.
	cost := mall.PartCents(max(0, t.TargetCents-itemsCents), t.TargetCents, t.PriceCents)
	switch {
	case t.TargetCents > tradeLimit(itemsCents+m.GemsCents) || cost > m.GemsCents:
		return nil, t, ErrTradeTarget
	case m.GemsCents > a.rec.GemsCents:
		return nil, t, ErrFunds
	}
	t.RefundCents = m.GemsCents - cost + max(0, itemsCents-t.TargetCents)
	op = &store.Op{Kind: KindTrade, At: now, Moves: leaving(a.id, items, store.ItemReplaced),
		NewItems: []store.NewItem{{Owner: a.id, Def: m.Target, ValueCents: t.TargetCents,
			Source: store.FromReplacement}}}
	if m.GemsCents > 0 {
		op.Postings = append(op.Postings, store.Posting{Debit: store.PlayerGems(a.id), Credit: store.House,
			AmountCents: m.GemsCents})
	}
	if t.RefundCents > 0 {
		op.Postings = append(op.Postings, store.Posting{Debit: store.House, Credit: store.PlayerGems(a.id),
			AmountCents: t.RefundCents})
	}
	op, err = bought(op, shelf, t)
	return op, t, err
}

// tradeLimit is what a target may be worth at most; a fraction of a cent is the house's.
func tradeLimit(totalCents int64) int64 {
	return totalCents/1_000_000*TradePPM + totalCents%1_000_000*TradePPM/1_000_000
}

// ReadTraded reads the stored result of an op of KindTrade.
func ReadTraded(op store.OpID, result []byte) (Traded, error) {
	var t Traded
	if err := json.Unmarshal(result, &t); err != nil {
		return t, fmt.Errorf("player: result of op %d: %w", op, err)
	}
	t.is(op)
	return t, nil
}

// is sets which op made a trade: what it gave is the op's first item.
func (t *Traded) is(op store.OpID) { t.Op, t.Item = op, store.Receipt{Op: op}.ItemID(0) }
