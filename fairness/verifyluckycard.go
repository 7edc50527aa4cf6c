package fairness

import (
	"fmt"
	"slices"

	"jadebox/fairness/log"
)

// luckycardVerifier verifies one flip of a lucky card, or a whole deck.
type luckycardVerifier struct{}

func (luckycardVerifier) form(b *Bundle) error {
	p := b.Luckycard
	if err := checkListForm(b, p.Root, p.Opening, shownCards(p)); err != nil {
		return err
	}
	if len(p.Flips) == 0 {
		return fmt.Errorf("%w: a lucky-card bundle without a flip", ErrInput)
	}
	seen := map[int]bool{}
	for i, f := range p.Flips {
		if f.Place < 0 || f.Place >= deckMax || seen[f.Place] || !isID(f.Player) || f.Card < 1 || f.Card > deckMax {
			return fmt.Errorf("%w: flip %d of the deck", ErrInput, i)
		}
		seen[f.Place] = true
	}
	if p.Opening == nil && len(p.Before) > 0 || len(p.Before) >= deckMax {
		return fmt.Errorf("%w: %d cards before the flips of a deck", ErrInput, len(p.Before))
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
		opened := err
		if opened == nil {
			opened = checkOpened(LabelDeck, v.b.Scope, p.Root, *p.Opening, len(c.Cards), shownCards(p)[0])
		}
		v.add(CheckOpened, "the card lies at its place behind the published root", opened)
	}
	if !v.opened {
		v.skip(CheckDeck, keyHidden)
	} else {
		var draw DeckDraw
		if err == nil {
			draw, err = c.draw(v.key, v.b.Beacon.Value, v.b.Context.Hash)
		}
		if err == nil {
			err = checkRedrawn(p.Root, draw.Commitment, draw.Order, shownCards(p))
		}
		v.add(CheckDeck, "the stream shuffles the published cards into this order and its root is the published one",
			err)
	}
	if p.Opening == nil {
		v.add(CheckEnded, "the top prize went with the last flip and not before", endedDeck(p.Flips))
	}
}

func shownCards(p *LuckycardProof) []shown {
	list := make([]shown, len(p.Flips))
	for i, f := range p.Flips {
		list[i] = shown{f.Place, f.Card}
	}
	return list
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
	price, err := c.PriceAfter(p.Before)
	if err != nil {
		return err
	}
	if slices.Contains(p.Before, f.Card) {
		return fmt.Errorf("%w: card %d was turned before", ErrMismatch, f.Card)
	}
	if l.Scope != b.Scope || l.Ctx != b.Context.Hash || l.Beacon != b.Beacon.Value || l.Root != p.Root ||
		l.N != uint64(f.Place) || l.Player != f.Player || l.Card != f.Card || l.PriceCents != price {
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
