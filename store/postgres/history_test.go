//go:build unix

package postgres_test

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
)

// rows of each list under test: enough that a scan of the table is never the cheap way.
const historyRows = 40_000

// fill writes histories behind the engine's back: the mine are those of player 1, as many are another player's.
func fill(t *testing.T, dsn string) {
	t.Helper()
	execute(t, dsn, `INSERT INTO op (id, player, at, key, kind, request, chain, body, result)
		SELECT (9::bigint << 40) + i, 1 + i % 2, '2026-01-01'::timestamptz + i * interval '1 second', 'h' || i,
			CASE WHEN i % 10 < 8 THEN 'box.open' WHEN i % 20 < 10 THEN 'fragment.exchange' ELSE 'upgrade' END, '', '', '', '' FROM generate_series(1, $1) i`, 2*historyRows)
	execute(t, dsn, `INSERT INTO room (id, version, at, updated, epoch, status, kind, state, listed)
		SELECT 1000 + i, 1, '2026-01-01'::timestamptz + i * interval '1 second', '2026-01-01'::timestamptz + i * interval '1 second', 1, 4,
			CASE WHEN i % 2 = 0 THEN 'battle' ELSE 'roll' END, '', CASE WHEN i % 4 = 0 THEN 'teams' ELSE 'normal' END FROM generate_series(1, $1) i`, 2*historyRows)
	execute(t, dsn, `INSERT INTO room_member (player, room, kind, at) SELECT p, r.id, r.kind, r.at FROM room r, unnest(ARRAY[1, 2]) p`)
	execute(t, dsn,
		`INSERT INTO entry (player, list, at, id) SELECT player, 'upgrade.won', at, id FROM op WHERE kind = 'upgrade'`)
	execute(t, dsn,
		`INSERT INTO entry (player, list, at, id) SELECT 1, 'battle.won', at, id FROM room WHERE id % 2 = 0`)
	execute(t, dsn, `INSERT INTO item (id, owner, at, value, def, source, status)
		SELECT (9::bigint << 47) + i * 128, 1 + i % 2, '2026-01-01'::timestamptz + i * interval '1 second', 100, 1, 1,
			CASE WHEN i % 20 < 16 THEN 0 ELSE i % 20 - 13 END FROM generate_series(1, $1) i`, 2*historyRows)
	execute(t, dsn, `INSERT INTO item_marked (owner, at) VALUES (1, '2026-01-01'), (2, '2026-01-01')`)
	execute(t, dsn, `VACUUM ANALYZE`)
}

var rowsOf = regexp.MustCompile(`actual .*rows=([0-9.]+)`)

