package postgres

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

// Log implements store.Snapshot.
func (s *snapshot) Log(ctx context.Context) (h store.LogHead, err error) {
	var writers, positions []int64
	err = s.tx.QueryRow(ctx,
		`SELECT size, hashes, checkpoint, writers, positions FROM log_head`).Scan(&h.Size, &h.Hashes,
		&h.Checkpoint, &writers, &positions)
	h.Cursor = store.Cursor{}
	for i, w := range writers {
		if i < len(positions) {
			h.Cursor[w] = positions[i]
		}
	}
	return h, found(err, "")
}

// LogPage implements store.Snapshot.
func (s *snapshot) LogPage(ctx context.Context, from int64, n int) ([]store.LoggedLeaf, error) {
	rows, _ := s.tx.Query(ctx,
		`SELECT index, key, data FROM log_leaf WHERE index >= $1 ORDER BY index LIMIT $2`, from, n)
	page, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (l store.LoggedLeaf, err error) {
		return l, row.Scan(&l.Index, &l.Key, &l.Data)
	})
	if err != nil {
		return nil, found(err, "")
	}
	spans, err := readSpans(ctx, s.tx, `SELECT `+spanColumns+` FROM log_span
		WHERE index >= coalesce((SELECT index FROM log_span WHERE index <= $1 ORDER BY index DESC LIMIT 1), $1)
		ORDER BY index LIMIT $2`, from, n)
	if err != nil {
		return nil, found(err, "")
	}
	ops, err := leavesOf(ctx, s.tx, s.months, spans, nil)
	if errors.Is(err, store.ErrBody) {
		ops, err = map[int64][]store.LogLeaf{}, nil // damaged: their places lead nowhere
	}
	if err != nil {
		return nil, found(err, "")
	}
	for _, at := range spans {
		leaves, err := at.of(ops)
		if err != nil { // it leads nowhere
			leaves = make([]store.LogLeaf, max(at.n, 1))
		}
		for i, l := range leaves {
			if index := at.index + int64(i); index >= from {
				page = append(page, store.LoggedLeaf{Index: index, PendingLeaf: store.PendingLeaf{LogLeaf: l,
					Op: store.OpID(at.op), Place: int(at.place) + i}})
			}
		}
	}
	slices.SortStableFunc(page, func(a, b store.LoggedLeaf) int { return int(min(max(a.Index-b.Index, -1), 1)) })
	return page[:min(n, len(page))], nil
}

// LogRun implements store.Snapshot.
func (s *snapshot) LogRun(ctx context.Context, from int64, n int) ([][32]byte, error) {
	end := from + int64(n)
	known := map[int64][]byte{}
	rows, _ := s.tx.Query(ctx, `SELECT index, hashes FROM log_run WHERE index >= coalesce((SELECT index FROM log_run
			WHERE index <= $1 ORDER BY index DESC LIMIT 1), $1) AND index < $2
		UNION ALL SELECT index, hash FROM log_hash WHERE index >= $1 AND index < $2`, from, end)
	var index int64
	var run []byte
	if _, err := pgx.ForEachRow(rows, []any{&index, &run}, func() error {
		for i := 0; i+32 <= len(run); i += 32 {
			known[index+int64(i/32)] = run[i : i+32]
		}
		run = nil
		return nil
	}); err != nil {
		return nil, found(err, "")
	}
	var list [][32]byte
	for at := from; at < end && known[at] != nil; at++ {
		list = append(list, [32]byte(known[at]))
	}
	return list, nil
}

// Kept implements store.Snapshot.
func (s *snapshot) Kept(ctx context.Context, key string) (value []byte, err error) {
	err = s.tx.QueryRow(ctx, `SELECT value FROM setting WHERE key = $1`, key).Scan(&value)
	return value, found(err, "kept %q", key)
}

// SeedEpochs implements store.Snapshot.
func (s *snapshot) SeedEpochs(ctx context.Context, ids []store.EpochID, yield func(store.SeedEpoch) error) error {
	query := `SELECT player, epoch, key, commit, beacon_source, beacon_round, opened_at, revealed_at FROM seed_epoch`
	var rows pgx.Rows
	if ids == nil {
		rows, _ = s.tx.Query(ctx, query+` ORDER BY player, epoch`)
	} else {
		players, epochs := make([]int64, len(ids)), make([]int64, len(ids))
		for i, id := range ids {
			players[i], epochs[i] = int64(id.Player), int64(id.Epoch)
		}
		rows, _ = s.tx.Query(ctx, query+` WHERE (player, epoch) IN (SELECT unnest($1::bigint[]), unnest($2::bigint[]))
			ORDER BY player, epoch`, players, epochs)
	}
	return each(rows, func(row pgx.CollectableRow) (e store.SeedEpoch, err error) {
		var key []byte
		var revealed *time.Time
		err = row.Scan(&e.Player, &e.Epoch, &key, &e.Commit, &e.BeaconSource, &e.BeaconRound, &e.OpenedAt, &revealed)
		copy(e.Key[:], key)
		e.OpenedAt = e.OpenedAt.UTC()
		if revealed != nil {
			e.RevealedAt = revealed.UTC()
		}
		return e, err
	}, yield)
}

// ReadySeeds implements store.Snapshot.
func (s *snapshot) ReadySeeds(ctx context.Context) ([]store.ReadySeed, error) {
	return readySeeds(ctx, s.tx)
}

// BoxVersions implements store.Snapshot.
func (s *snapshot) BoxVersions(ctx context.Context) ([]store.Box, error) {
	return boxVersions(ctx, s.tx)
}

// DatedItems implements store.Snapshot.
func (s *snapshot) DatedItems(ctx context.Context) ([]store.DatedItem, error) {
	return datedItems(ctx, s.tx)
}

