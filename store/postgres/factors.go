package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

// Factors implements store.Factors.
func (e *Engine) Factors(ctx context.Context, p store.PlayerID) ([]store.Factor, error) {
	rows, _ := e.pool.Query(ctx,
		`SELECT id, kind, sealed, name, at, used FROM factor WHERE player = $1 ORDER BY at, id`, p)
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (f store.Factor, err error) {
		var id []byte
		var used *time.Time
		err = row.Scan(&id, &f.Kind, &f.Sealed, &f.Name, &f.At, &used)
		copy(f.ID[:], id)
		f.At = f.At.UTC()
		if used != nil {
			f.Used = used.UTC()
		}
		return f, err
	})
	return list, found(err, "")
}

// PutFactors implements store.Factors.
func (e *Engine) PutFactors(ctx context.Context, p store.PlayerID, instead []store.FactorKind,
	added []store.Factor) error {
	return pgx.BeginFunc(ctx, e.pool, func(tx pgx.Tx) error {
		q := &pgx.Batch{}
		// Of two changes at once, neither would see what the other adds, and both would stay.
		q.Queue(`SELECT FROM player WHERE id = $1 FOR UPDATE`, p)
		for _, kind := range instead {
			q.Queue(`DELETE FROM factor WHERE player = $1 AND kind = $2`, p, int16(kind))
		}
		for _, f := range added {
			q.Queue(`INSERT INTO factor (player, id, kind, sealed, name, at) VALUES ($1, $2, $3, $4, $5, $6)`,
				p, f.ID[:], int16(f.Kind), sealed(f.Sealed), f.Name, f.At)
		}
		err := tx.SendBatch(ctx, q).Close()
		if constraint(err) == "factor_pkey" {
			return fmt.Errorf("%w: factor", store.ErrConflict)
		}
		return found(err, "")
	})
}

// sealed is what lies in a column that is never NULL.
func sealed(b []byte) []byte { return append([]byte{}, b...) }

// UseFactor implements store.Factors.
func (e *Engine) UseFactor(ctx context.Context, p store.PlayerID, f store.Factor, before []byte) (bool, error) {
	tag, err := e.pool.Exec(ctx,
		`UPDATE factor SET sealed = $3, used = $4 WHERE player = $1 AND id = $2 AND sealed = $5`,
		p, f.ID[:], sealed(f.Sealed), f.Used, sealed(before))
	return tag.RowsAffected() == 1, found(err, "")
}

// TakeFactor implements store.Factors.
func (e *Engine) TakeFactor(ctx context.Context, p store.PlayerID, id [32]byte) (bool, error) {
	tag, err := e.pool.Exec(ctx, `DELETE FROM factor WHERE player = $1 AND id = $2`, p, id[:])
	return tag.RowsAffected() == 1, found(err, "")
}
