//go:build unix

package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
)

// ops of players of fillSums.
const heavyOps, lightOps = 100_000, 31

var sumBegin = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// fillSums writes ops behind the engine's back, a second apart: of players 1 and 2 so many, of player 3 a few.
func fillSums(t *testing.T, dsn string, ops int) *postgres.Engine {
	t.Helper()
	e := open(t, dsn, postgres.Options{Writers: 2})
	register(t, e, "model", 100)
	execute(t, dsn, `INSERT INTO op (id, player, at, key, kind, request, chain, body, result)
		SELECT (9::bigint << 40) + i, CASE WHEN i <= $1 THEN 1 + i % 2 ELSE 3 END, $3::timestamptz + CASE WHEN i <= $1 THEN i / 2 ELSE i - $1 END * interval '1 second',
			'h' || i, CASE WHEN i % 10 < 8 THEN 'box.open' WHEN i % 20 < 10 THEN 'item.sell' ELSE 'upgrade.play' END, '', '', m.body, m.result
		FROM op m, generate_series(1, $1::int + $2::int) i WHERE m.key = 'welcome'`, 2*ops, lightOps, sumBegin)
	execute(t, dsn, `VACUUM ANALYZE`)
	return e
}

// counting asks how many ops there are, and notes how many were read for it.
func counting(p store.PlayerID, since, until time.Time, read *int) store.SumQuery {
	return store.SumQuery{Player: p, List: "test", Version: "1",
		Kinds: []string{"box.open", "item.sell", "upgrade.play"}, Since: since, Until: until, Width: 15,
		Add: func(_ *store.OpRecord, sums []int64) error {
			*read++
			sums[3]++
			return nil
		}}
}

// asked is how many ops there are in a time, and how many were read to know it.
func asked(t *testing.T, e *postgres.Engine, p store.PlayerID, since, until time.Time) (n int64, read int) {
	t.Helper()
	sums, err := e.SumOps(t.Context(), counting(p, since, until, &read))
	if err != nil {
		t.Fatal(err)
	}
	for i, sum := range sums {
		if i != 3 && sum != 0 {
			t.Fatalf("sum %d is %d", i, sum)
		}
	}
	return sums[3], read
}

// A sum over a hundred thousand ops of a player costs what one over some dozens does: no more than half as
// many ops again are read, whatever the time. The first question reads all of them, once.
func TestAHeavyPlayersSumsReadNoMoreThanALightOnes(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := fillSums(t, dsn, heavyOps)
	for p, ops := range map[store.PlayerID]int64{1: heavyOps, 3: lightOps} {
		n, read := asked(t, e, p, time.Time{}, time.Time{})
		if n != ops || read > int(ops)+2*postgres.SumStep {
			t.Fatalf("player %d: the first time %d of %d ops count, and %d are read", p, n, ops, read)
		}
	}
	_, light := asked(t, e, 3, sumBegin, sumBegin.Add(time.Hour))
	most, sum, times := 0, 0, 0
	for i := range 200 {
		from := i * 431
		for _, long := range []int{40, 1000, 3600 + i, heavyOps - 1 - from} {
			since := sumBegin.Add(time.Duration(from) * time.Second)
			n, read := asked(t, e, 1, since, since.Add(time.Duration(long)*time.Second))
			if want := min(long, heavyOps-from); from > 0 && n != int64(want) {
				t.Fatalf("from second %d on there are %d ops in %d seconds, counted are %d", from, want, long, n)
			}
			most, sum, times = max(most, read), sum+read, times+1
		}
	}
	t.Logf("a light player's question reads %d ops, a heavy one's %.1f and at most %d", light,
		float64(sum)/float64(times), most)
	if light < 12 || float64(most) > 1.5*float64(light) {
		t.Errorf("a heavy player's question reads %d ops, a light one's %d", most, light)
	}
}

// A sum is found by the indexes of the history and of the anchors, however many of both there are.
func TestSumsAreReadByTheirIndexes(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := fillSums(t, dsn, heavyOps)
	for p := range store.PlayerID(2) {
		asked(t, e, p+1, time.Time{}, time.Time{})
	}
	execute(t, dsn, `VACUUM ANALYZE`)
	db, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(context.Background())
	for _, seconds := range []int{100, heavyOps / 2, heavyOps - 100} {
		until := sumBegin.Add(time.Duration(seconds) * time.Second)
		var read int
		for name, sql := range postgres.SumQueries(counting(1, until.Add(-time.Minute), until, &read)) {
			plan := planOf(t, db, sql.SQL, sql.Args)
			if strings.Contains(plan, "Seq Scan") || !strings.Contains(plan, " using op_history") {
				t.Errorf("%s before second %d:\n%s", name, seconds, plan)
			}
			bounded(t, plan, 3)
		}
	}
}

// Anchors begin at the first op. Where one that is old cannot be read, a question for a time behind it has its answer.
func TestAnOldOpThatCannotBeReadKeepsNoOtherTimeFromItsSum(t *testing.T) {
	const ops = 200
	dsn := pgtest.MigratedDSN(t)
	e := fillSums(t, dsn, ops)
	execute(t, dsn, `UPDATE op SET body = '\x' WHERE player = 1 AND at < $1`, sumBegin.Add(10*time.Second))
	if n, _ := asked(t, e, 1, sumBegin.Add(150*time.Second), time.Time{}); n == 0 || n > ops-140 {
		t.Errorf("there count %d", n)
	}
	var read int
	if _, err := e.SumOps(t.Context(), counting(1, sumBegin, time.Time{}, &read)); !errors.Is(err, store.ErrBody) {
		t.Errorf("with those that cannot be read: %v", err)
	}
}

