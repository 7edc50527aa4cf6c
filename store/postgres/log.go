package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

// LogSize implements store.Log.
func (e *Engine) LogSize(ctx context.Context) (size int64, err error) {
	err = e.pool.QueryRow(ctx, `SELECT size FROM log_head`).Scan(&size)
	return size, found(err, "")
}

// AppendLog implements store.Log.
func (e *Engine) AppendLog(ctx context.Context, size int64, leaves []store.PendingLeaf, hashes [][32]byte,
	cursor store.Cursor, checkpoint []byte) error {
	writers, positions := split(cursor)
	if writers == nil {
		writers, positions = []int64{}, []int64{}
	}
	err := pgx.BeginFunc(ctx, e.pool, func(tx pgx.Tx) error {
		if err := e.guarded(ctx, tx); err != nil {
			return err
		}
		var firstHash int64
		err := tx.QueryRow(ctx, `UPDATE log_head SET size = size + $2, hashes = hashes + $3,
				checkpoint = CASE WHEN $2::bigint = 0 THEN checkpoint ELSE $4 END, writers = $5, positions = $6
			WHERE size = $1 RETURNING hashes - $3`, size, int64(len(leaves)), int64(len(hashes)), notNil(checkpoint), writers, positions).Scan(&firstHash)
		if errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("%w: log has another size than %d", store.ErrConflict, size)
		}
		if err != nil || len(leaves) == 0 {
			return err
		}
		spans, err := spansOf(size, leaves)
		if err != nil {
			return err
		}
		// The head is locked: nothing is appended meanwhile.
		if err := e.unknownKeys(ctx, tx, leaves, spans); err != nil {
			return err
		}
		q := &pgx.Batch{}
		queueSpans(q, spans)
		queueHashes(q, firstHash, hashes)
		return tx.SendBatch(ctx, q).Close()
	})
	return found(err, "")
}

// runMost is how many hashes stand in one row, which stays below 2 KB: a larger one would be moved out of its page.
const runMost = 60

func queueHashes(q *pgx.Batch, first int64, hashes [][32]byte) {
	var indexes []int64
	var runs [][]byte
	for run := range slices.Chunk(hashes, runMost) {
		bytes := make([]byte, 0, 32*len(run))
		for i := range run {
			bytes = append(bytes, run[i][:]...)
		}
		indexes, runs = append(indexes, first), append(runs, bytes)
		first += int64(len(run))
	}
	q.Queue(`INSERT INTO log_run (index, hashes) SELECT unnest($1::bigint[]), unnest($2::bytea[])`, indexes, runs)
}

// LogHashes implements store.Log.
func (e *Engine) LogHashes(ctx context.Context, indexes []int64) ([][32]byte, error) {
	rows, _ := e.pool.Query(ctx, `SELECT hash FROM (
			SELECT t.i, coalesce(nullif(substring(r.hashes FROM ((t.index - r.index) * 32 + 1)::int FOR 32), ''),
				(SELECT hash FROM log_hash WHERE index = t.index)) hash
			FROM unnest($1::bigint[]) WITH ORDINALITY t(index, i)
			LEFT JOIN LATERAL (SELECT index, hashes FROM log_run WHERE index <= t.index ORDER BY index DESC LIMIT 1) r ON true) h
		WHERE hash IS NOT NULL ORDER BY i`, indexes)
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (h [32]byte, err error) {
		var b []byte
		err = row.Scan(&b)
		copy(h[:], b)
		return h, err
	})
	if err == nil && len(list) != len(indexes) {
		err = pgx.ErrNoRows
	}
	if err != nil {
		return nil, found(err, "log hash")
	}
	return list, nil
}

// LogLeafByKey implements store.Log.
func (e *Engine) LogLeafByKey(ctx context.Context, key string) (int64, store.LogLeaf, error) {
	return logLeafByKey(ctx, e.pool, e.months, key)
}

func logLeafByKey(ctx context.Context, db querier, files months, key string) (int64, store.LogLeaf, error) {
	spans, err := readSpans(ctx, db, `SELECT `+spanColumns+` FROM log_span WHERE subject = $1`, subject(key))
	if err != nil {
		return 0, store.LogLeaf{}, found(err, "")
	}
	ops, err := leavesOf(ctx, db, files, spans, nil)
	if err != nil {
		return 0, store.LogLeaf{}, found(err, "")
	}
	for _, s := range spans {
		leaves, err := s.of(ops)
		if err != nil {
			return 0, store.LogLeaf{}, err
		}
		if i := slices.IndexFunc(leaves, func(l store.LogLeaf) bool { return l.Key == key }); i >= 0 {
			return s.index + int64(i), leaves[i], nil
		}
	}
	l := store.LogLeaf{Key: key}
	var index int64
	err = db.QueryRow(ctx, `SELECT index, data FROM log_leaf WHERE key = $1`, key).Scan(&index, &l.Data)
	if err != nil {
		return 0, store.LogLeaf{}, found(err, "leaf %q", key)
	}
	return index, l, nil
}

// LogLeaves implements store.Log.
func (e *Engine) LogLeaves(ctx context.Context, from int64, n int) ([]store.LogLeaf, error) {
	from = max(from, 0)
	end := from + int64(max(n, 0))
	type placed struct {
		Index int64
		store.LogLeaf
	}
	rows, _ := e.pool.Query(ctx, `SELECT index, key, data FROM log_leaf WHERE index >= $1 AND index < $2`, from, end)
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (p placed, err error) {
		return p,
			row.Scan(&p.Index, &p.Key, &p.Data)
	})
	if err != nil {
		return nil, found(err, "")
	}
	spans, err := readSpans(ctx, e.pool, `SELECT `+spanColumns+` FROM log_span
		WHERE index >= coalesce((SELECT index FROM log_span WHERE index <= $1 ORDER BY index DESC LIMIT 1), $1) AND index < $2`, from, end)
	if err != nil {
		return nil, found(err, "")
	}
	ops, err := leavesOf(ctx, e.pool, e.months, spans, nil)
	if err != nil {
		return nil, found(err, "")
	}
	for _, s := range spans {
		leaves, err := s.of(ops)
		if err != nil {
			return nil, err
		}
		for i, l := range leaves {
			if at := s.index + int64(i); at >= from && at < end {
				list = append(list, placed{at, l})
			}
		}
	}
	slices.SortFunc(list, func(a, b placed) int { return cmp.Compare(a.Index, b.Index) })
	leaves := make([]store.LogLeaf, len(list))
	for i := range list {
		leaves[i] = list[i].LogLeaf
	}
	return leaves, nil
}

// LogCheckpoint implements store.Log.
func (e *Engine) LogCheckpoint(ctx context.Context) ([]byte, store.Cursor, error) {
	var checkpoint []byte
	var writers, positions []int64
	if err := e.pool.QueryRow(ctx, `SELECT checkpoint, writers, positions FROM log_head`).Scan(&checkpoint, &writers,
		&positions); err != nil {
		return nil, nil, found(err, "")
	}
	cursor := store.Cursor{}
	for i, w := range writers {
		cursor[w] = positions[i]
	}
	return checkpoint, cursor, nil
}
