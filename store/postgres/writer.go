package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"jadebox/store"
)

// writer commits the ops of its players, many as one transaction. The commit under way is the window in which the next
// batch gathers, so there is no timer.
type writer struct {
	e      *Engine
	config *pgx.ConnConfig
	conn   *pgx.Conn
	queue  chan *pending
	log    func(error, string)

	id    int64    // of the slot, the row of table writer; 0 before the first op
	held  bool     // the slot, by the present connection
	seq   int64    // last committed
	chain [32]byte // head after seq
	batch arrays
	tail  tail
	last  atomic.Pointer[lastCommit]
}

// lastCommit is what a writer last did under its slot.
type lastCommit struct {
	slot  int64
	time  time.Time
	op    store.OpID // 0 when the slot has none
	chain [32]byte   // after it
}

// batchBytesMax ends a batch before its messages or its transaction grow without bound.
const batchBytesMax = 8 << 20

// commitTimeout bounds one transaction, so that a connection that answers nothing counts as lost.
const commitTimeout = 30 * time.Second

func newWriter(e *Engine) *writer {
	w := &writer{e: e, queue: make(chan *pending, e.opt.Queue)}
	w.log = func(err error, msg string) { e.opt.Log.Warn().Int64("writer", w.id).Err(err).Msg(msg) }
	return w
}

func (w *writer) run() {
	defer func() { w.conn.Close(context.Background()) }()
	var batch []*pending
	for p := range w.queue {
		batch = append(batch[:0], p)
		bytes := size(p.op)
	drain:
		for len(batch) < w.e.opt.MaxBatch && bytes < batchBytesMax {
			select {
			case p, open := <-w.queue:
				if !open {
					break drain
				}
				batch = append(batch, p)
				bytes += size(p.op)
			default:
				break drain
			}
		}
		for rest := batch; len(rest) > 0; {
			var now []*pending
			now, rest = admit(rest)
			rest = append(w.settle(now), rest...)
		}
		// those answered just now go first and fill the next batch; with none there it costs nothing
		runtime.Gosched()
	}
}

// settle answers every op of a batch, whatever happens. It returns followers whose leader was refused: they are ops of
// their own now.
func (w *writer) settle(batch []*pending) (orphans []*pending) {
	refuse := func(p *pending, err error) {
		orphans = append(orphans, p.followers...)
		w.e.stats.refusals.Add(1)
		p.done(store.Receipt{}, err)
	}
	for try := 1; len(batch) > 0; try++ {
		began := time.Now()
		ctx, cancel := context.WithTimeout(context.Background(), commitTimeout)
		var balances []int64
		var err error
		if batch, err = w.inTime(ctx, batch, refuse); err == nil && len(batch) > 0 {
			balances, err = w.apply(ctx, batch)
		}
		cancel()
		if len(batch) == 0 {
			return orphans
		}
		if err == nil {
			w.acknowledge(batch, balances, began)
			return orphans
		}
		w.e.stats.retries.Add(1)
		for err != nil && len(batch) > 0 {
			batch, err = w.recover(batch, err, try, refuse)
		}
	}
	return orphans
}

// recover deals with a failed try: it answers the ops whose fate is clear and returns the others to be tried again, or
// an error of its own to be dealt with next.
func (w *writer) recover(batch []*pending, err error, try int, refuse func(*pending, error)) ([]*pending, error) {
	ctx, cancel := context.WithTimeout(context.Background(), commitTimeout)
	defer cancel()
	all := func(err error) ([]*pending, error) {
		for _, p := range batch {
			refuse(p, err)
		}
		return nil, nil
	}
	switch classify(err) {
	case lost: // outcome unknown until the keys have been looked up
		w.log(err, "connection lost")
		if err := w.reconnect(); err != nil {
			return all(fmt.Errorf("%w: %w", store.ErrUnknown, err))
		}
		up, cancel := context.WithTimeout(context.Background(), commitTimeout) // it may have taken longer than ctx
		defer cancel()
		rest, failed := w.answerKnown(up, w.conn, batch)
		if failed == nil && try > retries && len(rest) > 0 { // one of them may be what kills the connection
			return w.halve(rest, fmt.Errorf("%w: %w", store.ErrUnknown, err), refuse)
		}
		return rest, failed
	case duplicate:
		if len(batch) == 1 && batch[0].alone() {
			if err := nameTaken(err); err != nil {
				return all(err)
			}
		}
		if err := w.resume(ctx); err != nil {
			return batch, err
		}
		rest, err := w.answerKnown(ctx, w.conn, batch)
		if err == nil && len(rest) == len(batch) && try > retries {
			return all(fmt.Errorf("%w: a key is being written elsewhere", store.ErrConflict))
		}
		return rest, err
	case refused:
		rest, err := w.evict(ctx, batch, refuse)
		if err == nil && len(rest) == len(batch) && try > retries {
			return w.halve(batch, fmt.Errorf("%w: state changes too fast", store.ErrConflict), refuse)
		}
		return rest, err
	case again:
		if try > retries {
			return all(fmt.Errorf("%w: %w", store.ErrConflict, err))
		}
		if try > cancels && sqlState(err) == cancelled { // the batch, or an op of it, may be too long for a time-out
			return w.halve(batch, fmt.Errorf("%w: %w", store.ErrConflict, err), refuse)
		}
		if try == 1 { // PostgreSQL's own log has none of a writer's errors (quieten)
			w.log(err, "tried again")
		}
		time.Sleep(rand.N(time.Duration(try) * time.Millisecond)) // the other writer goes first
		return batch, nil
	case fenced:
		// A connection that was lost may still commit under the lease that has run out: behind it nothing does.
		if _, err := w.conn.Exec(ctx, underWay, nodeLock, w.batch.node); err != nil {
			return batch, err
		}
		rest, failed := w.answerKnown(ctx, w.conn, batch)
		if failed != nil {
			return rest, failed
		}
		batch = rest
		return all(fmt.Errorf("%w: %w", store.ErrNodeLost, err))
	case full:
		if words, first := w.e.writes.fail(err); first {
			w.log(err, words)
		}
		return all(fmt.Errorf("%w: %w", store.ErrFull, err))
	}
	w.log(err, "batch failed")
	return w.halve(batch, fmt.Errorf("store: %w", err), refuse)
}

