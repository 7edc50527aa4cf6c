package memory

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
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
	log      log
	kept     map[string][]byte
	seeds    map[seedKey]store.SeedEpoch
	ready    map[store.PlayerID]store.ReadySeed
	boxes    []store.Box
	defs     []store.DatedItem
	settings []store.SettingVersion
	players  map[store.PlayerID]store.Player
	names    map[string]store.PlayerID
	members  map[member]time.Time
}

// Snapshot implements store.Auditable.
func (e *Engine) Snapshot(context.Context) (store.Snapshot, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := &snapshot{rows: slices.Clone(e.rows), accounts: maps.Clone(e.accounts), items: maps.Clone(e.items),
		rooms: maps.Clone(e.rooms), entries: slices.Clone(e.entries), log: e.log.clone(),
		kept:  maps.Clone(e.catalog.kept),
		seeds: maps.Clone(e.seeds), ready: maps.Clone(e.ready), players: maps.Clone(e.players),
		names:   maps.Clone(e.names),
		members: maps.Clone(e.members)}
	rules := e.rules()
	s.boxes, s.defs, s.settings = rules.Boxes, rules.Dated, rules.Settings
	return s, nil
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
		entry := &store.JournalEntry{OpRecord: rec, Transfers: rec.Entries()}
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
		c.Transfers += int64(len(rec.Entries()))
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

func (s *snapshot) Log(context.Context) (store.LogHead, error) {
	return store.LogHead{Size: int64(len(s.log.leaves)), Hashes: int64(len(s.log.hashes)), Checkpoint: s.log.checkpoint,
		Cursor: s.log.logCursor}, nil
}

func (s *snapshot) LogPage(_ context.Context, from int64, n int) ([]store.LoggedLeaf, error) {
	var page []store.LoggedLeaf
	for i, l := range cut(s.log.leaves, store.Page{Offset: int(from), Limit: n}) {
		at := s.log.places[from+int64(i)]
		page = append(page, store.LoggedLeaf{PendingLeaf: store.PendingLeaf{LogLeaf: l, Op: at.op, Place: at.place},
			Index: from + int64(i)})
	}
	return page, nil
}

func (s *snapshot) LogRun(_ context.Context, from int64, n int) ([][32]byte, error) {
	return cut(s.log.hashes, store.Page{Offset: int(from), Limit: n}), nil
}

func (s *snapshot) Kept(_ context.Context, key string) ([]byte, error) {
	value, ok := s.kept[key]
	if !ok {
		return nil, fmt.Errorf("%w: kept %q", store.ErrNotFound, key)
	}
	return value, nil
}

func (s *snapshot) SeedEpochs(_ context.Context, ids []store.EpochID, yield func(store.SeedEpoch) error) error {
	if ids == nil {
		for k := range s.seeds {
			ids = append(ids, store.EpochID{Player: k.player, Epoch: k.epoch})
		}
		slices.SortFunc(ids, func(a, b store.EpochID) int {
			return cmp.Or(cmp.Compare(a.Player, b.Player), cmp.Compare(a.Epoch, b.Epoch))
		})
	}
	for _, id := range ids {
		if e, ok := s.seeds[seedKey{id.Player, id.Epoch}]; ok {
			if err := yield(e); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *snapshot) ReadySeeds(context.Context) ([]store.ReadySeed, error) {
	return slices.SortedFunc(maps.Values(s.ready), func(a, b store.ReadySeed) int {
		return cmp.Compare(a.Player, b.Player)
	}), nil
}

func (s *snapshot) BoxVersions(context.Context) ([]store.Box, error) { return s.boxes, nil }

func (s *snapshot) DatedItems(context.Context) ([]store.DatedItem, error) { return s.defs, nil }

func (s *snapshot) SettingVersions(context.Context) ([]store.SettingVersion, error) {
	return s.settings, nil
}

func (s *snapshot) LogLeaf(_ context.Context, key string) (store.LoggedLeaf, error) {
	i, ok := s.log.leafIndex[key]
	if !ok || i >= int64(len(s.log.leaves)) {
		return store.LoggedLeaf{}, fmt.Errorf("%w: leaf %q", store.ErrNotFound, key)
	}
	return store.LoggedLeaf{Index: i, PendingLeaf: store.PendingLeaf{LogLeaf: s.log.leaves[i]}}, nil
}

func (s *snapshot) VouchersOf(ctx context.Context, owners []store.PlayerID, yield func(store.Item) error) error {
	return s.Items(ctx, nil, func(it store.Item) error {
		if !it.Def.Voucher() || !slices.Contains(owners, it.Owner) {
			return nil
		}
		return yield(it)
	})
}

func (s *snapshot) InvitedBy(_ context.Context, id store.PlayerID) (store.PlayerID, error) {
	p, ok := s.players[id]
	if !ok {
		return 0, fmt.Errorf("%w: player %d", store.ErrNotFound, id)
	}
	return p.InvitedBy, nil
}

func (s *snapshot) Named(_ context.Context, name string) (store.PlayerID, error) {
	if id, ok := s.names[strings.ToLower(name)]; ok {
		return id, nil
	}
	return 0, fmt.Errorf("%w: player %q", store.ErrNotFound, name)
}

func (s *snapshot) Chains(_ context.Context, ids []store.OpID) (map[store.OpID][32]byte, error) {
	chains := map[store.OpID][32]byte{}
	for _, r := range s.rows {
		if slices.Contains(ids, r.id) {
			chains[r.id] = r.chain
		}
	}
	return chains, nil
}

func (s *snapshot) Listed(_ context.Context, asked []store.Listing) ([]bool, error) {
	there := make([]bool, len(asked))
	for i, a := range asked {
		if a.List == "" {
			_, there[i] = s.members[member{a.Player, a.Room}]
			continue
		}
		there[i] = slices.ContainsFunc(s.entries, func(e entry) bool {
			return e.Entry == a.Entry && (a.Op == 0 ||
				e.op.id == a.Op) && e.room == a.Room
		})
	}
	return there, nil
}

func (s *snapshot) RoomHeads(ctx context.Context, ids []store.RoomID, yield func(store.RoomHead) error) error {
	if ids == nil {
		ids = []store.RoomID{}
	}
	return s.Rooms(ctx, ids, func(r store.Room) error {
		return yield(store.RoomHead{Room: r, StateHash: sha256.Sum256(r.State)})
	})
}

func (s *snapshot) TwiceKeyed(_ context.Context, yield func(store.PlayerID, string, int) error) error {
	seen := map[opKey]int{}
	for _, r := range s.rows {
		seen[opKey{r.player, r.key}]++
	}
	for k, n := range seen {
		if n > 1 {
			if err := yield(k.player, k.key, n); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *snapshot) OpsByID(_ context.Context, ids []store.OpID, yield func(store.OpRecord) error) error {
	for _, r := range s.rows {
		if !slices.Contains(ids, r.id) {
			continue
		}
		rec, err := r.record()
		if err == nil {
			err = yield(rec)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *snapshot) OpsOf(_ context.Context, who store.PlayerID, kind string, from, to time.Time,
	yield func(store.OpRecord) error) error {
	for _, r := range s.rows {
		if r.player != who || r.kind != kind || r.at.Before(from) || r.at.After(to) {
			continue
		}
		rec, err := r.record()
		if err == nil {
			err = yield(rec)
		}
		if err != nil {
			return err
		}
	}
	return nil
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
