package postgres

import (
	"testing"
	"time"

	"jadebox/store"
)

// batchOf is a durable batch of one writer: n ops from a sequence number on, each with an event of some bytes.
func batchOf(seq int64, n, bytes int) (batch []*pending) {
	for i := range n {
		op := &store.Op{Events: []store.NewEvent{{Type: "drop", Body: make([]byte, bytes)}}}
		batch = append(batch, &pending{id: store.MakeOpID(7, seq+int64(i)), norm: op})
	}
	return batch
}

func TestTailHasNoGap(t *testing.T) {
	var l tail
	for _, c := range []struct {
		does        string
		do          func()
		position    int64
		n           int
		first, last int64 // of what is returned
	}{
		{"empty", func() {}, 0, 10, 0, 0},
		{"from the start", func() { l.add(batchOf(1, 3, 1)) }, 0, 10, 1, 3},
		{"from the middle", func() {}, 1, 10, 2, 3},
		{"at most n", func() {}, 0, 2, 1, 2},
		{"at the end", func() {}, 3, 10, 0, 0},
		{"behind the end", func() {}, 9, 10, 0, 0},
		{"next batch", func() { l.add(batchOf(4, 2, 1)) }, 2, 10, 3, 5},
		{"an answer was lost", l.forget, 5, 10, 0, 0},
		{"what was lost is not told", func() { l.add(batchOf(8, 1, 1)) }, 5, 10, 0, 0},
		{"what came after it is", func() {}, 7, 10, 8, 8},
		{"a gap that nobody told of", func() { l.add(batchOf(12, 1, 1)) }, 7, 10, 0, 0},
		{"and what came after that one", func() {}, 11, 10, 12, 12},
	} {
		c.do()
		got, _ := l.after(store.Cursor{7: c.position}, c.n, true, nil)
		var first, last int64
		if len(got) > 0 {
			first, last = got[0].id.Seq(), got[len(got)-1].id.Seq()
		}
		if first != c.first || last != c.last {
			t.Errorf("%s: told %d to %d; want %d to %d", c.does, first, last, c.first, c.last)
		}
	}
}

func TestTailIsBounded(t *testing.T) {
	var l tail
	for seq := int64(1); seq < 3*tailOps; seq += 512 {
		l.add(batchOf(seq, 512, 1))
	}
	if len(l.ops) != tailOps {
		t.Errorf("%d ops, want %d", len(l.ops), tailOps)
	}
	big := batchOf(3*tailOps, 20, tailBytes/10)
	l.forget()
	l.add(big)
	if n := len(l.ops); n != 9 || l.bytes > tailBytes {
		t.Errorf("%d ops of %d bytes, want 9 of at most %d", n, l.bytes, tailBytes)
	}
	if got, _ := l.after(store.Cursor{7: big[19].id.Seq() - 1}, 5, false, nil); len(got) != 1 {
		t.Errorf("the last op is not told: %d", len(got))
	}
	l.add(batchOf(big[19].id.Seq()+1, 1, 2*tailBytes)) // larger than all: kept alone
	if n := len(l.ops); n != 1 {
		t.Errorf("%d ops beside one that fills the tail", n)
	}
}

// A server with little to do keeps no more of it after an hour than after a minute.
func TestTailOfAWriterThatIsNotBusyIsAMinuteLong(t *testing.T) {
	var l tail
	began := time.Now()
	for seq := range int64(3_000) {
		op := batchOf(seq+1, 1, 1)
		op[0].norm.At = began.Add(time.Duration(seq) * 100 * time.Millisecond)
		l.add(op)
	}
	if n := len(l.ops); n != 601 || l.bytes != n*l.ops[0].bytes() { // of 0 to 60 s before the last
		t.Errorf("%d ops of %d bytes", n, l.bytes)
	}
}

// Leaves are dropped before events: a follower of them reads the database where the tail has none.
func TestATailTellsNoOpWithoutTheLeavesThatAreAskedFor(t *testing.T) {
	var l tail
	batch := batchOf(1, 20, 1)
	for _, p := range batch {
		p.norm.Leaves = []store.LogLeaf{{Key: "k", Data: make([]byte, tailLeafBytes/10)}}
	}
	l.add(batch)
	for position := range int64(20) {
		events, _ := l.after(store.Cursor{7: position}, 100, false, nil)
		leaves, _ := l.after(store.Cursor{7: position}, 100, true, nil)
		want := 0
		if position >= 11 { // nine ops' leaves fit
			want = 20 - int(position)
		}
		if len(events) != 20-int(position) || len(leaves) != want {
			t.Errorf("behind %d: %d and, with leaves, %d; want %d and %d", position, len(events), len(leaves),
				20-position, want)
		}
		for _, op := range leaves {
			if len(op.leaves) != 1 {
				t.Errorf("op %d has lost its leaf", op.id.Seq())
			}
		}
	}
	l.add(batchOf(21, tailOps, 1))
	if l.leafBytes != 0 || len(l.ops) != tailOps {
		t.Errorf("%d bytes of leaves in %d ops without any", l.leafBytes, len(l.ops))
	}
}

// ForgetTails lets followers read the database until the next commits.
func (e *Engine) ForgetTails() {
	for _, w := range e.writers {
		w.tail.forget()
	}
}

// TailOps counts the ops in the tails.
func (e *Engine) TailOps() (n int) {
	for _, w := range e.writers {
		n += len(w.tail.ops)
	}
	return n
}
