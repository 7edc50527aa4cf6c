package fairness

import (
	"fmt"

	"jadebox/fairness/log"
)

// luckycardVerifier verifies one flip of a lucky card, or a whole deck.
type luckycardVerifier struct{}

func (luckycardVerifier) form(b *Bundle) error {
	p := b.Luckycard
	if b.Epoch != 0 || len(b.Odds) != 0 || len(b.Results) != 0 || !isHash(p.Root) || len(p.Flips) == 0 {
		return fmt.Errorf("%w: a lucky-card bundle has epoch 0, a root, flips, and neither odds nor results", ErrInput)
	}
	seen := map[int]bool{}
	for i, f := range p.Flips {
		if f.Place < 0 || f.Place >= deckMax || seen[f.Place] || !isID(f.Player) || f.Card < 1 || f.Card > deckMax {
			return fmt.Errorf("%w: flip %d of the deck", ErrInput, i)
		}
		seen[f.Place] = true
	}
	switch {
	case p.Opening == nil && (b.Key == "" || b.ResultID != b.Scope):
		return fmt.Errorf("%w: a whole deck has its scope as result id and an open key", ErrInput)
	case p.Opening != nil && (len(p.Flips) != 1 || b.ResultID != ResultID(b.Scope, uint64(p.Flips[0].Place))):
		return fmt.Errorf("%w: one opening is of one flip, whose place is in the result id", ErrInput)
	}
	return nil
}

func (luckycardVerifier) context(b *Bundle) (promise, error) {
	c, err := ParseLuckycardContext(b.Context.Leaf)
	if err != nil {
		return promise{}, err
	}
	if LuckycardScope(c.Room) != b.Scope {
		return promise{}, fmt.Errorf("%w: the deck is of another room", ErrMismatch)
	}
	return promise{c.Commit, c.BeaconSource, c.BeaconRound}, nil
}

func (luckycardVerifier) outcome(v *verification) {
	p := v.b.Luckycard
	c, err := ParseLuckycardContext(v.b.Context.Leaf)
	if p.Opening != nil {
		if err == nil {
			err = openedCard(c, v.b.Scope, p)
		}
		v.add(CheckOpened, "the card lies at its place behind the published root", err)
	}
	if !v.opened {
		v.skip(CheckDeck, keyHidden)
	} else {
		v.add(CheckDeck, "the stream shuffles the published cards into this order and its root is the published one",
			redrawDeck(v, p))
	}
	if p.Opening == nil {
		v.add(CheckEnded, "the top prize went with the last flip and not before", endedDeck(p.Flips))
	}
}

func openedCard(c LuckycardContext, scope string, p *LuckycardProof) error {
	o, f := *p.Opening, p.Flips[0]
	if o.Index != f.Place || o.Size != len(c.Cards) || f.Card != o.Value {
		return fmt.Errorf("%w: the opening is not that of the flip", ErrMismatch)
	}
	return CheckOpening(LabelDeck, scope, p.Root, o)
}

func redrawDeck(v *verification, p *LuckycardProof) error {
	c, err := ParseLuckycardContext(v.b.Context.Leaf)
	if err != nil {
		return err
	}
	draw, err := c.draw(v.key, v.b.Beacon.Value, v.b.Context.Hash)
	if err != nil {
		return err
	}
	if draw.Commitment.Root() != p.Root {
		return fmt.Errorf("%w: the deck has another root", ErrMismatch)
	}
	for _, f := range p.Flips {
		if f.Place >= len(draw.Order) || f.Card != draw.Order[f.Place] {
			return fmt.Errorf("%w: another card lies at %d", ErrMismatch, f.Place)
		}
	}
	return nil
}

func endedDeck(flips []DeckFlip) error {
	for i, f := range flips {
		if (f.Card == TopCard) != (i == len(flips)-1) {
			return fmt.Errorf("%w: flip %d and the end of the room disagree", ErrMismatch, i)
		}
	}
	return nil
}

// leaf of a flip is its own, that of a deck its end.
func (luckycardVerifier) leaf(b *Bundle, _ map[string]*Odds) error {
	p := b.Luckycard
	if p.Opening == nil {
		return deckEndLeaf(b)
	}
	c, err := ParseLuckycardContext(b.Context.Leaf)
	if err != nil {
		return err
	}
	l, err := log.ParseFlip(b.Log.Leaf)
	if err != nil {
		return err
	}
	f := p.Flips[0]
	if l.Scope != b.Scope || l.Ctx != b.Context.Hash || l.Beacon != b.Beacon.Value || l.Root != p.Root ||
		l.N != uint64(f.Place) || l.Player != f.Player || l.Card != f.Card || l.PriceCents != c.PriceCents {
		return fmt.Errorf("%w: the log holds another flip", ErrMismatch)
	}
	return nil
}

func deckEndLeaf(b *Bundle) error {
	l, err := log.ParseDeckEnd(b.Log.Leaf)
	if err != nil {
		return err
	}
	hash, err := DeckFlipsHash(b.Luckycard.Flips)
	if err != nil {
		return err
	}
	if l.Scope != b.Scope || l.Ctx != b.Context.Hash || l.Beacon != b.Beacon.Value || l.Root != b.Luckycard.Root ||
		l.Flips != hash ||
		l.Flipped != len(b.Luckycard.Flips) {
		return fmt.Errorf("%w: the log holds another end", ErrMismatch)
	}
	return nil
}
