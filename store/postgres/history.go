package postgres

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

// history is a list in the order (at, id) whose rows stay where they are once they are in it: what a player did, the
// rooms of a player, rooms that are over. Lists of items lose rows, too; what that takes is in itemlist.go.
//
// A page names how many rows stand above it, and SQL has no way to them but to walk. So every anchorStep-th row is
// anchored with its place (list_mark): a page is found from the anchor next to it, and the total is the last anchor's
// place and the few rows behind it. Both cost the same wherever the page is. Anchors are made by readers, as late as
// they are needed: the commit path does nothing for them but keep the index of the list.
type history struct {
	owner int64
	name  string   // with owner in list_mark
	arg   any      // $1
	kinds []string // $2: the list is the merge of those, each of which has its order in the index
	table table
	moves bool // rows come and go: anchors hold for a version (item_marked)
}

// table is where the rows of a history are.
type table struct{ at, id, where, columns, whole string }

var (
	// The house's own ops are in no list: player > 0 makes that index a partial one.
	opTable = table{"at", "id", `op WHERE player = $1 AND player > 0 AND kind = k.kind`, opColumns, `op r`}
	// Beside them, ops that others made.
	statementTable = table{"at", "id", `(SELECT at, id FROM op WHERE player = $1 AND player > 0 AND kind = k.kind
		UNION ALL SELECT at, id FROM entry WHERE player = $1 AND list = '` + store.OthersList("") + `' || k.kind) t WHERE true`, opColumns, `op r`}
	memberTable = table{"at", "room", `room_member WHERE player = $1 AND kind = k.kind`, roomColumns, `room r`}
	finalTable  = table{"updated", "id", `room WHERE $1 = '' AND kind = k.kind AND status >= 4 AND listed <> ''`,
		roomColumns, `room r`}
	entryTable  = table{"at", "id", `entry WHERE player = $1 AND list = k.kind`, opColumns, `op r`}
	onTable     = table{"at", "id", `entry WHERE player = $1 AND list = k.kind`, roomColumns, `room r`}
	listedTable = table{"updated", "id", `room WHERE kind = k.kind AND status >= 4 AND listed <> '' AND listed = $1`,
		roomColumns, `room r`}
)

func opHistory(p store.PlayerID, kinds []string) history {
	kinds = slices.Compact(slices.Sorted(slices.Values(kinds)))
	return history{owner: int64(p), name: "op/" + strings.Join(kinds, ","), arg: int64(p), kinds: kinds, table: opTable}
}

// statementHistory is everything that changed what a player owns; without a filter kinds are all that there are. Its
// name says only the filter, so that anchors outlive the first op of another kind, which stands behind them.
func statementHistory(p store.PlayerID, filter, kinds []string) history {
	h := opHistory(p, kinds)
	h.name, h.table = "statement/"+strings.Join(slices.Compact(slices.Sorted(slices.Values(filter))), ","),
		statementTable
	return h
}

func memberHistory(p store.PlayerID, kind string) history {
	return history{owner: int64(p), name: "room/" + kind, arg: int64(p), kinds: []string{kind}, table: memberTable}
}

// entryHistory is a list of ops, or with onTable of rooms.
func entryHistory(p store.PlayerID, list string, t table) history {
	return history{owner: int64(p), name: "list/" + list, arg: int64(p), kinds: []string{list}, table: t}
}

func finalHistory(kind, listed string) history {
	t := listedTable
	if listed == "" {
		t = finalTable
	}
	return history{name: "final/" + kind + "/" + listed, arg: listed, kinds: []string{kind}, table: t}
}

const (
	// anchorStep bounds the rows that are walked to a place: it costs less than the page itself.
	anchorStep = 64
	// anchorChunk is how many rows are walked at a time where anchors are missing.
	anchorChunk = 8192
	// settled is how old a row is when no row that comes later stands before it: longer than a commit can take. What
	// comes later still takes the anchors behind it away (statement "unanchor").
	settled = 2 * time.Minute
)

// anchor is a place: n rows are at or before (at, id).
type anchor struct {
	n  int64
	at time.Time
	id int64
}

// forever is later than every row.
var forever = time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)

// between is the count of rows after a key and before a time.
func (t table) between() string {
	return t.sql(`SELECT count(*) FROM unnest($2::text[]) k(kind), LATERAL (SELECT FROM {where} AND ({at}, {id}) > ({from}) AND {at} < {until}) o`)
}

