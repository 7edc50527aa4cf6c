package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

// Invitees implements store.Invites, by the index player_invited.
func (e *Engine) Invitees(ctx context.Context, by, before store.PlayerID, n int) ([]store.Invitee, error) {
	rows, _ := e.pool.Query(ctx, `SELECT id, name, avatar, at FROM player
		WHERE invited_by = $1 AND invited_by <> 0 AND id < CASE WHEN $2::bigint = 0 THEN 9223372036854775807 ELSE $2 END ORDER BY id DESC LIMIT $3`,
		by, before, max(n, 0))
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (i store.Invitee, err error) {
		err = row.Scan(&i.ID, &i.Name, &i.Avatar, &i.At)
		i.At = i.At.UTC()
		return i, err
	})
	return list, found(err, "")
}

// InviteeCount implements store.Invites.
func (e *Engine) InviteeCount(ctx context.Context, by store.PlayerID) (int, error) {
	var n int
	err := e.pool.QueryRow(ctx, `SELECT count(*) FROM player WHERE invited_by = $1 AND invited_by <> 0`, by).Scan(&n)
	return n, found(err, "")
}

// SumResults implements store.Invites. Keys compare by their bytes, so that a prefix is a range of the unique index.
func (e *Engine) SumResults(ctx context.Context, p store.PlayerID, prefix, field string, most int) (sum int64, n int,
	err error) {
	err = e.pool.QueryRow(ctx, `SELECT coalesce(sum((convert_from(result, 'UTF8')::json ->> $4)::bigint), 0)::bigint, count(*)
		FROM (SELECT result FROM op WHERE player = $1 AND key >= $2 AND key < $3 ORDER BY key LIMIT $5) o`,
		p, prefix, after(prefix), field, max(most, 0)).Scan(&sum, &n)
	return sum, n, found(err, "")
}

// after is the first text behind all that begin with prefix, which ends in a sign of ASCII.
func after(prefix string) string {
	b := []byte(prefix)
	b[len(b)-1]++
	return string(b)
}
