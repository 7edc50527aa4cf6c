package postgres

import (
	"context"
	"math"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

const itemColumns = `r.id, r.owner, r.def, r.value, r.source, r.status, r.at`

// scanItem reads itemColumns.
func scanItem(row pgx.CollectableRow) (store.Item, error) {
	var it store.Item
	err := row.Scan(&it.ID, &it.Owner, &it.Def, &it.ValueCents, &it.Source, &it.Status, &it.At)
	it.Op, it.At = it.ID.OpID(), it.At.UTC()
	return it, err
}

// Items implements store.Players. A question by source walks the list; play does not ask it.
func (e *Engine) Items(ctx context.Context, q store.ItemQuery) ([]store.Item, int, error) {
	if len(q.Sources) == 0 {
		return readPage(ctx, e, itemHistory(q.Owner, q.Statuses), q.Page, scanItem)
	}
	const where = ` FROM item r WHERE r.owner = $1 AND r.def < 1073741824 AND (cardinality($2::smallint[]) = 0 OR r.status = ANY($2)) AND r.source = ANY($3)
		AND r.at >= $4 AND r.at < $5`
	statuses, sources := numbers(q.Statuses), numbers(q.Sources)
	until := forever
	if !q.Page.Until.IsZero() {
		until = q.Page.Until
	}
	var total int
	if err := e.pool.QueryRow(ctx, `SELECT count(*)`+where, q.Owner, statuses, sources, q.Page.Since,
		until).Scan(&total); err != nil {
		return nil, 0, found(err, "")
	}
	rows, _ := e.pool.Query(ctx, `SELECT `+itemColumns+where+` ORDER BY r.at DESC, r.id DESC OFFSET $6 LIMIT $7`,
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
	rows, _ := e.pool.Query(ctx, `SELECT `+itemColumns+
		` FROM unnest($1::bigint[]) WITH ORDINALITY t(id, n) JOIN item r ON r.id = t.id WHERE r.def < 1073741824 ORDER BY t.n`, ids)
	list, err := pgx.CollectRows(rows, scanItem)
	return list, found(err, "")
}

// Vouchers implements store.Players. store.VoucherBase is written out, so that the partial index of vouchers serves it.
func (e *Engine) Vouchers(ctx context.Context, q store.VoucherQuery) ([]store.Item, int, error) {
	where := ` FROM item r WHERE r.owner = $1 AND r.def >= 1073741824 AND r.def >= $2 AND r.def < $3`
	if q.Held { // a text of its own: a parameter would keep the index from being asked
		where += ` AND r.status = 0`
	}
	if q.To == 0 {
		q.To = math.MaxInt32
	}
	var total int
	if err := e.pool.QueryRow(ctx, `SELECT count(*)`+where, q.Owner, q.From, q.To).Scan(&total); err != nil {
		return nil, 0, found(err, "")
	}
	rows, _ := e.pool.Query(ctx, `SELECT `+itemColumns+where+` ORDER BY r.at DESC, r.id DESC OFFSET $4 LIMIT $5`,
		q.Owner, q.From, q.To, max(q.Page.Offset, 0), max(q.Page.Limit, 0))
	list, err := pgx.CollectRows(rows, scanItem)
	return list, total, found(err, "")
}

// VouchersByID implements store.Players.
func (e *Engine) VouchersByID(ctx context.Context, ids []store.ItemID) ([]store.Item, error) {
	rows, _ := e.pool.Query(ctx, `SELECT `+itemColumns+
		` FROM unnest($1::bigint[]) WITH ORDINALITY t(id, n) JOIN item r ON r.id = t.id WHERE r.def >= 1073741824 ORDER BY t.n`, ids)
	list, err := pgx.CollectRows(rows, scanItem)
	return list, found(err, "")
}
