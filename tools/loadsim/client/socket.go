package client

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/gobwas/ws"
	"github.com/tinylib/msgp/msgp"

	"jadebox/protocol"
)

// Socket is one connection to /ws after its Welcome. Writes are safe for concurrent use; one goroutine calls Read.
type Socket struct {
	Welcome protocol.Welcome

	nc   net.Conn
	br   *bufio.Reader
	text bool // a JSON channel: what comes is text

	message []byte         // of the frames so far
	started bool           // a fragmented message is open
	event   protocol.Event // reused: events are nearly all that comes

	mu  sync.Mutex
	out []byte
}

// Handler receives what the server sends. Envelopes are only valid during the call; their raw bodies too.
type Handler interface {
	Subscribed(*protocol.Subscribed)
	Event(*protocol.Event)
	Gap(*protocol.Gap)
	Refused(*protocol.Error)
	Bye(*protocol.Bye)
}

// PongHandler is a Handler that has asked with Ping.
type PongHandler interface {
	Handler
	Pong(*protocol.Pong)
}

// Closed is the end of a socket by a close frame.
type Closed struct {
	Code   ws.StatusCode
	Reason string
}

func (c *Closed) Error() string { return fmt.Sprintf("socket closed %d %s", c.Code, c.Reason) }

// ErrFrame is what a server must never send: masked, oversized, text or broken frames.
var ErrFrame = errors.New("client: frame outside the protocol")

const (
	messageBytes = 8 << 20 // one message from the server; a snapshot of a full lobby is far below
	writeWithin  = 10 * time.Second
	silenceMax   = 90 * time.Second // the server pings after 10 s: a longer silence is a dead socket
)

// Dial connects to /ws, says hello and waits for the welcome. An empty token is a visitor.
func Dial(ctx context.Context, t Target, token string) (*Socket, error) {
	ctx, cancel := context.WithTimeout(ctx, t.timeout())
	defer cancel()
	nc, br, err := t.dialWS(ctx, "/ws", []string{protocol.Subprotocol})
	if err != nil {
		return nil, err
	}
	s := &Socket{nc: nc, br: br}
	if err := s.hello(ctx, token, t.Language); err != nil {
		nc.Close()
		return nil, err
	}
	return s, nil
}

// dialWS connects to a path of the socket server, by the one subprotocol named, if any.
func (t Target) dialWS(ctx context.Context, path string, protocols []string) (net.Conn, *bufio.Reader, error) {
	h := http.Header{}
	if t.Forwarded != "" {
		h.Set("X-Forwarded-For", t.Forwarded)
	}
	d := ws.Dialer{ReadBufferSize: 1 << 10, WriteBufferSize: 1 << 10, Protocols: protocols,
		Header: ws.HandshakeHeaderHTTP(h)}
	nc, br, hs, err := d.Dial(ctx, "ws://"+t.Host+path)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrLost, err)
	}
	if len(protocols) > 0 && hs.Protocol != protocols[0] {
		nc.Close()
		return nil, nil, fmt.Errorf("%w: subprotocol %q", ErrFrame, hs.Protocol)
	}
	// br holds what came with the handshake; this reader outlives the pool it belongs to.
	if br == nil {
		return nc, bufio.NewReaderSize(nc, 4<<10), nil
	}
	rest := make([]byte, br.Buffered())
	if _, err := io.ReadFull(br, rest); err != nil {
		nc.Close()
		return nil, nil, err
	}
	ws.PutReader(br)
	return nc, bufio.NewReaderSize(io.MultiReader(bytes.NewReader(rest), nc), 4<<10), nil
}

func (s *Socket) hello(ctx context.Context, token, language string) error {
	if err := s.send(&protocol.Hello{Type: protocol.TypeHello, Token: token, Language: language}); err != nil {
		return err
	}
	deadline, _ := ctx.Deadline()
	message, err := s.next(deadline)
	if err != nil {
		return fmt.Errorf("waiting for the welcome: %w", err)
	}
	switch kind(message) {
	case protocol.TypeWelcome:
		if _, err := s.Welcome.UnmarshalMsg(message); err != nil {
			return fmt.Errorf("%w: welcome: %w", ErrFrame, err)
		}
		return nil
	case protocol.TypeError:
		var e protocol.Error
		if _, err := e.UnmarshalMsg(message); err != nil {
			return fmt.Errorf("%w: error: %w", ErrFrame, err)
		}
		return &Refusal{Code: protocol.Code(e.Code), Message: e.Message}
	}
	return fmt.Errorf("%w: envelope %d before the welcome", ErrFrame, kind(message))
}

// kind is the type of the first envelope of b, 0 when there is none.
func kind(b []byte) uint8 {
	_, body, err := msgp.ReadArrayHeaderBytes(b)
	if err != nil || len(body) == 0 {
		return 0
	}
	return body[0]
}

// Subscribe asks for a topic.
func (s *Socket) Subscribe(m protocol.Subscribe) error {
	m.Type = protocol.TypeSubscribe
	return s.send(&m)
}

// Unsubscribe leaves a topic; events on their way may still arrive.
func (s *Socket) Unsubscribe(topic string) error {
	return s.send(&protocol.Unsubscribe{Type: protocol.TypeUnsubscribe, Topic: topic})
}

// Ping asks for the server's time.
func (s *Socket) Ping(ref uint32) error {
	return s.send(&protocol.Ping{Type: protocol.TypePing, Ref: ref})
}

