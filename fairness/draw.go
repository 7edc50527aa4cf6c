package fairness

import "fmt"

// An Epoch draws the nonces of one player's key; what they share is checked and
// hashed once. It is not safe for concurrent use.
type Epoch struct {
	player int64
	seeder *Seeder
}

// OpenEpoch refuses another key or beacon than the context promised.
func OpenEpoch(k Key, c SoloContext, b Beacon) (*Epoch, error) {
	if err := checkPromiseKept(k, c.Commit, c.BeaconSource, c.BeaconRound, b); err != nil {
		return nil, err
	}
	ctx, err := c.Hash()
	if err != nil {
		return nil, err
	}
	seeder, err := NewSeeder(k, SoloScope(c.Player, c.Epoch), b.Value, ctx)
	if err != nil {
		return nil, err
	}
	return &Epoch{player: c.Player, seeder: seeder}, nil
}

// Draw draws nonce n, 0 … NonceMax-1, from a table.
func (e *Epoch) Draw(n uint64, userSeed string, odds *Odds) (ResultProof, error) {
	if n >= NonceMax || odds == nil {
		return ResultProof{}, fmt.Errorf("%w: nonce %d, odds given: %t", ErrInput, n, odds != nil)
	}
	return drawItem(e.seeder, n, Seat{Player: e.player, UserSeed: userSeed}, odds)
}

// ServerHash is what the player is shown of nonce n before opening.
func (e *Epoch) ServerHash(n uint64) (string, error) {
	if n >= NonceMax {
		return "", fmt.Errorf("%w: nonce %d", ErrInput, n)
	}
	var buf [64]byte
	seed, err := e.seeder.AppendSeed(buf[:0], n, 0)
	if err != nil {
		return "", err
	}
	return ServerHash(string(seed)), nil
}

// BattleDraw is a whole battle, known the moment its beacon value is.
type BattleDraw struct {
	Results []ResultProof // round by round, in each round seat by seat
	Values  [][]int64     // by round and seat, cents
	Score   BattleScore
}

// DrawBattle draws every round of a locked roster and decides it. tables holds
// the odds of each round, in the order of the context's hashes.
func DrawBattle(k Key, c BattleContext, b Beacon, tables []*Odds) (BattleDraw, error) {
	if err := checkPromiseKept(k, c.Commit, c.BeaconSource, c.BeaconRound, b); err != nil {
		return BattleDraw{}, err
	}
	ctx, err := c.Hash()
	if err != nil {
		return BattleDraw{}, err
	}
	if len(tables) != len(c.OddsHashes) {
		return BattleDraw{}, fmt.Errorf("%w: %d tables for %d rounds", ErrInput, len(tables), len(c.OddsHashes))
	}
	scope := BattleScope(c.Room)
	seeder, err := NewSeeder(k, scope, b.Value, ctx)
	if err != nil {
		return BattleDraw{}, err
	}
	var draw BattleDraw
	for round, odds := range tables {
		if odds == nil || odds.Hash() != c.OddsHashes[round] {
			return BattleDraw{}, fmt.Errorf("%w: table of round %d", ErrMismatch, round)
		}
		values := make([]int64, len(c.Seats))
		for i, seat := range c.Seats {
			result, err := drawItem(seeder, uint64(round), seat, odds)
			if err != nil {
				return BattleDraw{}, fmt.Errorf("round %d seat %d: %w", round, i, err)
			}
			draw.Results = append(draw.Results, result)
			values[i] = odds.Entry(odds.Pick(result.V)).ValueCents
		}
		draw.Values = append(draw.Values, values)
	}
	tie, err := tieBreaker(k, scope, b.Value, ctx)
	if err != nil {
		return BattleDraw{}, err
	}
	draw.Score, err = ScoreBattle(c.Mode, BattleTeams(c.Mode), draw.Values, tie)
	return draw, err
}

// tieBreaker is the tie function of ScoreBattle, on a fresh stream.
func tieBreaker(k Key, scope, beacon, ctx string) (func([]int) int, error) {
	stream, err := NewStream(k, LabelTie, scope, beacon, ctx)
	if err != nil {
		return nil, err
	}
	return func(tied []int) int {
		seat, err := Tie(stream, tied)
		if err != nil {
			panic("fairness: a tie without seats: " + err.Error())
		}
		return seat
	}, nil
}

