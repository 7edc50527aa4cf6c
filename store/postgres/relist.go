package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

// relistPage is how many ops are read at a time.
const relistPage = 2000

// relist puts the ops of before migration 00250 on the statements of the players whose things they changed: as their
// bodies have it. It goes on where it was interrupted; of several processes one works at a time.
func relist(ctx context.Context, dsn string) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	for more := true; more; {
		if err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) (err error) {
			more, err = relistSome(ctx, tx)
			return err
		}); err != nil {
			return fmt.Errorf("statements of before: %w", err)
		}
	}
	return nil
}

func relistSome(ctx context.Context, tx pgx.Tx) (more bool, err error) {
	var position store.OpID
	var until time.Time
	err = tx.QueryRow(ctx, `SELECT position, until FROM relist FOR UPDATE`).Scan(&position, &until)
	if errors.Is(err, sql.ErrNoRows) { // nothing to do, or done
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if position == 0 {
		if _, err := tx.Exec(ctx, `DELETE FROM entry WHERE list >= 'others/' AND list < 'others0' AND at <= $1`,
			until); err != nil {
			return false, err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM list_mark WHERE list LIKE 'statement/%'`); err != nil {
			return false, err
		}
	}
	rows, _ := tx.Query(ctx, `SELECT `+opColumns+` FROM op r WHERE id > $1 ORDER BY id LIMIT $2`, position, relistPage)
	ops, err := pgx.CollectRows(rows, months{}.scanOp) // of before there were archives
	if err != nil {
		return false, err
	}
	var players, ids []int64
	var lists []string
	var times []time.Time
	for _, op := range ops {
		position = op.ID
		if op.At.After(until) {
			continue
		}
		for _, who := range op.Others() {
			players, ids = append(players, int64(who)), append(ids, int64(op.ID))
			lists, times = append(lists, store.OthersList(op.Kind)), append(times, op.At)
		}
	}
	if _, err := tx.Exec(ctx, statements["entries"], players, lists, times, ids); err != nil {
		return false, err
	}
	if len(ops) < relistPage {
		_, err = tx.Exec(ctx, `DELETE FROM relist`)
		return false, err
	}
	_, err = tx.Exec(ctx, `UPDATE relist SET position = $1`, position)
	return true, err
}
