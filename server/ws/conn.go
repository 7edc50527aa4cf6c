package ws

import (
	"net/netip"

	"jadebox/protocol"

	"github.com/gobwas/ws"
)

type state uint8

const (
	handshaking state = iota
	open
	closing // everything is sent; waits for the peer to close
	dead
	handed // now net/http's
)

type mode uint8

const (
	multiplexed mode = iota
	channel          // JSON
	echo
)

// conn is one connection. Only its loop touches it. What few connections need at a time lives in extra, so that an idle
// one stays small.
type conn struct {
	loop *loop
	link *link // shard only
	*extra

	session *session // nil: a visitor, or no Hello yet
	address *address
	subs    *subscription

	fd     int32
	slot   int32
	last   uint32 // loop ms of the last byte received
	pinged uint32 // loop ms of the ping sent for this silence

	windowMS    uint32
	windowBytes uint32
	windowMsgs  uint16

	state      state
	mode       mode
	language   protocol.Language
	greeted    bool // Hello is answered
	introduced bool // a proxy has sent whose connection this is
	hello      bool // Hello has come
	armed      bool // transport reports when writable
	finish     bool // shut down for writing when all is sent
	calls      uint8
	topics     uint8
}

// extra exists while something is incomplete or unsent.
type extra struct {
	left     []byte // incomplete frame, or handshake
	parts    []byte // fragments of a message
	partsOp  ws.OpCode
	since    uint32 // loop ms of the first byte of what is incomplete
	sinceSet bool
	rest     []byte   // unsent end of a blob or reply: shared memory, never changed
	out      [][]byte // direct replies behind rest
	outBytes int
	ticket   string
	pathUser string         // {userId} of /ws/drop
	client   netip.AddrPort // whom a proxy has introduced, until the handshake is done
}

// peer is where the client is, for limits; one that is not counted is on this machine or forwarded by no proxy.
func (c *conn) peer() netip.Addr {
	if c.address == nil {
		return netip.IPv6Loopback()
	}
	return c.address.of.Addr()
}

func (c *conn) more() *extra {
	if c.extra == nil {
		c.extra = &extra{}
	}
	return c.extra
}

// shrink drops extra when nothing in it is needed.
func (c *conn) shrink() {
	if x := c.extra; x != nil && len(x.left) == 0 && x.parts == nil && len(x.rest) == 0 && len(x.out) == 0 &&
		x.ticket == "" && x.pathUser == "" && !x.client.IsValid() {
		c.extra = nil
	}
}

func (c *conn) blocked() bool {
	return c.armed || c.extra != nil && (len(c.rest) > 0 || len(c.out) > 0)
}

// send writes b, which must never change, or keeps it until the peer reads.
func (l *loop) send(c *conn, b []byte) {
	if c.state == dead || c.finish {
		return
	}
	if c.blocked() {
		x := c.more()
		if x.outBytes+len(b) > l.srv.o.ReplyBytes {
			l.srv.stats.slow.Add(1)
			l.drop(c)
			return
		}
		x.out, x.outBytes = append(x.out, b), x.outBytes+len(b)
		return
	}
	l.put(c, b)
}

// put writes as much of b as the peer takes now and keeps the rest. False when c is closed or blocked afterwards.
func (l *loop) put(c *conn, b []byte) bool {
	n, err := l.transport.write(c, b)
	return l.wrote(c, b, n, err)
}

// wrote is what follows a write of b.
func (l *loop) wrote(c *conn, b []byte, n int, err error) bool {
	if err != nil && err != errAgain {
		l.drop(c)
		return false
	}
	if n == len(b) {
		return true
	}
	c.more().rest = b[n:]
	l.arm(c, true)
	return false
}

func (l *loop) arm(c *conn, on bool) {
	if c.armed != on {
		c.armed = on
		l.transport.arm(c, on)
	}
}