func drawItem(seeder *Seeder, n uint64, seat Seat, odds *Odds) (ResultProof, error) {
	var buf [64]byte
	seed, err := seeder.AppendSeed(buf[:0], n, seat.Seat)
	if err != nil {
		return ResultProof{}, err
	}
	r := ResultProof{N: n, Seat: seat.Seat, Player: seat.Player, UserSeed: seat.UserSeed, ServerSeed: string(seed)}
	out, err := Roll(r.UserSeed, r.ServerSeed)
	if err != nil {
		return ResultProof{}, err
	}
	at := odds.Pick(out.V)
	r.ServerHash = ServerHash(r.ServerSeed)
	r.ResultHash, r.V, r.Number = out.ResultHash, out.V, out.NumberText()
	r.OddsHash, r.Item = odds.Hash(), odds.Entry(at).Item
	r.StartSection, r.EndSection = odds.Bounds(at)
	return r, nil
}

// checkPromiseKept refuses to draw with another key or beacon than the context named.
func checkPromiseKept(k Key, commit, source string, round uint64, b Beacon) error {
	if k.missing() || k.Commit() != commit {
		return fmt.Errorf("%w: the key is not the committed one", ErrMismatch)
	}
	if b.Source != source || b.Round != round {
		return fmt.Errorf("%w: beacon %s round %d, promised %s round %d", ErrMismatch, b.Source, b.Round, source, round)
	}
	return CheckBeacon(b)
}

// Proof publishes the table; name gives each item's display name.
func (o *Odds) Proof(name func(item int64) string) OddsProof {
	p := OddsProof{BoxID: o.boxID, Version: o.version, Hash: o.hash, Entries: make([]OddsProofEntry, len(o.entries))}
	for i, e := range o.entries {
		p.Entries[i] = OddsProofEntry{Item: e.Item, Name: name(e.Item), Weight: e.Weight, ValueCents: e.ValueCents}
	}
	return p
}

// NewBoxBundle assembles the proof of one opening. key is "" until the epoch is
// closed; the log part is added when the result's leaf is in the log.
func NewBoxBundle(c SoloContext, key string, b Beacon, r ResultProof, odds OddsProof) (*Bundle, error) {
	leaf, err := c.Leaf()
	if err != nil {
		return nil, err
	}
	scope := SoloScope(c.Player, c.Epoch)
	bundle := newBundle(KindBox, ResultID(scope, r.N), scope, c.Commit, key, b, leaf)
	bundle.Epoch = c.Epoch
	bundle.Odds, bundle.Results = []OddsProof{odds}, []ResultProof{r}
	return bundle, nil
}

// NewBattleBundle assembles the proof of a battle. tables holds each distinct
// table once.
func NewBattleBundle(c BattleContext, key string, b Beacon, draw BattleDraw, tables []OddsProof) (*Bundle, error) {
	leaf, err := c.Leaf()
	if err != nil {
		return nil, err
	}
	scope := BattleScope(c.Room)
	bundle := newBundle(KindBattle, scope, scope, c.Commit, key, b, leaf)
	bundle.Odds, bundle.Results = tables, draw.Results
	bundle.Battle = &BattleProof{
		Mode: c.Mode, Seats: len(c.Seats), Rounds: len(c.OddsHashes),
		Totals: draw.Score.Totals, Winners: draw.Score.Winners,
	}
	if draw.Score.Tied != nil {
		bundle.Battle.Tie = &TieProof{Seats: draw.Score.Tied, Winner: draw.Score.TieSeat}
	}
	return bundle, nil
}

func newBundle(kind, id, scope, commit, key string, b Beacon, leaf []byte) *Bundle {
	hash, _ := hashLeaf(leaf, nil)
	return &Bundle{
		Format: Format, Kind: kind, ResultID: id, Scope: scope, Commit: commit, Key: key, Beacon: b,
		Context: ContextProof{Leaf: string(leaf), Hash: hash},
		Odds:    []OddsProof{}, Results: []ResultProof{},
	}
}
