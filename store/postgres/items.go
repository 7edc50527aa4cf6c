package postgres

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

const itemColumns = `i.id, i.owner, i.def, i.value, i.source, i.status, i.at`

// scanItem reads itemColumns.
func scanItem(row pgx.CollectableRow) (store.Item, error) {
	var it store.Item
	err := row.Scan(&it.ID, &it.Owner, &it.Def, &it.ValueCents, &it.Source, &it.Status, &it.At)
	it.Op, it.At = it.ID.OpID(), it.At.UTC()
	return it, err
}

// Items implements store.Players.
func (e *Engine) Items(ctx context.Context, q store.ItemQuery) ([]store.Item, int, error) {
	// The status condition is written out, so that one of the two partial indexes serves it.
	status := ""
	switch bag := slices.Contains(q.Statuses, store.ItemInBackpack); {
	case len(q.Statuses) == 0:
	case bag && !slices.ContainsFunc(q.Statuses, func(s store.ItemStatus) bool { return s != store.ItemInBackpack }):
		status = ` AND i.status = 0`
	case !bag:
		status = ` AND i.status <> 0 AND i.status = ANY($2)`
	default:
		status = ` AND i.status = ANY($2)`
	}
	where := fmt.Sprintf(` FROM item i WHERE i.owner = $1 AND i.def < 1073741824%s AND (cardinality($2::smallint[]) >= 0) AND (cardinality($3::smallint[]) = 0 OR i.source = ANY($3))
		AND i.at >= $4 AND i.at < $5`, status)
	statuses, sources := numbers(q.Statuses), numbers(q.Sources)
	until := forever
	if !q.Page.Until.IsZero() {
		until = q.Page.Until
	}
	var total int
	if err := e.pool.QueryRow(ctx, `SELECT count(*)`+where, q.Owner, statuses, sources, q.Page.Since, until).Scan(&total); err != nil {
		return nil, 0, found(err, "")
	}
	rows, _ := e.pool.Query(ctx, `SELECT `+itemColumns+where+` ORDER BY i.at DESC, i.id DESC OFFSET $6 LIMIT $7`,
		q.Owner, statuses, sources, q.Page.Since, until, max(q.Page.Offset, 0), max(q.Page.Limit, 0))
	list, err := pgx.CollectRows(rows, scanItem)
	return list, total, found(err, "")
}

func numbers[T ~uint8](list []T) []int16 {
	n := make([]int16, len(list))
	for i, v := range list {
		n[i] = int16(v)
	}
	return n
}

// ItemsByID implements store.Players.
func (e *Engine) ItemsByID(ctx context.Context, ids []store.ItemID) ([]store.Item, error) {
	rows, _ := e.pool.Query(ctx, `SELECT `+itemColumns+` FROM unnest($1::bigint[]) WITH ORDINALITY t(id, n) JOIN item i ON i.id = t.id WHERE i.def < 1073741824 ORDER BY t.n`, ids)
	list, err := pgx.CollectRows(rows, scanItem)
	return list, found(err, "")
}

// Cards implements store.Players. store.CardBase is written out, so that the partial index of cards serves it.
func (e *Engine) Cards(ctx context.Context, q store.CardQuery) ([]store.Item, int, error) {
	where := ` FROM item i WHERE i.owner = $1 AND i.def >= 1073741824 AND i.def >= $2 AND ($3 = 0 OR i.def < $3) AND (NOT $4 OR i.status = 0)`
	var total int
	if err := e.pool.QueryRow(ctx, `SELECT count(*)`+where, q.Owner, q.From, q.To, q.Held).Scan(&total); err != nil {
		return nil, 0, found(err, "")
	}
	rows, _ := e.pool.Query(ctx, `SELECT `+itemColumns+where+` ORDER BY i.at DESC, i.id DESC OFFSET $5 LIMIT $6`,
		q.Owner, q.From, q.To, q.Held, max(q.Page.Offset, 0), max(q.Page.Limit, 0))
	list, err := pgx.CollectRows(rows, scanItem)
	return list, total, found(err, "")
}

// CardsByID implements store.Players.
func (e *Engine) CardsByID(ctx context.Context, ids []store.ItemID) ([]store.Item, error) {
	rows, _ := e.pool.Query(ctx, `SELECT `+itemColumns+` FROM unnest($1::bigint[]) WITH ORDINALITY t(id, n) JOIN item i ON i.id = t.id WHERE i.def >= 1073741824 ORDER BY t.n`, ids)
	list, err := pgx.CollectRows(rows, scanItem)
	return list, found(err, "")
}
