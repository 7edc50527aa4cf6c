//go:build unix

package postgres_test

import (
	"database/sql"
	"maps"
	"math"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
)

// slotsFrom is the migration by which writers became slots.
const slotsFrom = 190

// before takes a database back to what it was before a step of the schema.
func before(t *testing.T, dsn string, step int64) {
	t.Helper()
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	p, err := goose.NewProvider(goose.DialectPostgres, db, os.DirFS("migrations"))
	if err == nil {
		_, err = p.DownTo(t.Context(), step-1)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// beforeSlots makes a database of the release before: so many writers, the first of them started that long ago and one
// each minute after it, each with so many ops that tell of an event.
func beforeSlots(t *testing.T, writers, ops int, ago time.Duration) (dsn string) {
	t.Helper()
	dsn = pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{Writers: 1})
	op := spend(register(t, e, "player", 1000), "a", 1)
	op.Events = []store.NewEvent{{Type: "old"}}
	id := commit(t, e, op)
	e.Close()
	before(t, dsn, slotsFrom)
	execute(t, dsn, `UPDATE writer SET at = now() - $1::interval`, ago)
	execute(t, dsn, `INSERT INTO writer (node, at) SELECT 'old', now() - $2::interval + n * interval '1 minute' FROM generate_series(1, $1) n`, writers, ago)
	execute(t, dsn, `INSERT INTO op (id, player, at, key, kind, request, chain, body, result)
		SELECT w.id << 40 | n, player, w.at + n * interval '1 second', key || '-' || w.id || '-' || n, kind, request, chain, body, result
		FROM op, writer w, generate_series(1, $2::int) n WHERE op.id = $1 AND w.node = 'old'`, id, ops)
	execute(t, dsn, `VACUUM ANALYZE`)
	return dsn
}

// drain reads a store's events to their end: how often each was returned, and the cursor there.
func drain(t *testing.T, e *postgres.Engine, cursor store.Cursor) (told map[store.OpID]int, end store.Cursor) {
	t.Helper()
	told = map[store.OpID]int{}
	for {
		events, next, err := e.Events(t.Context(), cursor, 256)
		if err != nil {
			t.Fatal(err)
		}
		for _, ev := range events {
			told[ev.Op]++
		}
		if maps.Equal(next, cursor) {
			return told, cursor
		}
		cursor = next
	}
}

// allocated is how many bytes do allocates, the least of some times: others allocate beside it.
func allocated(do func()) uint64 {
	least := uint64(math.MaxUint64)
	for range 5 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		do()
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return least
}

// What an upgrade finds unread in many writers is read once and whole, beside what is written meanwhile, and a reading
// fetches what it can use: it was the first events of each writer, for 256 of them.
func TestUnreadEventsOfOldWritersAreReadAfterAnUpgrade(t *testing.T) {
	const writers, each = 300, 40
	dsn := beforeSlots(t, writers, each, 30*24*time.Hour)
	e := open(t, dsn, postgres.Options{Writers: 1})
	op := spend(1, "new", 1)
	op.Events = []store.NewEvent{{Type: "new"}}
	fresh := commit(t, e, op)
	if _, _, err := e.Events(t.Context(), nil, 256); err != nil { // which writers there are is read once
		t.Fatal(err)
	}
	var first []store.Event
	if n := allocated(func() { first, _, _ = e.Events(t.Context(), nil, 256) }); n > 2<<20 {
		t.Errorf("a reading of 256 of %d events took %d KB", writers*each, n>>10)
	}
	if !slices.ContainsFunc(first, func(ev store.Event) bool { return ev.Op == fresh }) {
		t.Error("the writer of today waits for those of before")
	}
	told, cursor := drain(t, e, nil)
	if len(told) != writers*each+2 {
		t.Errorf("%d ops told, want %d", len(told), writers*each+2)
	}
	for id, n := range told {
		if n != 1 {
			t.Fatalf("op %d told %d times", id, n)
		}
	}
	if again, _ := drain(t, e, cursor); len(again) != 0 {
		t.Errorf("told again %v", again)
	}
}

// A poll with nothing new took 30 ms after 45 days of a command each minute, and each follower kept a megabyte.
func TestOldWritersCostNothingOnceRead(t *testing.T) {
	dsn := beforeSlots(t, 5000, 1, 10*24*time.Hour)
	e := open(t, dsn, postgres.Options{Writers: 1})
	cursor := store.Cursor{}
	for _, w := range slots(t, dsn) {
		cursor[w] = 2
	}
	told, cursor := drain(t, e, cursor)
	if len(told) != 0 || len(cursor) > 2 {
		t.Errorf("%d ops told, a cursor of %d positions", len(told), len(cursor))
	}
	if n := allocated(func() { _, cursor, _ = e.Events(t.Context(), cursor, 256) }); n > 32<<10 {
		t.Errorf("a poll allocates %d KB", n>>10)
	}
	if leaves, next, err := e.PendingLeaves(t.Context(), cursor, 10); err != nil || len(leaves) != 0 ||
		!maps.Equal(next, cursor) {
		t.Errorf("leaves %v, cursor %v, %v", leaves, next, err)
	}
	p := store.PlayerID(1)
	op := spend(p, "new", 1)
	op.Events = []store.NewEvent{{Type: "new"}}
	id := commit(t, e, op)
	if told, _ := drain(t, e, cursor); len(told) != 1 || told[id] != 1 {
		t.Errorf("told %v, want op %d", told, id)
	}
}

// Those that were young at the upgrade end, too; a process that runs since before they did reads them to their end.
func TestAYoungOldWriterEndsAndIsReadToItsEnd(t *testing.T) {
	dsn := beforeSlots(t, 20, 3, 30*time.Minute)
	e := open(t, dsn, postgres.Options{Writers: 1})
	_, some, err := e.Events(t.Context(), nil, 5)
	if err != nil {
		t.Fatal(err)
	}
	execute(t, dsn, `UPDATE writer SET at = at - interval '2 hours'`)
	execute(t, dsn, `UPDATE op SET at = at - interval '2 hours'`)
	other := open(t, dsn, postgres.Options{Writers: 1})
	drain(t, other, nil)
	if open := query[int64](t, dsn, `SELECT count(*) FROM writer WHERE NOT reusable AND ended IS NULL`); open[0] != 0 {
		t.Errorf("%d writers of before are open", open[0])
	}
	for name, e := range map[string]*postgres.Engine{"before": e, "after": other} {
		told, cursor := drain(t, e, some)
		if len(told) != 61-5 {
			t.Errorf("opened %s they ended: %d ops told, want %d", name, len(told), 61-5)
		}
		if name == "after" && len(cursor) != 1 {
			t.Errorf("cursor %v", cursor)
		}
	}
}

// A login of a release that noted no uses is idle since an unknown time: it counts from the upgrade on.
func TestASessionOfBeforeUsesWereNotedCountsFromTheUpgrade(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{})
	p := register(t, e, "player", 1)
	now := time.Now().UTC().Truncate(time.Millisecond)
	for i, idle := range []time.Duration{20 * 24 * time.Hour, time.Hour} {
		if err := e.CreateSession(t.Context(), store.Session{TokenHash: [32]byte{byte(i)}, Player: p,
			At: now.Add(-20 * 24 * time.Hour), Seen: now.Add(-idle), Expires: now.Add(time.Hour)}); err != nil {
			t.Fatal(err)
		}
	}
	e.Close()
	before(t, dsn, 370)
	execute(t, dsn, `UPDATE session SET seen = NULL WHERE token_hash = $1`, make([]byte, 32))
	if err := postgres.Migrate(t.Context(), dsn); err != nil {
		t.Fatal(err)
	}
	e = open(t, dsn, postgres.Options{})
	old, err := e.SessionByHash(t.Context(), [32]byte{0})
	if err != nil || time.Since(old.Seen) > time.Minute {
		t.Errorf("last used %v, %v", old.Seen, err)
	}
	if used, err := e.SessionByHash(t.Context(), [32]byte{1}); err != nil || !used.Seen.Equal(now.Add(-time.Hour)) {
		t.Errorf("one whose use was noted: %v, %v", used.Seen, err)
	}
}
