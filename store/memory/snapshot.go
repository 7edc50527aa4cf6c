package memory

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"jadebox/store"
)

// snapshot is a copy of the state at one instant.
type snapshot struct {
	rows     []*row
	accounts map[store.AccountID]account
	items    map[store.ItemID]store.Item
	rooms    map[store.RoomID]store.Room
	entries  []entry
}

// Snapshot implements store.Auditable.
func (e *Engine) Snapshot(context.Context) (store.Snapshot, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return &snapshot{slices.Clone(e.rows), maps.Clone(e.accounts), maps.Clone(e.items), maps.Clone(e.rooms),
		slices.Clone(e.entries)}, nil
}

func (s *snapshot) JournalAfter(_ context.Context, from store.Cursor, yield func(*store.JournalEntry) error) error {
	for _, r := range s.rows {
		if r.id.Seq() <= from[r.id.Writer()] {
			continue
		}
		rec, err := r.record()
		if err != nil {
			return err
		}
		entry := &store.JournalEntry{OpRecord: rec, Transfers: rec.Postings}
		for i := range rec.NewItems {
			if it, ok := s.items[store.ItemID(int64(rec.ID)<<7|int64(i))]; ok {
				entry.Items = append(entry.Items, it)
			}
		}
		if err := yield(entry); err != nil {
			return err
		}
	}
	return nil
}

func (s *snapshot) Keyed(_ context.Context, player store.PlayerID, key string) (store.OpRecord, error) {
	for _, r := range s.rows {
		if r.player == player && r.key == key {
			return r.record()
		}
	}
	return store.OpRecord{}, fmt.Errorf("%w: op %q", store.ErrNotFound, key)
}

func (s *snapshot) Heads(context.Context) (map[int64]store.ChainHead, error) {
	heads := map[int64]store.ChainHead{}
	for _, r := range s.rows {
		heads[r.id.Writer()] = store.ChainHead{Seq: r.id.Seq(), Chain: r.chain}
	}
	return heads, nil
}

func (s *snapshot) OpenRooms(ctx context.Context, yield func(store.Room) error) error {
	return s.Rooms(ctx, nil, func(r store.Room) error {
		if r.Status.Final() {
			return nil
		}
		return yield(r)
	})
}

func (s *snapshot) Others(_ context.Context, yield func(store.PlayerID, string, store.OpID, time.Time) error) error {
	for _, on := range s.entries {
		if kind, others := store.OthersKind(on.List); others {
			if err := yield(on.Player, kind, on.op.id, on.op.at); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *snapshot) Counts(context.Context) (store.RowCounts, error) {
	c := store.RowCounts{Ops: int64(len(s.rows)), Items: int64(len(s.items))}
	for _, r := range s.rows {
		rec, err := r.record()
		if err != nil {
			return c, err
		}
		c.Transfers += int64(len(rec.Postings))
	}
	return c, nil
}

func (s *snapshot) Accounts(_ context.Context, ids []store.AccountID, yield func(store.AccountState) error) error {
	return walk(s.accounts, ids, func(id store.AccountID, a account) error {
		if id.Derived() {
			return nil
		}
		return yield(store.AccountState{AccountBalance: store.AccountBalance{Account: id, Cents: a.cents},
			Epoch: a.epoch, NextNonce: a.nextNonce})
	})
}

func (s *snapshot) Items(_ context.Context, ids []store.ItemID, yield func(store.Item) error) error {
	return walk(s.items, ids, func(_ store.ItemID, it store.Item) error { return yield(it) })
}

func (s *snapshot) Rooms(_ context.Context, ids []store.RoomID, yield func(store.Room) error) error {
	return walk(s.rooms, ids, func(_ store.RoomID, r store.Room) error { return yield(r) })
}

func (s *snapshot) Close() error { return nil }

// walk yields the records with the given ids, or all by ascending id.
func walk[K cmp.Ordered, V any](m map[K]V, ids []K, yield func(K, V) error) error {
	if ids == nil {
		ids = slices.Sorted(maps.Keys(m))
	}
	for _, id := range ids {
		if v, ok := m[id]; ok {
			if err := yield(id, v); err != nil {
				return err
			}
		}
	}
	return nil
}
