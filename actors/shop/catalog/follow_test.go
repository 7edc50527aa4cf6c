package catalog

import (
	"context"
	"errors"
	"testing"
	"time"

	"jadebox/store"
	"jadebox/store/memory"
)

// counted is a store that counts how often its boxes are read, and can fail.
type counted struct {
	*memory.Engine
	reads int
	err   error
}

func (c *counted) Boxes(ctx context.Context) ([]store.Box, error) {
	c.reads++
	if c.err != nil {
		return nil, c.err
	}
	return c.Engine.Boxes(ctx)
}

func TestAServerReadsAgainWhatWasAddedAndWhatComesInForce(t *testing.T) {
	now := time.Date(2030, 5, 6, 7, 8, 9, 0, time.UTC)
	clock := func() time.Time { return now }
	db := &counted{Engine: memory.New(memory.Options{Clock: clock})}
	defer db.Close()
	told := 0
	f := follower{Catalog: New(db, clock), from: db, changed: func() { told++ }}
	expect := func(what string, reads, changes int, cents int64) {
		t.Helper()
		if err := f.refresh(t.Context()); err != nil && db.err == nil {
			t.Fatalf("%s: %v", what, err)
		}
		d, _ := f.Item(1)
		if db.reads != reads || told != changes || d.PriceCents != cents {
			t.Errorf("%s: %d reads, told %d times, at %d; want %d, %d, %d", what, db.reads, told, d.PriceCents, reads,
				changes, cents)
		}
	}
	put := func(cents int64, from time.Time) {
		t.Helper()
		def := store.ItemDef{ID: 1, Slug: "a", PriceCents: cents}
		if err := db.ChangeCatalogue(t.Context(), func(store.Rules) (*store.CatalogueChange, error) {
			return &store.CatalogueChange{FromMS: from.UnixMilli(), Items: []store.ItemChange{{Def: def}}}, nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	put(100, now)
	expect("the first time", 1, 0, 100)
	expect("nothing new", 1, 0, 100)
	put(200, now.Add(time.Hour))
	expect("something that waits", 2, 1, 100)
	now = now.Add(time.Hour - time.Millisecond)
	expect("still waiting", 2, 1, 100)
	now = now.Add(time.Millisecond)
	db.err = errors.New("the store is away")
	expect("due, and cannot be read", 3, 1, 100)
	db.err = nil
	expect("due", 4, 2, 200)
	expect("in force", 4, 2, 200)
}
