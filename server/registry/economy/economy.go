package economy

import "jadebox/store"

// HouseEdgePPM is what the house keeps of a box of the standard catalogue, and of a room that is paid for
// (docs/rules.md, "Boxes": price = expected value / 0.92).
const HouseEdgePPM = 80_000

const (
	ppm            = 1e6
	usualHouseEdge = HouseEdgePPM / ppm
	stakeCents     = 2_00 // of one play of a reference player
	monthDays      = 30
)

// Players are what the reference players play with, in cents of gems a day.
var Players = [...]int64{0, 20_00, 1000_00}

// Line is one source of gifts: cents of gems a day, by reference player.
type Line struct {
	Source string
	Cents  [len(Players)]float64
}

// Economy is what a set of settings costs.
type Economy struct {
	Lines   []Line
	Joining []Amount // once for a player
	House   []Amount // in a day, whatever is played
	Loops   []Loop
	Gains   []Gain
}

// Amount is cents of gems.
type Amount struct {
	Source string
	Cents  float64
}

// Total is what a day of each reference player costs, in cents.
func (e *Economy) Total() (sum [len(Players)]float64) {
	for _, l := range e.Lines {
		for i, c := range l.Cents {
			sum[i] += c
		}
	}
	return sum
}

// Of computes the economy of the settings that a snapshot holds, with the settings that contribute to the loops and
// gains that are open in it; goods may be empty, then boxes that are given are worth nothing.
func Of(now *store.SettingsNow, goods *Goods) (*Economy, error) {
	r, err := read(now, goods)
	if err != nil {
		return nil, err
	}
	e := r.economy()
	r.attribute(e)
	return e, nil
}

// Unattributed is Of without the contributions to loops and gains, which take a search for each setting that gives:
// enough to compare economies.
func Unattributed(now *store.SettingsNow, goods *Goods) (*Economy, error) {
	r, err := read(now, goods)
	if err != nil {
		return nil, err
	}
	return r.economy(), nil
}

func (r *rules) economy() *Economy {
	e := &Economy{}
	line := func(source string, of func(player) float64) {
		l := Line{Source: source}
		for i, cents := range Players {
			l.Cents[i] = of(r.reference(float64(cents)))
		}
		e.Lines = append(e.Lines, l)
	}
	for _, g := range reckoned {
		if g.day != nil {
			line(g.source, func(p player) float64 { return g.day(r, p) })
		}
		if g.recharge != nil {
			line(g.source, func(p player) float64 { return g.recharge(r, p.recharge()) })
		}
		if g.once != nil {
			e.Joining = append(e.Joining, Amount{g.source, g.once(r)})
		}
		if g.house != nil {
			e.House = append(e.House, Amount{g.source, g.house(r)})
		}
	}
	for _, g := range r.given {
		line(g.kind+", by the share", func(p player) float64 { return g.pooled() * p.spent })
		e.House = append(e.House, Amount{g.kind + ", at the least", float64(g.Pools) * float64(g.LeastCents)})
	}
	seen := r.days()
	e.Loops, e.Gains = r.loops(seen), r.gains(seen)
	return e
}
