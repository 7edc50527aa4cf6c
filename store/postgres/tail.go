package postgres

import (
	"sync"
	"time"

	"jadebox/store"
)

// Bounds of a tail: some seconds of a busy writer, the time for which followers of the outbox hold results back.
const (
	tailOps   = 16_384
	tailBytes = 16 << 20
)

// tail keeps what the outbox tells of a writer's last committed ops. Five actors follow the outbox, and some of them
// read the last seconds again and again while they hold results back; reading and decoding every op for each of them
// was a quarter of all allocations of a busy server.
//
// The ops in it are without a gap. A commit whose answer was lost would leave one: then the tail starts anew, and
// followers read the database until the next commit.
type tail struct {
	mu    sync.RWMutex
	ops   []told
	bytes int
}

// told is the part of an op that the outbox tells; nobody changes it.
type told struct {
	id     store.OpID
	at     time.Time
	events []store.NewEvent
	leaves []store.LogLeaf
	bytes  int
}

func toldOf(id store.OpID, op *store.Op) told {
	t := told{id: id, at: op.At, events: op.Events, leaves: op.Leaves, bytes: 64}
	for _, e := range op.Events {
		t.bytes += 40 + len(e.Topic) + len(e.Body)
	}
	for _, l := range op.Leaves {
		t.bytes += 40 + len(l.Key) + len(l.Data)
	}
	return t
}

// add appends a batch that is durable.
func (t *tail) add(batch []*pending) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if n := len(t.ops); n > 0 && t.ops[n-1].id+1 != batch[0].id {
		t.clear()
	}
	for _, p := range batch {
		op := toldOf(p.id, p.norm)
		t.ops, t.bytes = append(t.ops, op), t.bytes+op.bytes
	}
	drop := max(0, len(t.ops)-tailOps)
	for _, op := range t.ops[:drop] {
		t.bytes -= op.bytes
	}
	for ; t.bytes > tailBytes && drop < len(t.ops)-1; drop++ {
		t.bytes -= t.ops[drop].bytes
	}
	clear(t.ops[:drop])
	t.ops = t.ops[drop:]
}

// forget empties the tail: what the database holds behind its last op is not known.
func (t *tail) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.clear()
}

func (t *tail) clear() { t.ops, t.bytes = nil, 0 }

// after appends at most n ops of the tail's writer behind the cursor to dst: none, when it does not reach back to it.
func (t *tail) after(from store.Cursor, n int, dst []told) (_ []told, writer int64) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if len(t.ops) == 0 {
		return dst, 0
	}
	first := t.ops[0].id
	position := from[first.Writer()]
	if position+1 < first.Seq() {
		return dst, first.Writer()
	}
	rest := t.ops[min(position+1-first.Seq(), int64(len(t.ops))):]
	return append(dst, rest[:min(n, len(rest))]...), first.Writer()
}
