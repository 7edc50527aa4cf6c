package ws

import (
	"bytes"
	"encoding/binary"
	"net/netip"
	"testing"
	"time"

	"jadebox/protocol"
)

// However the bytes of a conversation are cut, the server's answers are the same.
func FuzzCutsChangeNothing(f *testing.F) {
	f.Add([]byte("\x82\x82\x01\x02\x03\x04"), uint8(3))
	f.Add(maskedFrame(0x82, []byte{0x92, protocol.TypePing, 7}), uint8(1))
	f.Add(append(maskedFrame(0x02, []byte{0x92, protocol.TypePing}), maskedFrame(0x80, []byte{7})...), uint8(5))
	f.Add(maskedFrame(0x88, []byte{3, 232}), uint8(2))
	f.Add(binary.BigEndian.AppendUint64([]byte{0x82, 0xff}, 1<<63), uint8(4))
	f.Fuzz(func(t *testing.T, input []byte, cut uint8) {
		whole, pieces := answers(t, input, len(input)), answers(t, input, int(cut%16)+1)
		if !bytes.Equal(whole, pieces) {
			t.Fatalf("whole %x, in pieces of %d %x", whole, cut%16+1, pieces)
		}
	})
}

// recorder is a transport that only takes.
type recorder struct{ out []byte }

func (r *recorder) write(_ *conn, b []byte) (int, error) {
	r.out = append(r.out, b...)
	return len(b), nil
}
func (r *recorder) arm(*conn, bool)        {}
func (r *recorder) finish(*conn)           { r.out = append(r.out, "finish"...) }
func (r *recorder) close(*conn)            { r.out = append(r.out, "close"...) }
func (r *recorder) opened(*conn)           {}
func (r *recorder) release(*conn, handing) {}
func (r *recorder) wake()                  {}

// handTurned is a loop of a server that runs nothing: the test takes its mail and turns it.
func handTurned(t testing.TB, tr transport, o Options) *loop {
	t.Helper()
	channels, err := channelsOf(nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{o: o, channels: channels, work: newWorkers(1)}
	s.o.Clock = func() time.Time { return time.UnixMilli(1) }
	s.o.setDefaults()
	s.sessions.live = map[sessionKey]*session{}
	s.topics.byName = map[string]*topic{}
	t.Cleanup(s.work.stop)
	l := newLoop(s, 0)
	l.transport, s.loops = tr, []*loop{l}
	return l
}

// answers feeds input to an open connection of a loop that does not run.
func answers(t *testing.T, input []byte, cut int) []byte {
	r := &recorder{}
	l := handTurned(t, r, Options{})
	c := &conn{}
	if !l.adopt(c, netip.Addr{}) {
		t.Fatal("refused")
	}
	c.state, c.hello, c.greeted = open, true, true
	for len(input) > 0 && c.state == open {
		n := min(cut, len(input))
		var b []byte
		if c.extra != nil {
			b = append(b, c.left...)
		}
		l.received(c, append(b, input[:n]...))
		input = input[n:]
		if c.extra != nil && len(c.left)+len(c.parts) > 2*protocol.FrameBytes+14 {
			t.Fatalf("holds %d bytes", len(c.left)+len(c.parts))
		}
	}
	return r.out
}
