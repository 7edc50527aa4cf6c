//go:build unix

package postgres_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/store/storetest"
	"jadebox/store/storetest/pgtest"
)

// node opens an engine that writes for a node with a lease.
func node(t *testing.T, dsn string, opt postgres.Options, lease time.Duration) (*postgres.Engine, store.NodeID) {
	t.Helper()
	e := open(t, dsn, opt)
	id, err := e.EnterNode(t.Context(), store.NodeEntry{Name: "node"}, lease)
	if err != nil {
		t.Fatal(err)
	}
	e.Guard(id)
	return e, id
}

// session is a connection of its own, for what a test does by hand.
func session(t *testing.T, dsn string) *pgx.Conn {
	t.Helper()
	c, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close(context.Background()) })
	return c
}

func run(t *testing.T, c *pgx.Conn, sql string, a ...any) {
	t.Helper()
	if _, err := c.Exec(t.Context(), sql, a...); err != nil {
		t.Fatal(err)
	}
}

// until asks a question of yes or no until it is yes.
func until(t *testing.T, what string, c *pgx.Conn, sql string, a ...any) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		var yes bool
		if err := c.QueryRow(t.Context(), sql, a...).Scan(&yes); err != nil {
			t.Fatal(err)
		}
		if yes {
			return
		}
	}
	t.Fatalf("never: %s", what)
}

const nodeLocks = `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND mode = $2
	AND granted = $3 AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`

func bury(t *testing.T, e *postgres.Engine, id store.NodeID) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		switch buried, err := e.BuryNode(t.Context(), id); {
		case err != nil && strings.Contains(err.Error(), "55P03"): // asked again
		case err != nil:
			t.Error(err)
			return
		case buried:
			return
		}
	}
	t.Errorf("node %d is not buried", id)
}

// A node stands still in the middle of its work (SIGSTOP, a machine that is suspended, a network that is cut), another
// buries it, and it goes on with all that it had queued, its clock ten minutes ahead.
func TestAPausedNodeThatWasBuriedLosesAndWritesNothing(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	ahead := func() time.Time { return time.Now().Add(10 * time.Minute) }
	other, _ := node(t, dsn, postgres.Options{Writers: 1}, time.Hour)
	var players []store.PlayerID
	for i := range 4 {
		players = append(players, register(t, other, fmt.Sprint("player", i), 100_000))
	}
	paused, id := node(t, dsn, postgres.Options{Writers: 2, MaxBatch: 4, Clock: ahead}, 500*time.Millisecond)
	type work struct {
		op  *store.Op
		id  store.OpID
		err error
	}
	var mu sync.Mutex
	var all []*work
	var clients sync.WaitGroup
	stop := make(chan struct{})
	for i, p := range players {
		clients.Go(func() {
			late := 0
			for k := 0; late < 5; k++ {
				if k == 100 {
					<-stop
				}
				select {
				case <-stop:
					late++ // the node is awake again, and does not know
				default:
				}
				w := &work{op: spend(p, fmt.Sprint(i, "/", k), 1)}
				r, err := paused.Commit(t.Context(), w.op)
				w.id, w.err = r.Op, err
				mu.Lock()
				all = append(all, w)
				mu.Unlock()
				if err != nil {
					<-stop
				}
			}
		})
	}
	bury(t, other, id)
	ops := func() int64 { return query[int64](t, dsn, `SELECT count(*) FROM op WHERE kind = 'spend'`)[0] }
	before := ops()
	close(stop)
	clients.Wait()
	if after := ops(); after != before || before == 0 {
		t.Errorf("%d ops when it was buried, %d after it woke", before, after)
	}
	var told int64
	for _, w := range all {
		switch {
		case w.err == nil:
			told++
		case !errors.Is(w.err, store.ErrNodeLost):
			t.Errorf("op %s: %v", w.op.Key, w.err)
		}
	}
	if told != before {
		t.Errorf("%d ops were acknowledged, %d are there", told, before)
	}
	for i, w := range all { // at another node, and at the one that has lost its lease
		if w.err == nil && i%10 == 0 {
			if r, err := paused.Commit(t.Context(), w.op); err != nil || r.Op != w.id || !r.Replayed {
				t.Fatalf("op %s was %d and is %+v, %v", w.op.Key, w.id, r, err)
			}
		}
		if r, err := other.Commit(t.Context(), w.op); err != nil || r.Replayed != (w.err == nil) {
			t.Fatalf("op %s elsewhere: %+v, %v", w.op.Key, r, err)
		}
	}
	if after := ops(); after != int64(len(all)) {
		t.Errorf("%d ops for %d keys", after, len(all))
	}
	storetest.Sound(t, other)
	t.Logf("%d acknowledged, %d refused", told, int64(len(all))-told)
}