// Every list finds every page by its index: no table is scanned, nothing is skipped by OFFSET, and no node reads more
// than a page and the way to it from the next anchor, neither for the last page nor for the total.
func TestEveryHistoryIsReadByItsIndex(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e, err := postgres.Open(t.Context(), dsn, postgres.Options{Writers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	fill(t, dsn)
	db, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(context.Background())
	for _, c := range []struct {
		name, index string
		history     postgres.History
	}{
		{"ops of a kind", "op_history", postgres.OpHistory(1, []string{"box.open"})},
		{"ops of two kinds", "op_history", postgres.OpHistory(1, []string{"box.open", "upgrade"})},
		{"exchanges", "op_history", postgres.OpHistory(1, []string{"fragment.exchange"})},
		{"rooms of a player", "room_member_history", postgres.MemberHistory(1, "battle")},
		{"rooms that are over", "room_final", postgres.FinalHistory("battle", "")},
		{"rooms of one sort that are over", "room_final_listed", postgres.FinalHistory("battle", "teams")},
		{"upgrades that were won", "entry_pkey", postgres.OpsOnHistory(1, "upgrade.won")},
		{"rooms that were won", "entry_pkey", postgres.RoomsOnHistory(1, "battle.won")},
		{"the backpack", "item_list", postgres.ItemHistory(1, []store.ItemStatus{store.ItemInBackpack})},
		{"items of two statuses", "item_list", postgres.ItemHistory(1, []store.ItemStatus{store.ItemAwaitingDelivery,
			store.ItemRetrieved})},
		{"items of every status", "item_list", postgres.ItemHistory(1, nil)},
	} {
		t.Run(c.name, func(t *testing.T) {
			total, err := e.Rank(t.Context(), c.history, postgres.Forever)
			if err != nil || total < historyRows/10 {
				t.Fatalf("%d rows, %v", total, err)
			}
			const size = 12
			for what, first := range map[string]int64{"first": total, "last": size, "middle": total / 2} {
				for query, sql := range c.history.Queries(first, total, size) {
					t.Run(what+" page, "+query, func(t *testing.T) {
						explain(t, db, c.index, c.history.Kinds(), sql.SQL,
							sql.Args)
					})
				}
			}
		})
	}
}

// explain accepts an index whose name goes on (room_final_listed for room_final): which of the two the planner takes
// depends on its statistics, and the rows that are read are counted below. Each kind that is merged may read a page and
// the way to it.
func explain(t *testing.T, db *pgx.Conn, index string, kinds int, sql string, args []any) {
	t.Helper()
	plan := planOf(t, db, sql, args)
	if strings.Contains(plan, "Seq Scan") || !strings.Contains(plan, " using "+index) ||
		strings.Contains(strings.ToUpper(sql), "OFFSET") {
		t.Errorf("not by %s alone:\n%s", index, plan)
	}
	bounded(t, plan, kinds)
}

func planOf(t *testing.T, db *pgx.Conn, sql string, args []any) string {
	t.Helper()
	rows, _ := db.Query(t.Context(), `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) `+sql, args...)
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

// bounded reports that no node of a plan reads more than a page and the way to it from the next anchor.
func bounded(t *testing.T, plan string, kinds int) {
	t.Helper()
	for line := range strings.Lines(plan) {
		if m := rowsOf.FindStringSubmatch(line); m != nil {
			if n, _ := strconv.ParseFloat(m[1], 64); n > float64(max(kinds, 2)*(postgres.AnchorStep+12)) {
				t.Errorf("%v rows are read:\n%s", n, plan)
				break
			}
		}
	}
}

// A sum of a hundred thousand commissions is read by its anchor: once all of them, and then only what has come since.
func TestASumIsReadByItsAnchor(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e, err := postgres.Open(t.Context(), dsn, postgres.Options{Writers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	const rows = 100_000
	execute(t, dsn, `INSERT INTO op (id, player, at, key, kind, request, chain, body, result)
		SELECT (9::bigint << 40) + i, 1 + i % 2, '2026-01-01'::timestamptz + i * interval '1 second', 'h' || i, 'promotion.pay', '', '', '', convert_to('{"cents":3}', 'UTF8')
		FROM generate_series(1, $1) i`, 2*rows)
	execute(t, dsn, `VACUUM ANALYZE`)
	for _, what := range []string{"the first time", "from then on"} {
		began := time.Now()
		sum, n, err := e.SumKind(t.Context(), 1, "promotion.pay", "cents")
		if err != nil || sum != 3*rows || n != rows {
			t.Fatalf("%d of %d, %v", sum, n, err)
		}
		t.Logf("%s: %v", what, time.Since(began))
	}
	db, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(context.Background())
	plan := planOf(t, db, postgres.SumQuery, []any{1, postgres.SumList("promotion.pay", "cents"), "promotion.pay",
		"cents", time.Now()})
	if strings.Contains(plan, "Seq Scan on op") || !strings.Contains(plan, "op_history") {
		t.Errorf("not by op_history:\n%s", plan)
	}
	bounded(t, plan, 1)
}

// A list that was anchored is the list: any page of it, read by way of the anchors, has the rows that its place says.
func TestAnchoredPlacesAreTheRows(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e, err := postgres.Open(t.Context(), dsn, postgres.Options{Writers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	fill(t, dsn)
	for _, offset := range []int{0, 1, 63, 64, 65, 5000, historyRows / 2, historyRows/2 - 13} {
		rooms, total, err := e.PlayerRooms(t.Context(), "battle", 1, store.Page{Offset: offset, Limit: 12})
		if err != nil || total != historyRows {
			t.Fatalf("%d rooms, %v", total, err)
		}
		for i, r := range rooms {
			if want := store.RoomID(1000 + 2*historyRows - 2*(offset+i)); r.ID != want {
				t.Fatalf("row %d of the page at %d is room %d, want %d", i, offset, r.ID, want)
			}
		}
	}
	// Part of the list, in the middle of the anchors.
	since, until := time.Date(2026, 1, 1, 0, 0, 1001, 0, time.UTC), time.Date(2026, 1, 1, 0, 0, 2001, 0, time.UTC)
	rooms, total, err := e.PlayerRooms(t.Context(), "battle", 1, store.Page{Offset: 490, Limit: 12, Since: since,
		Until: until})
	if err != nil || total != 500 || len(rooms) != 10 || rooms[9].ID != 2002 {
		t.Fatalf("%d of %d rooms, the last %v, %v", len(rooms), total, fmt.Sprint(rooms[len(rooms)-1].ID), err)
	}
}
