package fairness

import "fmt"

// wishVerifier verifies the bottle that won a wish room.
type wishVerifier struct{}

func (wishVerifier) form(b *Bundle) error {
	p := b.Wish
	switch {
	case b.Epoch != 0 || b.ResultID != b.Scope || len(b.Odds) != 0 || len(b.Results) != 0:
		return fmt.Errorf("%w: a wish bundle has epoch 0, its scope as result id, and neither odds nor results",
			ErrInput)
	case p.Bottles < WishBottlesMin || p.Bottles > WishBottlesMax || p.Bottle < 1 || p.Bottle > p.Bottles ||
		!isID(p.Player):
		return fmt.Errorf("%w: bottle %d of %d", ErrInput, p.Bottle, p.Bottles)
	case !isHash(p.ServerSeed) || !isHash(p.ServerHash) || !isHash(p.Hash) || p.Window < 0 || p.Rehashes < 0:
		return fmt.Errorf("%w: seed or hash of the wish", ErrInput)
	}
	return nil
}

func (wishVerifier) context(b *Bundle) (promise, error) {
	c, err := ParseWishContext(b.Context.Leaf)
	if err != nil {
		return promise{}, err
	}
	if WishScope(c.Room) != b.Scope || len(c.Bottles) != b.Wish.Bottles ||
		c.Bottles[b.Wish.Bottle-1].Player != b.Wish.Player {
		return promise{}, fmt.Errorf("%w: the bottles are of another room", ErrMismatch)
	}
	return promise{c.Commit, c.BeaconSource, c.BeaconRound}, nil
}

func (wishVerifier) outcome(v *verification) {
	c, err := ParseWishContext(v.b.Context.Leaf)
	if err == nil {
		var got WishProof
		if got, err = c.won(v.b.Wish.ServerSeed); err == nil && got != *v.b.Wish {
			err = fmt.Errorf("%w: another bottle won", ErrMismatch)
		}
	}
	v.add(CheckBottle, "the seeds of the bottles and the server seed make this bottle win", err)
	if !v.opened {
		v.skip(CheckWishSeed, keyHidden)
		return
	}
	seed, err := ServerSeed(v.key, v.b.Scope, v.b.Beacon.Value, v.b.Context.Hash, 0, 0)
	if err == nil && seed != v.b.Wish.ServerSeed {
		err = fmt.Errorf("%w: the key makes another server seed", ErrMismatch)
	}
	v.add(CheckWishSeed, "the server seed follows from key, beacon and bottles", err)
}

// leaf of a wish room is its roster lock.
func (wishVerifier) leaf(b *Bundle, _ map[string]*Odds) error {
	if b.Log.Leaf != b.Context.Leaf {
		return fmt.Errorf("%w: the log holds other bottles", ErrMismatch)
	}
	return nil
}
