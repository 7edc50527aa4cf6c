package postgres

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// writes knows whether the database takes what is written: one that is full or read-only still answers questions.
type writes struct {
	failed atomic.Pointer[failure] // the last, nil when a write that began after it was committed

	mu    sync.Mutex
	tried time.Time
}

type failure struct {
	error
	at time.Time
}

// tryEvery bounds how often somebody who asks makes the database try, in vain so far.
const tryEvery = time.Second

// Writes is why the last op could not be committed, nil when it could: for readiness. A process that is not ready gets
// no ops, so that after a failure a write of its own that changes nothing is tried, once a second at most.
func (e *Engine) Writes(ctx context.Context) error {
	w := &e.writes
	failed := w.failed.Load()
	if failed == nil {
		return nil
	}
	if w.mu.TryLock() { // otherwise somebody tries now
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

func (w *writes) fail(err error) { w.failed.Store(&failure{err, time.Now()}) }

// succeed is told when the write began: one that was on its way when the database became full says nothing.
func (w *writes) succeed(began time.Time) {
	if failed := w.failed.Load(); failed != nil && began.After(failed.at) {
		w.failed.CompareAndSwap(failed, nil)
	}
}
