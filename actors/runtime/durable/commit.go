// Package durable takes an op to the store from inside an actor: never waiting, and never giving up while the outcome is
// open. Deliberately absent: rules, and a memory of its own.
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

// Commit submits op and calls done on the mailbox of cell once its outcome is known. An unknown outcome (connection lost
// around the commit) is resolved by submitting the same op under the same key: the store answers with the stored receipt
// when the op is in, and applies it when it is not, which is look-up and retry without a gap between the two.
// The op must not be changed afterwards.
func Commit(cell directory.Cell, ledger store.Ledger, op *store.Op, done func(store.Receipt, error)) {
	attempt(cell, ledger, op, retryMin, done)
}

func attempt(cell directory.Cell, ledger store.Ledger, op *store.Op, wait time.Duration, done func(store.Receipt, error)) {
	ledger.Submit(op, func(r store.Receipt, err error) {
		cell.Reenter(func() {
			if errors.Is(err, store.ErrUnknown) {
				cell.After(wait, func() { attempt(cell, ledger, op, min(2*wait, retryMax), done) })
				return
			}
			done(r, err)
		})
	})
}
