package memory

import (
	"context"
	"fmt"
	"sync"
	"time"

	"jadebox/store"
)

// Stage says what a task given to the Executor does.
type Stage uint8

const (
	Apply    Stage = iota // takes a submitted op to the state
	Complete              // calls done
)

// Executor runs a task now, later, or never. Tasks of one player's Apply stage apply that player's ops in the order of
// submission, whichever task runs first. A task that is never run is an op whose outcome its caller never gets.
type Executor func(Stage, func())

// Fault is what goes wrong with one op.
type Fault uint8

const (
	NoFault           Fault = iota
	RefuseBefore            // not applied, done gets ErrFull: a clean refusal
	RefuseConflict          // not applied, done gets ErrConflict: other writers were first again and again
	UnknownNotApplied       // not applied, done gets ErrUnknown
	UnknownApplied          // applied, done gets ErrUnknown
)

// Bugs are planted on purpose by a simulator, to prove that it finds them.
type Bugs struct {
	NoUniqueKey     bool // the same key applies again
	AckBeforeCommit bool // done is called before the op is applied, so a crash in between loses it
	StaleRead       bool // reads of accounts and rooms miss the last change of each record
	NoFence         bool // room epochs are not compared
	NoRoomGuard     bool // room version and status are not compared
	NoNonceGuard    bool // a nonce can be used twice
	NoFundsGuard    bool // balances may go below zero
}

// Options of an engine; the zero value is an honest engine that applies at once and completes from a queue of its own.
type Options struct {
	Clock    store.Clock           // for the expiry of sessions; time.Now when nil
	Executor Executor              // nil: Apply at once, Complete from one goroutine in order
	Fault    func(*store.Op) Fault // asked once for each submitted op
	Bugs     Bugs
}

// Engine implements store.Engine and store.Auditable.
type Engine struct {
	opt Options
	own queue

	mu       sync.Mutex
	closed   bool
	life     int // counts crashes; tasks of an earlier life do nothing
	pending  map[store.PlayerID][]submission
	writer   int64
	seq      int64
	chain    [32]byte
	rows     []*row // journal by ascending id
	byID     map[store.OpID]*row
	byKey    map[opKey]*row
	reversed map[store.PlayerID]int // ops of store.KindReversed
	accounts map[store.AccountID]account
	items    map[store.ItemID]store.Item
	rooms    map[store.RoomID]store.Room
	listed   map[store.RoomID]string // what a room is listed under when it is final
	members  map[member]time.Time    // since when
	entries  []entry
	lastRoom store.RoomID
	previous previous
	beacons  map[beaconRound]string

	identity
	contacts contacts
	catalog
	log
	nodes
}

type opKey struct {
	player store.PlayerID
	key    string
}

type member struct {
	player store.PlayerID
	room   store.RoomID
}

// entry is a place on a list: of an op, or of the room that it wrote.
type entry struct {
	store.Entry
	op   *row
	room store.RoomID // 0: none
}

// row is one op of the journal, in the form the SQL engine keeps it in.
type row struct {
	id      store.OpID
	player  store.PlayerID
	key     string
	kind    string
	request [32]byte
	at      time.Time
	body    []byte
	result  []byte
	chain   [32]byte
}

type account struct {
	cents     int64
	epoch     store.Epoch
	nextNonce uint64
}

type submission struct {
	op    *store.Op
	fault Fault
	done  func(store.Receipt, error)
}

// previous holds what the records were before their last change, for Bugs.StaleRead.
type previous struct {
	accounts map[store.AccountID]account
	rooms    map[store.RoomID]store.Room
}

// New returns an empty engine.
func New(opt Options) *Engine {
	if opt.Clock == nil {
		opt.Clock = time.Now
	}
	e := &Engine{
		opt:      opt,
		writer:   1,
		chain:    store.ChainGenesis(1),
		pending:  map[store.PlayerID][]submission{},
		byID:     map[store.OpID]*row{},
		byKey:    map[opKey]*row{},
		reversed: map[store.PlayerID]int{},
		accounts: map[store.AccountID]account{},
		items:    map[store.ItemID]store.Item{},
		rooms:    map[store.RoomID]store.Room{},
		listed:   map[store.RoomID]string{},
		members:  map[member]time.Time{},
		beacons:  map[beaconRound]string{},
		previous: previous{map[store.AccountID]account{}, map[store.RoomID]store.Room{}},
		identity: newIdentity(), contacts: newContacts(),
		catalog: newCatalog(),
		log:     newLog(),
		nodes:   newNodes(),
	}
	if e.opt.Executor == nil {
		e.opt.Executor = func(s Stage, task func()) {
			if s == Apply {
				task()
			} else {
				e.own.add(task)
			}
		}
	}
	return e
}

