// Package catalog keeps boxes and item definitions in memory with their odds, so that an actor prices and draws without
// asking the store. Every odds table it hands out has its canonical text in the public log before.
//
// Deliberately absent: editing (package server/catalogue; Run reads what it has made) and texts in one language.
package catalog

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"jadebox/fairness"
	fairlog "jadebox/fairness/log"
	"jadebox/store"
)

// KindPublish is the kind of the op that publishes a table of odds.
const KindPublish = "odds.publish"

// ErrOdds means that a stored table does not have the hash that it was published with.
var ErrOdds = errors.New("catalog: odds do not match their hash")

// Box is one box with its table of odds.
type Box struct {
	store.Box
	Odds *fairness.Odds
}

// Store is what the catalogue is read from.
type Store interface {
	store.Ledger
	Boxes(ctx context.Context) ([]store.Box, error)
	ItemDefs(ctx context.Context) ([]store.ItemDef, error)
}

// Catalog is safe for concurrent use.
type Catalog struct {
	from Store
	now  store.Clock
	data atomic.Pointer[contents]
}

type contents struct {
	boxes map[store.BoxID]*Box
	defs  map[store.DefID]store.ItemDef
}

// New returns an empty catalogue; call Load.
func New(from Store, now store.Clock) *Catalog {
	c := &Catalog{from: from, now: now}
	c.data.Store(&contents{})
	return c
}

// Load reads the latest versions and publishes the tables that are new.
func (c *Catalog) Load(ctx context.Context) error {
	defs, err := c.from.ItemDefs(ctx)
	if err != nil {
		return fmt.Errorf("catalog: %w", err)
	}
	boxes, err := c.from.Boxes(ctx)
	if err != nil {
		return fmt.Errorf("catalog: %w", err)
	}
	next := &contents{boxes: make(map[store.BoxID]*Box, len(boxes)), defs: make(map[store.DefID]store.ItemDef,
		len(defs))}
	for _, d := range defs {
		next.defs[d.ID] = d
	}
	for _, b := range boxes {
		odds, err := oddsOf(b, next.defs)
		if err != nil {
			return err
		}
		if held, known := c.Box(b.ID); !known || held.Odds.Hash() != odds.Hash() { // else it was published before
			if err := Publish(ctx, c.from, c.now(), odds); err != nil {
				return err
			}
		}
		next.boxes[b.ID] = &Box{Box: b, Odds: odds}
	}
	c.data.Store(next)
	return nil
}

// Box returns the latest version of a box.
func (c *Catalog) Box(id store.BoxID) (*Box, bool) {
	b, ok := c.data.Load().boxes[id]
	return b, ok
}

// OfType returns the boxes of a type, those that cannot be opened any more included, by id.
func (c *Catalog) OfType(name string) []store.BoxID {
	var list []store.BoxID
	for id, b := range c.data.Load().boxes {
		if b.Type == name {
			list = append(list, id)
		}
	}
	slices.Sort(list)
	return list
}

// Enabled returns the boxes that can be opened, the most prominent first (Weight, then id).
func (c *Catalog) Enabled() []*Box {
	boxes := slices.Collect(maps.Values(c.data.Load().boxes))
	boxes = slices.DeleteFunc(boxes, func(b *Box) bool { return !b.Enabled })
	slices.SortFunc(boxes, func(a, b *Box) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight),
			cmp.Compare(a.ID, b.ID))
	})
	return boxes
}

// Item returns an item definition.
func (c *Catalog) Item(id store.DefID) (store.ItemDef, bool) {
	d, ok := c.data.Load().defs[id]
	return d, ok
}

// Items returns every item definition, by id.
func (c *Catalog) Items() []store.ItemDef {
	defs := slices.Collect(maps.Values(c.data.Load().defs))
	slices.SortFunc(defs, func(a, b store.ItemDef) int { return cmp.Compare(a.ID, b.ID) })
	return defs
}

