package postgres

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"
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
