package postgres

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

// span is where leaves of the log stand: n of one subject that follow one another, in the log from index on and in
// their op from place on. The journal has them; a copy of each beside it was a third of what an opening wrote.
type span struct {
	index, op, subject int64
	place, n           int16
}

const spanColumns = `index, op, subject, place, n`

// subject is a hash of what a leaf is about, so that the ticket of a draw and its result stand in one row: what its key
// says behind the first colon. Two subjects may have one hash.
func subject(key string) int64 {
	if _, about, ok := strings.Cut(key, ":"); ok {
		key = about
	}
	sum := sha256.Sum256([]byte(key))
	return int64(binary.BigEndian.Uint64(sum[:]))
}

// spansOf lays leaves out that follow a log of size leaves. A leaf whose place no op can have is ErrInvalid: cut to a
// smallint, it would stand for another leaf.
func spansOf(size int64, leaves []store.PendingLeaf) (spans []span, err error) {
	for i, l := range leaves {
		if l.Place < 0 || l.Place >= store.MaxLeaves {
			return nil, fmt.Errorf("%w: leaf %d of op %d", store.ErrInvalid, l.Place, l.Op)
		}
		about := subject(l.Key)
		if n := len(spans); n > 0 {
			if last := &spans[n-1]; last.op == int64(l.Op) && last.subject == about &&
				int(last.place)+int(last.n) == l.Place {
				last.n++
				continue
			}
		}
		spans = append(spans, span{size + int64(i), int64(l.Op), about, int16(l.Place), 1})
	}
	return spans, nil
}

var errNowhere = errors.New("store: a place of the log leads nowhere")

// of takes a span's leaves out of those of its op.
func (s span) of(ops map[int64][]store.LogLeaf) ([]store.LogLeaf, error) {
	leaves := ops[s.op]
	if s.place < 0 || s.n < 1 || int(s.place)+int(s.n) > len(leaves) {
		return nil, fmt.Errorf("%w: leaf %d of the log: op %d has %d leaves", errNowhere, s.index, s.op, len(leaves))
	}
	return leaves[s.place : s.place+s.n], nil
}

func queueSpans(q *pgx.Batch, spans []span) {
	index, op, subject := make([]int64, len(spans)), make([]int64, len(spans)), make([]int64, len(spans))
	place, n := make([]int16, len(spans)), make([]int16, len(spans))
	for i, s := range spans {
		index[i], op[i], subject[i], place[i], n[i] = s.index, s.op, s.subject, s.place, s.n
	}
	q.Queue(`INSERT INTO log_span (index, op, subject, place, n)
		SELECT unnest($1::bigint[]), unnest($2::bigint[]), unnest($3::bigint[]), unnest($4::smallint[]), unnest($5::smallint[])`, index, op, subject, place, n)
}

func readSpans(ctx context.Context, db querier, query string, args ...any) ([]span, error) {
	rows, err := db.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (s span, err error) {
		return s, row.Scan(&s.index, &s.op, &s.subject, &s.place, &s.n)
	})
}

// leavesOf reads the leaves of the ops of spans. An op whose body cannot be read (store.ErrArchived, store.ErrBody)
// ends it, or, where unread is not nil, is told to it and left out.
func leavesOf(ctx context.Context, db querier, files months, spans []span,
	unread func(op int64, err error)) (map[int64][]store.LogLeaf, error) {
	ops := map[int64][]store.LogLeaf{}
	if len(spans) == 0 {
		return ops, nil
	}
	ids := make([]int64, len(spans))
	for i, s := range spans {
		ids[i] = s.op
	}
	slices.Sort(ids)
	rows, err := db.Query(ctx, `SELECT id, chain, body FROM op WHERE id = ANY($1)`, slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	var rec store.OpRecord
	var chain, body []byte
	_, err = pgx.ForEachRow(rows, []any{&rec.ID, &chain, &body}, func() error {
		rec.Op = store.Op{}
		copy(rec.Chain[:], chain)
		err := files.decode(body, nil, &rec)
		if unread != nil && (errors.Is(err, store.ErrArchived) || errors.Is(err, store.ErrBody)) {
			unread(int64(rec.ID), err)
			return nil
		}
		ops[int64(rec.ID)] = rec.Leaves
		return err
	})
	return ops, err
}

// unknownKeys fails with ErrConflict when the log has a leaf of a key already, or gets one twice. Leaves of an op whose
// body cannot be read are passed over: one file that is lost would end the log, and the op's own key, which has one
// effect, has made its leaf once.
func (e *Engine) unknownKeys(ctx context.Context, tx pgx.Tx, leaves []store.PendingLeaf, spans []span) error {
	keys, fresh := make([]string, len(leaves)), make(map[string]bool, len(leaves))
	for i, l := range leaves {
		keys[i], fresh[l.Key] = l.Key, true
	}
	if len(fresh) < len(leaves) {
		return fmt.Errorf("%w: a leaf twice", store.ErrConflict)
	}
	subjects := make([]int64, len(spans))
	for i, s := range spans {
		subjects[i] = s.subject
	}
	old := false
	if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM log_leaf WHERE key = ANY($1))`,
		keys).Scan(&old); err != nil {
		return err
	}
	met, err := readSpans(ctx, tx, `SELECT `+spanColumns+` FROM log_span WHERE subject = ANY($1)`, subjects)
	if err != nil {
		return err
	}
	unread := map[int64]bool{}
	ops, err := leavesOf(ctx, tx, e.months, met, func(op int64, err error) {
		unread[op] = true
		e.opt.Log.Warn().Int64("op", op).Err(err).Msg(
			"the public log goes on without comparing its new leaves with those of an op that cannot be read")
	})
	if err != nil {
		return err
	}
	for _, s := range met {
		if unread[s.op] {
			continue
		}
		known, err := s.of(ops)
		if err != nil {
			return err
		}
		old = old || slices.ContainsFunc(known, func(l store.LogLeaf) bool { return fresh[l.Key] })
	}
	if old {
		return fmt.Errorf("%w: leaf is in the log", store.ErrConflict)
	}
	return nil
}
