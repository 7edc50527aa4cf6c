package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

// Lookup implements store.Ledger.
func (e *Engine) Lookup(ctx context.Context, player store.PlayerID, key string) (store.Receipt, error) {
	r := store.Receipt{Replayed: true}
	var chain, body, result []byte
	err := e.pool.QueryRow(ctx, `SELECT id, at, chain, body, result FROM op WHERE player = $1 AND key = $2`, player,
		key).Scan(&r.Op, &r.At, &chain, &body, &result)
	if err != nil {
		return store.Receipt{}, found(err, "op %q", key)
	}
	r.At = r.At.UTC()
	r.Result, err = e.months.result(r.Op, chain, body, result)
	if err != nil {
		return store.Receipt{}, fmt.Errorf("op %d: %w", r.Op, err)
	}
	return r, nil
}

const opColumns = `r.id, r.player, r.key, r.kind, r.at, r.request, r.chain, r.body, r.result`

// scanOp reads opColumns.
func (m months) scanOp(row pgx.CollectableRow) (store.OpRecord, error) {
	rec, body, result, err := scanRow(row)
	if err == nil {
		err = m.decode(body, result, &rec)
	}
	return rec, err
}

// scanAnyOp reads an op for an auditor: one whose body is damaged has none, which its hash shows. One whose file is not
// mounted is an error: what it holds is unknown.
func (m months) scanAnyOp(row pgx.CollectableRow) (store.OpRecord, error) {
	rec, body, result, err := scanRow(row)
	if err != nil {
		return rec, err
	}
	bare := rec
	switch err := m.decode(body, result, &rec); {
	case errors.Is(err, store.ErrArchived):
		return bare, err
	case err != nil:
		return bare, nil
	}
	return rec, nil
}

func scanRow(row pgx.CollectableRow) (rec store.OpRecord, body, result []byte, err error) {
	var request, chain []byte
	if err := row.Scan(&rec.ID, &rec.Player, &rec.Key, &rec.Kind, &rec.At, &request, &chain, &body,
		&result); err != nil {
		return rec, nil, nil, err
	}
	rec.At = rec.At.UTC()
	copy(rec.Request[:], request)
	copy(rec.Chain[:], chain)
	return rec, body, result, nil
}

// decode fills rec, of which id and hash are known, from the columns of its body and its result.
func (m months) decode(stored, result []byte, rec *store.OpRecord) error {
	body, result, err := m.unpack(rec.ID, rec.Chain, stored, result)
	rec.Result = result
	if err == nil {
		err = store.DecodeBody(body, rec)
	}
	if err != nil {
		return fmt.Errorf("op %d: %w", rec.ID, err)
	}
	return nil
}

// Op implements store.Ledger.
func (e *Engine) Op(ctx context.Context, id store.OpID) (store.OpRecord, error) {
	rows, _ := e.pool.Query(ctx, `SELECT `+opColumns+` FROM op r WHERE id = $1`, id)
	rec, err := pgx.CollectExactlyOneRow(rows, e.months.scanOp)
	return rec, found(err, "op %d", id)
}

// Ops implements store.Players.
func (e *Engine) Ops(ctx context.Context, q store.OpQuery) ([]store.OpRecord, int, error) {
	h, err := e.opsAsked(ctx, q)
	if err != nil {
		return nil, 0, err
	}
	if !q.Before.IsZero() {
		list, err := readBefore(ctx, e, h, q.Before, q.Page, e.months.scanOp)
		return list, 0, err
	}
	return readPage(ctx, e, h, q.Page, e.months.scanOp)
}

// opsAsked is the history that a question is about.
func (e *Engine) opsAsked(ctx context.Context, q store.OpQuery) (history, error) {
	if q.List != "" {
		return entryHistory(q.Player, q.List, entryTable), nil
	}
	kinds, filter := q.Kinds, q.Kinds
	if len(kinds) == 0 {
		var err error
		if kinds, err = e.kindsOf(ctx, q.Player, q.Others); err != nil {
			return history{}, err
		}
	}
	if len(q.Except) > 0 {
		kinds = slices.DeleteFunc(slices.Clone(kinds), func(k string) bool { return slices.Contains(q.Except, k) })
		filter = kinds
	}
	if q.Others {
		return statementHistory(q.Player, filter, kinds), nil
	}
	return opHistory(q.Player, kinds), nil
}

// kindsOf reads which kinds of ops a player has, and others for the player, by one step in an index for each.
func (e *Engine) kindsOf(ctx context.Context, p store.PlayerID, others bool) ([]string, error) {
	rows, _ := e.pool.Query(ctx, `WITH RECURSIVE k AS (
			(SELECT kind FROM op WHERE player = $1 AND player > 0 ORDER BY kind LIMIT 1)
			UNION ALL SELECT (SELECT kind FROM op WHERE player = $1 AND player > 0 AND kind > k.kind ORDER BY kind LIMIT 1) FROM k WHERE k.kind IS NOT NULL)
		SELECT kind FROM k WHERE kind IS NOT NULL`, p)
	kinds, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || !others {
		return kinds, found(err, "")
	}
	// "others0" follows every name that begins with "others/".
	rows, _ = e.pool.Query(ctx, `WITH RECURSIVE k AS (
			(SELECT list FROM entry WHERE player = $1 AND list >= 'others/' AND list < 'others0' ORDER BY list LIMIT 1)
			UNION ALL SELECT (SELECT list FROM entry WHERE player = $1 AND list > k.list AND list < 'others0' ORDER BY list LIMIT 1) FROM k WHERE k.list IS NOT NULL)
		SELECT substr(list, 8) FROM k WHERE list IS NOT NULL`, p)
	more, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return append(kinds, more...), found(err, "")
}