// sql fills a query in.
func (t table) sql(query string) string {
	return strings.NewReplacer("{where}", t.where, "{at}", t.at, "{id}", t.id, "{columns}", t.columns, "{whole}",
		t.whole).Replace(query)
}

// lastAnchor finds the last anchor before a time, and how many rows stand between that and the time.
func (t table) lastAnchor() string {
	return `WITH m AS (SELECT * FROM (
			(SELECT n, at, id FROM list_mark WHERE owner = $3 AND list = $4 AND at < $5 ORDER BY at DESC, id DESC LIMIT 1)
			UNION ALL SELECT 0, '-infinity', 0) u ORDER BY n DESC LIMIT 1)
		SELECT m.n, CASE WHEN m.n > 0 THEN m.at ELSE 'epoch' END, m.id, c.count FROM m, LATERAL (` +
		strings.NewReplacer("{from}", "m.at, m.id", "{until}", "$5").Replace(t.between()) + `) c`
}

// walk reads the keys after one, the oldest first.
func (t table) walk() string {
	return t.sql(`SELECT o.at, o.id FROM unnest($2::text[]) k(kind),
		LATERAL (SELECT {at} at, {id} id FROM {where} AND ({at}, {id}) > ($3, $4) ORDER BY {at}, {id} LIMIT $5) o ORDER BY 1, 2 LIMIT $5`)
}

// page reads n rows downward from the one at place $5, starting at the nearest anchor above it or at the end ($7, place
// $6).
func (t table) page() string {
	return t.sql(`WITH m AS (SELECT * FROM (
			(SELECT n, at, id FROM list_mark WHERE owner = $3 AND list = $4 AND n >= $5 AND n <= $6 ORDER BY n LIMIT 1)
			UNION ALL SELECT $6::bigint, $7::timestamptz, 0) u ORDER BY n LIMIT 1)
		SELECT {columns} FROM m, LATERAL (
			SELECT q.at, q.id FROM (
				SELECT o.at, o.id FROM unnest($2::text[]) k(kind), LATERAL (
					SELECT {at} at, {id} id FROM {where} AND ({at}, {id}) <= (m.at, m.id) ORDER BY {at} DESC, {id} DESC LIMIT m.n - $5 + $8) o
				ORDER BY 1 DESC, 2 DESC LIMIT m.n - $5 + $8) q
			ORDER BY 1, 2 LIMIT $8) p
		JOIN {whole} ON r.id = p.id ORDER BY p.at DESC, p.id DESC`)
}

// before reads n rows downward from the one behind a place and from a time on.
func (t table) before() string {
	return t.sql(`SELECT r.* FROM (
			SELECT o.at, o.id FROM unnest($2::text[]) k(kind), LATERAL (
				SELECT {at} at, {id} id FROM {where} AND ({at}, {id}) < ($3, $4) AND {at} >= $5 ORDER BY {at} DESC, {id} DESC LIMIT $6) o
			ORDER BY 1 DESC, 2 DESC LIMIT $6) p,
		LATERAL (SELECT {columns} FROM {whole} WHERE r.id = p.id LIMIT 1) r ORDER BY p.at DESC, p.id DESC`)
}

// readBefore reads the rows of a history behind a place, as many as a page has, in one snapshot and by no anchor.
func readBefore[T any](ctx context.Context, e *Engine, h history, place store.OpPlace, page store.Page,
	scan func(pgx.CollectableRow) (T, error)) ([]T, error) {
	if !page.Until.IsZero() && page.Until.Before(place.At) {
		place = store.OpPlace{At: page.Until}
	}
	rows, _ := e.pool.Query(ctx, h.table.before(), h.arg, h.kinds, place.At, int64(place.ID), page.Since,
		max(page.Limit, 0))
	list, err := pgx.CollectRows(rows, scan)
	return list, found(err, "")
}