// Within returns the most valuable item that costs at most so many cents, of several the first; ok is false when every
// item costs more.
func (c *Catalog) Within(cents int64) (best store.ItemDef, ok bool) {
	for _, d := range c.data.Load().defs {
		if d.PriceCents < 1 || d.PriceCents > cents {
			continue
		}
		if !ok || d.PriceCents > best.PriceCents || d.PriceCents == best.PriceCents && d.ID < best.ID {
			best, ok = d, true
		}
	}
	return best, ok
}

// ItemName is the display name that bundles carry.
func (c *Catalog) ItemName(id int64) string {
	d := c.data.Load().defs[store.DefID(id)]
	return d.Name.En
}

// Odds returns a published table by its hash, old versions included: from memory, or from the op that published it.
// Today's prices do not matter to it.
func (c *Catalog) Odds(ctx context.Context, hash string) (*fairness.Odds, error) {
	for _, b := range c.data.Load().boxes {
		if b.Odds.Hash() == hash {
			return b.Odds, nil
		}
	}
	rec, err := c.from.Lookup(ctx, 0, fairlog.KeyOdds.Of(hash))
	if err != nil {
		return nil, fmt.Errorf("catalog: odds %s: %w", hash, err)
	}
	var t table
	if err := json.Unmarshal(rec.Result, &t); err != nil {
		return nil, fmt.Errorf("catalog: odds %s: %w", hash, err)
	}
	odds, err := fairness.NewOdds(t.Box, t.Version, t.Entries)
	if err != nil {
		return nil, fmt.Errorf("catalog: odds %s: %w", hash, err)
	}
	if odds.Hash() != hash {
		return nil, fmt.Errorf("%w: %s", ErrOdds, hash)
	}
	return odds, nil
}

// table is a published table as its op keeps it.
type table struct {
	Box     int64                `json:"box"`
	Version uint32               `json:"version"`
	Entries []fairness.OddsEntry `json:"entries"`
}

// oddsOf builds the table of a box and compares it with the hash that was stored when the version was made.
func oddsOf(b store.Box, defs map[store.DefID]store.ItemDef) (*fairness.Odds, error) {
	entries := make([]fairness.OddsEntry, len(b.Entries))
	for i, e := range b.Entries {
		entries[i] = fairness.OddsEntry{Item: int64(e.Def), Weight: e.Weight, ValueCents: defs[e.Def].PriceCents}
	}
	odds, err := fairness.NewOdds(int64(b.ID), b.Version, entries)
	if err != nil {
		return nil, fmt.Errorf("catalog: box %d version %d: %w", b.ID, b.Version, err)
	}
	if b.OddsHash != "" && odds.Hash() != b.OddsHash {
		return nil, fmt.Errorf("%w: box %d version %d", ErrOdds, b.ID, b.Version)
	}
	return odds, nil
}

// Publish puts a table into the public log, once however often it is called.
func Publish(ctx context.Context, to store.Ledger, now time.Time, odds *fairness.Odds) error {
	leaf := odds.Canonical()
	t := table{Box: odds.BoxID(), Version: odds.Version()}
	for i := range odds.Len() {
		t.Entries = append(t.Entries, odds.Entry(i))
	}
	result, err := json.Marshal(t)
	if err != nil {
		return err
	}
	key := fairlog.KeyOdds.Of(odds.Hash())
	switch _, err := to.Lookup(ctx, 0, key); {
	case err == nil: // the key names this table alone
		return nil
	case !errors.Is(err, store.ErrNotFound):
		return fmt.Errorf("catalog: odds of box %d: %w", odds.BoxID(), err)
	}
	_, err = to.Commit(ctx, &store.Op{Key: key, Kind: KindPublish, Request: sha256.Sum256(leaf), At: now,
		Leaves: []store.LogLeaf{{Key: key, Data: leaf}}, Result: result})
	if err != nil {
		return fmt.Errorf("catalog: publish odds of box %d: %w", odds.BoxID(), err)
	}
	return nil
}
