package postgres

import (
	"context"
	"fmt"
	"sync"
	"time"

	"jadebox/store"
)

// pending is an op on its way through a writer.
type pending struct {
	op        *store.Op
	deltas    []store.AccountBalance // of op
	identity                         // beside op
	done      func(store.Receipt, error)
	followers []*pending // same player and key, answered with this one

	id   store.OpID // of the present try
	norm *store.Op  // op as stored under id
}

// identity is what changes of the player of an op beside it. Such an op commits alone.
type identity struct {
	player *store.NewPlayer  // who is registered
	name   *store.NameChange // what they are called from now on
}

func (i identity) alone() bool { return i != identity{} }

type answer struct {
	receipt store.Receipt
	err     error
}

var answers = sync.Pool{New: func() any { return make(chan answer, 1) }}

// Commit implements store.Ledger. It waits for room in the queue, up to the end of ctx.
func (e *Engine) Commit(ctx context.Context, op *store.Op) (store.Receipt, error) {
	return e.commit(ctx, op, identity{})
}

func (e *Engine) commit(ctx context.Context, op *store.Op, who identity) (store.Receipt, error) {
	if err := e.check(op); err != nil {
		return store.Receipt{}, err
	}
	if err := ctx.Err(); err != nil {
		return store.Receipt{}, err
	}
	c := answers.Get().(chan answer)
	p := &pending{op: op, deltas: op.Deltas(), identity: who,
		done: func(r store.Receipt, err error) { c <- answer{r, err} }}
	if err := e.enqueue(p, true, ctx.Done()); err != nil {
		answers.Put(c)
		return store.Receipt{}, err
	}
	select {
	case a := <-c:
		answers.Put(c)
		return a.receipt, a.err
	case <-ctx.Done(): // c goes to the collector: the writer still owns its other end
		return store.Receipt{}, fmt.Errorf("%w: %w", store.ErrUnknown, ctx.Err())
	}
}

// aheadMost is how far ahead of an engine's clock an op may be stamped: two servers' clocks may differ by so much.
const aheadMost = time.Minute

// newestWithin bounds what an op of a time to come waits for; it is asked once.
const newestWithin = 5 * time.Second

// check reports what is malformed in op. One of a time that is yet to come is: it would be the newest of its player,
// and what it names would be of a day to come, until that time is there.
func (e *Engine) check(op *store.Op) error {
	if err := op.Validate(); err != nil {
		return err
	}
	now := e.opt.Clock()
	ahead := op.At.Sub(now)
	if ahead <= aheadMost {
		return nil
	}
	// After a database's clock was set back, what must be later than what is there can still be written.
	newest, err := e.newestBefore()
	if err != nil {
		return err
	}
	if newest.Sub(now) > aheadMost && op.At.Sub(newest) <= aheadMost {
		return nil
	}
	return fmt.Errorf("%w: its time, %v, is %v ahead of the clock", store.ErrInvalid, op.At.UTC(), ahead)
}

// newestBefore is the newest time that the database had when it was asked for first: later ones would let it creep.
func (e *Engine) newestBefore() (time.Time, error) {
	if at := e.newest.Load(); at != nil {
		return *at, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), newestWithin)
	defer cancel()
	at, err := e.NewestTime(ctx)
	if err != nil {
		return at, err
	}
	e.newest.CompareAndSwap(nil, &at)
	return *e.newest.Load(), nil
}

// enqueue hands p to its writer; while the queue is full it waits until giveUp, if it may wait.
func (e *Engine) enqueue(p *pending, wait bool, giveUp <-chan struct{}) error {
	e.mu.RLock()
	defer e.mu.RUnlock()
	if e.closed {
		return store.ErrClosed
	}
	if gone := e.gone.Load(); gone != nil {
		return *gone
	}
	queue := e.writers[e.shard(p.op)].queue
	select {
	case queue <- p:
		return nil
	default:
	}
	if !wait {
		return fmt.Errorf("%w: %d ops wait", store.ErrFull, cap(queue))
	}
	select {
	case queue <- p:
		return nil
	case <-e.closing:
		return store.ErrClosed
	case <-giveUp:
		return fmt.Errorf("%w: %d ops wait", store.ErrFull, cap(queue))
	}
}

// size is about what op takes in a batch.
func size(op *store.Op) int {
	n := 300 + len(op.Result) + 120*(len(op.Postings)+len(op.Play)+len(op.NewItems)+len(op.Moves))
	for _, l := range op.Leaves {
		n += len(l.Key) + len(l.Data)
	}
	for _, e := range op.Events {
		n += len(e.Type) + len(e.Body)
	}
	if op.Room != nil {
		n += len(op.Room.State)
	}
	return n
}

// Submit implements store.Ledger. A full queue answers ErrFull at once.
func (e *Engine) Submit(op *store.Op, done func(store.Receipt, error)) {
	err := e.check(op)
	if err == nil {
		err = e.enqueue(&pending{op: op, deltas: op.Deltas(), done: done}, false, nil)
	}
	if err != nil {
		go done(store.Receipt{}, err) // never on the caller's stack, which may hold a lock that done takes
	}
}

// shard keeps the ops of a player, and those of a room that belong to no player, on one writer and in order.
// Neighbouring ids spread (splitmix64).
func (e *Engine) shard(op *store.Op) int {
	x := uint64(op.Player)
	if x == 0 && op.Room != nil {
		x = uint64(op.Room.Room) << 32
	}
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return int((x ^ x>>31) % uint64(len(e.writers)))
}
