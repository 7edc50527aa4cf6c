package fairness

import (
	"fmt"

	"jadebox/fairness/log"
)

// boxVerifier verifies one opening: one result, one table, a player's epoch.
type boxVerifier struct{}

func (boxVerifier) form(b *Bundle) error {
	switch {
	case len(b.Results) != 1 || len(b.Odds) != 1:
		return fmt.Errorf("%w: a box bundle has one result and one table", ErrInput)
	case b.Results[0].Seat != 0 || b.Results[0].N >= NonceMax:
		return fmt.Errorf("%w: nonce %d seat %d", ErrInput, b.Results[0].N, b.Results[0].Seat)
	case b.Scope != SoloScope(b.Results[0].Player, b.Epoch) || b.ResultID != ResultID(b.Scope, b.Results[0].N):
		return fmt.Errorf("%w: scope or result id", ErrInput)
	}
	return nil
}

func (boxVerifier) context(b *Bundle) (promise, error) {
	c, err := ParseSoloContext(b.Context.Leaf)
	if err != nil {
		return promise{}, err
	}
	if c.Player != b.Results[0].Player || c.Epoch != b.Epoch {
		return promise{}, fmt.Errorf("%w: the context is of another player or epoch", ErrMismatch)
	}
	// A leaf whose round was out when it says that it was written contradicts itself. One that lies about the time does
	// not, and is for witnesses to tell.
	if first := QuicknetRoundAfter(c.OpenedAtMS); c.BeaconSource == BeaconDrand && c.BeaconRound < first {
		return promise{}, fmt.Errorf("%w: opened at %d ms, drand round %d was too early, the first is %d", ErrMismatch,
			c.OpenedAtMS, c.BeaconRound, first)
	}
	return promise{c.Commit, c.BeaconSource, c.BeaconRound}, nil
}

func (boxVerifier) outcome(v *verification) { v.drawn() }

func (boxVerifier) leaf(b *Bundle, tables map[string]*Odds) error {
	got, err := log.ParseResult(b.Log.Leaf)
	if err != nil {
		return err
	}
	r := b.Results[0]
	odds := tables[r.OddsHash]
	if odds == nil {
		return fmt.Errorf("%w: no odds to compare the leaf with", ErrMismatch)
	}
	want := ResultLeaf(b.Scope, b.Context.Hash, b.Beacon.Value, r, odds)
	want.StakeCents, want.AtMS, want.Bot = got.StakeCents, got.AtMS, got.Bot
	if got != want {
		return fmt.Errorf("%w: the log holds another result", ErrMismatch)
	}
	return nil
}

// ResultLeaf is the log record of a draw. The caller adds stake, time and
// whether a bot sat there, which the draw does not know.
func ResultLeaf(scope, ctx, beacon string, r ResultProof, odds *Odds) log.Result {
	leaf := log.Result{
		Scope: scope, N: r.N, Seat: r.Seat, Player: r.Player, Box: odds.BoxID(), OddsHash: r.OddsHash, Item: r.Item,
		UserSeed: r.UserSeed, ServerSeed: r.ServerSeed, ServerHash: r.ServerHash, ResultHash: r.ResultHash, V: r.V,
		Ctx: ctx, Beacon: beacon,
	}
	if at := odds.Pick(r.V); at >= 0 {
		leaf.ValueCents = odds.Entry(at).ValueCents
	}
	return leaf
}
