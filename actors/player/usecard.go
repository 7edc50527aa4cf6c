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
	"jadebox/store"
)

// KindUseCard is the op kind of a card that is used.
const KindUseCard = "card.use"

// UseCard uses one of the player's cards. Target is what a reset card opens once more, "" for the others. A card that
// pays a battle entry is used where one joins. The answer is a CardUsed.
type UseCard struct {
	Key    string
	Card   store.ItemID
	Target string
}

// CardUsed is the answer to UseCard and the stored result of its op. Terms are those of the moment: a later change of
// the settings does not touch them.
type CardUsed struct {
	Op     store.OpID   `json:"-"`
	Item   store.ItemID `json:"item"`
	Card   prize.Card   `json:"card"`
	Target string       `json:"target,omitempty"`
	EndsMS int64        `json:"endsMs,omitempty"` // of the effect
	AtMS   int64        `json:"atMs"`
}

// Effects asks what is in force for the player; the answer is a prize.InForce.
type Effects struct{}

// EntryCard asks what a card of the player's is worth that is to pay a battle entry, in cents; the answer is an int64.
// The card may be gone when the op comes: the store decides.
type EntryCard struct{ Card store.ItemID }

func (a *player) entryCard(r directory.Request, m EntryCard) {
	a.activation.Go(func() func() {
		found, err := a.Store.CardsByID(context.Background(), []store.ItemID{m.Card})
		return func() {
			if err != nil {
				r.Reply(nil, apierr.FromStore(err))
				return
			}
			card, err := a.usable(found, a.Now())
			if err == nil && card.Kind != prize.Competition {
				err = ErrCardTarget
			}
			r.Reply(card.WorthCents, err)
		}
	})
}

// usable is the definition of the card that was found, or says why the player cannot use it. A foreign card and an
// invented one get one answer.
func (a *player) usable(found []store.Item, now time.Time) (prize.Card, error) {
	if len(found) != 1 || found[0].Owner != a.id || found[0].Def >= prize.CardsTo {
		return prize.Card{}, ErrCardGone
	}
	c, known := prize.Setting.Held(a.Settings).Card(found[0].Def)
	switch {
	case !known:
		return c, ErrCardGone
	case found[0].Status != store.ItemInBackpack || !c.ExpiresAt(found[0].At).After(now):
		return c, ErrCardUsed
	}
	return c, nil
}

// effectsMax is how many effects are read: at most one of a kind is in force, and the newest come first.
const effectsMax = 8

// ResetKey is the key of the op that opens a claim once more. No client's key holds a colon.
func ResetKey(claim string) string { return KindUseCard + ":" + claim }

func (a *player) useCard(r directory.Request, m UseCard) {
	var taken error
	key, claim := m.Key, ""
	if m.Target != "" && a.Claim != nil {
		var known bool
		if claim, known = a.Claim(m.Target, a.Now()); known {
			taken = ErrCardTarget
			key = ResetKey(claim) // once for each claim, whatever the client's keys are
		}
	}
	var cards []store.Item
	var open error
	a.run(&command{r: r, key: key, request: request(KindUseCard, m.Card, m.Target), taken: taken,
		prepare: func(then func(error)) {
			a.activation.Go(func() func() {
				found, err := a.Store.CardsByID(context.Background(), []store.ItemID{m.Card})
				if err == nil && claim != "" {
					open = a.resettable(claim)
				}
				return func() { cards = found; then(apierr.FromStore(err)) }
			})
		},
		rules: func() (*store.Op, error) { return a.useCardRules(m, cards, claim, open) },
		answer: func(rec store.Receipt) (any, error) {
			var u CardUsed
			if err := json.Unmarshal(rec.Result, &u); err != nil {
				return nil, fmt.Errorf("player: result of op %d: %w", rec.Op, err)
			}
			u.Op = rec.Op
			return u, nil
		},
	})
}

// resettable says whether a claim was made and not opened once more yet.
func (a *player) resettable(claim string) error {
	if _, err := a.Store.Lookup(context.Background(), a.id, claim); err != nil {
		if errors.Is(err, store.ErrNotFound) {
			return ErrCardTarget
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
	return ErrCardTarget
}

func (a *player) useCardRules(m UseCard, found []store.Item, claim string, open error) (*store.Op, error) {
	now := a.Now()
	c, err := a.usable(found, now)
	switch {
	case err != nil:
		return nil, err
	case m.Target != "" && c.Kind != prize.Reset:
		return nil, ErrCardTarget
	}
	it := found[0]
	u := CardUsed{Item: it.ID, Card: c, AtMS: now.UnixMilli()}
	op := &store.Op{Kind: KindUseCard, At: now, Moves: leaving(a.id, []store.Item{it}, store.ItemReplaced)}
	switch c.Kind {
	case prize.OpenBox, prize.TrendChart:
		until := a.inForce.ChartUntil
		if c.Kind == prize.OpenBox {
			until = a.inForce.DiscountUntil
		}
		if until.After(now) {
			return nil, ErrCardActive
		}
		u.EndsMS = c.EndsAt(now).UnixMilli()
		op.NewItems = []store.NewItem{{Owner: a.id, Def: c.Effect(), Source: store.FromReward}}
	case prize.Reset:
		if claim == "" {
			return nil, ErrCardTarget
		}
		if open != nil {
			return nil, open
		}
		u.Target = m.Target
	default: // pays a battle entry, and is used there
		return nil, ErrCardTarget
	}
	op.Result, err = json.Marshal(u)
	return op, err
}

// Resets says that an op used a reset card, and which one: for auditors, who know what it is.
func Resets(op *store.OpRecord) (card store.ItemID, def store.DefID, ok bool) {
	var u CardUsed
	if op.Kind != KindUseCard || json.Unmarshal(op.Result, &u) != nil || u.Card.Kind != prize.Reset ||
		!slices.Equal(op.Moves, leaving(op.Player, []store.Item{{ID: u.Item}}, store.ItemReplaced)) {
		return 0, 0, false
	}
	return u.Item, u.Card.Def(), true
}

// began takes an effect into memory; a card that is only held is none.
func (a *player) began(def store.DefID, at time.Time) {
	f := prize.Setting.Held(a.Settings).InForce([]store.Item{{Def: def, At: at}}, a.Now())
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
