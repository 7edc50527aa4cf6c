//go:build unix

package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
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

var at = time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)

func register(t *testing.T, e *postgres.Engine, name string, cents int64) store.PlayerID {
	t.Helper()
	p, err := e.Register(t.Context(), store.NewPlayer{Name: name, At: at}, &store.Op{Key: "welcome", Kind: "welcome",
		At:       at,
		Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(0), AmountCents: cents}}})
	if err != nil {
		t.Fatal(err)
	}
	return p.ID
}

func spend(p store.PlayerID, key string, cents int64) *store.Op {
	return &store.Op{Player: p, Key: key, Kind: "spend", At: at,
		Postings: []store.Posting{{Debit: store.PlayerGems(p), Credit: store.House, AmountCents: cents}}}
}

func execute(t *testing.T, dsn, sql string, a ...any) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	if _, err := c.Exec(t.Context(), sql, a...); err != nil {
		t.Fatal(err)
	}
}

// hold blocks the writers on an account until release, so that ops gather behind them.
func hold(t *testing.T, dsn string, p store.PlayerID) (release func()) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Exec(t.Context(), `BEGIN`); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Exec(t.Context(), `SELECT 1 FROM account WHERE id = $1 FOR UPDATE`,
		store.PlayerGems(p)); err != nil {
		t.Fatal(err)
	}
	return func() { c.Close(context.Background()) }
}

func TestOpsGatherBehindTheRunningCommit(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{Writers: 1})
	p := register(t, e, "a", 1000)
	before := e.Counters()
	release := hold(t, dsn, p)
	var all sync.WaitGroup
	var order []int
	for i := range 300 {
		all.Add(1)
		e.Submit(spend(p, fmt.Sprint(i), 1), func(_ store.Receipt, err error) {
			if err != nil {
				t.Error(err)
			}
			order = append(order, i) // only the one writer calls
			all.Done()
		})
	}
	release()
	all.Wait()
	after := e.Counters()
	if n := after.Batches - before.Batches; n > 3 {
		t.Errorf("%d transactions for 300 ops that waited together", n)
	}
	if !slices.IsSorted(order) || len(order) != 300 {
		t.Error("the ops of a player were not answered in order")
	}
	storetest.Sound(t, e)
}

