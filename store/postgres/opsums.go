package postgres

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

// What a player's ops add up to is kept as the places of a list are (history.go): every sumStep-th op of those that
// count has an anchor with the running sums since the player's first op. What was done in a time is the difference of
// two anchors in it and the few ops between them and its ends. Readers make the anchors, from settled ops, and what
// comes late takes those behind it away.
//
// A place that is wrong shows a row twice, a wrong sum pays twice. So an op that comes late and a reader who puts
// anchors exclude each other by a lock that they hold to their end, and under it the reader counts once more: there
// must be no other ops than those that were added up, and the anchor from which that was done must be there.

const (
	// sumStep bounds the ops that are read beside anchors. It is less than anchorStep, because these ops are decoded.
	sumStep = 16
	// sumChunk is how many ops are read at a time, and are in memory.
	sumChunk = 64 * sumStep
	// sumLock and sumStripes name the locks of what puts sums and of what comes late (statement "late").
	sumLock    = 1245859667
	sumStripes = 64
)

// sumAnchor is an anchor with the sums of the n ops at or before it; without sums there is none.
type sumAnchor struct {
	anchor
	sums []int64
}

// start is before every row.
var start = anchor{at: time.Time{}, id: math.MinInt64}

// before is the place before every row of a time.
func before(at time.Time) anchor { return anchor{at: at, id: math.MinInt64} }

func sumHistory(q store.SumQuery) history {
	h := opHistory(q.Player, q.Kinds)
	if q.Others {
		h = statementHistory(q.Player, nil, q.Kinds)
	}
	h.name = fmt.Sprintf("sums/%s/%s-%d", q.List, q.Version, q.Width)
	return h
}

// SumOps implements store.Players.
func (e *Engine) SumOps(ctx context.Context, q store.SumQuery) ([]int64, error) {
	h := sumHistory(q)
	for kept := true; ; {
		sums, behind, err := e.sumBetween(ctx, h, q, !kept)
		if err != nil || behind == nil {
			return sums, err
		}
		kept, err = e.anchorSums(ctx, h, q, *behind)
		switch {
		case errors.Is(err, store.ErrArchived), errors.Is(err, store.ErrBody):
			kept = false // anchors begin at the first op: those of the time itself may be readable all the same
		case err != nil:
			return nil, err
		}
	}
}

// sumBetween adds up what was done in a time, in one snapshot: an op that comes late meanwhile is in all of it or in
// nothing. Where anchors are missing it returns the one that the next is made from, unless it is to go on anyway.
func (e *Engine) sumBetween(ctx context.Context, h history, q store.SumQuery, anyway bool) (sums []int64,
	behind *sumAnchor, err error) {
	since, until := before(q.Since), before(q.Until)
	if q.Until.IsZero() {
		until = before(forever)
	}
	opt := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = pgx.BeginTxFunc(ctx, e.pool, opt, func(tx pgx.Tx) error {
		first, last, fresh, err := e.sumAnchors(ctx, tx, h, since.at, until.at)
		if err != nil {
			return err
		}
		if fresh >= sumStep && !anyway {
			behind = &last
			return nil
		}
		sums = make([]int64, q.Width)
		spans := [][2]anchor{{since, until}}
		if first.sums != nil && last.sums != nil && first.n <= last.n {
			for i := range sums {
				sums[i] = last.sums[i] - first.sums[i]
			}
			spans = [][2]anchor{{since, first.anchor}, {last.anchor, until}}
		}
		for _, s := range spans {
			if err := addOps(ctx, tx, e.months, h, s[0], s[1], q, sums); err != nil {
				return err
			}
		}
		return nil
	})
	return sums, behind, found(err, "")
}

// sumAnchors finds the first anchor in a time and the last one before its end, and how many settled ops of before that
// end follow the latter; of each kind it counts no more than sumStep.
func (e *Engine) sumAnchors(ctx context.Context, tx pgx.Tx, h history, since, until time.Time) (first, last sumAnchor,
	fresh int, err error) {
	settledBy := e.opt.Clock().Add(-settled)
	if until.Before(settledBy) {
		settledBy = until
	}
	var n, id [2]*int64
	var at [2]*time.Time
	err = tx.QueryRow(ctx, h.table.sumAnchors(), h.arg, h.kinds, h.owner, h.name, since, until, settledBy,
		sumStep).Scan(&n[0], &at[0], &id[0], &first.sums, &n[1], &at[1], &id[1], &last.sums, &fresh)
	for i, m := range []*sumAnchor{&first, &last} {
		if m.anchor = start; err == nil && m.sums != nil {
			m.anchor = anchor{*n[i], *at[i], *id[i]}
		}
	}
	return first, last, fresh, err
}

func (t table) sumAnchors() string {
	return t.sql(`WITH f AS (SELECT n, at, id, sums FROM list_mark WHERE owner = $3 AND list = $4 AND at >= $5 ORDER BY at, id LIMIT 1),
			l AS (SELECT n, at, id, sums FROM list_mark WHERE owner = $3 AND list = $4 AND at < $6 ORDER BY at DESC, id DESC LIMIT 1)
		SELECT f.n, f.at, f.id, f.sums, l.n, l.at, l.id, l.sums, (SELECT count(*) FROM unnest($2::text[]) k(kind), LATERAL (
			SELECT FROM {where} AND ({at}, {id}) > (coalesce(l.at, '-infinity'), coalesce(l.id, 0)) AND {at} < $7 ORDER BY {at}, {id} LIMIT $8) o)
		FROM (SELECT 1) one LEFT JOIN f ON true LEFT JOIN l ON true`)
}