// retries bounds how often a batch is tried again without any op of it being answered.
const retries = 20

// cancels bounds how often a batch is tried again whose statement was cancelled: each try may take as long as a
// statement_timeout.
const cancels = 3

// cancelled is the SQLSTATE of a statement that an administrator, or a statement_timeout, has cancelled.
const cancelled = "57014"

// readOnly is the SQLSTATE of a write where none can be: on a standby.
const readOnly = "25006"

// halve isolates the op that a batch fails for; alone, it gets the error.
func (w *writer) halve(batch []*pending, err error, refuse func(*pending, error)) ([]*pending, error) {
	if len(batch) == 1 {
		refuse(batch[0], err)
		return nil, nil
	}
	half := len(batch) / 2
	batch = append(batch, w.settle(batch[:half:half])...)
	return batch[half:], nil
}

type class uint8

const (
	lost      class = iota // the connection; the outcome is unknown
	duplicate              // a unique key
	refused                // a guard
	again                  // deadlock, serialization
	fenced                 // the node has lost its lease; nothing applied
	full                   // disk, memory, files (lacking); nothing applied
	other
)

func classify(err error) class {
	var pe *pgconn.PgError
	if !errors.As(err, &pe) || pe.SeverityUnlocalized != "ERROR" {
		return lost
	}
	switch pe.Code {
	case "23505":
		return duplicate
	case "23514", "JB001":
		return refused
	case nodeLost:
		return fenced
	case "40P01", "40001", "55P03":
		return again
	case readOnly: // a standby after a failover: look for the primary again
		return lost
	}
	switch pe.Code[:2] {
	case "53", "58":
		return full
	case "57": // a statement that was cancelled from outside; what ends the connection is no plain ERROR
		return again
	}
	return other
}

// acknowledge answers a committed batch and its followers. Balances are returned as they were after each op: the
// database gives those after the batch, so the walk goes backwards.
func (w *writer) acknowledge(batch []*pending, after []int64, began time.Time) {
	w.seq, w.chain = w.batch.seq, w.batch.chain
	w.tail.add(batch)
	w.e.writes.succeed(began)
	w.last.Store(&lastCommit{w.id, time.Now(), store.MakeOpID(w.id, w.seq), w.chain})
	w.e.stats.batches.Add(1)
	w.e.stats.ops.Add(int64(len(batch)))
	receipts := w.batch.receipts[:0]
	for range batch {
		receipts = append(receipts, store.Receipt{})
	}
	w.batch.receipts = receipts
	for i := len(batch) - 1; i >= 0; i-- {
		p := batch[i]
		balances := make([]store.AccountBalance, 0, len(p.deltas))
		for _, d := range p.deltas {
			if d.Account.Derived() {
				continue
			}
			at := w.batch.position[d.Account]
			balances = append(balances, store.AccountBalance{Account: d.Account, Cents: after[at]})
			after[at] -= d.Cents
		}
		receipts[i] = store.Receipt{Op: p.id, Result: p.op.Result, At: p.norm.At, Balances: balances}
	}
	for i, p := range batch {
		p.done(receipts[i], nil)
		for _, f := range p.followers {
			w.replay(f, p.op.Request, receipts[i], nil)
		}
	}
}

// replay answers an op whose key is known with the stored receipt, or with why its result cannot be read.
func (w *writer) replay(p *pending, request [32]byte, r store.Receipt, unread error) {
	if p.op.Request != request {
		w.e.stats.refusals.Add(1)
		p.done(store.Receipt{}, fmt.Errorf("%w: %q", store.ErrKeyReused, p.op.Key))
		return
	}
	if unread != nil {
		w.e.stats.refusals.Add(1)
		p.done(store.Receipt{}, fmt.Errorf("op %d: %w", r.Op, unread))
		return
	}
	w.e.stats.replays.Add(1)
	p.done(store.Receipt{Op: r.Op, Replayed: true, Result: r.Result, At: r.At}, nil)
}
