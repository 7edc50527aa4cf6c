package ws

import (
	"errors"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"jadebox/protocol"

	"github.com/gobwas/ws"
)

// errAgain: the peer takes nothing more now.
var errAgain = errors.New("ws: would block")

// transport is what differs between the backends. All but wake are called by the loop only.
type transport interface {
	write(c *conn, b []byte) (int, error) // b never changes afterwards
	arm(c *conn, on bool)                 // call loop.writable once c takes more
	finish(c *conn)                       // no more writes; the peer reads its end
	close(c *conn)
	opened(c *conn)                // the handshake is done
	release(c *conn, with handing) // gives c to net/http
	wake()                         // safe from any goroutine
}

// handing is what net/http gets with a connection.
type handing struct {
	prefix []byte         // what was read
	client netip.AddrPort // whom a proxy has introduced; not valid: the peer itself
	left   func()         // is called when the connection is closed
}

// loop owns connections: it alone reads, writes and closes them.
type loop struct {
	id        int
	srv       *Server
	transport transport
	start     time.Time
	nowMS     uint32 // of the current turn

	mu     sync.Mutex
	dirty  []*stream
	jobs   []func()
	woken  atomic.Bool
	spareD []*stream
	spareJ []func()

	conns []*conn // by slot
	free  []int32
	count atomic.Int32

	batch  []delivery // of walk
	passes []*room    // with a pass in progress, in the order of their turns
	due    []*room    // wait for their tick
	sweep  int
	swept  uint32
	drain  *draining
}

const (
	passChunk  = 256 // subscribers a turn, so that reads are never far away
	passShare  = 64  // of these, of one room before the next
	sweepEvery = 250 // ms; a quarter of the table each: every connection is looked at once a second
)

func newLoop(s *Server, id int) *loop {
	return &loop{id: id, srv: s, start: time.Now()}
}

// notify reports that a stream has frames for this loop.
func (l *loop) notify(st *stream) {
	l.mu.Lock()
	l.dirty = append(l.dirty, st)
	l.mu.Unlock()
	l.wake()
}

// post runs f on the loop.
func (l *loop) post(f func()) {
	l.mu.Lock()
	l.jobs = append(l.jobs, f)
	l.mu.Unlock()
	l.wake()
}

func (l *loop) wake() {
	if !l.woken.Swap(true) {
		l.transport.wake()
	}
}

// takeMail runs what other goroutines left here.
func (l *loop) takeMail() {
	l.woken.Store(false)
	l.mu.Lock()
	dirty, jobs := l.dirty, l.jobs
	l.dirty, l.jobs = l.spareD[:0], l.spareJ[:0]
	l.mu.Unlock()
	for _, f := range jobs {
		f()
	}
	for _, st := range dirty {
		st.dirty.And(^(uint64(1) << l.id))
		if r := st.rooms[l.id]; r != nil {
			l.schedule(r)
		}
	}
	clear(dirty)
	clear(jobs)
	l.spareD, l.spareJ = dirty, jobs
}

func (l *loop) tick() { l.nowMS = uint32(time.Since(l.start) / time.Millisecond) }

// turn does what is due after events were handled.
func (l *loop) turn() {
	l.flushDue()
	l.runPasses()
	if l.nowMS-l.swept >= sweepEvery {
		l.swept = l.nowMS
		l.sweepSome()
	}
	if l.drain != nil {
		l.drainSome()
	}
}

// patience is how long the loop may wait, in ms.
func (l *loop) patience() int {
	if len(l.passes) > 0 {
		return 0
	}
	wait := sweepEvery
	if l.drain != nil {
		wait = drainStepMS
	}
	for _, r := range l.due {
		wait = min(wait, max(0, int(int32(r.dueMS-l.nowMS))))
	}
	return wait
}

func (l *loop) adopt(c *conn, ip netip.Addr) bool {
	if int(l.srv.stats.sockets.Load()) >= l.srv.o.SocketsMax {
		l.srv.stats.refused.Add(1)
		return false
	}
	a, ok := l.srv.admission.enter(ip, time.Now())
	if !ok {
		l.srv.stats.refused.Add(1)
		return false
	}
	c.loop, c.address, c.last, c.pinged = l, a, l.nowMS, l.nowMS
	if n := len(l.free); n > 0 {
		c.slot = l.free[n-1]
		l.free = l.free[:n-1]
		l.conns[c.slot] = c
	} else {
		c.slot = int32(len(l.conns))
		l.conns = append(l.conns, c)
	}
	l.count.Add(1)
	l.srv.stats.sockets.Add(1)
	return true
}

// forget removes c from the table.
func (l *loop) forget(c *conn) {
	l.conns[c.slot] = nil
	l.free = append(l.free, c.slot)
	l.count.Add(-1)
	l.srv.stats.sockets.Add(-1)
	l.srv.admission.leave(c.address)
	c.address, c.extra = nil, nil
}

// sweepSome looks at a quarter of the connections for deadlines: handshake, Hello, message, silence, close.
func (l *loop) sweepSome() {
	wallMS := l.srv.o.Clock().UnixMilli()
	for n := len(l.conns)/4 + 1; n > 0; n-- {
		if l.sweep >= len(l.conns) {
			l.sweep = 0
			if len(l.conns) == 0 {
				return
			}
		}
		if c := l.conns[l.sweep]; c != nil {
			l.inspect(c, wallMS)
		}
		l.sweep++
	}
}

func ms(d time.Duration) uint32 { return uint32(d / time.Millisecond) }

func (l *loop) inspect(c *conn, wallMS int64) {
	o := &l.srv.o
	silence := l.nowMS - c.last
	switch {
	case c.state == handshaking:
		if l.nowMS-c.pinged >= ms(o.HandshakeWithin) { // pinged is the time of the accept until the handshake is done
			l.drop(c)
		}
	case c.state == closing:
		if silence >= ms(o.CloseWithin) {
			l.drop(c)
		}
	case c.mode == echo:
	case !c.greeted && l.nowMS-c.pinged >= ms(o.HelloWithin): // pinged is the time of the handshake until Hello
		l.farewell(c, protocol.CodeTimeout, protocol.ReconnectCloseMS, protocol.CloseIdle)
	case c.extra != nil && c.sinceSet && l.nowMS-c.since >= ms(o.MessageWithin):
		l.farewell(c, protocol.CodeTimeout, protocol.ReconnectCloseMS, protocol.CloseIdle)
	case silence >= ms(o.PingAfter+o.PongWithin):
		l.srv.stats.silent.Add(1)
		if c.blocked() {
			l.drop(c)
			return
		}
		l.farewell(c, protocol.CodeTimeout, protocol.ReconnectCloseMS, protocol.CloseIdle)
	case c.session != nil && !c.session.Expires.IsZero() && c.session.Expires.UnixMilli() <= wallMS:
		l.farewell(c, protocol.CodeLoginInvalid, 0, protocol.CloseSession)
	case c.greeted && silence >= ms(o.PingAfter) && int32(c.pinged-c.last) <= 0 && !c.blocked():
		c.pinged = l.nowMS
		l.send(c, pingFrame)
	}
}

var pingFrame = message(ws.OpPing, nil)