// after reads rows behind a place up to another one, the oldest first. However many the planner estimates, it
// looks each up by its id (LIMIT 1).
func (t table) after() string {
	return t.sql(`SELECT r.* FROM (
			SELECT o.at, o.id FROM unnest($2::text[]) k(kind), LATERAL (
				SELECT {at} at, {id} id FROM {where} AND ({at}, {id}) > ($3, $4) AND ({at}, {id}) <= ($5, $6) ORDER BY {at}, {id} LIMIT $7) o
			ORDER BY 1, 2 LIMIT $7) p,
		LATERAL (SELECT {columns} FROM {whole} WHERE r.id = p.id LIMIT 1) r ORDER BY p.at, p.id`)
}

// opsAfter reads a chunk of the ops behind a place up to another one.
func opsAfter(ctx context.Context, db querier, files months, h history, from, to anchor) ([]store.OpRecord, error) {
	rows, _ := db.Query(ctx, h.table.after(), h.arg, h.kinds, from.at, from.id, to.at, to.id, sumChunk)
	return pgx.CollectRows(rows, files.scanOp)
}

func addOps(ctx context.Context, db querier, files months, h history, from, to anchor, q store.SumQuery,
	sums []int64) error {
	for {
		ops, err := opsAfter(ctx, db, files, h, from, to)
		if err != nil {
			return err
		}
		for i := range ops {
			if err := q.Add(&ops[i], sums); err != nil {
				return err
			}
			from = anchor{at: ops[i].At, id: int64(ops[i].ID)}
		}
		if len(ops) < sumChunk {
			return nil
		}
	}
}

// anchorSums adds a chunk of settled ops up, from the last anchor on, and anchors the way. It says whether there are
// anchors now.
func (e *Engine) anchorSums(ctx context.Context, h history, q store.SumQuery, from sumAnchor) (kept bool, err error) {
	sums := slices.Clone(from.sums)
	if sums == nil {
		sums = make([]int64, q.Width)
	}
	ops, err := opsAfter(ctx, e.pool, e.months, h, from.anchor, before(e.opt.Clock().Add(-settled)))
	if err != nil {
		return false, found(err, "")
	}
	var made []sumAnchor
	n := from.n
	for i := range ops {
		if q.Add(&ops[i], sums) != nil {
			break // reported to the caller that asks for the time of this op
		}
		if n++; n%sumStep == 0 {
			made = append(made, sumAnchor{anchor{n, ops[i].At, int64(ops[i].ID)}, slices.Clone(sums)})
		}
	}
	if len(made) == 0 {
		return false, nil
	}
	return e.putSums(ctx, h, q, from.anchor, made)
}

// putSums keeps anchors that were made from another one; false: something has moved, and nothing is kept.
func (e *Engine) putSums(ctx context.Context, h history, q store.SumQuery, from anchor, made []sumAnchor) (same bool,
	err error) {
	var ns, ids, sums []int64
	var ats []time.Time
	for _, m := range made {
		ns, ats, ids, sums = append(ns, m.n), append(ats, m.at), append(ids, m.id), append(sums, m.sums...)
	}
	to := made[len(made)-1]
	// Each statement has a snapshot of its own: the second sees what the lock's holder has done.
	opt := pgx.TxOptions{IsoLevel: pgx.ReadCommitted}
	err = pgx.BeginTxFunc(ctx, e.pool, opt, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock_shared($1::int, $2::int)`, sumLock,
			h.owner%sumStripes); err != nil {
			return err
		}
		return tx.QueryRow(ctx, h.table.putSums(), h.arg, h.kinds, h.owner, h.name, from.n, from.at, from.id, to.at,
			to.id, to.n, ns, ats, ids, sums, q.Width, "sums/"+q.List).Scan(&same)
	})
	return same, found(err, "")
}

// putSums removes, with the first anchors of a list, those of its other versions.
func (t table) putSums() string {
	return t.sql(`WITH same AS (SELECT 1 WHERE $10::bigint - $5::bigint = (SELECT count(*) FROM unnest($2::text[]) k(kind), LATERAL (
				SELECT FROM {where} AND ({at}, {id}) > ($6, $7) AND ({at}, {id}) <= ($8, $9)) o)
			AND ($5 = 0 OR EXISTS (SELECT FROM list_mark WHERE owner = $3 AND list = $4 AND n = $5 AND at = $6 AND id = $7))),
		put AS (INSERT INTO list_mark (owner, list, n, at, id, sums)
			SELECT $3::bigint, $4::text, m.n, m.at, m.id, ($14::bigint[])[((m.i - 1) * $15::bigint + 1)::int : (m.i * $15)::int]
			FROM same, unnest($11::bigint[], $12::timestamptz[], $13::bigint[]) WITH ORDINALITY m(n, at, id, i) ON CONFLICT DO NOTHING),
		gone AS (DELETE FROM list_mark WHERE $5 = 0 AND owner = $3 AND list > $16::text || '/' AND list < $16 || '0' AND list <> $4)
		SELECT count(*) > 0 FROM same`)
}
