package player

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/durable"
	"jadebox/actors/shop/catalog"
	"jadebox/protocol"
	"jadebox/store"
)

// GrantKinds begins the kind of every op of a Grant.
const GrantKinds = "grant."

// Grant gives what a claim brings, in one op under the claim's own key. The caller has checked that the claim may be
// made; the key makes it once, and a draw of a box that costs nothing is proved as any other. The answer is a Granted.
type Grant struct {
	Kind    string        // of the op; begins with GrantKinds
	Key     string        // of the claim, the same for every caller. It holds a colon, which no client's key has.
	Request string        // the client's key: its repetition is answered again
	Taken   protocol.Code // refuses another request for the same claim
	Prizes  []prize.Prize
	Box     store.BoxID      // opened once for nothing; 0: none
	Source  store.ItemSource // of the item that is drawn
	Asked   Asked            // of the draw; another user seed for the same claim is another request
	Note    json.RawMessage  // what the claim was for: it stays with the op
}

// Asked is what the request of a free draw brings.
type Asked struct {
	UserSeed         string // made by the player's device for this request; empty: the profile's
	NeedSeed         bool   // refuses a request without UserSeed, unless it repeats one that was done
	OddsHash, Commit string // that the player was shown; others are refused with CodePriceChanged. Empty: any
}

// Granted is the answer to Grant and the stored result of its op.
type Granted struct {
	Op     store.OpID      `json:"-"`
	Note   json.RawMessage `json:"note,omitempty"`
	Prizes []prize.Prize   `json:"prizes,omitempty"`
	Opened *Opened         `json:"opened,omitempty"`
	AtMS   int64           `json:"atMs"`
	// Repeated reports whether the claim was made before: this request gave nothing.
	Repeated bool `json:"-"`
}

func (a *player) grant(r directory.Request, m Grant) {
	if !strings.HasPrefix(m.Kind, GrantKinds) || !strings.Contains(m.Key, ":") {
		r.Reply(nil, apierr.Wrap(protocol.CodeInternal, fmt.Errorf("grant of kind %q under %q", m.Kind, m.Key)))
		return
	}
	c := &command{r: r, key: m.Key, taken: apierr.New(m.Taken),
		request: durable.Request(seeded([]any{m.Kind, m.Key, m.Request}, m.Asked.UserSeed, "")...),
		rules:   func() (*store.Op, error) { return a.grantRules(m) },
		answer: func(rec store.Receipt) (any, error) {
			g, err := ReadGranted(rec.Op, rec.Result)
			g.Repeated = rec.Replayed
			return g, err
		},
	}
	if m.Box != 0 {
		c.allowed = func() error {
			_, err := a.free(m.Box, m.Asked)
			return err
		}
		c.prepare = func(then func(error)) { a.withSeed(1, then) }
	}
	a.run(c)
}

// free is a box that is opened for nothing. It need not be for sale: a box of a task cannot be bought.
func (a *player) free(id store.BoxID, by Asked) (*catalog.Box, error) {
	if err := drawable(by.UserSeed, by.NeedSeed); err != nil {
		return nil, err
	}
	box, known := a.Catalog.Box(id)
	if !known {
		return nil, ErrBoxUnknown
	}
	return box, cmp.Or(sawOdds(box, by.OddsHash), a.shown(by.Commit))
}

func (a *player) grantRules(m Grant) (*store.Op, error) {
	now := a.Now()
	g := Granted{Note: m.Note, Prizes: m.Prizes, AtMS: now.UnixMilli()}
	op := &store.Op{Kind: m.Kind, At: now}
	if m.Box != 0 {
		box, err := a.free(m.Box, m.Asked)
		if err != nil {
			return nil, err
		}
		g.Opened = &Opened{Box: box.ID, Version: box.Version, AtMS: g.AtMS}
		if err := a.draw(op, g.Opened, box, 1, m.Asked.UserSeed, m.Source); err != nil {
			return nil, err
		}
	}
	held := prize.Setting.Cached(a.Settings)
	for _, p := range m.Prizes {
		if err := held.Give(op, a.id, p); err != nil {
			return nil, apierr.Wrap(protocol.CodeInternal, err)
		}
	}
	var err error
	op.Result, err = json.Marshal(g)
	return op, err
}

// ReadGranted reads the stored result of an op of a Grant.
func ReadGranted(op store.OpID, result []byte) (Granted, error) {
	var g Granted
	if err := json.Unmarshal(result, &g); err != nil {
		return g, fmt.Errorf("player: result of op %d: %w", op, err)
	}
	g.Op = op
	if g.Opened != nil {
		g.Opened.is(op)
	}
	return g, nil
}

// RightGrant reports whether an op gives its player what its own result says, and nothing else. For auditors.
func RightGrant(op *store.Op) bool {
	g, err := ReadGranted(0, op.Result)
	moves, items := limits.WithoutLock(op)
	if err != nil || len(moves) > 0 || (op.Nonce == nil) != (g.Opened == nil) {
		return false
	}
	if g.Opened != nil {
		if len(g.Opened.Results) != 1 || g.Opened.PriceCents != 0 || len(items) == 0 {
			return false
		}
		won := g.Opened.Results[0]
		if items[0] != (store.NewItem{Owner: op.Player, Def: won.Def, ValueCents: won.ValueCents,
			Source: items[0].Source}) {
			return false
		}
		items = items[1:]
	}
	var postings []store.Posting
	vouchers := int64(0)
	for _, p := range g.Prizes {
		switch p.Kind {
		case prize.Diamond:
			postings = append(postings, store.Posting{Debit: store.Bonus, Credit: store.PlayerGems(op.Player),
				AmountCents: p.Num})
		case prize.Debris:
			postings = append(postings, store.Posting{Debit: store.HouseFragments,
				Credit: store.PlayerFragments(op.Player), AmountCents: p.Num})
		default:
			vouchers += p.Num
		}
	}
	foreign := func(n store.NewItem) bool {
		return n.Owner != op.Player || !n.Def.Voucher() || n.Def >= prize.VouchersTo
	}
	return slices.Equal(op.Postings, postings) && int64(len(items)) == vouchers && !slices.ContainsFunc(items, foreign)
}
