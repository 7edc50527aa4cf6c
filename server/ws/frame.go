package ws

import (
	"encoding/binary"
	"unicode/utf8"

	"jadebox/protocol"

	"github.com/gobwas/ws"
)

const echoBytes = 128 << 10

func (c *conn) messageMax() int {
	if c.mode == echo {
		return echoBytes
	}
	return protocol.FrameBytes
}

// received takes bytes in whatever state the connection is; b is the loop's and may be changed. What is left of an
// incomplete handshake or frame is copied.
func (l *loop) received(c *conn, b []byte) {
	switch c.state {
	case handshaking:
		b = l.handshake(c, b)
		if c.state == open && len(b) > 0 {
			c.last = l.nowMS
			b = l.frames(c, b)
		}
	case open:
		c.last = l.nowMS
		b = l.frames(c, b)
	case closing: // the answer to a close frame mostly comes by itself; whatever else comes, CloseWithin ends it
		if b[0] == 0x80|byte(ws.OpClose) {
			l.drop(c)
		}
		return
	}
	if c.state != open && c.state != handshaking {
		return
	}
	if len(b) > 0 {
		x := c.more()
		x.left = append(x.left[:0], b...)
	} else if c.extra != nil {
		c.left = nil
		if c.parts == nil {
			c.sinceSet = false
		}
		c.shrink()
	}
	if c.extra != nil && (len(c.left) > 0 || c.parts != nil) && !c.sinceSet {
		c.since, c.sinceSet = l.nowMS, true
	}
}

// frames handles the complete frames of b and returns the rest. Lengths are bounded before anything is kept. [WS1, WS2]
func (l *loop) frames(c *conn, b []byte) []byte {
	for len(b) >= 2 && c.state == open {
		h, n, ok := header(b)
		if !ok {
			return b
		}
		if code := c.refuseHeader(h); code != 0 {
			l.closeWith(c, code)
			return nil
		}
		if len(b) < n+int(h.Length) {
			return b
		}
		payload := b[n : n+int(h.Length)]
		b = b[n+int(h.Length):]
		ws.Cipher(payload, h.Mask, 0)
		if !l.withinRate(c, len(payload)) {
			l.dismiss(c, protocol.CodeRateLimited, protocol.ReconnectCloseMS, protocol.CloseRate)
			return nil
		}
		l.frame(c, h, payload)
	}
	if c.state != open {
		return nil
	}
	return b
}

// header reads a frame header with its mask; false when b does not hold all of it.
func header(b []byte) (h ws.Header, n int, ok bool) {
	h.Fin, h.Rsv, h.OpCode, h.Masked = b[0]&0x80 != 0, b[0]>>4&7, ws.OpCode(b[0]&15), b[1]&0x80 != 0
	length, n := uint64(b[1]&127), 2
	switch length {
	case 126:
		if len(b) < 4 {
			return h, 0, false
		}
		length, n = uint64(binary.BigEndian.Uint16(b[2:])), 4
	case 127:
		if len(b) < 10 {
			return h, 0, false
		}
		length, n = binary.BigEndian.Uint64(b[2:]), 10
	}
	h.Length = int64(min(length, 1<<62))
	if !h.Masked {
		return h, n, true
	}
	if len(b) < n+4 {
		// A refusal needs no mask: a header that declares too much is refused before its mask has come.
		return h, 0, length > echoBytes
	}
	copy(h.Mask[:], b[n:])
	return h, n + 4, true
}

// refuseHeader returns the close code for a header that must not be obeyed, else 0.
func (c *conn) refuseHeader(h ws.Header) ws.StatusCode {
	state := ws.StateServerSide
	held := 0
	if c.extra != nil && c.parts != nil {
		state |= ws.StateFragmented
		held = len(c.parts)
	}
	if !h.Masked || ws.CheckHeader(h, state) != nil {
		return ws.StatusProtocolError
	}
	if h.Length > int64(c.messageMax()-held) && !h.OpCode.IsControl() {
		return ws.StatusMessageTooBig
	}
	return 0
}

// withinRate counts in windows of a second. [WS6]
func (l *loop) withinRate(c *conn, n int) bool {
	if c.mode == echo {
		return true
	}
	if l.nowMS-c.windowMS >= 1000 {
		c.windowMS, c.windowMsgs, c.windowBytes = l.nowMS, 0, 0
	}
	c.windowMsgs++
	c.windowBytes += uint32(n)
	return int(c.windowMsgs) <= l.srv.o.MessagesPerS && int(c.windowBytes) <= l.srv.o.BytesPerS
}

func (l *loop) frame(c *conn, h ws.Header, payload []byte) {
	switch h.OpCode {
	case ws.OpPing:
		l.send(c, message(ws.OpPong, payload))
	case ws.OpPong:
	case ws.OpClose:
		l.peerCloses(c, payload)
	case ws.OpContinuation:
		c.parts = append(c.parts, payload...)
		if h.Fin {
			whole, op := c.parts, c.partsOp
			c.parts, c.sinceSet = nil, false
			l.message(c, op, whole)
		}
	default:
		if h.Fin {
			l.message(c, h.OpCode, payload)
			return
		}
		x := c.more()
		x.parts, x.partsOp = append(make([]byte, 0, len(payload)), payload...), h.OpCode
	}
}

// peerCloses echoes a close frame, or says what is wrong with it.
func (l *loop) peerCloses(c *conn, payload []byte) {
	code := ws.StatusCode(0)
	switch {
	case len(payload) == 0:
	case len(payload) == 1:
		code = ws.StatusProtocolError
	default:
		code = ws.StatusCode(uint16(payload[0])<<8 | uint16(payload[1]))
		if ws.CheckCloseFrameData(code, "") != nil {
			code = ws.StatusProtocolError
		} else if !utf8.Valid(payload[2:]) {
			code = ws.StatusInvalidFramePayloadData
		}
	}
	l.closeWith(c, code)
}

func (l *loop) message(c *conn, op ws.OpCode, payload []byte) {
	if op == ws.OpText && !utf8.Valid(payload) { // [WS9]
		l.closeWith(c, ws.StatusInvalidFramePayloadData)
		return
	}
	switch {
	case c.mode == echo:
		l.send(c, message(op, payload))
	case c.mode == multiplexed && op == ws.OpBinary:
		l.envelopes(c, payload)
	case c.mode == channel && op == ws.OpText:
		l.channelText(c, payload)
	default: // [ENV7]
		l.closeWith(c, ws.StatusUnsupportedData)
	}
}
