package fairness

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"jadebox/fairness/internal/canon"
)

const oddsTitle = "BOX1/odds"

const (
	// WeightUnit is the sum of a table's weights: 10⁸ units of 10⁻⁸.
	WeightUnit = 100_000_000
	// WeightMin is the smallest weight an item may have, 10⁻⁵.
	WeightMin = 1_000
	// TicketUnit is the number of values v can take, the denominator of shown odds.
	TicketUnit = MaxV + 1
	// ItemValueMax in cents keeps a value times TicketUnit within an int64.
	ItemValueMax = 1<<38 - 1
	// oddsEntriesMax bounds a table; the largest box holds well under a hundred items.
	oddsEntriesMax = 1_000
)

// OddsEntry is one line of a table.
type OddsEntry struct {
	Item       int64
	Weight     uint32 // in 10⁻⁸
	ValueCents int64  // what the item counts for in battle totals and in the return
}

// Odds is a box's table of chances: immutable, committed by its hash, never
// changed in place; another price or weight is another version.
type Odds struct {
	boxID   int64
	version uint32
	entries []OddsEntry
	high    []uint32
	hash    string
}

// NewOdds checks and freezes a table: 1–1000 distinct items, each weight at least
// 10⁻⁵ and each value at least one cent, weights summing to exactly 10⁸.
func NewOdds(boxID int64, version uint32, entries []OddsEntry) (*Odds, error) {
	if boxID <= 0 || boxID > canon.MaxSafe || version == 0 {
		return nil, fmt.Errorf("%w: odds of box %d version %d", ErrInput, boxID, version)
	}
	if len(entries) == 0 || len(entries) > oddsEntriesMax {
		return nil, fmt.Errorf("%w: odds of %d entries", ErrInput, len(entries))
	}
	seen := make(map[int64]bool, len(entries))
	high := make([]uint32, len(entries))
	var sum uint64
	for i, e := range entries {
		switch {
		case e.Item <= 0 || e.Item > canon.MaxSafe || seen[e.Item]:
			return nil, fmt.Errorf("%w: odds entry %d: item %d missing or repeated", ErrInput, i, e.Item)
		case e.Weight < WeightMin:
			return nil, fmt.Errorf("%w: odds entry %d: weight %d is below 1e-5", ErrInput, i, e.Weight)
		case e.ValueCents <= 0 || e.ValueCents > ItemValueMax:
			return nil, fmt.Errorf("%w: odds entry %d: value of %d cents", ErrInput, i, e.ValueCents)
		}
		seen[e.Item] = true
		sum += uint64(e.Weight)
		if sum > WeightUnit {
			return nil, fmt.Errorf("%w: odds weights sum above %d", ErrInput, WeightUnit)
		}
		high[i] = uint32(sum * MaxV / WeightUnit)
	}
	if sum != WeightUnit {
		return nil, fmt.Errorf("%w: odds weights sum to %d, not %d", ErrInput, sum, WeightUnit)
	}
	o := &Odds{boxID: boxID, version: version, entries: slices.Clone(entries), high: high}
	digest := sha256.Sum256(o.Canonical())
	o.hash = hex.EncodeToString(digest[:])
	return o, nil
}

// Canonical is the text whose SHA-256 commits the table; it is also its log leaf.
func (o *Odds) Canonical() []byte {
	w := canon.NewWriter(oddsTitle)
	w.Int("box", o.boxID)
	w.Uint("version", uint64(o.version))
	w.Uint("entries", uint64(len(o.entries)))
	for _, e := range o.entries {
		w.Int("item", e.Item)
		w.Uint("weight", uint64(e.Weight))
		w.Int("value-cents", e.ValueCents)
	}
	return w.Bytes()
}

// Hash is hex SHA-256 of Canonical.
func (o *Odds) Hash() string { return o.hash }

// BoxID is the box the table belongs to.
func (o *Odds) BoxID() int64 { return o.boxID }

// Version counts from 1 within a box.
func (o *Odds) Version() uint32 { return o.version }

// Len is the number of entries.
func (o *Odds) Len() int { return len(o.entries) }

// Entry returns entry i.
func (o *Odds) Entry(i int) OddsEntry { return o.entries[i] }

// Bounds are the first and the last v that entry i owns.
func (o *Odds) Bounds(i int) (lo, hi uint32) {
	if i > 0 {
		lo = o.high[i-1] + 1
	}
	return lo, o.high[i]
}

// Tickets is the number of values v that entry i owns, out of TicketUnit.
func (o *Odds) Tickets(i int) uint32 {
	lo, hi := o.Bounds(i)
	return hi - lo + 1
}

// Pick returns the entry that owns v, or -1 when v is above MaxV.
func (o *Odds) Pick(v uint32) int {
	if v > MaxV {
		return -1
	}
	i, _ := slices.BinarySearch(o.high, v)
	return i
}

// ExpectedTickets is the sum of value × tickets: the expected value in cents
// times TicketUnit, exact.
func (o *Odds) ExpectedTickets() int64 {
	var sum int64
	for i, e := range o.entries {
		sum += e.ValueCents * int64(o.Tickets(i))
	}
	return sum
}

// ParseOdds reads a table back from its canonical text and accepts only the bytes
// that Canonical would write.
func ParseOdds(leaf string) (*Odds, error) {
	r := canon.NewReader(oddsTitle, leaf)
	boxID, version := r.Int("box"), uint32(r.Count("version", 1<<32-1))
	var entries []OddsEntry
	for range r.Count("entries", oddsEntriesMax) {
		entries = append(entries, OddsEntry{
			Item: r.Int("item"), Weight: uint32(r.Count("weight", WeightUnit)), ValueCents: r.Int("value-cents"),
		})
	}
	if err := r.Close(); err != nil {
		return nil, fmt.Errorf("%w: odds leaf: %w", ErrInput, err)
	}
	return NewOdds(boxID, version, entries)
}
