package postgres

import (
	"context"
	"time"

	"jadebox/store"
)

// A sum over a history is kept in its anchors (history.go) as far as its rows are settled, so that only what came since
// is added up. Like places, sums are made by readers, and an op that comes late takes the anchors behind it away
// (statement "unanchor").

// sumQuery: $1 player, $2 list, $3 kind, $4 field, $5 the time before which rows are settled.
const sumQuery = `WITH m AS (SELECT * FROM (
		(SELECT n, sum, at, id FROM list_mark WHERE owner = $1 AND list = $2 ORDER BY n DESC LIMIT 1)
		UNION ALL SELECT 0, 0, '-infinity', 0) u ORDER BY n DESC LIMIT 1),
	o AS MATERIALIZED (SELECT op.at, op.id, (convert_from(op.result, 'UTF8')::json ->> $4)::bigint v FROM m, op
		WHERE op.player = $1 AND op.player > 0 AND op.kind = $3 AND (op.at, op.id) > (m.at, m.id)),
	l AS (SELECT at, id FROM o WHERE at < $5 ORDER BY at DESC, id DESC LIMIT 1)
	SELECT m.n + count(o.id), m.sum + coalesce(sum(o.v), 0)::bigint, count(o.id) FILTER (WHERE o.at < $5),
		m.n + count(o.id) FILTER (WHERE o.at < $5), m.sum + coalesce(sum(o.v) FILTER (WHERE o.at < $5), 0)::bigint,
		(SELECT at FROM l), (SELECT id FROM l)
	FROM m LEFT JOIN o ON true GROUP BY m.n, m.sum`

// sumList is the name of a sum's anchors.
func sumList(kind, field string) string { return "sum/" + field + "/" + kind }

// SumKind implements store.Invites.
func (e *Engine) SumKind(ctx context.Context, p store.PlayerID, kind, field string) (sum int64, n int, err error) {
	var fresh, settledN, settledSum int64
	var at *time.Time
	var id *int64
	list, old := sumList(kind, field), e.opt.Clock().Add(-settled)
	err = e.pool.QueryRow(ctx, sumQuery, p, list, kind, field, old).Scan(&n, &sum, &fresh, &settledN, &settledSum, &at,
		&id)
	if err != nil {
		return 0, 0, found(err, "")
	}
	if fresh >= anchorStep && at != nil && id != nil {
		_, err = e.pool.Exec(ctx,
			`INSERT INTO list_mark (owner, list, n, at, id, sum) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
			p, list, settledN, *at, *id, settledSum)
	}
	return sum, n, found(err, "")
}
