package player

import (
	"context"
	"encoding/json"

	"jadebox/actors/catalog"
	"jadebox/actors/directory"
	"jadebox/actors/fault"
	"jadebox/actors/season"
	"jadebox/protocol"
	"jadebox/store"
)

// KindOpenTokens is the op kind of a box that is paid with the tokens of the season's activity. It is drawn and proved like
// any other; its items come from the activity, and nothing of it counts as gems spent.
const KindOpenTokens = "active.open"

// OpenTokens opens Count boxes (1–5) of the season as one operation. Tokens is what the player saw as the price of ONE; another
// one is refused with CodePriceChanged. The answer is an Opened.
type OpenTokens struct {
	Key    string
	Box    store.BoxID
	Count  int
	Tokens int64
}

func (a *player) openTokens(r directory.Request, m OpenTokens) {
	var terms season.Terms
	var held int64
	a.run(&command{r: r, key: m.Key, request: request(KindOpenTokens, m.Box, m.Count, m.Tokens),
		allowed: func() error {
			_, err := a.prizeBox(m)
			return err
		},
		prepare: func(then func(error)) {
			a.cell.Go(func() func() {
				now, err := season.Load(context.Background(), a.Store)
				var have int64
				if err == nil {
					have, err = a.Store.Balance(context.Background(), store.PlayerTokens(a.id))
				}
				return func() {
					if terms, held = now, have; err != nil {
						then(fault.FromStore(err))
						return
					}
					if _, err := a.affordable(m, terms, held); err != nil { // before a nonce is got ready for nothing
						then(err)
						return
					}
					a.withSeed(m.Count, then)
				}
			})
		},
		rules: func() (*store.Op, error) { return a.openTokensRules(m, terms, held) },
		answer: func(rec store.Receipt) (any, error) {
			o, err := ReadOpened(rec.Op, rec.Result)
			if err != nil {
				return nil, err
			}
			o.BalanceCents, o.BagCount, o.Next = a.rec.GemsCents, a.rec.BagCount, a.next()
			return o, nil
		},
	})
}

// prizeBox checks what memory knows.
func (a *player) prizeBox(m OpenTokens) (*catalog.Box, error) {
	if m.Count < 1 || m.Count > protocol.OpenCountMax {
		return nil, ErrCount
	}
	box, known := a.Catalog.Box(m.Box)
	if !known {
		return nil, ErrBoxUnknown
	}
	return box, nil
}

// affordable checks all that does not depend on the draw.
func (a *player) affordable(m OpenTokens, terms season.Terms, held int64) (*catalog.Box, error) {
	box, err := a.prizeBox(m)
	if err != nil {
		return nil, err
	}
	price, offered := terms.Price(m.Box)
	switch {
	case !terms.Running(a.Now()):
		return nil, ErrSeasonOver
	case !offered:
		return nil, ErrBoxUnknown
	case m.Tokens != price:
		return nil, ErrPrice
	case price*int64(m.Count) > held:
		return nil, ErrTokens
	}
	return box, nil
}

func (a *player) openTokensRules(m OpenTokens, terms season.Terms, held int64) (*store.Op, error) {
	box, err := a.affordable(m, terms, held)
	if err != nil {
		return nil, err
	}
	now := a.Now()
	op := &store.Op{Kind: KindOpenTokens, At: now,
		Postings: []store.Posting{{Debit: store.PlayerTokens(a.id), Credit: store.HouseTokens, AmountCents: m.Tokens * int64(m.Count)}}}
	o := Opened{Box: box.ID, Version: box.Version, Tokens: m.Tokens, Season: terms.Season, AtMS: now.UnixMilli()}
	if err := a.draw(op, &o, box, m.Count, terms.Page.Source()); err != nil {
		return nil, err
	}
	op.Result, err = json.Marshal(o)
	return op, err
}
