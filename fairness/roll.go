package fairness

import (
	"fmt"
	"strings"

	"jadebox/fairness/internal/canon"
)

// Sizes of a roll room.
const (
	RollPrizesMax   = 100
	RollEntrantsMax = 10_000 // a bundle holds the roster twice and stays below its 1 MiB
	RollWeightMax   = 20     // docs/rules.md: 1 + assists, at most 20
)

const rollTitle = "BOX1/roll"

// RollPrize is one thing to be won. Item is "0" unless a certain item is held for the winner, Def is 0 for gems.
type RollPrize struct {
	ID         int64  // 1, 2, 3 … in the order of the room
	Item       string // decimal: ids of items do not fit into a browser's number
	Def        int64
	ValueCents int64
}

// RollEntrant is one place of the roster, in join order.
type RollEntrant struct {
	Player int64
	Weight uint64
}

// RollContext is everything a roll is drawn from, fixed when the roster locks. BeaconRound must lie after the lock, so
// that no player who joins or brings an assist last can know who wins.
type RollContext struct {
	Room         int64
	Prizes       []RollPrize
	Entrants     []RollEntrant
	Commit       string
	BeaconSource string
	BeaconRound  uint64
}

// Leaf is the canonical text, or an error naming the field that is wrong.
func (c RollContext) Leaf() ([]byte, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	w := canon.NewWriter(rollTitle)
	w.Int("room", c.Room)
	w.Int("prizes", int64(len(c.Prizes)))
	for _, p := range c.Prizes {
		w.Int("prize", p.ID)
		w.Text("item", p.Item)
		w.Int("def", p.Def)
		w.Int("value-cents", p.ValueCents)
	}
	w.Int("entrants", int64(len(c.Entrants)))
	for _, e := range c.Entrants {
		w.Int("player", e.Player)
		w.Uint("weight", e.Weight)
	}
	writePromise(w, c.Commit, c.BeaconSource, c.BeaconRound)
	return w.Bytes(), nil
}

// Hash is hex SHA-256 of Leaf.
func (c RollContext) Hash() (string, error) { return hashLeaf(c.Leaf()) }

// ParseRollContext reads a leaf back and accepts only the bytes Leaf would write.
func ParseRollContext(leaf string) (RollContext, error) {
	r := canon.NewReader(rollTitle, leaf)
	c := RollContext{Room: r.Int("room")}
	for range r.Count("prizes", RollPrizesMax) {
		c.Prizes = append(c.Prizes, RollPrize{ID: r.Int("prize"), Item: r.Text("item"), Def: r.Int("def"),
			ValueCents: r.Int("value-cents")})
	}
	for range r.Count("entrants", RollEntrantsMax) {
		c.Entrants = append(c.Entrants, RollEntrant{Player: r.Int("player"),
			Weight: uint64(r.Count("weight", RollWeightMax))})
	}
	c.Commit, c.BeaconSource, c.BeaconRound = readPromise(r)
	if err := r.Close(); err != nil {
		return RollContext{}, fmt.Errorf("%w: roll leaf: %w", ErrInput, err)
	}
	if err := c.check(); err != nil {
		return RollContext{}, err
	}
	return c, nil
}

func (c RollContext) check() error {
	switch {
	case !isID(c.Room):
		return fmt.Errorf("%w: roll without room", ErrInput)
	case len(c.Prizes) < 1 || len(c.Prizes) > RollPrizesMax:
		return fmt.Errorf("%w: roll of %d prizes", ErrInput, len(c.Prizes))
	case len(c.Entrants) < 1 || len(c.Entrants) > RollEntrantsMax:
		return fmt.Errorf("%w: roll of %d entrants", ErrInput, len(c.Entrants))
	}
	items := make(map[string]bool, len(c.Prizes))
	for i, p := range c.Prizes {
		switch {
		case p.ID != int64(i)+1 || !isID(p.ValueCents):
			return fmt.Errorf("%w: prize %d of the roll: id or value", ErrInput, i+1)
		case p.Item != "0" && (!isItem(p.Item) || p.Def == 0 || items[p.Item]), p.Def != 0 && !isID(p.Def):
			return fmt.Errorf("%w: prize %d of the roll: item or definition", ErrInput, i+1)
		}
		items[p.Item] = true
	}
	players := make(map[int64]bool, len(c.Entrants))
	for i, e := range c.Entrants {
		if !isID(e.Player) || players[e.Player] || e.Weight < 1 || e.Weight > RollWeightMax {
			return fmt.Errorf("%w: entrant %d of the roll: player missing or twice, or weight", ErrInput, i)
		}
		players[e.Player] = true
	}
	return checkPromise(c.Commit, c.BeaconSource, c.BeaconRound)
}

// isItem accepts a positive decimal number in its one spelling.
func isItem(s string) bool {
	return len(s) >= 1 && len(s) <= 19 && s[0] != '0' && strings.Trim(s, "0123456789") == ""
}

// RollWin is who takes which prize.
type RollWin struct {
	Place  int    `json:"place"` // in join order, from 0
	Player int64  `json:"player"`
	Weight uint64 `json:"weight"`
	Prize  int64  `json:"prize"`
}

// DrawRoll draws a locked roster: as many distinct winners as there are prizes, or entrants if these are fewer, each
// time in proportion to the weights that are left. Winner i takes prize i of PrizeOrder.
func DrawRoll(k Key, c RollContext, b Beacon) ([]RollWin, error) {
	if err := checkPromiseKept(k, c.Commit, c.BeaconSource, c.BeaconRound, b); err != nil {
		return nil, err
	}
	ctx, err := c.Hash()
	if err != nil {
		return nil, err
	}
	return c.draw(k, b.Value, ctx)
}

func (c RollContext) draw(k Key, beacon, ctx string) ([]RollWin, error) {
	stream, err := NewStream(k, LabelRoll, RollScope(c.Room), beacon, ctx)
	if err != nil {
		return nil, err
	}
	prizes := make([]Prize, len(c.Prizes))
	for i, p := range c.Prizes {
		prizes[i] = Prize{ID: p.ID, ValueCents: p.ValueCents}
	}
	weights := make([]uint64, len(c.Entrants))
	for i, e := range c.Entrants {
		weights[i] = e.Weight
	}
	places, err := WinnersWeighted(stream, weights, min(len(prizes), len(weights)))
	if err != nil {
		return nil, err
	}
	wins := make([]RollWin, len(places))
	for i, prize := range PrizeOrder(prizes)[:len(places)] {
		e := c.Entrants[places[i]]
		wins[i] = RollWin{Place: places[i], Player: e.Player, Weight: e.Weight, Prize: prize.ID}
	}
	return wins, nil
}

// NewRollBundle assembles the proof of a roll.
func NewRollBundle(c RollContext, key string, b Beacon, wins []RollWin) (*Bundle, error) {
	leaf, err := c.Leaf()
	if err != nil {
		return nil, err
	}
	scope := RollScope(c.Room)
	bundle := newBundle(KindRoll, scope, scope, c.Commit, key, b, leaf)
	bundle.Roll = &RollProof{Prizes: len(c.Prizes), Entrants: len(c.Entrants), Winners: wins}
	return bundle, nil
}