// Commit implements store.Ledger.
func (e *Engine) Commit(ctx context.Context, op *store.Op) (store.Receipt, error) {
	if err := ctx.Err(); err != nil {
		return store.Receipt{}, err
	}
	type answer struct {
		r   store.Receipt
		err error
	}
	c := make(chan answer, 1)
	e.Submit(op, func(r store.Receipt, err error) { c <- answer{r, err} })
	select {
	case a := <-c:
		return a.r, a.err
	case <-ctx.Done():
		return store.Receipt{}, fmt.Errorf("%w: %w", store.ErrUnknown, ctx.Err())
	}
}

// Submit implements store.Ledger.
func (e *Engine) Submit(op *store.Op, done func(store.Receipt, error)) {
	e.mu.Lock()
	life, closed := e.life, e.closed
	complete := func(r store.Receipt, err error) {
		e.opt.Executor(Complete, func() {
			if e.alive(life) {
				done(r, err)
			}
		})
	}
	err := op.Validate()
	if closed {
		err = store.ErrClosed
	}
	if err != nil {
		e.mu.Unlock()
		complete(store.Receipt{}, err)
		return
	}
	s := submission{op: op, done: complete}
	if e.opt.Fault != nil {
		s.fault = e.opt.Fault(op)
	}
	player := op.Player
	apply := func() { e.opt.Executor(Apply, func() { e.applyNext(life, player) }) }
	if e.opt.Bugs.AckBeforeCommit && s.fault == NoFault {
		if r, ok := e.expect(op); ok {
			s.done = func(store.Receipt, error) {}
			later := apply
			apply = func() { complete(r, nil); later() }
		}
	}
	e.pending[player] = append(e.pending[player], s)
	e.mu.Unlock()
	apply()
}

// expect is the receipt that op would get if nothing came between, for Bugs.AckBeforeCommit.
func (e *Engine) expect(op *store.Op) (store.Receipt, bool) {
	if _, known := e.byKey[opKey{op.Player, op.Key}]; known || e.check(op) != nil {
		return store.Receipt{}, false
	}
	return store.Receipt{Op: store.MakeOpID(e.writer, e.seq+1), Result: op.Result, At: op.At}, true
}

func (e *Engine) alive(life int) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.life == life
}

// applyNext applies the player's oldest submitted op and hands its completion to the executor.
func (e *Engine) applyNext(life int, player store.PlayerID) {
	e.mu.Lock()
	queue := e.pending[player]
	if e.life != life || len(queue) == 0 {
		e.mu.Unlock()
		return
	}
	s := queue[0]
	if e.pending[player] = queue[1:]; len(queue) == 1 {
		delete(e.pending, player)
	}
	var r store.Receipt
	var err error
	switch s.fault {
	case RefuseBefore:
		err = store.ErrFull
	case RefuseConflict:
		err = fmt.Errorf("%w: state changes too fast", store.ErrConflict)
	case UnknownNotApplied:
		err = store.ErrUnknown
	default:
		r, err = e.commit(s.op)
		if s.fault == UnknownApplied {
			r, err = store.Receipt{}, store.ErrUnknown
		}
	}
	e.mu.Unlock()
	s.done(r, err)
}

// Crash is kill -9 of the process in front of a durable store: what was applied stays, what was submitted and not
// applied is gone, no completion of before is delivered any more. The next op comes from a new writer.
func (e *Engine) Crash() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.life++
	clear(e.pending)
	e.writer++
	e.seq, e.chain = 0, store.ChainGenesis(e.writer)
}

// Close refuses every later op.
func (e *Engine) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
	return nil
}

// queue runs tasks in order on a goroutine that lives only while there are tasks.
type queue struct {
	mu    sync.Mutex
	tasks []func()
	busy  bool
}

func (q *queue) add(task func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.tasks = append(q.tasks, task)
	if !q.busy {
		q.busy = true
		go q.drain()
	}
}

func (q *queue) drain() {
	for {
		q.mu.Lock()
		if len(q.tasks) == 0 {
			q.busy = false
			q.mu.Unlock()
			return
		}
		task := q.tasks[0]
		q.tasks = q.tasks[1:]
		q.mu.Unlock()
		task()
	}
}
