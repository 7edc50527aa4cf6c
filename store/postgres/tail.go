package postgres

import (
	"sync"
	"time"

	"jadebox/store"
)

// Bounds of a tail: of events some seconds of a busy writer, the time for which followers of the outbox hold results
// back; of leaves, which are larger and which the public log takes every second, less. A writer that is not busy would
// fill them for many minutes with what no follower reads again: it is bounded by age.
const (
	tailAge       = time.Minute
	tailOps       = 65_536
	tailBytes     = 16 << 20
	tailLeafBytes = 8 << 20
)

// tail keeps what the outbox has of a writer's last committed ops. Five actors follow the outbox, and some of them
// read the last seconds again and again while they hold results back; reading and decoding every op for each of them
// was a quarter of all allocations of a busy server.
//
// The ops in it are without a gap. A commit whose answer was lost would leave one: then the tail starts anew, and
// followers read the database until the next commit.
type tail struct {
	mu        sync.RWMutex
	ops       []outboxOp
	bytes     int // without leaves
	leafless  int // so many of ops, the oldest, have no leaves any more
	leafBytes int
}

// outboxOp is the part of an op that the outbox has; it never changes.
type outboxOp struct {
	id     store.OpID
	at     time.Time
	events []store.NewEvent
	leaves []store.LogLeaf
}

func outboxOpOf(id store.OpID, op *store.Op) outboxOp {
	return outboxOp{id: id, at: op.At, events: op.Events, leaves: op.Leaves}
}

// bytes is about what an op takes without its leaves.
func (t *outboxOp) bytes() int {
	n := 96
	for _, e := range t.events {
		n += 40 + len(e.Type) + len(e.Body)
	}
	return n
}

func (t *outboxOp) leafBytes() (n int) {
	for _, l := range t.leaves {
		n += 40 + len(l.Key) + len(l.Data)
	}
	return n
}

// add appends a batch that is durable.
func (t *tail) add(batch []*pending) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if n := len(t.ops); n > 0 && t.ops[n-1].id+1 != batch[0].id {
		t.clear()
	}
	for _, p := range batch {
		op := outboxOpOf(p.id, p.norm)
		t.ops, t.bytes, t.leafBytes = append(t.ops, op), t.bytes+op.bytes(), t.leafBytes+op.leafBytes()
	}
	drop, old := 0, t.ops[len(t.ops)-1].at.Add(-tailAge)
	for ; drop < len(t.ops)-1 &&
		(t.bytes > tailBytes || len(t.ops)-drop > tailOps || t.ops[drop].at.Before(old)); drop++ {
		t.bytes -= t.ops[drop].bytes()
		t.leafBytes -= t.ops[drop].leafBytes()
	}
	clear(t.ops[:drop])
	t.ops, t.leafless = t.ops[drop:], max(0, t.leafless-drop)
	for ; t.leafless < len(t.ops)-1 && t.leafBytes > tailLeafBytes; t.leafless++ {
		op := &t.ops[t.leafless]
		t.leafBytes -= op.leafBytes()
		op.leaves = nil
	}
}

// forget empties the tail: what the database holds behind its last op is unknown.
func (t *tail) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.clear()
}

func (t *tail) clear() { t.ops, t.bytes, t.leafless, t.leafBytes = nil, 0, 0, 0 }

// after appends at most n ops of the tail's writer behind the cursor to dst, with their leaves when they are asked for:
// none, when it does not reach back to the cursor.
func (t *tail) after(from store.Cursor, n int, leaves bool, dst []outboxOp) (_ []outboxOp, writer int64) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if len(t.ops) == 0 {
		return dst, 0
	}
	first := t.ops[0].id
	position, oldest := from[first.Writer()], first.Seq()
	if leaves {
		oldest += int64(t.leafless)
	}
	if position+1 < oldest {
		return dst, first.Writer()
	}
	rest := t.ops[min(position+1-first.Seq(), int64(len(t.ops))):]
	return append(dst, rest[:min(n, len(rest))]...), first.Writer()
}