// Close sends a close frame and drops the connection.
func (s *Socket) Close() {
	_ = s.write(ws.OpClose, ws.NewCloseFrameBody(ws.StatusNormalClosure, ""))
	s.nc.Close()
}

// Cut drops the connection without a word, as a lost network does.
func (s *Socket) Cut() {
	if tcp, ok := s.nc.(*net.TCPConn); ok {
		tcp.SetLinger(0)
	}
	s.nc.Close()
}

// Read hands every envelope to h until the socket ends, and returns why.
func (s *Socket) Read(h Handler) error {
	for {
		message, err := s.next(time.Now().Add(silenceMax))
		if err != nil {
			return err
		}
		for len(message) > 0 {
			if message, err = s.dispatch(h, message); err != nil {
				return fmt.Errorf("%w: %w", ErrFrame, err)
			}
		}
	}
}

// dispatch hands over the first envelope of b and returns the rest.
func (s *Socket) dispatch(h Handler, b []byte) (rest []byte, err error) {
	switch k := kind(b); k {
	case protocol.TypeEvent:
		if rest, err = s.event.UnmarshalMsg(b); err == nil {
			h.Event(&s.event)
		}
	case protocol.TypeSubscribed:
		var m protocol.Subscribed
		if rest, err = m.UnmarshalMsg(b); err == nil {
			h.Subscribed(&m)
		}
	case protocol.TypeGap:
		var m protocol.Gap
		if rest, err = m.UnmarshalMsg(b); err == nil {
			h.Gap(&m)
		}
	case protocol.TypeError:
		var m protocol.Error
		if rest, err = m.UnmarshalMsg(b); err == nil {
			h.Refused(&m)
		}
	case protocol.TypeBye:
		var m protocol.Bye
		if rest, err = m.UnmarshalMsg(b); err == nil {
			h.Bye(&m)
		}
	case protocol.TypePong:
		var m protocol.Pong
		rest, err = m.UnmarshalMsg(b)
		if asked, ok := h.(PongHandler); ok && err == nil {
			asked.Pong(&m)
		}
	default:
		err = fmt.Errorf("envelope %d", k)
	}
	return rest, err
}

// next returns the next whole binary message; it is valid until the call after.
func (s *Socket) next(deadline time.Time) ([]byte, error) {
	if err := s.nc.SetReadDeadline(deadline); err != nil {
		return nil, err
	}
	for {
		h, err := ws.ReadHeader(s.br)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrLost, err)
		}
		if err := s.allowed(h); err != nil {
			return nil, err
		}
		if h.OpCode.IsControl() {
			if err := s.control(h); err != nil {
				return nil, err
			}
			continue
		}
		if !s.started {
			s.message = s.message[:0]
		}
		n := len(s.message)
		s.message = append(s.message, make([]byte, h.Length)...)
		if _, err := io.ReadFull(s.br, s.message[n:]); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrLost, err)
		}
		if s.started = !h.Fin; h.Fin {
			return s.message, nil
		}
	}
}

// allowed checks a header before anything is read or allocated for it.
func (s *Socket) allowed(h ws.Header) error {
	state := ws.StateClientSide
	if s.started {
		state = state.Set(ws.StateFragmented)
	}
	switch {
	case h.Length > messageBytes || int64(len(s.message))+h.Length > messageBytes && s.started:
		return fmt.Errorf("%w: message of more than %d bytes", ErrFrame, messageBytes)
	case h.OpCode == ws.OpText && !s.text || h.OpCode == ws.OpBinary && s.text:
		return fmt.Errorf("%w: frame of kind %d", ErrFrame, h.OpCode)
	}
	if err := ws.CheckHeader(h, state); err != nil {
		return fmt.Errorf("%w: %w", ErrFrame, err)
	}
	return nil
}

func (s *Socket) control(h ws.Header) error {
	var space [ws.MaxControlFramePayloadSize]byte
	payload := space[:h.Length]
	if _, err := io.ReadFull(s.br, payload); err != nil {
		return fmt.Errorf("%w: %w", ErrLost, err)
	}
	switch h.OpCode {
	case ws.OpPing:
		return s.write(ws.OpPong, payload)
	case ws.OpClose:
		code, reason := ws.ParseCloseFrameData(payload)
		_ = s.write(ws.OpClose, payload)
		return &Closed{Code: code, Reason: reason}
	}
	return nil
}

func (s *Socket) send(m msgp.Marshaler) error {
	b, err := m.MarshalMsg(nil)
	if err != nil {
		return err
	}
	return s.write(ws.OpBinary, b)
}

// write sends one masked frame with one system call.
func (s *Socket) write(op ws.OpCode, payload []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := ws.Header{Fin: true, OpCode: op, Masked: true, Mask: ws.NewMask(), Length: int64(len(payload))}
	w := appender{s.out[:0]}
	if err := ws.WriteHeader(&w, h); err != nil {
		return err
	}
	n := len(w.b)
	s.out = append(w.b, payload...)
	ws.Cipher(s.out[n:], h.Mask, 0)
	if err := s.nc.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil {
		return err
	}
	if _, err := s.nc.Write(s.out); err != nil {
		return fmt.Errorf("%w: %w", ErrLost, err)
	}
	return nil
}

type appender struct{ b []byte }

func (a *appender) Write(p []byte) (int, error) {
	a.b = append(a.b, p...)
	return len(p), nil
}
