package player

import (
	"cmp"
	"context"

	"jadebox/actors/rewards/season"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/durable"
	"jadebox/actors/settings/period"
	"jadebox/actors/shop/catalog"
	"jadebox/protocol"
	"jadebox/store"
)

// KindOpenTokens is the op kind of a box that is paid with the tokens of the season's activity. It is drawn and proved
// like any other; its items come from the activity, and nothing of it counts as gems spent.
const KindOpenTokens = "active.open"

// OpenTokens opens Count boxes (1–5) of the season as one operation. Tokens is what the player saw as the price of ONE;
// another one is refused with CodePriceChanged, which tells the one that holds, and so is the box of another night than
// this one, with the one of tonight. The answer is an Opened.
type OpenTokens struct {
	Key    string
	Box    store.BoxID
	Count  int
	Tokens int64
	// what the player was shown: another table or commitment is refused with CodePriceChanged. Empty: any
	OddsHash, Commit string
	// made by the player's device for this request; empty: the profile's
	UserSeed string
	NeedSeed bool // refuses a request without UserSeed, unless it repeats one that was done
}

func (a *player) openTokens(r directory.Request, m OpenTokens) {
	var at counter
	var made Opened
	asked := []any{KindOpenTokens, m.Box, m.Count, m.Tokens}
	if m.OddsHash != "" {
		asked = append(asked, "odds", m.OddsHash)
	}
	a.run(&command{r: r, key: m.Key, request: durable.Request(seeded(asked, m.UserSeed, m.Commit)...),
		allowed: func() error {
			_, err := a.prizeBox(m)
			return err
		},
		prepare: func(then func(error)) {
			a.activation.Go(func() func() {
				now, err := a.atCounter(context.Background())
				return func() {
					if at = now; err != nil {
						then(apierr.FromStore(err))
						return
					}
					if _, err := a.affordable(m, at); err != nil { // before a nonce is got ready for nothing
						then(err)
						return
					}
					a.withSeed(m.Count, then)
				}
			})
		},
		rules: func() (op *store.Op, err error) {
			op, made, err = a.openTokensRules(m, at)
			return op, err
		},
		answer: func(rec store.Receipt) (any, error) { return a.answerOpened(rec, made) },
	})
}

// counter is what the store says of an opening: what the season sells, what the player can pay, what the house has
// promised.
type counter struct {
	season   season.Settings
	held     int64
	promised string // the hash of the season's cycle, as the public log has it; "" for none
}

func (a *player) atCounter(ctx context.Context) (c counter, err error) {
	if c.season, err = season.Setting.Read(ctx, a.Store); err != nil {
		return c, err
	}
	if c.held, err = a.Store.Balance(ctx, store.PlayerTokens(a.id)); err != nil {
		return c, err
	}
	if _, cycle := c.season.Cycle(); cycle {
		p, _, err := season.Promised(ctx, a.Store, c.season.Season)
		c.promised = p.Hash
		return c, err
	}
	return c, nil
}

// prizeBox checks what is in memory.
func (a *player) prizeBox(m OpenTokens) (*catalog.Box, error) {
	if m.Count < 1 || m.Count > protocol.OpenCountMax {
		return nil, ErrCount
	}
	if err := drawable(m.UserSeed, m.NeedSeed); err != nil {
		return nil, err
	}
	box, known := a.Catalog.Box(m.Box)
	if !known {
		return nil, ErrBoxUnknown
	}
	return box, cmp.Or(sawOdds(box, m.OddsHash), a.shown(m.Commit))
}

// affordable checks all that does not depend on the draw.
func (a *player) affordable(m OpenTokens, at counter) (*catalog.Box, error) {
	box, err := a.prizeBox(m)
	if err != nil {
		return nil, err
	}
	price, night, offered := at.season.Offer(m.Box)
	now := a.Now()
	switch {
	case !at.season.Running(now):
		return nil, ErrSeasonOver
	case !offered:
		return nil, ErrBoxUnknown
	case m.Tokens != price:
		return nil, apierr.Changed("tokens", price)
	case night >= 0 && night != at.season.Night(period.In(a.Settings, now)):
		return nil, apierr.Changed("id", int64(at.season.Tonight(period.In(a.Settings, now)))) // another night's box
	case night >= 0 && !at.committed(night, box):
		return nil, ErrTable
	case price*int64(m.Count) > at.held:
		return nil, ErrTokens
	}
	return box, nil
}

// committed reports whether a box has the table of a night of the cycle that the public log has.
func (c counter) committed(night int, box *catalog.Box) bool {
	offer, _ := c.season.Cycle()
	cycle, _ := c.season.Commitment()
	hash, err := cycle.Hash()
	return err == nil && hash == c.promised && offer.Cycle[night].Is(box)
}

func (a *player) openTokensRules(m OpenTokens, at counter) (*store.Op, Opened, error) {
	box, err := a.affordable(m, at)
	if err != nil {
		return nil, Opened{}, err
	}
	now := a.Now()
	op := &store.Op{Kind: KindOpenTokens, At: now,
		Postings: []store.Posting{{Debit: store.PlayerTokens(a.id), Credit: store.HouseTokens,
			AmountCents: m.Tokens * int64(m.Count)}}}
	o := Opened{Box: box.ID, Version: box.Version, Tokens: m.Tokens, Season: at.season.Season, AtMS: now.UnixMilli()}
	if err := a.draw(op, &o, box, m.Count, m.UserSeed, at.season.Page.Source()); err != nil {
		return nil, Opened{}, err
	}
	op.Result = o.AppendJSON(nil)
	return op, o, nil
}