// readPage reads a page of a history and the total of what it is a page of.
func readPage[T any](ctx context.Context, e *Engine, h history, page store.Page, scan func(pgx.CollectableRow) (T,
	error)) ([]T, int, error) {
	end := forever
	if !page.Until.IsZero() {
		end = page.Until
	}
	until, err := e.rank(ctx, h, end)
	if err != nil {
		return nil, 0, err
	}
	since := int64(0)
	if !page.Since.IsZero() {
		if since, err = e.rank(ctx, h, page.Since); err != nil {
			return nil, 0, err
		}
	}
	total := max(until-since, 0)
	first := until - int64(max(page.Offset, 0))
	n := min(int64(max(page.Limit, 0)), first-since)
	if n <= 0 {
		return nil, int(total), nil
	}
	rows, _ := e.pool.Query(ctx, h.table.page(), h.arg, h.kinds, h.owner, h.name, first, until, end, n)
	list, err := pgx.CollectRows(rows, scan)
	return list, int(total), found(err, "")
}

// rank is how many rows are before a time. It makes the anchors that it has missed.
func (e *Engine) rank(ctx context.Context, h history, before time.Time) (int64, error) {
	var last anchor
	var rest int64
	for anchored := false; ; {
		err := e.pool.QueryRow(ctx, h.table.lastAnchor(), h.arg, h.kinds, h.owner, h.name, before).Scan(&last.n,
			&last.at, &last.id, &rest)
		if err != nil {
			return 0, found(err, "")
		}
		if rest < 2*anchorStep || anchored {
			return last.n + rest, nil
		}
		if anchored, err = e.anchor(ctx, h, last); err != nil || !anchored {
			return last.n + rest, err
		}
	}
}

// anchor walks from an anchor to the last settled row and anchors the way. It says whether there is a new anchor.
func (e *Engine) anchor(ctx context.Context, h history, from anchor) (moved bool, err error) {
	old := e.opt.Clock().Add(-settled)
	var version int64
	if h.moves {
		var ok bool
		if version, ok, err = e.anchorable(ctx, h.owner, old); err != nil || !ok {
			return false, err
		}
	}
	if from.n == 0 {
		from.at, from.id = time.Time{}, math.MinInt64
	}
	for {
		rows, _ := e.pool.Query(ctx, h.table.walk(), h.arg, h.kinds, from.at, from.id, anchorChunk)
		var ns, ids []int64
		var ats []time.Time
		walked := 0
		_, err := pgx.ForEachRow(rows, []any{&from.at, &from.id}, func() error {
			walked++
			from.n++
			if from.n%anchorStep == 0 && from.at.Before(old) {
				ns, ats, ids = append(ns, from.n), append(ats, from.at), append(ids, from.id)
			}
			return nil
		})
		if err != nil {
			return moved, found(err, "")
		}
		if len(ns) > 0 {
			if moved, err = e.putAnchors(ctx, h, version, ns, ats, ids); err != nil || !moved {
				return false, err
			}
		}
		if walked < anchorChunk || !from.at.Before(old) {
			return moved, nil
		}
	}
}

// putAnchors keeps anchors; false: nothing is kept, because another reader has kept them or something has moved.
func (e *Engine) putAnchors(ctx context.Context, h history, version int64, ns []int64, ats []time.Time,
	ids []int64) (bool, error) {
	from, args := ``, []any{h.owner, h.name, ns, ats, ids}
	if h.moves { // waits for an op that moves such an item, and holds back the next one
		from, args = ` FROM (SELECT FROM item_marked WHERE owner = $1 AND version = $6 FOR SHARE) v`,
			append(args, version)
	}
	tag, err := e.pool.Exec(ctx, `INSERT INTO list_mark (owner, list, n, at, id)
		SELECT $1, $2, unnest($3::bigint[]), unnest($4::timestamptz[]), unnest($5::bigint[])`+from+` ON CONFLICT DO NOTHING`, args...)
	return tag.RowsAffected() > 0, found(err, "")
}

// forgetAhead takes away the anchors of a time to come: the clock was set back since they were made, and what is
// written from now on comes before them and is not late by the clock of now. There are none while the newest op is of
// the past, so that no start on a clock that is right looks for them.
func (e *Engine) forgetAhead(ctx context.Context) error {
	newest, err := e.NewestTime(ctx)
	if err != nil {
		return err
	}
	now, err := e.Time(ctx)
	if err != nil || !newest.After(now) {
		return err
	}
	_, err = e.pool.Exec(ctx, `DELETE FROM list_mark WHERE at > $1`, now.Add(-settled/2))
	if sqlState(err) == readOnly { // a standby: a reader's engine makes and needs no others
		return nil
	}
	return found(err, "")
}
