package postgres

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

// WriterSetting reads a setting as the first writer's connection has it. Only while nothing is submitted.
func (e *Engine) WriterSetting(ctx context.Context, name string) (value string) {
	if err := e.writers[0].conn.QueryRow(ctx, `SELECT current_setting($1)`, name).Scan(&value); err != nil {
		return err.Error()
	}
	return value
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
func (e *Engine) Evict(ctx context.Context, ops ...*store.Op) (receipts []store.Receipt, errs []error, tried int, err error) {
	w := e.writers[0]
	receipts, errs = make([]store.Receipt, len(ops)), make([]error, len(ops))
	batch := make([]*pending, len(ops))
	for i, op := range ops {
		batch[i] = &pending{op: op, deltas: op.Deltas(), done: func(r store.Receipt, err error) { receipts[i], errs[i] = r, err }}
	}
	w.batch.fill(w.id, w.seq, w.chain, batch)
	rest, err := w.evict(ctx, batch, func(p *pending, err error) { p.done(store.Receipt{}, err) })
	return receipts, errs, len(rest), err
}
