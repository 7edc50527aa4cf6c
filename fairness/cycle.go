package fairness

import (
	"fmt"

	"jadebox/fairness/internal/canon"
)

// CycleNights is how many tables a cycle has: the nights of a moon.
const CycleNights = 28

const (
	cycleTitle     = "BOX1/cycle"
	cycleTokensMax = 1 << 40
)

// CycleNight names the table of one night: a box, the version of its odds and their hash.
type CycleNight struct {
	Box      int64
	Version  uint32
	OddsHash string
}

// Cycle is the commitment to the tables that a box of many nights rotates through, made before the first of them is
// drawn from. Night 1 is the day of FromMS on the site's clock; the one after the last is night 1 again.
type Cycle struct {
	Season string
	FromMS int64
	Tokens int64 // price of an opening, the same every night
	Nights []CycleNight
}

// Leaf is the canonical text, or an error naming the field that is wrong.
func (c Cycle) Leaf() ([]byte, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	w := canon.NewWriter(cycleTitle)
	w.Text("season", c.Season)
	w.Int("from-ms", c.FromMS)
	w.Int("tokens", c.Tokens)
	w.Int("nights", int64(len(c.Nights)))
	for i, n := range c.Nights {
		w.Int("night", int64(i+1))
		w.Int("box", n.Box)
		w.Uint("version", uint64(n.Version))
		w.Text("odds", n.OddsHash)
	}
	return w.Bytes(), nil
}

// Hash is hex SHA-256 of Leaf.
func (c Cycle) Hash() (string, error) { return hashLeaf(c.Leaf()) }

func (c Cycle) check() error {
	switch {
	case !canon.IsLine(c.Season):
		return fmt.Errorf("%w: cycle without season", ErrInput)
	case c.FromMS <= 0 || c.FromMS > canon.MaxSafe:
		return fmt.Errorf("%w: cycle without time", ErrInput)
	case c.Tokens <= 0 || c.Tokens > cycleTokensMax:
		return fmt.Errorf("%w: cycle at %d tokens", ErrInput, c.Tokens)
	case len(c.Nights) != CycleNights:
		return fmt.Errorf("%w: cycle of %d nights, not %d", ErrInput, len(c.Nights), CycleNights)
	}
	seen := make(map[int64]bool, len(c.Nights))
	for i, n := range c.Nights {
		if !isID(n.Box) || n.Version == 0 || !isHash(n.OddsHash) || seen[n.Box] {
			return fmt.Errorf("%w: cycle night %d: box missing or named twice, version or odds hash missing", ErrInput,
				i+1)
		}
		seen[n.Box] = true
	}
	return nil
}
