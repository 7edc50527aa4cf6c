package fairness

import (
	"fmt"

	"jadebox/fairness/log"
)

// rainVerifier verifies one claim of a red-packet rain, or a whole rain.
type rainVerifier struct{}

func (rainVerifier) form(b *Bundle) error {
	p := b.Rain
	if b.Epoch != 0 || len(b.Odds) != 0 || len(b.Results) != 0 || !isHash(p.Root) {
		return fmt.Errorf("%w: a rain bundle has epoch 0, a root, and neither odds nor results", ErrInput)
	}
	for i, c := range p.Claims {
		if c.Place < 0 || c.Place >= RainPacketsMax || i > 0 && c.Place <= p.Claims[i-1].Place || !isID(c.Player) ||
			!isID(c.ValueCents) {
			return fmt.Errorf("%w: claim %d of the rain", ErrInput, i)
		}
	}
	switch {
	case p.Opening == nil && (b.Key == "" || b.ResultID != b.Scope):
		return fmt.Errorf("%w: a whole rain has its scope as result id and an open key", ErrInput)
	case p.Opening != nil && (len(p.Claims) != 1 || b.ResultID != ResultID(b.Scope, uint64(p.Claims[0].Place))):
		return fmt.Errorf("%w: one opening is of one claim, whose place is in the result id", ErrInput)
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
		if err == nil {
			err = openedRain(c, v.b.Scope, p)
		}
		v.add(CheckOpened, "the packet stands at its place behind the published root", err)
	}
	if !v.opened {
		v.skip(CheckAmounts, keyHidden)
	} else {
		v.add(CheckAmounts, "the stream splits the pool into these packets and their root is the published one",
			redrawRain(v, p))
	}
	v.add(CheckClaims, "nobody got more packets or gems than a player may", rainCaps(v.b.Context.Leaf, p.Claims))
}

func openedRain(c RainContext, scope string, p *RainProof) error {
	o, claim := *p.Opening, p.Claims[0]
	if o.Index != claim.Place || o.Size != c.Packets || claim.ValueCents != o.Value {
		return fmt.Errorf("%w: the opening is not that of the claim", ErrMismatch)
	}
	return CheckOpening(LabelRain, scope, p.Root, o)
}

func redrawRain(v *verification, p *RainProof) error {
	c, err := ParseRainContext(v.b.Context.Leaf)
	if err != nil {
		return err
	}
	draw, err := c.draw(v.key, v.b.Beacon.Value, v.b.Context.Hash)
	if err != nil {
		return err
	}
	if draw.Commitment.Root() != p.Root {
		return fmt.Errorf("%w: the amounts have another root", ErrMismatch)
	}
	for _, claim := range p.Claims {
		if claim.Place >= len(draw.Amounts) || claim.ValueCents != draw.Amounts[claim.Place] {
			return fmt.Errorf("%w: packet %d holds another amount", ErrMismatch, claim.Place)
		}
	}
	return nil
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
