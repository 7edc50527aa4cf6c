package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"jadebox/store"
)

// keeper keeps changes of boxes, and counts how often the current value is read.
type keeper struct {
	made   map[string]store.Receipt
	rules  store.Rules
	looked int
}

func (k *keeper) Lookup(_ context.Context, _ store.PlayerID, key string) (store.Receipt, error) {
	if rec, there := k.made[key]; there {
		return rec, nil
	}
	return store.Receipt{}, store.ErrNotFound
}

func (k *keeper) CommitNow(_ context.Context, op *store.Op) (store.Receipt, error) {
	k.made[op.Key] = store.Receipt{Op: store.OpID(len(k.made) + 1), Result: op.Result, At: op.At}
	return k.made[op.Key], nil
}

func (k *keeper) Rules(context.Context) (store.Rules, error) {
	k.looked++
	return k.rules, nil
}

func (k *keeper) ApplyRules(_ context.Context, c store.RulesChange) error {
	if c.Box != nil {
		k.rules.Boxes = append(k.rules.Boxes, *c.Box)
	}
	return nil
}

// A writer that loses against another change tries again; a version that is older than what is there can only lose.
func TestAnOlderVersionOfABoxIsTriedOnce(t *testing.T) {
	k := &keeper{made: map[string]store.Receipt{}}
	put := func(version uint32) (looked int, err error) {
		before := k.looked
		err = store.PutVersion(t.Context(), k, func() time.Time { return at }, store.Box{ID: 7, Version: version,
			PriceCents: 100, Entries: []store.BoxEntry{{Def: 3, Weight: 1}}})
		return k.looked - before, err
	}
	if _, err := put(2); err != nil {
		t.Fatal(err)
	}
	newer, err := put(3)
	if err != nil {
		t.Fatal(err)
	}
	if older, err := put(1); !errors.Is(err, store.ErrConflict) || older > newer {
		t.Errorf("version 1 after 3: looked %d times, a newer one %d: %v", older, newer, err)
	}
}