// waits says when something waits for a lock of what keeps sums, or that done is true before.
func waits(t *testing.T, dsn string, done <-chan struct{}) {
	t.Helper()
	for {
		if query[int](t, dsn, `SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND NOT granted
			AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`, postgres.SumLock)[0] > 0 {
			return
		}
		select {
		case <-done:
			return
		default:
		}
	}
}

// An op that comes late and is not yet durable while others are added up: what is kept meanwhile would miss it for
// ever.
func TestNoSumsAreKeptBehindTheBackOfALateOp(t *testing.T) {
	const ops = 200
	dsn := pgtest.MigratedDSN(t)
	e := fillSums(t, dsn, ops)
	db, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(context.Background())
	late, err := db.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// As a writer does it.
	for _, sql := range []string{
		`INSERT INTO op (id, player, at, key, kind, request, chain, body, result)
			SELECT 7::bigint << 40, 1, at + interval '1 millisecond', 'late', kind, '', '', body, '' FROM op WHERE player = 1 AND kind = 'box.open' ORDER BY at OFFSET 80 LIMIT 1`,
		fmt.Sprintf(`SELECT pg_advisory_xact_lock(%d, 1)`, postgres.SumLock),
		`DELETE FROM list_mark WHERE owner = 1`,
	} {
		if _, err := late.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		var read int
		sums, err := e.SumOps(t.Context(), counting(1, time.Time{}, time.Time{}, &read))
		if err != nil || sums[3] != ops && sums[3] != ops+1 {
			t.Errorf("of %d ops and one under way there count %v, %v", ops, sums, err)
		}
	}()
	waits(t, dsn, done)
	if err := late.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-done
	for range 2 {
		if n, _ := asked(t, e, 1, time.Time{}, time.Time{}); n != ops+1 {
			t.Errorf("%d of %d ops count, one of which came late", n, ops+1)
		}
	}
}

// An op that comes at the very instant of an anchor may stand before it: which of two writers committed says nothing of
// the order of their numbers.
func TestALateOpOfTheInstantOfAnAnchorCounts(t *testing.T) {
	const ops = 200
	e := fillSums(t, pgtest.MigratedDSN(t), ops) // by a writer behind this engine's
	if n, _ := asked(t, e, 1, time.Time{}, time.Time{}); n != ops {
		t.Fatalf("%d of %d ops count", n, ops)
	}
	for i, second := range []int{5 * postgres.SumStep, 4 * postgres.SumStep} {
		commit(t, e, &store.Op{Player: 1, Key: fmt.Sprint("late-", i), Kind: "box.open",
			At: sumBegin.Add(time.Duration(second) * time.Second)})
		for range 2 {
			if n, _ := asked(t, e, 1, time.Time{}, time.Time{}); n != int64(ops+i+1) {
				t.Errorf("with one of second %d there count %d of %d ops", second, n, ops+i+1)
			}
		}
	}
}

// A clock that was ahead is set right, and the server started again. Its ops come before those that were anchored, and
// would be in no sum for good.
func TestOpsOfAClockThatWasSetBackCount(t *testing.T) {
	const ops = 3*postgres.SumStep + 1
	dsn := pgtest.MigratedDSN(t)
	ahead := func() time.Time { return time.Now().Add(20 * time.Minute) }
	e := open(t, dsn, postgres.Options{Writers: 1, Clock: ahead})
	p := register(t, e, "player", 1000)
	write := func(e *postgres.Engine, key string, at time.Time) {
		t.Helper()
		commit(t, e, &store.Op{Player: p, Key: key, Kind: "box.open", At: at})
	}
	for i := range ops {
		write(e, fmt.Sprint(i), time.Now().Add(time.Duration(2*i-ops)*12*time.Second)) // some before the time to come
	}
	if n, _ := asked(t, e, p, time.Time{}, time.Time{}); n != ops {
		t.Fatalf("%d of %d ops count", n, ops)
	}
	anchors := func() int {
		return query[int](t, dsn, `SELECT count(*)::int FROM list_mark WHERE list LIKE 'sums/%'`)[0]
	}
	if anchors() == 0 {
		t.Fatal("nothing was anchored")
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	e = open(t, dsn, postgres.Options{Writers: 1})
	write(e, "after", time.Now())
	if n, _ := asked(t, e, p, time.Time{}, time.Time{}); n != ops+1 {
		t.Errorf("with one that was done after the clock was set back there count %d of %d", n, ops+1)
	}
}

// And the other way round: sums that are just being kept while such an op is written are taken away by it.
func TestALateOpTakesAwayWhatIsBeingKept(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{Writers: 1})
	p := register(t, e, "player", 1000)
	db, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(context.Background())
	keeper, err := db.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		fmt.Sprintf(`SELECT pg_advisory_xact_lock_shared(%d, %d)`, postgres.SumLock, p%postgres.SumStripes),
		fmt.Sprintf(`INSERT INTO list_mark (owner, list, n, at, id, sums) VALUES (%d, 'sums/test/1-1', 16, now() - interval '3 minutes', 1, '{16}')`, p),
	} {
		if _, err := keeper.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if _, err := e.Commit(t.Context(), spend(p, "late", 1)); err != nil {
			t.Error(err)
		}
	}()
	waits(t, dsn, done)
	if err := keeper.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-done
	if n := query[int](t, dsn, `SELECT count(*)::int FROM list_mark WHERE list LIKE 'sums/%'`)[0]; n != 0 {
		t.Errorf("%d anchors stand behind an op that came late", n)
	}
}
