package durable

import (
	"errors"
	"time"

	"jadebox/actors/runtime/directory"
	"jadebox/store"
)

// Waits between attempts while the outcome of an op is unknown.
const (
	retryMin = 20 * time.Millisecond
	retryMax = time.Second
)

// Commit submits op and calls done on the mailbox of activation once its outcome is known. An unknown outcome
// (connection lost around the commit) is resolved by submitting the same op under the same key: the store answers with
// the stored receipt when the op is in, and applies it when it is not, which is look-up and retry without a gap between
// the two. The op must not be changed afterwards.
func Commit(activation directory.Activation, ledger store.Ledger, op *store.Op, done func(store.Receipt, error)) {
	attempt(activation, ledger, op, retryMin, done)
}

func attempt(activation directory.Activation, ledger store.Ledger, op *store.Op, wait time.Duration,
	done func(store.Receipt, error)) {
	ledger.Submit(op, func(r store.Receipt, err error) {
		activation.Reenter(func() {
			if errors.Is(err, store.ErrUnknown) {
				activation.After(wait, func() { attempt(activation, ledger, op, min(2*wait, retryMax), done) })
				return
			}
			done(r, err)
		})
	})
}
