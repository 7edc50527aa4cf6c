package player

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"jadebox/actors/rewards/prize"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/durable"
	"jadebox/store"
)

// KindUseVoucher is the op kind of a voucher that is used.
const KindUseVoucher = "card.use"

// UseVoucher uses one of the player's vouchers. Target is what a reset voucher opens once more, "" for the others. A
// voucher that pays a battle entry is used where one joins. The answer is a VoucherUsed.
type UseVoucher struct {
	Key     string
	Voucher store.ItemID
	Target  string
}

// VoucherUsed is the answer to UseVoucher and the stored result of its op. Terms are those of the moment: a later
// change of the settings does not touch them.
type VoucherUsed struct {
	Op      store.OpID    `json:"-"`
	Item    store.ItemID  `json:"item"`
	Voucher prize.Voucher `json:"card"`
	Target  string        `json:"target,omitempty"`
	EndsMS  int64         `json:"endsMs,omitempty"` // of the effect
	AtMS    int64         `json:"atMs"`
}

// Effects asks what is in force for the player; the answer is a prize.InForce.
type Effects struct{}

// EntryVoucher asks what a voucher of the player's is worth that is to pay a battle entry, in cents; the answer is an
// int64. The voucher may be gone when the op comes: the store decides.
type EntryVoucher struct{ Voucher store.ItemID }

func (a *player) entryVoucher(r directory.Request, m EntryVoucher) {
	a.activation.Go(func() func() {
		found, err := a.Store.VouchersByID(context.Background(), []store.ItemID{m.Voucher})
		return func() {
			if err != nil {
				r.Reply(nil, apierr.FromStore(err))
				return
			}
			voucher, err := a.usable(found, a.Now())
			if err == nil && voucher.Kind != prize.Competition {
				err = ErrVoucherTarget
			}
			r.Reply(voucher.WorthCents, err)
		}
	})
}

// usable is the definition of the voucher that was found, or says why the player cannot use it. A foreign voucher and
// an invented one get one answer.
func (a *player) usable(found []store.Item, now time.Time) (prize.Voucher, error) {
	if len(found) != 1 || found[0].Owner != a.id || found[0].Def >= prize.VouchersTo {
		return prize.Voucher{}, ErrVoucherGone
	}
	c, known := prize.Setting.Cached(a.Settings).Voucher(found[0].Def)
	switch {
	case !known:
		return c, ErrVoucherGone
	case found[0].Status != store.ItemInBackpack || !c.ExpiresAt(found[0].At).After(now):
		return c, ErrVoucherUsed
	}
	return c, nil
}

// effectsMax is how many effects are read: at most one of a kind is in force, and the newest come first.
const effectsMax = 8

// ResetKey is the key of the op that opens a claim once more. No client's key holds a colon.
func ResetKey(claim string) string { return KindUseVoucher + ":" + claim }

func (a *player) useVoucher(r directory.Request, m UseVoucher) {
	var taken error
	key, claim := m.Key, ""
	if m.Target != "" && a.Claim != nil {
		var known bool
		if claim, known = a.Claim(m.Target, a.Now()); known {
			taken = ErrVoucherTarget
			key = ResetKey(claim) // once for each claim, whatever the client's keys are
		}
	}
	var vouchers []store.Item
	var open error
	a.run(&command{r: r, key: key, request: durable.Request(KindUseVoucher, m.Voucher, m.Target), taken: taken,
		prepare: func(then func(error)) {
			a.activation.Go(func() func() {
				found, err := a.Store.VouchersByID(context.Background(), []store.ItemID{m.Voucher})
				if err == nil && claim != "" {
					open = a.resettable(claim)
				}
				return func() { vouchers = found; then(apierr.FromStore(err)) }
			})
		},
		rules: func() (*store.Op, error) { return a.useVoucherRules(m, vouchers, claim, open) },
		answer: func(rec store.Receipt) (any, error) {
			var u VoucherUsed
			if err := json.Unmarshal(rec.Result, &u); err != nil {
				return nil, fmt.Errorf("player: result of op %d: %w", rec.Op, err)
			}
			u.Op = rec.Op
			return u, nil
		},
	})
}

// resettable reports whether a claim was made and not opened once more yet.
func (a *player) resettable(claim string) error {
	if _, err := a.Store.Lookup(context.Background(), a.id, claim); err != nil {
		if errors.Is(err, store.ErrNotFound) {
			return ErrVoucherTarget
		}
		return apierr.FromStore(err)
	}
	_, err := a.Store.Lookup(context.Background(), a.id, ResetKey(claim))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil
	case err != nil:
		return apierr.FromStore(err)
	}
	return ErrVoucherTarget
}

func (a *player) useVoucherRules(m UseVoucher, found []store.Item, claim string, open error) (*store.Op, error) {
	now := a.Now()
	c, err := a.usable(found, now)
	switch {
	case err != nil:
		return nil, err
	case m.Target != "" && c.Kind != prize.Reset:
		return nil, ErrVoucherTarget
	}
	it := found[0]
	u := VoucherUsed{Item: it.ID, Voucher: c, AtMS: now.UnixMilli()}
	op := &store.Op{Kind: KindUseVoucher, At: now, Moves: leaving(a.id, []store.Item{it}, store.ItemReplaced)}
	switch c.Kind {
	case prize.OpenBox, prize.TrendChart:
		until := a.inForce.ChartUntil
		if c.Kind == prize.OpenBox {
			until = a.inForce.DiscountUntil
		}
		if until.After(now) {
			return nil, ErrVoucherActive
		}
		u.EndsMS = c.EndsAt(now).UnixMilli()
		op.NewItems = []store.NewItem{{Owner: a.id, Def: c.Effect(), Source: store.FromReward}}
	case prize.Reset:
		if claim == "" {
			return nil, ErrVoucherTarget
		}
		if open != nil {
			return nil, open
		}
		u.Target = m.Target
	default: // pays a battle entry, and is used there
		return nil, ErrVoucherTarget
	}
	op.Result, err = json.Marshal(u)
	return op, err
}

// Resets reports whether an op used a reset voucher, and which one: for auditors, who know what it is.
func Resets(op *store.OpRecord) (voucher store.ItemID, def store.DefID, ok bool) {
	var u VoucherUsed
	if op.Kind != KindUseVoucher || json.Unmarshal(op.Result, &u) != nil || u.Voucher.Kind != prize.Reset ||
		!slices.Equal(op.Moves, leaving(op.Player, []store.Item{{ID: u.Item}}, store.ItemReplaced)) {
		return 0, 0, false
	}
	return u.Item, u.Voucher.Def(), true
}

// began takes an effect into memory; a voucher that is only held is none.
func (a *player) began(def store.DefID, at time.Time) {
	f := prize.Setting.Cached(a.Settings).InForce([]store.Item{{Def: def, At: at}}, a.Now())
	if !f.DiscountUntil.IsZero() {
		a.inForce.Percent, a.inForce.DiscountUntil = f.Percent, f.DiscountUntil
	}
	if !f.ChartUntil.IsZero() {
		a.inForce.ChartUntil = f.ChartUntil
	}
}

// boxPrice is what a box costs this player at a moment.
func (a *player) boxPrice(cents int64, now time.Time) (price, percent int64) {
	return a.inForce.Discounted(cents, now)
}
