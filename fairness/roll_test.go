package fairness

import (
	"strings"
	"testing"
)

func rollContext(entrants int) RollContext {
	return must(ParseRollContext(rollBundle(entrants, false).Context.Leaf))
}

func TestRollDrawsDistinctWinnersByPrizeOrder(t *testing.T) {
	wins := rollBundle(9, false).Roll.Winners
	if len(wins) != 3 || wins[0].Prize != 2 || wins[1].Prize != 1 || wins[2].Prize != 3 {
		t.Fatalf("prizes go by value, then id: %+v", wins)
	}
	if wins[0].Place == wins[1].Place || wins[1].Place == wins[2].Place || wins[0].Place == wins[2].Place {
		t.Errorf("one entrant wins twice: %+v", wins)
	}
	if few := rollBundle(2, false).Roll.Winners; len(few) != 2 {
		t.Errorf("two entrants and %d winners", len(few))
	}
}

// A draw in which the weights do not count fails here: 40,000 draws, each entrant within six standard deviations.
func TestRollWeightsCount(t *testing.T) {
	const draws = 40_000
	c := rollContext(4)
	c.Prizes = c.Prizes[:1]
	var total uint64
	for _, e := range c.Entrants {
		total += e.Weight
	}
	first := map[int]int{}
	ctx, beacon := must(c.Hash()), testBeacon(6).Value
	for i := range draws {
		c.Room = int64(i + 1)
		wins := must(c.draw(testKey(0x33), beacon, ctx))
		first[wins[0].Place]++
	}
	for place, e := range c.Entrants {
		p := float64(e.Weight) / float64(total)
		want, slack := p*draws, 6*200*p // σ = √(n·p·(1−p)) ≤ 200·√p
		if slack < 300 {
			slack = 300
		}
		if got := float64(first[place]); got < want-slack || got > want+slack {
			t.Errorf("entrant of weight %d of %d won %v of %d draws, expected %.0f", e.Weight, total, got, draws, want)
		}
	}
}

func TestRollContextRefuses(t *testing.T) {
	good := rollContext(3)
	if _, err := good.Leaf(); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*RollContext){
		"no room":           func(c *RollContext) { c.Room = 0 },
		"no prizes":         func(c *RollContext) { c.Prizes = nil },
		"no entrants":       func(c *RollContext) { c.Entrants = nil },
		"too many prizes":   func(c *RollContext) { c.Prizes = make([]RollPrize, RollPrizesMax+1) },
		"too many entrants": func(c *RollContext) { c.Entrants = make([]RollEntrant, RollEntrantsMax+1) },
		"prize id":          func(c *RollContext) { c.Prizes[1].ID = 1 },
		"worthless prize":   func(c *RollContext) { c.Prizes[0].ValueCents = 0 },
		"item without def":  func(c *RollContext) { c.Prizes[1].Def = 0 },
		"item twice":        func(c *RollContext) { c.Prizes[2].Item = c.Prizes[1].Item },
		"item with a zero":  func(c *RollContext) { c.Prizes[1].Item = "01" },
		"item of letters":   func(c *RollContext) { c.Prizes[1].Item = "1a" },
		"no item":           func(c *RollContext) { c.Prizes[1].Item = "" },
		"player twice":      func(c *RollContext) { c.Entrants[1].Player = c.Entrants[0].Player },
		"no weight":         func(c *RollContext) { c.Entrants[0].Weight = 0 },
		"too much weight":   func(c *RollContext) { c.Entrants[0].Weight = RollWeightMax + 1 },
		"no commit":         func(c *RollContext) { c.Commit = "" },
		"no round":          func(c *RollContext) { c.BeaconRound = 0 },
		"unknown beacon":    func(c *RollContext) { c.BeaconSource = "dice" },
	} {
		c := rollContext(3)
		spoil(&c)
		if leaf, err := c.Leaf(); err == nil {
			t.Errorf("%s: %s", name, leaf)
		}
	}
	leaf := rollBundle(3, false).Context.Leaf
	for _, bad := range []string{strings.Replace(leaf, "weight=1", "weight=+1", 1), leaf + "x=1\n",
		strings.Replace(leaf, "entrants=3", "entrants=2", 1), ""} {
		if _, err := ParseRollContext(bad); err == nil {
			t.Errorf("accepted %q", bad)
		}
	}
}

func TestRollKeyAndBeaconAreThosePromised(t *testing.T) {
	c, b := rollContext(3), testBeacon(6)
	if _, err := DrawRoll(testKey(0x34), c, b); err == nil {
		t.Error("another key draws")
	}
	if _, err := DrawRoll(testKey(0x33), c, testBeacon(7)); err == nil {
		t.Error("another round draws")
	}
}

func TestRollHiddenKeySkipsTheWinners(t *testing.T) {
	b := rollBundle(3, false)
	b.Key = ""
	if r := Verify(b); !r.OK || len(skipped(r)) != 5 {
		t.Errorf("%+v", r)
	}
}