// writable goes on where the peer stopped reading: the rest, direct replies, then the logs.
func (l *loop) writable(c *conn) {
	if c.state == dead {
		return
	}
	l.arm(c, false)
	if c.extra != nil && len(c.rest) > 0 {
		b := c.rest
		c.rest = nil
		if !l.put(c, b) {
			return
		}
	}
	for c.extra != nil && len(c.out) > 0 {
		b := c.out[0]
		c.out[0] = nil
		c.out = c.out[1:]
		c.outBytes -= len(b)
		if !l.put(c, b) {
			return
		}
	}
	if c.extra != nil {
		c.out = nil
		c.shrink()
	}
	if c.finish {
		l.transport.finish(c)
		return
	}
	for s := c.subs; s != nil && c.state == open; {
		next := s.next
		l.catchUp(s)
		if c.blocked() {
			return
		}
		s = next
	}
}

// sendEnvelope encodes and frames one envelope of the binary protocol.
func (l *loop) sendEnvelope(c *conn, e protocol.Codec) {
	body, err := e.MarshalMsg(make([]byte, 4, e.Msgsize()+4))
	if err != nil {
		l.srv.logger.Error().Err(err).Msg("envelope does not encode")
		return
	}
	n := len(body) - 4
	switch { // the header goes right before the body
	case n < 126:
		body[2], body[3] = 0x80|byte(ws.OpBinary), byte(n)
		body = body[2:]
	case n < 1<<16:
		body[0], body[1], body[2], body[3] = 0x80|byte(ws.OpBinary), 126, byte(n>>8), byte(n)
	default:
		body = message(ws.OpBinary, body[4:])
	}
	l.send(c, body)
}

// fail answers ref with a code of the catalogue.
func (l *loop) fail(c *conn, ref uint32, code protocol.Code) {
	if c.mode == channel {
		l.sendChannelError(c, code)
		return
	}
	e := code.Envelope(ref, c.language)
	l.sendEnvelope(c, &e)
}

// farewell sends why and when to reconnect, and closes. reconnectMS 0: not by itself.
func (l *loop) farewell(c *conn, code protocol.Code, reconnectMS uint32, closeCode ws.StatusCode) {
	if c.state != open {
		return
	}
	switch c.mode {
	case multiplexed:
		l.sendEnvelope(c, &protocol.Bye{Type: protocol.TypeBye, Code: int32(code), ReconnectAfterMS: reconnectMS})
	case channel:
		l.sendChannelError(c, code)
	}
	l.closeWith(c, closeCode)
}

// dismiss is farewell after sending the error.
func (l *loop) dismiss(c *conn, code protocol.Code, reconnectMS uint32, closeCode ws.StatusCode) {
	if c.mode == multiplexed { // a channel's farewell is the error
		l.fail(c, 0, code)
	}
	l.farewell(c, code, reconnectMS, closeCode)
}

// broken ends a connection whose peer does not keep the protocol.
func (l *loop) broken(c *conn, code protocol.Code, closeCode ws.StatusCode) {
	l.fail(c, 0, code)
	l.closeWith(c, closeCode)
}

// closeWith sends a close frame and waits for the peer to close, no longer than CloseWithin.
func (l *loop) closeWith(c *conn, code ws.StatusCode) {
	if c.state != open {
		return
	}
	var body []byte
	if code != 0 {
		body = []byte{byte(code >> 8), byte(code)}
	}
	l.send(c, message(ws.OpClose, body))
	l.linger(c)
}

// linger stops listening to c; when all is sent the peer reads its end, and closes.
func (l *loop) linger(c *conn) {
	if c.state == dead {
		return
	}
	l.leaveAll(c)
	c.state, c.last, c.finish = closing, l.nowMS, true
	if x := c.extra; x != nil {
		x.left, x.parts = nil, nil
	}
	if !c.blocked() {
		l.transport.finish(c)
	}
}

// drop ends c at once.
func (l *loop) drop(c *conn) {
	if c.state == dead {
		return
	}
	l.leaveAll(c)
	l.transport.close(c)
	l.forget(c)
	c.state = dead
}

// leaveAll gives back what an open connection holds in the server.
func (l *loop) leaveAll(c *conn) {
	for c.subs != nil {
		l.unsubscribe(c.subs)
	}
	if c.greeted {
		l.srv.sessions.leave(c.session)
		c.greeted = false
	}
}

// Close codes of the IANA registry that gobwas does not name.
const (
	closeRestart  ws.StatusCode = 1012
	closeTryAgain ws.StatusCode = 1013
)
