//go:build unix

package postgres_test

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/store/storetest"
	"jadebox/store/storetest/pgtest"
)

// A follower that has read the outbox past the end of a day settles it: an op with events that has waited for too
// long, for a database that was away or in a process that slept, is refused instead of coming behind. One that changes
// nothing for followers is written at any age, and one that is written already is answered as ever.
func TestAnOpThatFollowersNoLongerWaitForIsRefused(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	var passed atomic.Int64 // since at
	e := open(t, dsn, postgres.Options{Writers: 1, WrittenWithin: store.WrittenWithin,
		Clock: func() time.Time { return at.Add(time.Duration(passed.Load())) }})
	p := register(t, e, "player", 1000)
	followed := func(key string, made time.Duration) *store.Op {
		op := spend(p, key, 1)
		op.At, op.Events = at.Add(made), []store.NewEvent{{Type: "drop"}}
		return op
	}
	submit := func(op *store.Op) chan error {
		answered := make(chan error, 1)
		e.Submit(op, func(_ store.Receipt, err error) { answered <- err })
		return answered
	}
	blocked := func() bool {
		return query[int64](t, dsn, `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
			AND wait_event_type = 'Lock'`)[0] > 0
	}
	commit(t, e, followed("first", 0))

	release := hold(t, dsn, p)
	under := submit(followed("under way", 0))
	for !blocked() {
		time.Sleep(time.Millisecond)
	}
	waits := map[string]chan error{}
	for name, op := range map[string]*store.Op{"old": followed("old", 0), "old, without events": spend(p, "bare", 1),
		"young": followed("young", time.Second), "written": followed("first", 0)} {
		waits[name] = submit(op)
	}
	passed.Store(int64(store.WrittenWithin + time.Millisecond))
	release()
	if err := <-under; err != nil {
		t.Errorf("one that was on its way: %v", err)
	}
	for name, want := range map[string]error{"old": store.ErrConflict, "old, without events": nil, "young": nil,
		"written": nil} {
		if err := <-waits[name]; !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	if r, err := e.Commit(t.Context(), followed("first", 0)); err != nil || !r.Replayed {
		t.Errorf("one that is written, again: %+v, %v", r, err)
	}

	// Of one whose connection is lost nothing is known at once: what it had begun may still be done.
	release = hold(t, dsn, p)
	lost := submit(followed("lost", time.Second))
	for !blocked() {
		time.Sleep(time.Millisecond)
	}
	passed.Store(int64(store.WrittenWithin + 2*time.Second))
	execute(t, dsn, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
		AND wait_event_type = 'Lock'`)
	select {
	case err := <-lost:
		if !errors.Is(err, store.ErrUnknown) {
			t.Errorf("one whose connection was lost: %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Error("one whose connection was lost waits for what holds it")
	}
	release()
	if err := <-submit(followed("lost", time.Second)); !errors.Is(err, store.ErrConflict) {
		t.Errorf("the same, asked again: %v", err)
	}
	storetest.Sound(t, e)
}
