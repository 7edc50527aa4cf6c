//go:build unix

package postgres_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
)

// query reads one column of a database.
func query[T any](t *testing.T, dsn, sql string, a ...any) []T {
	t.Helper()
	c, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(t.Context())
	rows, _ := c.Query(t.Context(), sql, a...)
	list, err := pgx.CollectRows(rows, pgx.RowTo[T])
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func slots(t *testing.T, dsn string) []int64 {
	t.Helper()
	return query[int64](t, dsn, `SELECT id FROM writer ORDER BY id`)
}

func commit(t *testing.T, e *postgres.Engine, op *store.Op) store.OpID {
	t.Helper()
	r, err := e.Commit(t.Context(), op)
	if err != nil {
		t.Fatal(err)
	}
	return r.Op
}

// closed closes an engine and waits until PostgreSQL has seen it: a backend ends a moment after its connection.
func closed(t *testing.T, dsn string, e *postgres.Engine) {
	t.Helper()
	e.Close()
	for len(query[int64](t, dsn, `SELECT objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND classid = 1245859666
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)) > 0 {
		time.Sleep(time.Millisecond)
	}
}

// A command each minute made 525,600 writers a year, of 65,535.
func TestProcessesOneAfterAnotherShareASlot(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{Writers: 1})
	if n := slots(t, dsn); len(n) != 0 {
		t.Fatalf("an engine that has written nothing has slots %v", n)
	}
	p := register(t, e, "player", 1000)
	closed(t, dsn, e)
	var ids []store.OpID
	for i := range 5 {
		e := open(t, dsn, postgres.Options{Writers: 1})
		ids = append(ids, commit(t, e, spend(p, fmt.Sprint(i), 1)))
		closed(t, dsn, e)
	}
	first := slots(t, dsn)
	if len(first) != 1 {
		t.Fatalf("slots %v after six processes, want one", first)
	}
	if want := store.MakeOpID(first[0], 2); ids[0] != want || ids[4] != want+4 {
		t.Errorf("ops %v, want a sequence from %d", ids, want)
	}
	snapshot, err := open(t, dsn, postgres.Options{}).Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer snapshot.Close()
	chain := store.ChainGenesis(first[0])
	if err := snapshot.JournalAfter(t.Context(), nil, func(j *store.JournalEntry) error {
		next, _ := store.NextChain(chain, j.ID, &j.Op, store.AppendBody(nil, &j.Op), nil)
		if next != j.Chain {
			t.Errorf("op %d does not continue the chain", j.ID)
		}
		chain = next
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

func TestASlotHasOneHolder(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	a, b := open(t, dsn, postgres.Options{Writers: 1}), open(t, dsn, postgres.Options{Writers: 1})
	p := register(t, a, "player", 1000)
	q := register(t, b, "other", 1000)
	held := slots(t, dsn)
	if len(held) != 2 {
		t.Fatalf("two processes hold %v", held)
	}
	// All of a's connections die; a third process is there before a notices.
	execute(t, dsn, `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND pid <> pg_backend_pid()`, held[0])
	c := open(t, dsn, postgres.Options{Writers: 1})
	taken := commit(t, c, spend(p, "c", 1))
	if taken.Writer() != held[0] {
		t.Fatalf("the third process writes under %d, %d is free", taken.Writer(), held[0])
	}
	if id := commit(t, a, spend(p, "a", 1)); slices.Contains(held, id.Writer()) {
		t.Errorf("the first goes on under %d, which is another's", id.Writer())
	}
	if id := commit(t, b, spend(q, "b", 1)); id.Writer() != held[1] {
		t.Errorf("the second has changed from %d to %d", held[1], id.Writer())
	}
	if n := len(slots(t, dsn)); n != 3 {
		t.Errorf("%d slots for three processes", n)
	}
}

// A process whose connection was lost unnoticed receives what another writes under the slot that was its own.
func TestFollowersHearOfASlotThatWasLost(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	a := open(t, dsn, postgres.Options{Writers: 1})
	p := register(t, a, "player", 1000)
	_, cursor, err := a.Events(t.Context(), nil, 100)
	if err != nil {
		t.Fatal(err)
	}
	execute(t, dsn,
		`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()`)
	op := spend(p, "b", 1)
	op.Events = []store.NewEvent{{Type: "told"}}
	id := commit(t, open(t, dsn, postgres.Options{Writers: 1}), op)
	if _, known := cursor[id.Writer()]; !known {
		t.Fatalf("written under %d, which was never the first process's", id.Writer())
	}
	events, _, err := a.Events(t.Context(), cursor, 100)
	if err != nil || len(events) != 1 || events[0].Op != id {
		t.Errorf("told %v, %v; want op %d", events, err, id)
	}
}

// Half of the players vanished from ticker and ranking when the other half was busy enough to fill each look.
func TestABusyWriterKeepsNoOtherFromBeingRead(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{Writers: 2})
	told := func(name string) (events func(n int) []store.OpID, writer int64) {
		p := register(t, e, name, 1000)
		return func(n int) (ids []store.OpID) {
			for i := range n {
				op := spend(p, fmt.Sprint(i), 1)
				op.Events = []store.NewEvent{{Type: "drop"}}
				ids = append(ids, commit(t, e, op))
			}
			return ids
		}, commit(t, e, spend(p, "first", 1)).Writer()
	}
	busy, first := told("busy")
	quiet, second := told("quiet")
	for i := 0; second <= first; i++ { // the quiet one has the later writer
		if quiet, second = told(fmt.Sprint("quiet", i)); second < first {
			busy, first, quiet, second = quiet, second, busy, first
		}
	}
	busy(300)
	rare := quiet(3)
	for _, way := range []string{"from memory", "from the database"} {
		events, _, err := e.Events(t.Context(), nil, 20)
		if err != nil {
			t.Fatal(err)
		}
		var heard []store.OpID
		for _, ev := range events {
			if ev.Op.Writer() == second {
				heard = append(heard, ev.Op)
			}
		}
		if len(events) != 20 || !slices.Equal(heard, rare) {
			t.Errorf("%s: the first 20 of 303 events hold %v of the quiet writer, want %v", way, heard, rare)
		}
		e.ForgetTails()
	}
}

// Writers of before slots were shared are asked for only while a follower has not read them to their end.
func TestAnEndedWriterIsReadToItsEnd(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{Writers: 1})
	op := spend(register(t, e, "player", 1000), "a", 1)
	op.Events = []store.NewEvent{{Type: "old"}}
	id := commit(t, e, op)
	e.Close()
	execute(t, dsn, `UPDATE writer SET reusable = false, ended = $1`, id.Seq())
	e = open(t, dsn, postgres.Options{Writers: 1})
	events, cursor, err := e.Events(t.Context(), nil, 100)
	if err != nil || len(events) != 1 || events[0].Op != id {
		t.Fatalf("told %v, %v; want op %d", events, err, id)
	}
	if events, _, err = e.Events(t.Context(), cursor, 100); err != nil || len(events) != 0 {
		t.Errorf("told again %v, %v", events, err)
	}
	if next := commit(t, e, spend(op.Player, "b", 1)); next.Writer() == id.Writer() {
		t.Error("a slot of before is used again")
	}
}

// A process sees that another has written, and of its own ops nothing.
func TestOfForeignWritersTheNewestOpIsSeen(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	open := func() *postgres.Engine {
		e, err := postgres.Open(t.Context(), dsn, postgres.Options{Writers: 1})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { e.Close() })
		return e
	}
	a, b := open(), open()
	n := 0
	op := func() *store.Op {
		n++
		return &store.Op{Key: fmt.Sprint("op", n), Kind: "test", At: time.Now()}
	}
	sees := func(e *postgres.Engine, want map[int64]store.OpID) {
		t.Helper()
		if heads, err := e.ForeignHeads(t.Context()); err != nil || !maps.Equal(heads, want) {
			t.Errorf("sees %v, %v, want %v", heads, err, want)
		}
	}
	sees(a, nil)
	commit(t, a, op())
	ofA := commit(t, a, op())
	sees(a, nil)
	sees(b, map[int64]store.OpID{ofA.Writer(): ofA})
	ofB := commit(t, b, op())
	sees(a, map[int64]store.OpID{ofB.Writer(): ofB})
	a.Close()
	sees(b, map[int64]store.OpID{ofA.Writer(): ofA}) // also when it has ended
	execute(t, dsn, `UPDATE writer SET reusable = false, ended = $1 WHERE id = $2`, ofA.Seq(), ofA.Writer())
	sees(b, nil) // as those of before slots, which are not written under again
}
