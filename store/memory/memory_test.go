package memory_test

import (
	"errors"
	"testing"
	"time"

	"jadebox/store"
	"jadebox/store/memory"
	"jadebox/store/storetest"
)

func TestContract(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Engine { return memory.New(memory.Options{}) })
}

// tasks is an executor that runs nothing by itself.
type tasks struct {
	stage []memory.Stage
	task  []func()
}

func (q *tasks) add(s memory.Stage, f func()) {
	q.stage, q.task = append(q.stage, s), append(q.task, f)
}

func (q *tasks) run(i int) {
	f := q.task[i]
	q.stage, q.task = append(q.stage[:i], q.stage[i+1:]...), append(q.task[:i], q.task[i+1:]...)
	f()
}

var at = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func pay(p store.PlayerID, key string, cents int64) *store.Op {
	post := store.Posting{Debit: store.House, Credit: store.PlayerGems(p), AmountCents: cents}
	if cents < 0 {
		post = store.Posting{Debit: store.PlayerGems(p), Credit: store.House, AmountCents: -cents}
	}
	return &store.Op{Player: p, Key: key, Kind: "test", At: at, Postings: []store.Posting{post}}
}

func setup(t *testing.T, opt memory.Options) (*memory.Engine, store.PlayerID) {
	t.Helper()
	e := memory.New(opt)
	p, err := e.Register(t.Context(), store.NewPlayer{Name: "a", At: at}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e, p.ID
}

func balance(t *testing.T, e *memory.Engine, p store.PlayerID) int64 {
	t.Helper()
	cents, err := e.Balance(t.Context(), store.PlayerGems(p))
	if err != nil {
		t.Fatal(err)
	}
	return cents
}

func TestExecutorKeepsOrderOfAPlayer(t *testing.T) {
	q := &tasks{}
	e, p := setup(t, memory.Options{Executor: q.add})
	var first, second error
	e.Submit(pay(p, "credit", 10), func(_ store.Receipt, err error) { first = err })
	e.Submit(pay(p, "debit", -10), func(_ store.Receipt, err error) { second = err })
	if balance(t, e, p) != 0 {
		t.Fatal("applied before its task ran")
	}
	q.run(1) // the later task applies the earlier op
	q.run(0)
	for len(q.task) > 0 {
		q.run(0)
	}
	if first != nil || second != nil || balance(t, e, p) != 0 {
		t.Fatalf("%v, %v, balance %d", first, second, balance(t, e, p))
	}
}

func TestCrashKeepsAppliedAndDropsTheRest(t *testing.T) {
	q := &tasks{}
	e, p := setup(t, memory.Options{Executor: q.add})
	called := 0
	done := func(store.Receipt, error) { called++ }
	e.Submit(pay(p, "applied", 10), done)
	e.Submit(pay(p, "lost", 5), done)
	q.run(0)
	e.Crash()
	for len(q.task) > 0 {
		q.run(0)
	}
	if called != 0 || balance(t, e, p) != 10 {
		t.Fatalf("%d completions, balance %d", called, balance(t, e, p))
	}
	e.Submit(pay(p, "applied", 10), func(r store.Receipt, err error) {
		if !r.Replayed || err != nil {
			t.Errorf("retry after the crash: %+v, %v", r, err)
		}
		called++
	})
	q.run(0)
	q.run(0)
	if called != 1 || balance(t, e, p) != 10 {
		t.Fatalf("%d completions, balance %d", called, balance(t, e, p))
	}
}

func TestFaultsAreInjected(t *testing.T) {
	for fault, want := range map[memory.Fault]struct {
		err     error
		balance int64
	}{
		memory.NoFault:           {nil, 10},
		memory.RefuseBefore:      {store.ErrFull, 0},
		memory.RefuseConflict:    {store.ErrConflict, 0},
		memory.UnknownNotApplied: {store.ErrUnknown, 0},
		memory.UnknownApplied:    {store.ErrUnknown, 10},
	} {
		e, p := setup(t, memory.Options{Fault: func(*store.Op) memory.Fault { return fault }})
		_, err := e.Commit(t.Context(), pay(p, "k", 10))
		if !errors.Is(err, want.err) || balance(t, e, p) != want.balance {
			t.Errorf("fault %d: %v, balance %d", fault, err, balance(t, e, p))
		}
	}
}

func TestPlantedBugsShowTheirEffect(t *testing.T) {
	ctx := t.Context()
	t.Run("NoUniqueKey", func(t *testing.T) {
		e, p := setup(t, memory.Options{Bugs: memory.Bugs{NoUniqueKey: true}})
		e.Commit(ctx, pay(p, "k", 10))
		e.Commit(ctx, pay(p, "k", 10))
		if balance(t, e, p) != 20 {
			t.Fatal("applied once")
		}
	})
	t.Run("AckBeforeCommit", func(t *testing.T) {
		q := &tasks{}
		e, p := setup(t, memory.Options{Executor: q.add, Bugs: memory.Bugs{AckBeforeCommit: true}})
		acked := 0
		e.Submit(pay(p, "k", 10), func(_ store.Receipt, err error) { acked++ })
		q.run(0)
		if acked != 1 || balance(t, e, p) != 0 {
			t.Fatalf("acknowledged %d, balance %d", acked, balance(t, e, p))
		}
		e.Crash()
		for len(q.task) > 0 {
			q.run(0)
		}
		if _, err := e.Lookup(ctx, p, "k"); acked != 1 || !errors.Is(err, store.ErrNotFound) {
			t.Fatalf("acknowledged %d, lookup %v: nothing was lost", acked, err)
		}
	})
	t.Run("StaleRead", func(t *testing.T) {
		e, p := setup(t, memory.Options{Bugs: memory.Bugs{StaleRead: true}})
		e.Commit(ctx, pay(p, "a", 10))
		e.Commit(ctx, pay(p, "b", 5))
		if balance(t, e, p) != 10 {
			t.Fatalf("balance %d", balance(t, e, p))
		}
	})
	t.Run("NoFundsGuard", func(t *testing.T) {
		e, p := setup(t, memory.Options{Bugs: memory.Bugs{NoFundsGuard: true}})
		if _, err := e.Commit(ctx, pay(p, "a", -1)); err != nil || balance(t, e, p) != -1 {
			t.Fatal(err)
		}
	})
}
