package fairness

import (
	"fmt"
	"slices"
)

// rollVerifier verifies the winners of a roll room.
type rollVerifier struct{}

func (rollVerifier) form(b *Bundle) error {
	if b.Epoch != 0 || b.ResultID != b.Scope || len(b.Odds) != 0 || len(b.Results) != 0 {
		return fmt.Errorf("%w: a roll bundle has epoch 0, its scope as result id, and neither odds nor results",
			ErrInput)
	}
	p := b.Roll
	if p.Prizes < 1 || p.Prizes > RollPrizesMax || p.Entrants < 1 || p.Entrants > RollEntrantsMax ||
		len(p.Winners) != min(p.Prizes, p.Entrants) {
		return fmt.Errorf("%w: roll of %d prizes and %d entrants with %d winners", ErrInput, p.Prizes, p.Entrants,
			len(p.Winners))
	}
	for i, w := range p.Winners {
		if w.Place < 0 || w.Place >= p.Entrants || !isID(w.Player) || !isID(w.Prize) {
			return fmt.Errorf("%w: winner %d of the roll", ErrInput, i)
		}
	}
	return nil
}

func (rollVerifier) context(b *Bundle) (promise, error) {
	c, err := ParseRollContext(b.Context.Leaf)
	if err != nil {
		return promise{}, err
	}
	if RollScope(c.Room) != b.Scope || len(c.Prizes) != b.Roll.Prizes || len(c.Entrants) != b.Roll.Entrants {
		return promise{}, fmt.Errorf("%w: the roster is of another roll", ErrMismatch)
	}
	for i, w := range b.Roll.Winners {
		if c.Entrants[w.Place] != (RollEntrant{w.Player, w.Weight}) {
			return promise{}, fmt.Errorf("%w: winner %d is not as the roster locked it", ErrMismatch, i)
		}
	}
	return promise{c.Commit, c.BeaconSource, c.BeaconRound}, nil
}

func (rollVerifier) outcome(v *verification) {
	if !v.opened {
		v.skip(CheckWinners, keyHidden)
		return
	}
	v.add(CheckWinners, "the stream draws these places of the roster, by weight and in the order of the prizes",
		redrawRoll(v))
}

func redrawRoll(v *verification) error {
	c, err := ParseRollContext(v.b.Context.Leaf)
	if err != nil {
		return err
	}
	wins, err := c.draw(v.key, v.b.Beacon.Value, v.b.Context.Hash)
	if err != nil {
		return err
	}
	if !slices.Equal(wins, v.b.Roll.Winners) {
		return fmt.Errorf("%w: the stream drew other winners", ErrMismatch)
	}
	return nil
}

// leaf of a roll is its roster lock.
func (rollVerifier) leaf(b *Bundle, _ map[string]*Odds) error {
	if b.Log.Leaf != b.Context.Leaf {
		return fmt.Errorf("%w: the log holds another roster", ErrMismatch)
	}
	return nil
}