func TestABurialWaitsForWhatTheNodeHasUnderWay(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e, id := node(t, dsn, postgres.Options{Writers: 1}, time.Hour)
	other := open(t, dsn, postgres.Options{Writers: 1})
	p := register(t, e, "player", 1000)
	release := hold(t, dsn, p)
	defer release()
	see := session(t, dsn)
	type end struct {
		key string
		err error
	}
	ended := make(chan end, 2)
	submit := func(key string) {
		e.Submit(spend(p, key, 1), func(_ store.Receipt, err error) { ended <- end{key, err} })
	}
	submit("under way")
	until(t, "the batch holds the lock of the node", see, nodeLocks, postgres.NodeLock, "ShareLock", true)
	if _, err := e.RenewNode(t.Context(), id, store.NodeLoad{}, time.Millisecond); err != nil {
		t.Fatal(err)
	}
	buried := make(chan struct{})
	go func() {
		bury(t, other, id)
		close(buried)
	}()
	until(t, "the burial waits", see, nodeLocks, postgres.NodeLock, "ExclusiveLock", false)
	submit("queued behind it")
	select {
	case <-buried:
		t.Error("buried with a batch under way")
	case got := <-ended:
		t.Errorf("%+v while its account was held", got)
	default:
	}
	release()
	for i, want := range []end{{"under way", nil}, {"queued behind it", store.ErrNodeLost}} {
		if got := <-ended; got.key != want.key || !errors.Is(got.err, want.err) {
			t.Errorf("%d: %+v, want %+v", i, got, want)
		}
	}
	<-buried
	if cents, err := e.Balance(t.Context(), store.PlayerGems(p)); err != nil || cents != 999 {
		t.Errorf("balance %d, %v", cents, err)
	}
}

// What node_guard sees must be as it is behind the lock, not as it was when the statement began.
func TestAWriteThatWaitedForABurialIsRefused(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e, id := node(t, dsn, postgres.Options{Writers: 1}, time.Hour)
	p := register(t, e, "player", 1000)
	burier, see := session(t, dsn), session(t, dsn)
	run(t, burier, `BEGIN`)
	run(t, burier, `SELECT pg_advisory_xact_lock($1, $2::bigint::int)`, postgres.NodeLock, id)
	answered := make(chan error, 1)
	e.Submit(spend(p, "late", 1), func(_ store.Receipt, err error) { answered <- err })
	until(t, "the write waits", see, nodeLocks, postgres.NodeLock, "ShareLock", false)
	run(t, burier, `UPDATE actor_node SET state = 3 WHERE id = $1`, id)
	run(t, burier, `COMMIT`)
	if err := <-answered; !errors.Is(err, store.ErrNodeLost) {
		t.Errorf("it ended with %v", err)
	}
	if n := query[int64](t, dsn, `SELECT count(*) FROM op WHERE kind = 'spend'`)[0]; n != 0 {
		t.Errorf("%d ops", n)
	}
}

