package client

import (
	"bytes"
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/gobwas/ws"
	"github.com/tinylib/msgp/msgp"

	"jadebox/protocol"
)

type heard struct{ events []uint64 }

func (h *heard) Subscribed(*protocol.Subscribed) {}
func (h *heard) Event(m *protocol.Event)         { h.events = append(h.events, m.Offset) }
func (h *heard) Gap(*protocol.Gap)               {}
func (h *heard) Refused(*protocol.Error)         {}
func (h *heard) Bye(*protocol.Bye)               {}

func encode(t *testing.T, messages ...msgp.Marshaler) (b []byte) {
	t.Helper()
	for _, m := range messages {
		var err error
		if b, err = m.MarshalMsg(b); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// serve upgrades one connection, welcomes it and lets send do the rest.
func serve(t *testing.T, send func(net.Conn)) Target {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		up := ws.Upgrader{Protocol: func(p []byte) bool { return string(p) == protocol.Subprotocol }}
		if _, err := up.Upgrade(c); err != nil {
			return
		}
		if _, err := ws.ReadFrame(c); err != nil { // hello
			return
		}
		ws.WriteFrame(c, ws.NewBinaryFrame(encode(t, &protocol.Welcome{Type: protocol.TypeWelcome})))
		send(c)
	}()
	return Target{Host: l.Addr().String(), Timeout: 5 * time.Second}
}

func read(t *testing.T, send func(net.Conn)) (*heard, error) {
	t.Helper()
	s, err := Dial(context.Background(), serve(t, send), "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	h := &heard{}
	return h, s.Read(h)
}

func event(offset uint64) *protocol.Event {
	return &protocol.Event{Type: protocol.TypeEvent, TopicID: 1, Offset: offset, Body: msgp.Raw{0xc0}}
}

func TestEnvelopesOfOneMessageAndFragmentsArriveInOrder(t *testing.T) {
	h, err := read(t, func(c net.Conn) {
		all := encode(t, event(1), event(2), event(3))
		ws.WriteFrame(c, ws.NewBinaryFrame(all))
		more := encode(t, event(4), event(5))
		ws.WriteFrame(c, ws.NewFrame(ws.OpBinary, false, more[:3]))
		ws.WriteFrame(c, ws.NewPingFrame([]byte("in between")))
		if f, err := ws.ReadFrame(c); err != nil || f.Header.OpCode != ws.OpPong ||
			string(ws.UnmaskFrame(f).Payload) != "in between" {
			t.Errorf("ping was answered by %+v, %v", f.Header, err)
		}
		ws.WriteFrame(c, ws.NewFrame(ws.OpContinuation, true, more[3:]))
		ws.WriteFrame(c, ws.NewCloseFrame(ws.NewCloseFrameBody(4001, "slow")))
	})
	if closed, ok := errors.AsType[*Closed](err); !ok || closed.Code != 4001 || closed.Reason != "slow" {
		t.Errorf("end: %v", err)
	}
	if len(h.events) != 5 || h.events[0] != 1 || h.events[4] != 5 {
		t.Errorf("events %v", h.events)
	}
}

func TestFramesOutsideTheProtocolEndTheSocket(t *testing.T) {
	for name, send := range map[string]func(net.Conn){
		"text":         func(c net.Conn) { ws.WriteFrame(c, ws.NewTextFrame([]byte("{}"))) },
		"masked":       func(c net.Conn) { ws.WriteFrame(c, ws.MaskFrame(ws.NewBinaryFrame([]byte{0x90}))) },
		"continuation": func(c net.Conn) { ws.WriteFrame(c, ws.NewFrame(ws.OpContinuation, true, nil)) },
		"declared 1 GiB": func(c net.Conn) {
			ws.WriteHeader(c, ws.Header{Fin: true, OpCode: ws.OpBinary,
				Length: 1 << 30})
		},
		"unknown envelope": func(c net.Conn) { ws.WriteFrame(c, ws.NewBinaryFrame([]byte{0x91, 99})) },
		"broken envelope": func(c net.Conn) {
			ws.WriteFrame(c,
				ws.NewBinaryFrame([]byte{0x93, protocol.TypeEvent, 1, 1}))
		},
		"array of 2³¹": func(c net.Conn) {
			ws.WriteFrame(c,
				ws.NewBinaryFrame([]byte{0xdd, 0x7f, 0xff, 0xff, 0xff}))
		},
	} {
		t.Run(name, func(t *testing.T) {
			h, err := read(t, func(c net.Conn) { send(c); ws.ReadFrame(c) })
			if !errors.Is(err, ErrFrame) || len(h.events) != 0 {
				t.Errorf("end: %v, events %v", err, h.events)
			}
		})
	}
}

func TestRepetitionCarriesTheSameKeyAndOnlyAfterAnIdleClose(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var requests []string
	done := make(chan struct{})
	go func() {
		defer close(done)
		for n := range 3 {
			c, err := l.Accept()
			if err != nil {
				return
			}
			b := make([]byte, 4096)
			k, _ := c.Read(b)
			requests = append(requests, string(b[:k]))
			if n < 2 { // the third one is cut without an answer
				c.Write([]byte("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"))
			}
			c.Close() // while idle, the first two times
		}
	}()
	c := Conn{Target: Target{Host: l.Addr().String(), Timeout: 5 * time.Second}}
	for _, key := range []string{"one", "two"} {
		if _, body, err := c.Do(t.Context(), "POST", "/x", key, []byte("{}")); err != nil ||
			!bytes.Equal(body, []byte("{}")) {
			t.Fatalf("%s: %q, %v", key, body, err)
		}
	}
	if _, _, err := c.Do(t.Context(), "POST", "/x", "three", nil); !errors.Is(err, ErrLost) ||
		errors.Is(err, ErrUnsent) {
		t.Errorf("cut in mid-request: %v", err)
	}
	<-done
	if len(requests) != 3 || !strings.Contains(requests[1], "Idempotency-Key: two\r\n") {
		t.Errorf("requests %q", requests)
	}
}
