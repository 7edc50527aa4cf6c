package catalog_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"jadebox/actors/shop/catalog"
	"jadebox/fairness"
	"jadebox/store"
)

// shelf holds boxes and records the ops.
type shelf struct {
	store.Ledger
	boxes   map[store.BoxID][]store.Box
	defs    []store.ItemDef
	ops     map[string]int
	results map[string][]byte
}

func (s *shelf) Boxes(context.Context) ([]store.Box, error) {
	var list []store.Box
	for _, v := range s.boxes {
		list = append(list, v[len(v)-1])
	}
	return list, nil
}

func (s *shelf) ItemDefs(context.Context) ([]store.ItemDef, error) { return s.defs, nil }

func (s *shelf) Lookup(_ context.Context, _ store.PlayerID, key string) (store.Receipt, error) {
	if r, ok := s.results[key]; ok {
		return store.Receipt{Result: r}, nil
	}
	return store.Receipt{}, store.ErrNotFound
}

func (s *shelf) Commit(_ context.Context, op *store.Op) (store.Receipt, error) {
	if err := op.Validate(); err != nil {
		return store.Receipt{}, err
	}
	s.ops[op.Key]++
	s.results[op.Key] = op.Result
	return store.Receipt{}, nil
}

func box(t *testing.T, version uint32, weights ...uint32) store.Box {
	t.Helper()
	b := store.Box{ID: 1, Version: version, PriceCents: 100, Enabled: true}
	var entries []fairness.OddsEntry
	for i, w := range weights {
		b.Entries = append(b.Entries, store.BoxEntry{Def: store.DefID(i + 1), Weight: w})
		entries = append(entries, fairness.OddsEntry{Item: int64(i + 1), Weight: w, ValueCents: int64(10 * (i + 1))})
	}
	odds, err := fairness.NewOdds(1, version, entries)
	if err != nil {
		t.Fatal(err)
	}
	b.OddsHash = odds.Hash()
	return b
}

func TestNewVersionsReplaceOldOnes(t *testing.T) {
	s := &shelf{ops: map[string]int{}, results: map[string][]byte{},
		defs: []store.ItemDef{{ID: 1, PriceCents: 10, Name: store.Text{En: "one"}}, {ID: 2, PriceCents: 20}}}
	s.boxes = map[store.BoxID][]store.Box{1: {box(t, 1, 50e6, 50e6)}}
	c := catalog.New(s, time.Now)
	if _, ok := c.Box(1); ok {
		t.Error("a box before Load")
	}
	if err := c.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	first, ok := c.Box(1)
	if !ok || s.ops["odds:"+first.Odds.Hash()] != 1 || c.ItemName(1) != "one" || c.ItemName(9) != "" {
		t.Fatalf("box %+v, ops %v", first, s.ops)
	}
	s.boxes[1] = append(s.boxes[1], box(t, 2, 60e6, 40e6))
	if err := c.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	second, _ := c.Box(1)
	if second.Odds.Hash() == first.Odds.Hash() || s.ops["odds:"+second.Odds.Hash()] != 1 {
		t.Error("the new version is not the published one")
	}
	s.defs[0].PriceCents = 11 // no table of today has this item's old price any more
	if old, err := c.Odds(t.Context(), first.Odds.Hash()); err != nil ||
		string(old.Canonical()) != string(first.Odds.Canonical()) {
		t.Errorf("version 1: %v", err)
	}
	if _, err := c.Odds(t.Context(), "unknown"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("unknown hash: %v", err)
	}
	s.results["odds:"+first.Odds.Hash()] = s.results["odds:"+second.Odds.Hash()]
	if _, err := c.Odds(t.Context(), first.Odds.Hash()); !errors.Is(err, catalog.ErrOdds) {
		t.Errorf("another table under the hash: %v", err)
	}
}

// A table that is not the published one is refused whole: what was loaded before stays.
// Every start of every process loads the catalogue: a commit of what was there is an error in the database's log.
func TestAStartCommitsNoTableThatWasPublishedBefore(t *testing.T) {
	s := &shelf{ops: map[string]int{}, results: map[string][]byte{},
		boxes: map[store.BoxID][]store.Box{1: {box(t, 1, 50e6, 50e6)}},
		defs:  []store.ItemDef{{ID: 1, PriceCents: 10}, {ID: 2, PriceCents: 20}}}
	for range 2 {
		if err := catalog.New(s, time.Now).Load(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if n := s.ops["odds:"+s.boxes[1][0].OddsHash]; n != 1 || len(s.ops) != 1 {
		t.Errorf("committed %d times, of %v", n, s.ops)
	}
}

func TestForgedOddsAreRefused(t *testing.T) {
	s := &shelf{ops: map[string]int{}, results: map[string][]byte{}, defs: []store.ItemDef{{ID: 1, PriceCents: 10},
		{ID: 2, PriceCents: 20}}}
	good := box(t, 1, 50e6, 50e6)
	s.boxes = map[store.BoxID][]store.Box{1: {good}}
	c := catalog.New(s, time.Now)
	if err := c.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	forged := good
	forged.Entries = []store.BoxEntry{{Def: 1, Weight: 99e6}, {Def: 2, Weight: 1e6}}
	s.boxes[1] = []store.Box{forged}
	if err := c.Load(t.Context()); !errors.Is(err, catalog.ErrOdds) {
		t.Errorf("forged weights: %v", err)
	}
	if b, ok := c.Box(1); !ok || b.Odds.Hash() != good.OddsHash || len(s.ops) != 1 {
		t.Error("a forged table is in use")
	}
}