// A connection is lost with a commit under way, and the lease ends before the next one is there. The old commit may
// still become durable: until it has ended, no caller may be told that nothing was applied.
func TestNobodyIsToldThatNothingWasAppliedWhileALostConnectionMayCommit(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	of, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	direct := pgtest.WithDatabase(pgtest.Server(t).TCPDSN(), of.Database)
	tcp, err := pgx.ParseConfig(direct)
	if err != nil {
		t.Fatal(err)
	}
	proxy := switchable(t, int(tcp.Port))
	e, id := node(t, direct+" port="+portOf(proxy), postgres.Options{Writers: 1}, time.Hour)
	p := register(t, e, "player", 1000)
	release := hold(t, dsn, p)
	defer release()
	see := session(t, dsn)
	type end struct {
		receipt store.Receipt
		err     error
	}
	answered := make(chan end, 1)
	e.Submit(spend(p, "op", 1), func(r store.Receipt, err error) { answered <- end{r, err} })
	until(t, "the commit is under way", see, nodeLocks, postgres.NodeLock, "ShareLock", true)
	if _, err := e.RenewNode(t.Context(), id, store.NodeLoad{}, time.Millisecond); err != nil {
		t.Fatal(err)
	}
	until(t, "the lease has run out", see, `SELECT lease_until < clock_timestamp() FROM actor_node WHERE id = $1`, id)
	proxy.to(0)
	for refused := proxy.refused.Load() + 8; proxy.refused.Load() < refused; { // the driver's order to cancel is one
		time.Sleep(5 * time.Millisecond)
	}
	proxy.to(int(tcp.Port))
	until(t, "the next connection waits for it", see, nodeLocks, postgres.NodeLock, "ExclusiveLock", false)
	release()
	got := <-answered
	if got.err != nil || !got.receipt.Replayed {
		t.Errorf("the op was answered with %+v, and is durable: %v", got,
			query[int64](t, dsn, `SELECT count(*) FROM op WHERE key = 'op'`))
	}
}

func TestARenewalWaitsForNoCommitAndNoQuery(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e, id := node(t, dsn, postgres.Options{Writers: 1, Reads: 1}, time.Hour)
	p := register(t, e, "player", 1000)
	release := hold(t, dsn, p)
	defer release()
	holder, see := session(t, dsn), session(t, dsn)
	run(t, holder, `BEGIN`)
	run(t, holder, `LOCK TABLE room`)
	var waiting sync.WaitGroup
	var over atomic.Int64
	waiting.Go(func() {
		if _, err := e.Commit(t.Context(), spend(p, "slow", 1)); err != nil {
			t.Error(err)
		}
		over.Add(1)
	})
	waiting.Go(func() {
		if _, err := e.OpenRooms(t.Context(), "battle"); err != nil {
			t.Error(err)
		}
		over.Add(1)
	})
	until(t, "both wait", see, `SELECT count(DISTINCT pid) = 2 FROM pg_locks l JOIN pg_stat_activity a USING (pid)
		WHERE NOT granted AND a.datname = current_database()`)
	for range 3 {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		if _, err := e.RenewNode(ctx, id, store.NodeLoad{}, time.Hour); err != nil || over.Load() != 0 {
			t.Errorf("renewal: %v, with %d at their end", err, over.Load())
		}
		cancel()
	}
	run(t, holder, `ROLLBACK`)
	release()
	waiting.Wait()
}