func TestFullQueueRefusesAtOnce(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{Writers: 1, Queue: 4, MaxBatch: 1})
	p := register(t, e, "a", 1000)
	release := hold(t, dsn, p)
	var applied, full atomic.Int64
	var all sync.WaitGroup
	for i := range 50 {
		all.Add(1)
		e.Submit(spend(p, fmt.Sprint(i), 1), func(_ store.Receipt, err error) {
			defer all.Done()
			switch {
			case err == nil:
				applied.Add(1)
			case errors.Is(err, store.ErrFull):
				full.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if _, err := e.Commit(ctx, spend(p, "waits", 1)); !errors.Is(err, store.ErrFull) ||
		errors.Is(err, store.ErrUnknown) {
		t.Errorf("commit that found no room: %v", err)
	}
	release()
	all.Wait()
	if applied.Load() > 6 || applied.Load()+full.Load() != 50 {
		t.Errorf("%d applied, %d refused", applied.Load(), full.Load())
	}
	if cents, _ := e.Balance(t.Context(), store.PlayerGems(p)); cents != 1000-applied.Load() {
		t.Errorf("balance %d after %d", cents, applied.Load())
	}
	storetest.Sound(t, e)
}

// TestContextEndsWhileTheOutcomeIsOpen: the caller is told that nothing is known, and the same key tells later.
func TestContextEndsWhileTheOutcomeIsOpen(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{})
	p := register(t, e, "a", 1000)
	release := hold(t, dsn, p)
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	op := spend(p, "k", 10)
	if _, err := e.Commit(ctx, op); !errors.Is(err, store.ErrUnknown) || !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	release()
	r, err := e.Commit(t.Context(), op)
	if err != nil || !r.Replayed {
		t.Errorf("%+v, %v", r, err)
	}
	if cents, _ := e.Balance(t.Context(), store.PlayerGems(p)); cents != 990 {
		t.Errorf("balance %d", cents)
	}
}

func TestLostConnectionsLoseNoOp(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{})
	var players []store.PlayerID
	for i := range 16 {
		players = append(players, register(t, e, fmt.Sprint("p", i), 10_000))
	}
	stop := make(chan struct{})
	var spent [16]int64
	var all sync.WaitGroup
	for i, p := range players {
		all.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				if _, err := e.Commit(t.Context(), spend(p, fmt.Sprint(n), 1)); err != nil {
					t.Error(err)
					return
				}
				spent[i]++
			}
		})
	}
	for e.Counters().Reconnects < 10 {
		execute(t, dsn, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND (query LIKE '%commit_one%' OR query LIKE '%INSERT INTO op%')`)
		time.Sleep(5 * time.Millisecond)
	}
	close(stop)
	all.Wait()
	for i, p := range players {
		if cents, _ := e.Balance(t.Context(), store.PlayerGems(p)); cents != 10_000-spent[i] {
			t.Errorf("player %d: balance %d after %d acknowledgements", p, cents, spent[i])
		}
	}
	storetest.Sound(t, e)
}

// TestTwoProcessesCommitAnOpOnce runs two engines on one database, with the same ops at the same time.
func TestTwoProcessesCommitAnOpOnce(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	engines := []*postgres.Engine{open(t, dsn, postgres.Options{}), open(t, dsn, postgres.Options{Writers: 1})}
	p := register(t, engines[0], "a", 10_000)
	q := register(t, engines[1], "b", 10_000)
	var all sync.WaitGroup
	var fresh atomic.Int64
	for i := range 400 {
		for _, e := range engines {
			all.Go(func() {
				op := spend([]store.PlayerID{p, q}[i%2], fmt.Sprint("k", i), 1)
				op.Postings = append(op.Postings, store.Posting{Debit: store.PlayerGems(p), Credit: store.PlayerGems(q),
					AmountCents: 1})
				r, err := e.Commit(t.Context(), op)
				if err != nil {
					t.Error(err)
				}
				if !r.Replayed {
					fresh.Add(1)
				}
			})
		}
	}
	all.Wait()
	if fresh.Load() != 400 {
		t.Errorf("%d of 400 ops were new", fresh.Load())
	}
	if cents, _ := engines[0].Balance(t.Context(), store.House); cents != 400 {
		t.Errorf("house has %d", cents)
	}
	storetest.Sound(t, engines[0])
}

// TestEvictKnowsWhatIsStored: another writer committed an op of the batch between the refused try and the judgement;
// the nonce that it used itself must not refuse it.
func TestEvictKnowsWhatIsStored(t *testing.T) {
	e := open(t, pgtest.MigratedDSN(t), postgres.Options{})
	p, poor := register(t, e, "rich", 1000), register(t, e, "poor", 10)
	if err := e.OpenSeedEpoch(t.Context(), store.SeedEpoch{Player: p, Epoch: 1, OpenedAt: at}); err != nil {
		t.Fatal(err)
	}
	roll := func(n uint64) *store.Op {
		op := spend(p, fmt.Sprint("roll ", n), 300)
		op.Nonce = &store.NonceUse{Player: p, Epoch: 1, From: n, Count: 1}
		return op
	}
	first, err := e.Commit(t.Context(), roll(0))
	if err != nil {
		t.Fatal(err)
	}
	got, errs, tried, err := e.Evict(t.Context(), roll(0), roll(1), roll(3), spend(poor, "too much", 11))
	switch {
	case err != nil:
		t.Fatal(err)
	case errs[0] != nil || !got[0].Replayed || got[0].Op != first.Op:
		t.Errorf("stored op: %+v, %v", got[0], errs[0])
	case tried != 1:
		t.Errorf("%d ops are tried again, want the next roll alone", tried)
	case !errors.Is(errs[2], store.ErrNonce):
		t.Errorf("roll ahead of its turn: %v", errs[2])
	case !errors.Is(errs[3], store.ErrFunds):
		t.Errorf("overdraw: %v", errs[3])
	}
	storetest.Sound(t, e)
}

func TestCloseCommitsWhatIsQueued(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{})
	p := register(t, e, "a", 1000)
	var applied, closed atomic.Int64
	for i := range 200 {
		e.Submit(spend(p, fmt.Sprint(i), 1), func(_ store.Receipt, err error) {
			if err == nil {
				applied.Add(1)
			} else if errors.Is(err, store.ErrClosed) {
				closed.Add(1)
			}
		})
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if applied.Load() != 200 {
		t.Errorf("%d of 200 applied, %d refused", applied.Load(), closed.Load())
	}
	again := open(t, dsn, postgres.Options{})
	if cents, _ := again.Balance(t.Context(), store.PlayerGems(p)); cents != 800 {
		t.Errorf("balance %d", cents)
	}
	storetest.Sound(t, again)
}

// TestLargeBodiesAreReadBackWhole passes the size at which bodies are stored compressed.
func TestLargeBodiesAreReadBackWhole(t *testing.T) {
	e := open(t, pgtest.MigratedDSN(t), postgres.Options{})
	p := register(t, e, "a", 1000)
	for _, n := range []int{1000, 1590, 1600, 1610, 50_000} {
		op := spend(p, fmt.Sprint("k", n), 1)
		op.Leaves = []store.LogLeaf{{Key: fmt.Sprint("leaf", n), Data: []byte(strings.Repeat("x1", n/2))}}
		r, err := e.Commit(t.Context(), op)
		if err != nil {
			t.Fatal(err)
		}
		rec, err := e.Op(t.Context(), r.Op)
		if err != nil || string(rec.Leaves[0].Data) != string(op.Leaves[0].Data) {
			t.Errorf("leaf of %d bytes: %v", n, err)
		}
	}
	storetest.Sound(t, e)
}

func TestUnsafeServersAreMadeToWait(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	var name string
	c, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	if err := c.QueryRow(t.Context(), `SELECT current_database()`).Scan(&name); err != nil {
		t.Fatal(err)
	}
	execute(t, dsn, `ALTER DATABASE `+name+` SET synchronous_commit = off`)
	e := open(t, dsn, postgres.Options{})
	p := register(t, e, "a", 10)
	if _, err := e.Commit(t.Context(), spend(p, "k", 1)); err != nil {
		t.Fatal(err)
	}
	if got := e.WriterSetting(t.Context(), "synchronous_commit"); got != "on" {
		t.Errorf("synchronous_commit of a writer is %q", got)
	}
}

// TestWritersLockInOrder reads the plans of the statements that lock rows: along the arrays, by index, on empty tables
// too.
func TestWritersLockInOrder(t *testing.T) {
	e := open(t, pgtest.MigratedDSN(t), postgres.Options{})
	for _, name := range []string{"accounts", "rooms", "moves"} {
		plan, err := e.WriterPlan(t.Context(), name)
		if err != nil {
			t.Fatal(name, err)
		}
		if !strings.Contains(plan, "Nested Loop") || !strings.Contains(plan, "Index Scan") ||
			strings.Contains(plan, "Seq Scan") {
			t.Errorf("%s:\n%s", name, plan)
		}
	}
}
