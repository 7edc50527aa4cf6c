package check

import (
	"hash/maphash"
	"sync"

	"github.com/tinylib/msgp/msgp"
)

// Witness compares what different bots hold of one topic at one (epoch, offset): built from events or received as a
// snapshot, it must be the same. Safe for concurrent use; old entries are forgotten.
type Witness struct {
	findings *Findings
	seed     maphash.Seed

	mu    sync.Mutex
	seen  map[place]view
	order []place // ring of the keys of seen
	next  int
}

type place struct {
	topic  string
	epoch  uint32
	offset uint64
}

type view struct {
	sum     uint64
	sources Source
}

// Source is how a view came to be.
type Source uint8

const (
	FromEvents Source = 1 << iota
	FromSnapshot
)

// viewsMax bounds the memory: about 100 bytes each.
const viewsMax = 1 << 16

// NewWitness reports to f.
func NewWitness(f *Findings) *Witness {
	return &Witness{findings: f, seed: maphash.MakeSeed(), seen: make(map[place]view), order: make([]place, viewsMax)}
}

// Compare registers a view, or holds it against the one that is registered. It counts as checked when the two came from
// different sources.
func (w *Witness) Compare(who, topic string, p Position, body msgp.Marshaler, from Source) {
	b, err := body.MarshalMsg(nil)
	if err != nil {
		w.findings.Hold(false, Frames, who, "view of %s does not encode: %v", topic, err)
		return
	}
	sum, at := maphash.Bytes(w.seed, b), place{topic, p.Epoch, p.Offset}
	w.mu.Lock()
	old, known := w.seen[at]
	if !known {
		delete(w.seen, w.order[w.next])
		w.order[w.next] = at
		w.next = (w.next + 1) % viewsMax
		w.seen[at] = view{sum, from}
	} else if old.sources&from == 0 {
		w.seen[at] = view{old.sum, old.sources | from}
	}
	w.mu.Unlock()
	if known && (old.sum != sum || old.sources&from == 0) {
		w.findings.Hold(old.sum == sum, Views, who, "%s at (%d, %d) differs between %v and %v: now %.400s", topic,
			p.Epoch, p.Offset,
			old.sources, from, show(b))
	}
}

func (s Source) String() string {
	switch s {
	case FromEvents:
		return "events"
	case FromSnapshot:
		return "snapshot"
	}
	return "events and snapshot"
}

// show is the JSON of a msgpack value, for a person.
func show(b []byte) string {
	var text appendWriter
	if _, err := msgp.UnmarshalAsJSON(&text, b); err != nil {
		return err.Error()
	}
	return string(text)
}

type appendWriter []byte

func (a *appendWriter) Write(p []byte) (int, error) {
	*a = append(*a, p...)
	return len(p), nil
}
