package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

// LogSize implements store.Log.
func (e *Engine) LogSize(ctx context.Context) (size int64, err error) {
	err = e.pool.QueryRow(ctx, `SELECT size FROM log_head`).Scan(&size)
	return size, found(err, "")
}

// AppendLog implements store.Log.
func (e *Engine) AppendLog(ctx context.Context, size int64, leaves []store.LogLeaf, hashes [][32]byte, cursor store.Cursor, checkpoint []byte) error {
	err := pgx.BeginFunc(ctx, e.pool, func(tx pgx.Tx) error {
		writers, positions := split(cursor)
		if writers == nil {
			writers, positions = []int64{}, []int64{}
		}
		var firstHash int64
		err := tx.QueryRow(ctx, `UPDATE log_head SET size = size + $2, hashes = hashes + $3, checkpoint = $4, writers = $5, positions = $6
			WHERE size = $1 RETURNING hashes - $3`, size, int64(len(leaves)), int64(len(hashes)), notNil(checkpoint), writers, positions).Scan(&firstHash)
		if errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("%w: log has another size than %d", store.ErrConflict, size)
		}
		if err != nil {
			return err
		}
		keys, data, sums := make([]string, len(leaves)), make([][]byte, len(leaves)), make([][]byte, len(hashes))
		for i, l := range leaves {
			keys[i], data[i] = l.Key, notNil(l.Data)
		}
		for i := range hashes {
			sums[i] = hashes[i][:]
		}
		q := &pgx.Batch{}
		q.Queue(`INSERT INTO log_leaf (index, key, data) SELECT $1 + i - 1, key, data FROM unnest($2::text[], $3::bytea[]) WITH ORDINALITY t(key, data, i)`, size, keys, data)
		q.Queue(`INSERT INTO log_hash (index, hash) SELECT $1 + i - 1, hash FROM unnest($2::bytea[]) WITH ORDINALITY t(hash, i)`, firstHash, sums)
		return tx.SendBatch(ctx, q).Close()
	})
	if constraint(err) == "log_leaf_key_key" {
		return fmt.Errorf("%w: leaf is in the log", store.ErrConflict)
	}
	return found(err, "")
}

// LogHashes implements store.Log.
func (e *Engine) LogHashes(ctx context.Context, indexes []int64) ([][32]byte, error) {
	rows, _ := e.pool.Query(ctx, `SELECT h.hash FROM unnest($1::bigint[]) WITH ORDINALITY t(index, i) JOIN log_hash h ON h.index = t.index ORDER BY t.i`, indexes)
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
	l := store.LogLeaf{Key: key}
	var index int64
	err := e.pool.QueryRow(ctx, `SELECT index, data FROM log_leaf WHERE key = $1`, key).Scan(&index, &l.Data)
	if err != nil {
		return 0, store.LogLeaf{}, found(err, "leaf %q", key)
	}
	return index, l, nil
}

// LogLeaves implements store.Log.
func (e *Engine) LogLeaves(ctx context.Context, from int64, n int) ([]store.LogLeaf, error) {
	rows, _ := e.pool.Query(ctx, `SELECT key, data FROM log_leaf WHERE index >= $1 AND index < $1 + $2 ORDER BY index`, max(from, 0), int64(max(n, 0)))
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[store.LogLeaf])
	return list, found(err, "")
}

// LogCheckpoint implements store.Log.
func (e *Engine) LogCheckpoint(ctx context.Context) ([]byte, store.Cursor, error) {
	var checkpoint []byte
	var writers, positions []int64
	if err := e.pool.QueryRow(ctx, `SELECT checkpoint, writers, positions FROM log_head`).Scan(&checkpoint, &writers, &positions); err != nil {
		return nil, nil, found(err, "")
	}
	cursor := store.Cursor{}
	for i, w := range writers {
		cursor[w] = positions[i]
	}
	return checkpoint, cursor, nil
}