// A claim that waits for a row knows the nodes of the time when it began. Another that entered since owns what it has
// claimed.
func TestAClaimThatWaitedTakesNothingFromANodeThatEnteredMeanwhile(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	first, second := open(t, dsn, postgres.Options{Writers: 1}), open(t, dsn, postgres.Options{Writers: 1})
	enter := func(e *postgres.Engine) store.NodeID {
		id, err := e.EnterNode(t.Context(), store.NodeEntry{}, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	a := enter(first)
	holder, see := session(t, dsn), session(t, dsn)
	run(t, holder, `BEGIN`)
	run(t, holder, `INSERT INTO actor_owner VALUES ('battle', '1', 0, 1)`)
	type claimed struct {
		owners []store.Owner
		err    error
	}
	done := make(chan claimed, 1)
	two := store.Actor{Kind: "battle", ID: "2"}
	go func() {
		owners, err := first.ClaimActors(t.Context(), a, []store.Actor{{Kind: "battle", ID: "1"}, two})
		done <- claimed{owners, err}
	}()
	until(t, "the claim waits", see,
		`SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted)`)
	b := enter(second)
	theirs, err := second.ClaimActors(t.Context(), b, []store.Actor{two})
	if err != nil || theirs[0].Node != b {
		t.Fatalf("%+v, %v", theirs, err)
	}
	run(t, holder, `ROLLBACK`)
	got := <-done
	if got.err != nil || got.owners[0].Node != a || got.owners[1] != theirs[0] {
		t.Errorf("%+v, %v; the other has %+v", got.owners, got.err, theirs[0])
	}
}

// sent are what the client says in a trace, line by line.
func sent(trace string) (lines []string) {
	for line := range strings.Lines(trace) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "F" {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

// What a server without nodes sends is what it sent before there were any; with nodes one statement comes before, in
// the same round trip, and the rest is the same to the byte.
func TestOnlyANodeAsksWhetherItIsStillOne(t *testing.T) {
	frozen := func() time.Time { return at }
	trace := func(guarded bool) []string {
		dsn := pgtest.MigratedDSN(t)
		e := open(t, dsn, postgres.Options{Writers: 1, Clock: frozen})
		if guarded {
			id, err := e.EnterNode(t.Context(), store.NodeEntry{}, time.Hour)
			if err != nil {
				t.Fatal(err)
			}
			e.Guard(id)
		}
		p := register(t, e, "player", 1000)
		q := register(t, e, "another", 1000)
		var out bytes.Buffer
		e.TraceWriter(&out)
		commit(t, e, spend(p, "one", 1))
		op := spend(q, "with a list", 1)
		op.Lists = []store.Entry{{Player: q, List: "won"}}
		commit(t, e, op)
		e.Close()
		return sent(out.String())
	}
	names := func(lines []string) (list []string) {
		for _, line := range lines {
			f := strings.Fields(line)
			switch f[1] {
			case "Bind":
				list = append(list, strings.Trim(f[4], `"`))
			case "Sync", "Parse", "Query":
				list = append(list, f[1])
			}
		}
		return list
	}
	plain, guarded := trace(false), trace(true)
	const want = "one Sync ops entries accounts transfers Sync"
	if got := strings.Join(names(plain), " "); got != want {
		t.Errorf("without nodes: %s", got)
	}
	if got := strings.Join(names(guarded), " "); got != "guard one Sync guard ops entries accounts transfers Sync" {
		t.Errorf("with nodes: %s", got)
	}
	var rest []string
	for i := 0; i < len(guarded); i++ {
		if f := strings.Fields(guarded[i]); f[1] == "Bind" && f[4] == `"guard"` {
			for strings.Fields(guarded[i])[1] != "Execute" {
				i++
			}
			continue
		}
		rest = append(rest, guarded[i])
	}
	if a, b := strings.Join(plain, "\n"), strings.Join(rest, "\n"); a != b {
		t.Errorf("without nodes:\n%s\nwith:\n%s", a, b)
	}
}

// A machine that loses its power between the guard and the commit leaves a transaction behind that shares the lock of
// its node. No caller waits for it longer than a second at a time, and PostgreSQL ends it.
func TestABurialDoesNotWaitForATransactionThatNobodyEnds(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	other, _ := node(t, dsn, postgres.Options{Writers: 1}, time.Hour)
	e, id := node(t, dsn, postgres.Options{Writers: 1}, time.Hour)
	left := session(t, dsn)
	run(t, left, `BEGIN`)
	run(t, left, `SELECT node_guard($1)`, int64(id))
	if _, err := e.RenewNode(t.Context(), id, store.NodeLoad{}, time.Millisecond); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	refused := 0
	for ; ctx.Err() == nil; time.Sleep(100 * time.Millisecond) {
		began := time.Now()
		buried, err := other.BuryNode(ctx, id)
		if err != nil {
			refused++
		}
		if took := time.Since(began); took > 4*time.Second { // of the five that the transaction may stand idle
			t.Errorf("it waited %s", took)
		}
		if buried {
			if refused == 0 {
				t.Error("the transaction that was left held nothing up")
			}
			return
		}
	}
	t.Errorf("it is not buried, and was refused %d times", refused)
}
