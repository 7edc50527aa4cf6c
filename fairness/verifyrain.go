package fairness

import (
	"fmt"

	"jadebox/fairness/log"
)

// rainVerifier verifies one claim of a red-packet rain, or a whole rain.
type rainVerifier struct{}

func (rainVerifier) form(b *Bundle) error {
	p := b.Rain
	if err := checkListForm(b, p.Root, p.Opening, shownPackets(p)); err != nil {
		return err
	}
	for i, c := range p.Claims {
		if c.Place < 0 || c.Place >= RainPacketsMax || i > 0 && c.Place <= p.Claims[i-1].Place || !isID(c.Player) ||
			!isID(c.ValueCents) {
			return fmt.Errorf("%w: claim %d of the rain", ErrInput, i)
		}
	}
	return nil
}

func (rainVerifier) context(b *Bundle) (promise, error) {
	c, err := ParseRainContext(b.Context.Leaf)
	if err != nil {
		return promise{}, err
	}
	if RainScope(c.Room) != b.Scope {
		return promise{}, fmt.Errorf("%w: the terms are of another rain", ErrMismatch)
	}
	return promise{c.Commit, c.BeaconSource, c.BeaconRound}, nil
}

func (rainVerifier) outcome(v *verification) {
	p := v.b.Rain
	c, err := ParseRainContext(v.b.Context.Leaf)
	if p.Opening != nil {
		opened := err
		if opened == nil {
			opened = checkOpened(LabelRain, v.b.Scope, p.Root, *p.Opening, c.Packets, shownPackets(p)[0])
		}
		v.add(CheckOpened, "the packet stands at its place behind the published root", opened)
	}
	if !v.opened {
		v.skip(CheckAmounts, keyHidden)
	} else {
		var draw RainDraw
		if err == nil {
			draw, err = c.draw(v.key, v.b.Beacon.Value, v.b.Context.Hash)
		}
		if err == nil {
			err = checkRedrawn(p.Root, draw.Commitment, draw.Amounts, shownPackets(p))
		}
		v.add(CheckAmounts, "the stream splits the pool into these packets and their root is the published one", err)
	}
	v.add(CheckClaims, "nobody got more packets or gems than a player may", rainCaps(v.b.Context.Leaf, p.Claims))
}

func shownPackets(p *RainProof) []shown {
	list := make([]shown, len(p.Claims))
	for i, c := range p.Claims {
		list[i] = shown{c.Place, c.ValueCents}
	}
	return list
}

func rainCaps(leaf string, claims []RainClaim) error {
	c, err := ParseRainContext(leaf)
	if err != nil {
		return err
	}
	type share struct {
		claims int
		cents  int64
	}
	of := map[int64]share{}
	var paid int64
	for _, claim := range claims {
		s := share{of[claim.Player].claims + 1, of[claim.Player].cents + claim.ValueCents}
		of[claim.Player] = s
		paid += claim.ValueCents
		if s.claims > c.ClaimsMax || s.cents > c.CapCents || paid > c.PoolCents || claim.Place >= c.Packets {
			return fmt.Errorf("%w: claim of packet %d is beyond what may be claimed", ErrMismatch, claim.Place)
		}
	}
	return nil
}

// leaf of a claim is its own, that of a rain its end.
func (rainVerifier) leaf(b *Bundle, _ map[string]*Odds) error {
	p := b.Rain
	if p.Opening == nil {
		return rainEndLeaf(b)
	}
	l, err := log.ParseRainClaim(b.Log.Leaf)
	if err != nil {
		return err
	}
	claim := p.Claims[0]
	if l.Scope != b.Scope || l.Ctx != b.Context.Hash || l.Beacon != b.Beacon.Value || l.Root != p.Root ||
		l.N != uint64(claim.Place) || l.Player != claim.Player || l.ValueCents != claim.ValueCents {
		return fmt.Errorf("%w: the log holds another claim", ErrMismatch)
	}
	return nil
}

func rainEndLeaf(b *Bundle) error {
	l, err := log.ParseRainEnd(b.Log.Leaf)
	if err != nil {
		return err
	}
	hash, err := RainClaimsHash(b.Rain.Claims)
	if err != nil {
		return err
	}
	var paid int64
	for _, c := range b.Rain.Claims {
		paid += c.ValueCents
	}
	if l.Scope != b.Scope || l.Ctx != b.Context.Hash || l.Beacon != b.Beacon.Value || l.Root != b.Rain.Root ||
		l.Claims != hash ||
		l.Claimed != len(b.Rain.Claims) || l.PaidCents != paid {
		return fmt.Errorf("%w: the log holds another end", ErrMismatch)
	}
	return nil
}