// Balance implements store.Ledger. A derived account is summed over all its transfers: for audits, not for play.
func (e *Engine) Balance(ctx context.Context, a store.AccountID) (int64, error) {
	query := `SELECT coalesce((SELECT balance FROM account WHERE id = $1), 0)`
	if a.Derived() {
		query = `SELECT coalesce(sum(CASE WHEN credit = $1 THEN amount ELSE -amount END), 0)::bigint FROM transfer WHERE debit = $1 OR credit = $1`
	}
	var cents int64
	err := e.pool.QueryRow(ctx, query, a).Scan(&cents)
	return cents, found(err, "")
}

// Events implements store.Ledger.
func (e *Engine) Events(ctx context.Context, from store.Cursor, n int) ([]store.Event, store.Cursor, error) {
	var events []store.Event
	cursor, err := e.outbox(ctx, from, n, false, func(op *outboxOp) bool {
		for i, ev := range op.events {
			events = append(events, store.Event{Op: op.id, Index: i, At: op.at, NewEvent: ev})
		}
		return len(events) < n
	})
	return events, cursor, err
}

// PendingLeaves implements store.Log.
func (e *Engine) PendingLeaves(ctx context.Context, from store.Cursor, n int) ([]store.PendingLeaf, store.Cursor,
	error) {
	var leaves []store.PendingLeaf
	cursor, err := e.outbox(ctx, from, n, true, func(op *outboxOp) bool {
		for i, l := range op.leaves {
			leaves = append(leaves, store.PendingLeaf{LogLeaf: l, Op: op.id, Place: i})
		}
		return len(leaves) < n
	})
	return leaves, cursor, err
}

// outbox visits ops behind the cursor until visit returns false: those of one writer by ascending id, and the writers
// in turns, so that none waits for a busier one. One writer commits one transaction after another, so what a query sees
// of its sequence has no holes. This engine's own writers give their last ops from memory, and the database only what
// came after those. Without leaves asked for, the ops visited may lack them. An op that cannot be read holds back its
// writer: it is the error once nothing else is left to visit.
func (e *Engine) outbox(ctx context.Context, from store.Cursor, n int, leaves bool,
	visit func(*outboxOp) bool) (store.Cursor, error) {
	n = max(n, 64)
	var ops []outboxOp
	cursor, at, old, err := e.behind(ctx, from, n)
	if err != nil {
		return from, err
	}
	covered := []int64{} // the writers of whom the tail has enough
	for _, w := range e.writers {
		before := len(ops)
		var id int64
		if ops, id = w.tail.after(from, n, leaves, ops); len(ops) > before {
			at[id] = ops[len(ops)-1].id.Seq()
		}
		if len(ops)-before == n {
			covered = append(covered, id)
		}
	}
	writers, positions := split(at)
	rows, err := e.pool.Query(ctx, `
		SELECT o.id, o.at, o.chain, o.body FROM (SELECT id FROM writer WHERE reusable AND id <> ALL ($4) UNION ALL SELECT unnest($5::bigint[])) w
		LEFT JOIN unnest($1::bigint[], $2::bigint[]) c(writer, position) ON c.writer = w.id,
		LATERAL (SELECT id, at, chain, body FROM op WHERE id > (w.id << 40) + coalesce(c.position, 0) AND id < (w.id + 1) << 40 ORDER BY id LIMIT $3) o`,
		writers, positions, n, covered, old)
	if err != nil {
		return from, found(err, "")
	}
	var rec store.OpRecord
	var chain, body []byte
	unread := map[int64]int64{} // the first op of a writer that cannot be read
	var why error
	_, err = pgx.ForEachRow(rows, []any{&rec.ID, &rec.At, &chain, &body}, func() error {
		rec.Op = store.Op{At: rec.At.UTC()}
		copy(rec.Chain[:], chain)
		if err := e.months.decode(body, nil, &rec); err != nil {
			w, seq := rec.ID.Writer(), rec.ID.Seq()
			if first, there := unread[w]; there {
				seq = min(seq, first)
			}
			unread[w] = seq
			if why == nil {
				why = err
			}
			return nil
		}
		ops = append(ops, outboxOpOf(rec.ID, &rec.Op))
		return nil
	})
	if err != nil {
		return from, found(err, "")
	}
	ops = slices.DeleteFunc(ops, func(op outboxOp) bool {
		first, there := unread[op.id.Writer()]
		return there && op.id.Seq() > first
	})
	if len(ops) == 0 && why != nil {
		return from, why
	}
	slices.SortFunc(ops, func(a, b outboxOp) int { return cmp.Compare(a.id, b.id) })
	store.InTurns(ops, func(op *outboxOp) int64 { return op.id.Writer() }, func(op *outboxOp) bool {
		cursor[op.id.Writer()] = op.id.Seq()
		return visit(op)
	})
	return cursor, nil
}

// split is a cursor as two columns.
func split(c store.Cursor) (writers, positions []int64) {
	for _, w := range slices.Sorted(maps.Keys(c)) {
		writers, positions = append(writers, w), append(positions, c[w])
	}
	return writers, positions
}
