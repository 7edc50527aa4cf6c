package fairness

import (
	"fmt"
	"slices"
)

// battleVerifier verifies a whole battle: all draws, the totals, who won and why.
type battleVerifier struct{}

func (battleVerifier) form(b *Bundle) error {
	if b.Epoch != 0 || b.ResultID != b.Scope {
		return fmt.Errorf("%w: a battle bundle has epoch 0 and its scope as result id", ErrInput)
	}
	p := b.Battle
	if p.Rounds < 1 || p.Rounds > BattleRoundsMax || p.Seats < BattleSeatsMin || p.Seats > BattleSeatsMax {
		return fmt.Errorf("%w: battle of %d rounds and %d seats", ErrInput, p.Rounds, p.Seats)
	}
	return resultOrder(b.Results, p.Rounds, p.Seats)
}

func (battleVerifier) context(b *Bundle) (promise, error) {
	c, err := ParseBattleContext(b.Context.Leaf)
	if err != nil {
		return promise{}, err
	}
	if BattleScope(c.Room) != b.Scope || c.Mode != b.Battle.Mode || len(c.Seats) != b.Battle.Seats ||
		len(c.OddsHashes) != b.Battle.Rounds {
		return promise{}, fmt.Errorf("%w: the roster is of another battle", ErrMismatch)
	}
	for i, s := range c.Seats {
		if s.Player > BotIDs && (s.Player != BotIDs+int64(i)+1 || s.UserSeed != BotSeed(i) || !s.Bot) {
			return promise{}, fmt.Errorf("%w: seat %d without account is player %d, has user seed %q, bot %t",
				ErrMismatch, i, s.Player, s.UserSeed, s.Bot)
		}
	}
	for _, r := range b.Results {
		seat := c.Seats[r.Seat]
		if r.Player != seat.Player || r.UserSeed != seat.UserSeed || r.OddsHash != c.OddsHashes[r.N] {
			return promise{}, fmt.Errorf("%w: round %d seat %d is not as the roster locked it", ErrMismatch, r.N,
				r.Seat)
		}
	}
	return promise{c.Commit, c.BeaconSource, c.BeaconRound}, nil
}

func (battleVerifier) outcome(v *verification) {
	v.drawn()
	score, err := rescore(v)
	v.add(CheckScore, "totals and winners follow from the items", err)
	claimed := v.b.Battle.Tie
	switch {
	case err != nil:
		v.skip(CheckTie, "the score does not hold")
	case claimed == nil:
		v.add(CheckTie, "no tie to break", nil)
	case !v.opened:
		v.skip(CheckTie, keyHidden)
	default:
		v.add(CheckTie, "the stream picked this seat of those tied", retie(v, score))
	}
}

// rescore decides the battle anew, trusting the claimed tie break for now.
func rescore(v *verification) (BattleScore, error) {
	p := v.b.Battle
	values := make([][]int64, p.Rounds)
	for _, r := range v.b.Results {
		odds := v.tables[r.OddsHash]
		if odds == nil || odds.Pick(r.V) < 0 {
			return BattleScore{}, fmt.Errorf("%w: round %d seat %d has no item", ErrMismatch, r.N, r.Seat)
		}
		values[r.N] = append(values[r.N], odds.Entry(odds.Pick(r.V)).ValueCents)
	}
	var claimed func([]int) int
	if p.Tie != nil {
		claimed = func([]int) int { return p.Tie.Winner }
	}
	score, err := ScoreBattle(p.Mode, BattleTeams(p.Mode), values, claimed)
	if err != nil {
		return BattleScore{}, err
	}
	if !slices.Equal(score.Totals, p.Totals) || !slices.Equal(score.Winners, p.Winners) {
		return BattleScore{}, fmt.Errorf("%w: totals or winners", ErrMismatch)
	}
	if (p.Tie == nil) != (score.Tied == nil) || p.Tie != nil && !slices.Equal(p.Tie.Seats, score.Tied) {
		return BattleScore{}, fmt.Errorf("%w: the tied seats", ErrMismatch)
	}
	return score, nil
}

func retie(v *verification, score BattleScore) error {
	tie, err := tieBreaker(v.key, v.b.Scope, v.b.Beacon.Value, v.b.Context.Hash)
	if err != nil {
		return err
	}
	if tie(score.Tied) != score.TieSeat {
		return fmt.Errorf("%w: the stream picked another seat of %v", ErrMismatch, score.Tied)
	}
	return nil
}

// leaf of a battle is its roster lock.
func (battleVerifier) leaf(b *Bundle, _ map[string]*Odds) error {
	if b.Log.Leaf != b.Context.Leaf {
		return fmt.Errorf("%w: the log holds another roster", ErrMismatch)
	}
	return nil
}
