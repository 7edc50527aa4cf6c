package season

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"jadebox/actors/shop/catalog"
	"jadebox/fairness"
	"jadebox/store"
)

// Nights of a cycle: after the last one the first comes again.
const Nights = fairness.CycleNights

// Night is the table of one night: an ordinary box of the catalogue, and which of its tables was committed.
type Night struct {
	Box     store.BoxID `json:"box"`
	Version uint32      `json:"version"`
	Odds    string      `json:"odds"` // fairness.Odds.Hash
}

// KindCycle is the op kind of a commitment.
const KindCycle = "season.cycle"

// Errors of a cycle.
var (
	ErrCycleChanged = errors.New(
		"season: this season has committed another cycle: a name has one for ever, take another name")
	ErrCycleTable = errors.New("season: the catalogue has not the table of a night")
	ErrCycleWorth = errors.New("season: the nights are not worth the same")
)

// WorthPPM is how far the expected value of a night may lie from the mean of all of them, in parts per million: an
// opening costs the same every night.
const WorthPPM = 20_000

// Cycle is the offer that has one.
func (t Settings) Cycle() (Box, bool) {
	i := slices.IndexFunc(t.Boxes, func(b Box) bool { return len(b.Cycle) > 0 })
	if i < 0 {
		return Box{}, false
	}
	return t.Boxes[i], true
}

// Night is the place in a cycle, from 0, of a moment in the site's zone: how many days of the calendar lie between it
// and the day on which the season begins. What is before that day is night 0, which comes first.
func (t Settings) Night(at time.Time) int {
	days := int(date(at).Sub(date(t.From.In(at.Location()))) / (24 * time.Hour))
	return max(0, days) % Nights
}

// Tonight is the box of the cycle that tokens buy at a moment in the site's zone; 0 without a cycle.
func (t Settings) Tonight(at time.Time) store.BoxID {
	offer, ok := t.Cycle()
	if !ok {
		return 0
	}
	return offer.Cycle[t.Night(at)].Box
}

// date is a day of the calendar, whatever its hours are in its zone.
func date(at time.Time) time.Time {
	y, m, d := at.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// Commitment is the cycle as fairness commits it; ok is false without one.
func (t Settings) Commitment() (c fairness.Cycle, ok bool) {
	offer, ok := t.Cycle()
	c = fairness.Cycle{Season: t.Season, FromMS: t.From.UnixMilli(), Tokens: offer.Tokens}
	for _, n := range offer.Cycle {
		c.Nights = append(c.Nights, fairness.CycleNight{Box: int64(n.Box), Version: n.Version, OddsHash: n.Odds})
	}
	return c, ok
}

func (t Settings) checkCycle() error {
	c, ok := t.Commitment()
	if !ok {
		return nil
	}
	if slices.ContainsFunc(t.Boxes, func(b Box) bool { return len(b.Cycle) > 0 && b.Box != 0 }) {
		return errors.New("season: an offer is a box or a cycle")
	}
	if n := len(slices.DeleteFunc(slices.Clone(t.Boxes), func(b Box) bool { return len(b.Cycle) == 0 })); n > 1 {
		return fmt.Errorf("season: %d cycles", n)
	}
	_, err := c.Hash()
	return err
}

// Worth is what the nights of a cycle are worth on average, in cents.
type Worth struct{ Mean, Least, Most float64 }

// Audit holds a cycle to the catalogue: every table is there as it is committed, and all are worth the same within
// WorthPPM. Settings without a cycle pass.
func (t Settings) Audit(goods *catalog.Catalog) (w Worth, err error) {
	offer, ok := t.Cycle()
	if !ok {
		return w, nil
	}
	w.Least = math.Inf(1)
	for i, n := range offer.Cycle {
		b, known := goods.Box(n.Box)
		switch {
		case !known:
			return w, fmt.Errorf("%w: night %d: there is no box %d", ErrCycleTable, i+1, n.Box)
		case !n.Is(b):
			return w, fmt.Errorf("%w: night %d: box %d has version %d with hash %s", ErrCycleTable, i+1, n.Box,
				b.Version, b.Odds.Hash())
		}
		cents := float64(b.Odds.ExpectedTickets()) / fairness.TicketUnit
		w.Mean += cents / Nights
		w.Least, w.Most = min(w.Least, cents), max(w.Most, cents)
	}
	if band := w.Mean * WorthPPM / 1e6; w.Mean-w.Least > band || w.Most-w.Mean > band {
		return w, fmt.Errorf("%w: from %.2f to %.2f cents, and %.2f on average: none may be more than %d %% away",
			ErrCycleWorth, w.Least, w.Most, w.Mean, WorthPPM/10_000)
	}
	return w, nil
}

// Is reports whether a box of the catalogue has the table that was committed for the night.
func (n Night) Is(b *catalog.Box) bool {
	return b.ID == n.Box && b.Version == n.Version && b.Odds.Hash() == n.Odds
}

// Promise is a commitment as its op keeps it.
type Promise struct {
	Hash string `json:"hash"`
	AtMS int64  `json:"atMs"`
}

// promiseKey is why a season has one cycle for ever; no client's key holds a colon.
func promiseKey(season string) string { return "cycle:" + season }

// Publish writes the commitment to the cycle of a season into the public log, once. A season that has committed another
// one, or that leaves its own out, is refused with ErrCycleChanged. Settings without a cycle promise nothing.
func Publish(ctx context.Context, to store.Ledger, t Settings, at time.Time) (Promise, error) {
	c, ok := t.Commitment()
	if !ok {
		_, promised, err := Promised(ctx, to, t.Season)
		if err == nil && promised {
			err = ErrCycleChanged
		}
		return Promise{}, err
	}
	leaf, err := c.Leaf()
	if err != nil {
		return Promise{}, err
	}
	p := Promise{AtMS: at.UnixMilli()}
	if p.Hash, err = c.Hash(); err != nil {
		return p, err
	}
	result, err := json.Marshal(p)
	if err != nil {
		return p, err
	}
	key := promiseKey(t.Season)
	rec, err := to.Commit(ctx, &store.Op{Key: key, Kind: KindCycle, Request: sha256.Sum256(leaf), At: at,
		Leaves: []store.LogLeaf{{Key: key, Data: leaf}}, Result: result})
	if errors.Is(err, store.ErrKeyReused) {
		return p, ErrCycleChanged
	}
	if err != nil {
		return p, err
	}
	return p, json.Unmarshal(rec.Result, &p)
}

// Promised is what a season has committed; ok is false when that is nothing.
func Promised(ctx context.Context, from store.Ledger, season string) (p Promise, ok bool, err error) {
	rec, err := from.Lookup(ctx, 0, promiseKey(season))
	if errors.Is(err, store.ErrNotFound) {
		return p, false, nil
	}
	if err == nil {
		err = json.Unmarshal(rec.Result, &p)
	}
	return p, err == nil, err
}