// SettingVersions implements store.Snapshot.
func (s *snapshot) SettingVersions(ctx context.Context) ([]store.SettingVersion, error) {
	return settingVersions(ctx, s.tx)
}

// LogLeaf implements store.Snapshot.
func (s *snapshot) LogLeaf(ctx context.Context, key string) (store.LoggedLeaf, error) {
	index, leaf, err := logLeafByKey(ctx, s.tx, s.months, key)
	if errors.Is(err, store.ErrBody) || errors.Is(err, errNowhere) {
		err = store.ErrNotFound
	}
	return store.LoggedLeaf{Index: index, PendingLeaf: store.PendingLeaf{LogLeaf: leaf}}, err
}

// VouchersOf implements store.Snapshot.
func (s *snapshot) VouchersOf(ctx context.Context, owners []store.PlayerID, yield func(store.Item) error) error {
	rows, _ := s.tx.Query(ctx, `SELECT `+itemColumns+` FROM item r WHERE owner = ANY($1) AND def >= $2 ORDER BY r.id`,
		owners, int32(store.VoucherBase))
	return each(rows, scanItem, yield)
}

// InvitedBy implements store.Snapshot.
func (s *snapshot) InvitedBy(ctx context.Context, id store.PlayerID) (by store.PlayerID, err error) {
	err = s.tx.QueryRow(ctx, `SELECT invited_by FROM player WHERE id = $1`, id).Scan(&by)
	return by, found(err, "player %d", id)
}

// Named implements store.Snapshot.
func (s *snapshot) Named(ctx context.Context, name string) (id store.PlayerID, err error) {
	err = s.tx.QueryRow(ctx, `SELECT id FROM player WHERE id = `+named, name).Scan(&id)
	return id, found(err, "player %q", name)
}

// Chains implements store.Snapshot.
func (s *snapshot) Chains(ctx context.Context, ids []store.OpID) (map[store.OpID][32]byte, error) {
	rows, _ := s.tx.Query(ctx, `SELECT id, chain FROM op WHERE id = ANY($1)`, ids)
	chains := map[store.OpID][32]byte{}
	var id store.OpID
	var chain []byte
	_, err := pgx.ForEachRow(rows, []any{&id, &chain}, func() error {
		if len(chain) == 32 {
			chains[id] = [32]byte(chain)
		}
		return nil
	})
	return chains, found(err, "")
}

// Listed implements store.Snapshot.
func (s *snapshot) Listed(ctx context.Context, asked []store.Listing) ([]bool, error) {
	players, ids := make([]int64, len(asked)), make([]int64, len(asked))
	lists, times := make([]string, len(asked)), make([]time.Time, len(asked))
	for i, a := range asked {
		players[i], lists[i], times[i], ids[i] = int64(a.Player), a.List, a.At, int64(a.Op)
		if a.Op == 0 {
			ids[i] = int64(a.Room)
		}
	}
	rows, _ := s.tx.Query(ctx, `SELECT CASE WHEN t.list = '' THEN EXISTS (SELECT FROM room_member m WHERE m.player = t.player AND m.room = t.id)
			ELSE EXISTS (SELECT FROM entry e WHERE e.player = t.player AND e.list = t.list AND e.at = t.at AND e.id = t.id) END
		FROM unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::bigint[]) WITH ORDINALITY t(player, list, at, id, i) ORDER BY t.i`,
		players, lists, times, ids)
	there, err := pgx.CollectRows(rows, pgx.RowTo[bool])
	return there, found(err, "")
}

// RoomHeads implements store.Snapshot.
func (s *snapshot) RoomHeads(ctx context.Context, ids []store.RoomID, yield func(store.RoomHead) error) error {
	rows, _ := s.tx.Query(ctx, `SELECT id, kind, epoch, version, status, deadline, sha256(state) FROM room
		WHERE id = ANY($1) ORDER BY id`, ids)
	return each(rows, func(row pgx.CollectableRow) (h store.RoomHead, err error) {
		var deadline *time.Time
		var hash []byte
		err = row.Scan(&h.ID, &h.Kind, &h.Epoch, &h.Version, &h.Status, &deadline, &hash)
		if deadline != nil {
			h.Deadline = deadline.UTC()
		}
		copy(h.StateHash[:], hash)
		return h, err
	}, yield)
}

// TwiceKeyed implements store.Snapshot. Along the index of the keys it sorts nothing.
func (s *snapshot) TwiceKeyed(ctx context.Context, yield func(store.PlayerID, string, int) error) error {
	rows, _ := s.tx.Query(ctx, `SELECT player, key, count(*) FROM op GROUP BY player, key HAVING count(*) > 1`)
	var p store.PlayerID
	var key string
	var n int
	_, err := pgx.ForEachRow(rows, []any{&p, &key, &n}, func() error { return yield(p, key, n) })
	return found(err, "")
}

// OpsByID implements store.Snapshot.
func (s *snapshot) OpsByID(ctx context.Context, ids []store.OpID, yield func(store.OpRecord) error) error {
	rows, _ := s.tx.Query(ctx, `SELECT `+opColumns+` FROM op r WHERE id = ANY($1)`, ids)
	return each(rows, s.months.scanAnyOp, yield)
}

// OpsOf implements store.Snapshot.
func (s *snapshot) OpsOf(ctx context.Context, who store.PlayerID, kind string, from, to time.Time,
	yield func(store.OpRecord) error) error {
	rows, _ := s.tx.Query(ctx, `SELECT `+opColumns+` FROM op r
		WHERE player = $1 AND player > 0 AND kind = $2 AND at >= $3 AND at <= $4`, who, kind, from, to)
	return each(rows, s.months.scanAnyOp, yield)
}
