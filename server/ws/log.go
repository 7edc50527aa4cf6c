package ws

import (
	"jadebox/actors/runtime/publish"

	"github.com/gobwas/ws"
)

// frameLog is the recent past of a topic in one encoding. A position counts frames over the log's life and never goes
// back; subscribers hold positions (cursors) instead of queues. A reset, on a new epoch or a hole, skips one position,
// so that every cursor of before reads as lagged. Guarded by its topic's mutex.
type frameLog struct {
	text    bool
	ring    [][]byte // power of two; frame p at p & (len−1)
	first   uint64   // oldest position kept
	next    uint64   // position of the next frame
	bytes   int
	frames  int // most frames kept
	limit   int // most bytes kept
	resetLo uint64
	resetHi uint64 // cursors in [resetLo, resetHi] lost frames by the last reset, not by being slow
}

const (
	blobFrames = 64
	blobBytes  = 16 << 10 // of one write: what a stalled reader may hold in memory
)

func newFrameLog(text bool, frames, limit int) *frameLog {
	return &frameLog{text: text, frames: frames, limit: limit, first: 1, next: 1}
}

func (g *frameLog) append(frame []byte) {
	if n := int(g.next - g.first); n == len(g.ring) {
		if n < g.frames {
			g.grow(max(8, 2*n))
		} else {
			g.evict()
		}
	}
	g.ring[g.next&uint64(len(g.ring)-1)] = frame
	g.next++
	g.bytes += len(frame)
	for g.bytes > g.limit && g.next-g.first > 1 {
		g.evict()
	}
}

func (g *frameLog) evict() {
	at := g.first & uint64(len(g.ring)-1)
	g.bytes -= len(g.ring[at])
	g.ring[at] = nil
	g.first++
}

func (g *frameLog) grow(n int) {
	ring := make([][]byte, n)
	for p := g.first; p < g.next; p++ {
		ring[p&uint64(n-1)] = g.ring[p&uint64(len(g.ring)-1)]
	}
	g.ring = ring
}

func (g *frameLog) reset() {
	g.resetLo, g.resetHi = g.first, g.next
	g.next++
	g.first, g.bytes, g.ring = g.next, 0, nil
}

// lostByReset distinguishes a subscriber that had done nothing wrong from one that was too slow.
func (g *frameLog) lostByReset(cursor uint64) bool { return cursor >= g.resetLo && cursor <= g.resetHi }

// blob returns the wire bytes of the frames [lo, hi), or of as many as one write should hold, and the position behind
// them. Binary frames are envelopes and share one WebSocket message; text frames are messages already.
func (g *frameLog) blob(lo, hi uint64) ([]byte, uint64) {
	n, p := 0, lo
	for ; p < hi && p < lo+blobFrames; p++ {
		size := len(g.ring[p&uint64(len(g.ring)-1)])
		if n > 0 && n+size > blobBytes {
			break
		}
		n += size
	}
	var b []byte
	if g.text {
		b = make([]byte, 0, n)
	} else {
		b = appendHeader(make([]byte, 0, n+4), ws.OpBinary, n)
	}
	for i := lo; i < p; i++ {
		b = append(b, g.ring[i&uint64(len(g.ring)-1)]...)
	}
	return b, p
}

// appendHeader appends the header of an unmasked, final frame.
func appendHeader(b []byte, op ws.OpCode, n int) []byte {
	b = append(b, 0x80|byte(op))
	switch {
	case n < 126:
		return append(b, byte(n))
	case n < 1<<16:
		return append(b, 126, byte(n>>8), byte(n))
	default:
		return append(b, 127, 0, 0, 0, 0, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
	}
}

// message frames a payload of its own.
func message(op ws.OpCode, payload []byte) []byte {
	return append(appendHeader(make([]byte, 0, len(payload)+10), op, len(payload)), payload...)
}

// timeline maps (epoch, offset) of a topic's events to positions of its binary log.
type timeline struct {
	known  bool
	epoch  uint32
	offset uint64 // of the last event
}

// step is what an event does to the log.
type step uint8

const (
	stepAppend step = iota
	stepReset       // a new epoch, or events are missing: what came before is worth nothing
	stepDrop        // an older epoch or offset: already known
)

func (t *timeline) classify(e *publish.Event) step {
	switch {
	case !t.known, e.Epoch == t.epoch && e.Offset == t.offset+1:
		return stepAppend
	case e.Epoch > t.epoch, e.Epoch == t.epoch && e.Offset > t.offset:
		return stepReset
	}
	return stepDrop
}
