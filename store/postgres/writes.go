package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// writes knows whether the database takes what is written: one that is full or read-only still answers questions.
type writes struct {
	failed atomic.Pointer[failure] // the last, nil when a write that began after it was committed

	mu    sync.Mutex
	tried time.Time
}

type failure struct {
	error
	at    time.Time
	words string // of what the database lacks; "" when it is something else
}

// tryEvery bounds how often questions make the database try, in vain so far.
const tryEvery = time.Second

// Writes is why the last op could not be committed, nil when it could: for readiness. A process that is not ready gets
// no ops, so that after a failure a write of its own that changes nothing is tried, once a second at most.
func (e *Engine) Writes(ctx context.Context) error {
	w := &e.writes
	failed := w.failed.Load()
	if failed == nil {
		return nil
	}
	if w.mu.TryLock() { // otherwise a try is on its way
		defer w.mu.Unlock()
		if time.Since(w.tried) >= tryEvery {
			w.tried = time.Now()
			if _, err := e.pool.Exec(ctx, `UPDATE schema_floor SET version = version`); err == nil {
				w.failed.CompareAndSwap(failed, nil)
				return nil
			}
		}
	}
	return fmt.Errorf("store: writes fail: %w", failed.error)
}

// fail reports whether these words are to be said: once, until a write is committed or something else is lacking.
func (w *writes) fail(err error) (words string, first bool) {
	words = lacking(err)
	kept := words
	if before := w.failed.Load(); before != nil && kept == "" {
		kept = before.words // a connection that is tried meanwhile makes nothing new of it
	}
	before := w.failed.Swap(&failure{err, time.Now(), kept})
	return words, words != "" && (before == nil || before.words != words)
}

// lacking says what a database lacks that refuses to write, "" when it is nothing of that kind.
func lacking(err error) string {
	pe, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || len(pe.Code) < 2 {
		return ""
	}
	switch {
	case pe.Code == "53100":
		return "the database's disk is full: nothing is taken until there is room"
	case pe.Code == "53200":
		return "the database has no memory left: nothing is taken until it has"
	case pe.Code == "53300":
		return "the database takes no more connections: see its max_connections"
	case pe.Code[:2] == "53":
		return "the database is at a limit of its own: nothing is taken"
	case pe.Code[:2] == "58":
		return "the database cannot use its files: nothing is taken"
	}
	return ""
}

// succeed is told when the write began: one that was on its way when the database became full says nothing.
func (w *writes) succeed(began time.Time) {
	if failed := w.failed.Load(); failed != nil && began.After(failed.at) {
		w.failed.CompareAndSwap(failed, nil)
	}
}
