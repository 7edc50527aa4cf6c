package durable_test

import (
	"errors"
	"testing"
	"time"

	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/durable"
	"jadebox/store"
)

// activation runs everything at once and notes the waits.
type activation struct {
	directory.Activation
	waits []time.Duration
}

func (c *activation) Reenter(f func()) { f() }

func (c *activation) After(d time.Duration, f func()) *directory.Timer {
	c.waits = append(c.waits, d)
	f()
	return nil
}

// ledger gives one outcome after another and keeps what was submitted.
type ledger struct {
	store.Ledger
	outcomes []error
	ops      []*store.Op
}

func (l *ledger) Submit(op *store.Op, done func(store.Receipt, error)) {
	l.ops = append(l.ops, op)
	err := l.outcomes[0]
	l.outcomes = l.outcomes[1:]
	done(store.Receipt{Op: store.OpID(len(l.ops))}, err)
}

func TestUnknownIsAskedAgainUntilItIsKnown(t *testing.T) {
	for _, end := range []error{nil, store.ErrFunds, store.ErrFenced, store.ErrFull} {
		c, l := &activation{}, &ledger{}
		for range 8 {
			l.outcomes = append(l.outcomes, store.ErrUnknown)
		}
		l.outcomes = append(l.outcomes, end)
		op, calls := &store.Op{Key: "k"}, 0
		durable.Commit(c, l, op, func(r store.Receipt, err error) {
			calls++
			if !errors.Is(err, end) || r.Op != 9 {
				t.Errorf("%v after %d attempts, want %v", err, r.Op, end)
			}
		})
		if calls != 1 || len(l.ops) != 9 {
			t.Errorf("told %d times after %d attempts", calls, len(l.ops))
		}
		for _, again := range l.ops {
			if again != op {
				t.Error("another op was submitted")
			}
		}
		for i, d := range c.waits {
			if want := min(20*time.Millisecond<<i, time.Second); d != want {
				t.Errorf("wait %d is %s, want %s", i, d, want)
			}
		}
	}
}
