package postgres

import (
	"context"
	"io"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgproto3"

	"jadebox/store"
)

// WriterSetting reads a setting as the first writer's connection has it. Only while nothing is submitted.
func (e *Engine) WriterSetting(ctx context.Context, name string) (value string) {
	if err := e.writers[0].conn.QueryRow(ctx, `SELECT current_setting($1)`, name).Scan(&value); err != nil {
		return err.Error()
	}
	return value
}

// TraceWriter writes what the first writer sends and is sent from now on. Only while nothing is submitted.
func (e *Engine) TraceWriter(to io.Writer) {
	e.writers[0].conn.PgConn().Frontend().Trace(to, pgproto3.TracerOptions{SuppressTimestamps: true})
}

// WriterPlan explains a prepared statement of the first writer's connection. Only while nothing is submitted.
func (e *Engine) WriterPlan(ctx context.Context, name string) (string, error) {
	conn := e.writers[0].conn
	prepared, err := conn.Prepare(ctx, name, statements[name])
	if err != nil {
		return "", err
	}
	nulls := strings.TrimSuffix(strings.Repeat("NULL, ", len(prepared.ParamOIDs)), ", ")
	rows, err := conn.Query(ctx, `EXPLAIN EXECUTE "`+name+`"(`+nulls+`)`, pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		return "", err
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return strings.Join(lines, "\n"), err
}

// Evict lets the first writer judge a batch as after a refused try. Only while nothing is submitted.
func (e *Engine) Evict(ctx context.Context, ops ...*store.Op) (receipts []store.Receipt, errs []error, tried int,
	err error) {
	w := e.writers[0]
	receipts, errs = make([]store.Receipt, len(ops)), make([]error, len(ops))
	batch := make([]*pending, len(ops))
	for i, op := range ops {
		batch[i] = &pending{op: op, deltas: op.Deltas(), done: func(r store.Receipt, err error) {
			receipts[i],
				errs[i] = r, err
		}}
	}
	if !w.held {
		if err := w.resume(ctx); err != nil {
			return nil, nil, 0, err
		}
	}
	w.batch.fill(w.id, w.seq, w.chain, batch, w.e.opt.Clock())
	rest, err := w.evict(ctx, batch, func(p *pending, err error) { p.done(store.Receipt{}, err) })
	return receipts, errs, len(rest), err
}

// SumQuery adds a kind up; SumList names its anchors.
const SumQuery = sumQuery

var SumList = sumList

// NodeLock is the class of the advisory locks of nodes.
const NodeLock = nodeLock

// History is a list whose queries a test explains.
type History = history

// Query is SQL with its arguments.
type Query struct {
	SQL  string
	Args []any
}

var (
	OpHistory     = opHistory
	MemberHistory = memberHistory
	FinalHistory  = finalHistory
	ItemHistory   = itemHistory
	Forever       = forever
)

const AnchorStep = anchorStep

func OpsOnHistory(p store.PlayerID, list string) History   { return entryHistory(p, list, entryTable) }
func RoomsOnHistory(p store.PlayerID, list string) History { return entryHistory(p, list, onTable) }

// SumQueries are those of a time that begins behind an anchor, and of the last ops before its end.
func SumQueries(q store.SumQuery) map[string]Query {
	h, until := sumHistory(q), q.Until
	return map[string]Query{
		"anchors": {h.table.sumAnchors(), []any{h.arg, h.kinds, h.owner, h.name, q.Since, until, until, sumStep}},
		"ops": {h.table.after(), []any{h.arg, h.kinds, until.Add(-10 * time.Second), start.id, until, start.id,
			sumChunk}},
	}
}

// SumStep is how many ops are beside an anchor; SumLock and SumStripes name the lock of what keeps sums.
const (
	SumStep    = sumStep
	SumLock    = sumLock
	SumStripes = sumStripes
)

// Kinds is of how many kinds a list is the merge.
func (h history) Kinds() int { return len(h.kinds) }

// Rank counts a history up to a time and anchors it.
func (e *Engine) Rank(ctx context.Context, h History, before time.Time) (int64, error) {
	return e.rank(ctx, h, before)
}

// Queries are those of a page of n rows that begins at a place.
func (h history) Queries(first, total, n int64) map[string]Query {
	return map[string]Query{
		"total": {h.table.lastAnchor(), []any{h.arg, h.kinds, h.owner, h.name, forever}},
		"rows":  {h.table.page(), []any{h.arg, h.kinds, h.owner, h.name, first, total, forever, n}},
	}
}
