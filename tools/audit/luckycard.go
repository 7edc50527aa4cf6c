package audit

import (
	"context"
	"errors"
	"slices"

	"jadebox/actors/kinds/luckycard"
	"jadebox/fairness"
	"jadebox/fairness/log"
	"jadebox/store"
)

var _ = audited(luckycard.Kind, kindRules{outcome: (*outcomes).luckycard,
	ops:     map[string]opRule{luckycard.KindFlip: (*roomBooks).flip, luckycard.KindVoid: voided},
	unasked: map[string]string{luckycard.KindFlip: ownStake, luckycard.KindVoid: noValue}})

func (o *outcomes) luckycard(_ context.Context, _ store.Snapshot, rec store.Room, b *fairness.Bundle) error {
	c, err := fairness.ParseLuckycardContext(b.Context.Leaf)
	if err != nil {
		return wrongf("its deck cannot be read: %v", err)
	}
	before := slices.Clone(b.Luckycard.Before)
	for _, f := range b.Luckycard.Flips {
		price, err := c.PriceAfter(before)
		if err != nil {
			return wrongf("flip at %d: %v", f.Place, err)
		}
		before = append(before, f.Card)
		o.p.rooms.parts.add(-1, partText("flip", rec.ID, uint64(f.Place), f.Player, f.Card, price))
	}
	return nil
}

// flip: what the card is that lies there. That its price is the one that follows from the flips before it is in the sum
// of parts.
func (b *roomBooks) flip(p *prices, e *store.JournalEntry) error {
	if len(e.Leaves) == 0 {
		return wrongf("it turns no card")
	}
	rec, err := log.Parse(e.Leaves[0].Data)
	f, ok := rec.(*log.Flip)
	if err != nil || !ok || f.Scope != fairness.LuckycardScope(int64(e.Room.Room)) || f.Player != int64(e.Player) ||
		e.Leaves[0].Key != luckycard.LeafKey(e.Room.Room, int(f.N)) {
		return wrongf("it publishes %s", e.Leaves[0].Key)
	}
	deck, err := b.deck(p, f.Scope)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(deck.Cards, func(c fairness.DeckCard) bool { return c.ID == f.Card })
	if i < 0 || deck.PriceCents > 0 && f.PriceCents != deck.PriceCents {
		return wrongf("card %d for %d is not of the deck", f.Card, f.PriceCents)
	}
	card := deck.Cards[i]
	b.parts.add(1, partText("flip", e.Room.Room, f.N, f.Player, f.Card, f.PriceCents))
	return does(e, []store.Posting{pay(e.Player, f.PriceCents)}, []store.NewItem{{Owner: e.Player,
		Def: store.DefID(card.Def), ValueCents: card.ValueCents, Source: store.FromReward}}, nil)
}

const decksMax = 1000

// deck is what was locked before the beacon's value existed.
func (b *roomBooks) deck(p *prices, scope string) (fairness.LuckycardContext, error) {
	if c, known := b.decks[scope]; known {
		return c, nil
	}
	leaf, err := p.view.LogLeaf(p.ctx, log.KeyLock.Of(scope))
	if errors.Is(err, store.ErrNotFound) {
		return fairness.LuckycardContext{}, wrongf("the deck of %s was never published", scope)
	}
	if err != nil {
		return fairness.LuckycardContext{}, err
	}
	c, err := fairness.ParseLuckycardContext(string(leaf.Data))
	if err != nil {
		return c, wrongf("the deck of %s cannot be read: %v", scope, err)
	}
	if len(b.decks) > decksMax {
		clear(b.decks)
	}
	b.decks[scope] = c
	return c, nil
}
