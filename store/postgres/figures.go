package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"jadebox/store"
)

// OpenCount is how many rooms of a kind stand in one phase.
type OpenCount struct {
	Kind   string
	Status store.RoomStatus
	Rooms  int64
}

// Figures are readings of the database that cost a query each; for metrics.
type Figures struct {
	Bytes int64
	Open  []OpenCount // rooms that are not over, withdrawals and retrievals among them
}

// Figures reads them.
func (e *Engine) Figures(ctx context.Context) (f Figures, err error) {
	if err := e.pool.QueryRow(ctx, `SELECT pg_database_size(current_database())`).Scan(&f.Bytes); err != nil {
		return f, found(err, "")
	}
	rows, err := e.pool.Query(ctx, `SELECT kind, status, count(*) FROM room WHERE status < 4 GROUP BY kind, status`)
	if err != nil {
		return f, found(err, "")
	}
	f.Open, err = pgx.CollectRows(rows, pgx.RowToStructByPos[OpenCount])
	return f, found(err, "")
}

// Pool is how the connections that read are used.
func (e *Engine) Pool() *pgxpool.Stat { return e.pool.Stat() }
