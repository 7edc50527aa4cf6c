package app

import (
	"net"
	"sync/atomic"
	"testing"
	"time"

	frames "github.com/gobwas/ws"

	"jadebox/protocol"
)

// A page that is left open is no use of its session: its socket closes with the number that asks to log in again.
func TestASocketOfASessionThatWentIdleCloses(t *testing.T) {
	a := fresh(t)
	var idle atomic.Int64
	idle.Store(int64(time.Hour))
	a.sessions.Idle = func() time.Duration { return time.Duration(idle.Load()) }
	token := ask[struct{ Token string }](t, a, "", "/api/user/register",
		`{"phone":"leftopen1","password":"vane7harbor","fingerprinId":"device leftopen1"}`).Token
	dialer := frames.Dialer{Protocols: []string{protocol.Subprotocol}}
	conn, buffered, _, err := dialer.Dial(t.Context(), "ws://"+a.Addr()+"/ws")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if buffered != nil {
		t.Fatal("the server speaks first")
	}
	hello, err := (&protocol.Hello{Type: protocol.TypeHello, Token: token, Language: "en"}).MarshalMsg(nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = conn.SetDeadline(time.Now().Add(30 * time.Second))
	if err := frames.WriteFrame(conn, frames.MaskFrameInPlace(frames.NewBinaryFrame(hello))); err != nil {
		t.Fatal(err)
	}
	next(t, conn, frames.OpBinary) // Welcome
	if err := a.endIdle(t.Context()); err != nil || a.hub.Online() != 1 {
		t.Fatalf("in use: %d online, %v", a.hub.Online(), err)
	}
	idle.Store(-int64(time.Hour)) // an hour from now the session would be idle; the clock of a whole server stays
	if err := a.endIdle(t.Context()); err != nil {
		t.Fatal(err)
	}
	var bye protocol.Bye
	if _, err := bye.UnmarshalMsg(next(t, conn, frames.OpBinary)); err != nil ||
		bye.Code != int32(protocol.CodeLoginInvalid) {
		t.Errorf("%+v, %v", bye, err)
	}
	if code, _ := frames.ParseCloseFrameData(next(t, conn, frames.OpClose)); int(code) != protocol.CloseSession {
		t.Errorf("closed with %d", code)
	}
}

// next is the payload of the next frame of a kind; the server's pings are passed over.
func next(t *testing.T, conn net.Conn, kind frames.OpCode) []byte {
	t.Helper()
	for {
		frame, err := frames.ReadFrame(conn)
		if err != nil {
			t.Fatal(err)
		}
		if frame.Header.OpCode == kind {
			return frame.Payload
		}
	}
}
