package ws

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/server/rooms"
	"jadebox/store"

	"github.com/gobwas/ws"
	"github.com/tinylib/msgp/msgp"
)

// bothBackends runs a test on every transport: what a client sees must be the same.
func bothBackends(t *testing.T, f func(t *testing.T, b Backend)) {
	t.Helper()
	if reactorHere {
		t.Run("reactor", func(t *testing.T) { f(t, Reactor) })
	}
	t.Run("shard", func(t *testing.T) { f(t, Shard) })
}

// world is a Server with actors that a test drives by hand.
type world struct {
	*Server
	t    *testing.T
	addr string

	mu       sync.Mutex
	topics   map[string]*fakeTopic
	sessions map[string]store.Session
	private  map[string]string // topic → code
	asked    int               // snapshots
	hold     chan struct{}     // when set, snapshots and sessions wait for it
}

type fakeTopic struct {
	epoch  uint32
	offset uint64
}

func newWorld(t *testing.T, o Options) *world {
	t.Helper()
	w := &world{t: t, topics: map[string]*fakeTopic{}, sessions: map[string]store.Session{},
		private: map[string]string{}}
	o.Sessions = w.session
	o.Snapshots = w
	o.Texts = append(o.Texts, rooms.All.Texts()...)
	if o.Commands == nil {
		o.Commands = func(_ context.Context, s store.Session, c Command) ([]byte, error) {
			if c.Name == "fail" {
				return nil, apierr.New(protocol.CodeFunds)
			}
			return append([]byte(playerID(s.Player)+":"), c.Body...), nil
		}
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	w.Server = s
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w.addr = ln.Addr().String()
	served := make(chan error, 1)
	go func() { served <- s.Serve(ln) }()
	t.Cleanup(func() {
		s.Close()
		if err := <-served; !errors.Is(err, net.ErrClosed) {
			t.Errorf("Serve returned %v", err)
		}
	})
	return w
}

func (w *world) login(token string, player store.PlayerID, expires time.Time) [32]byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	hash := sha256.Sum256([]byte(token))
	w.sessions[token] = store.Session{TokenHash: hash, Player: player, Expires: expires}
	return hash
}

func (w *world) session(_ context.Context, token string) (store.Session, error) {
	w.waitHold()
	w.mu.Lock()
	defer w.mu.Unlock()
	s, ok := w.sessions[token]
	if !ok {
		return s, store.ErrNotFound
	}
	return s, nil
}

func (w *world) waitHold() {
	w.mu.Lock()
	hold := w.hold
	w.mu.Unlock()
	if hold != nil {
		<-hold
	}
}

// holdAnswers keeps sessions and snapshots waiting until the channel is closed.
func (w *world) holdAnswers() chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hold = make(chan struct{})
	return w.hold
}

// questions is the number of snapshots asked.
func (w *world) questions() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.asked
}

func (w *world) topic(name string) *fakeTopic {
	t := w.topics[name]
	if t == nil {
		t = &fakeTopic{epoch: 1}
		w.topics[name] = t
	}
	return t
}

// emit publishes the next event of a topic; its body is the offset. The lock makes it the actor: no snapshot in
// between.
func (w *world) emit(name string) uint64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	t := w.topic(name)
	t.offset++
	w.Publish(publish.Event{Topic: name, Epoch: t.epoch, Offset: t.offset, AtMS: 1, Type: 999,
		Body: msgp.AppendUint64(nil, t.offset)})
	return t.offset
}

// restart gives a topic a new epoch.
func (w *world) restart(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	t := w.topic(name)
	t.epoch, t.offset = t.epoch+1, 0
}

func (w *world) Snapshot(_ context.Context, viewer store.PlayerID, name, code string) (publish.Snapshot, error) {
	w.waitHold()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked++
	if want, ok := w.private[name]; ok && code != want {
		return publish.Snapshot{}, apierr.New(protocol.CodeBattleCode)
	}
	if name == "battle:404" {
		return publish.Snapshot{}, apierr.New(protocol.CodeBattleGone)
	}
	t := w.topic(name)
	return publish.Snapshot{Epoch: t.epoch, Offset: t.offset, Type: 998, Body: msgp.AppendUint64(nil, t.offset)}, nil
}

// peer is a plain client.
type peer struct {
	t    testing.TB
	conn net.Conn
	r    *bufio.Reader
	left []byte // envelopes of a message not looked at yet
	path string // that was dialled
}

func (w *world) dial(path string, headers ...string) *peer {
	w.t.Helper()
	conn, err := net.Dial("tcp", w.addr)
	if err != nil {
		w.t.Fatal(err)
	}
	return upgraded(w.t, conn, path, headers...)
}

func upgraded(t testing.TB, conn net.Conn, path string, headers ...string) *peer {
	t.Helper()
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(20 * time.Second))
	p := &peer{t: t, conn: conn, r: bufio.NewReader(conn), path: path}
	io.WriteString(conn, "GET "+path+" HTTP/1.1\r\nHost: jadebox.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n")
	for _, h := range headers {
		io.WriteString(conn, h+"\r\n")
	}
	io.WriteString(conn, "\r\n")
	for {
		line, err := p.r.ReadString('\n')
		if err != nil {
			t.Fatalf("handshake: %v", err)
		}
		if line == "\r\n" {
			return p
		}
	}
}

// greeted is a peer behind its Welcome.
func (w *world) greeted(token string) *peer {
	w.t.Helper()
	p := w.dial("/ws")
	p.send(&protocol.Hello{Type: protocol.TypeHello, Token: token, Language: "en"})
	p.want(protocol.TypeWelcome)
	return p
}

func maskedFrame(first byte, payload []byte) []byte {
	h := appendHeader(nil, ws.OpCode(first&15), len(payload))
	h[0] = first
	h[1] |= 0x80
	mask := [4]byte{1, 2, 3, 4}
	body := append([]byte(nil), payload...)
	ws.Cipher(body, mask, 0)
	return append(append(h, mask[:]...), body...)
}

func (p *peer) send(envelopes ...protocol.Codec) {
	p.t.Helper()
	var body []byte
	for _, e := range envelopes {
		var err error
		if body, err = e.MarshalMsg(body); err != nil {
			p.t.Fatal(err)
		}
	}
	p.raw(maskedFrame(0x82, body))
}

func (p *peer) raw(b []byte) {
	p.t.Helper()
	if _, err := p.conn.Write(b); err != nil {
		p.t.Fatal(err)
	}
}

// frame reads one frame; op 0 is the end of the connection.
func (p *peer) frame() (op ws.OpCode, payload []byte) {
	h, err := ws.ReadHeader(p.r)
	if err != nil {
		if e, ok := errors.AsType[net.Error](err); ok && e.Timeout() {
			p.t.Error("the peer waited in vain")
		}
		return 0, nil
	}
	payload = make([]byte, h.Length)
	if _, err := io.ReadFull(p.r, payload); err != nil {
		return 0, nil
	}
	return h.OpCode, payload
}

// next returns the next envelope, answering pings.
func (p *peer) next() (kind uint8, envelope []byte) {
	p.t.Helper()
	for len(p.left) == 0 {
		op, payload := p.frame()
		switch op {
		case ws.OpBinary:
			p.left = payload
		case ws.OpPing:
			p.raw(maskedFrame(0x8a, payload))
		case ws.OpPong:
		case ws.OpClose:
			p.t.Fatalf("closed with %d instead of an envelope", closeCodeOf(payload))
		default:
			p.t.Fatalf("frame %d %q instead of an envelope", op, payload)
		}
	}
	rest, err := msgp.Skip(p.left)
	if err != nil {
		p.t.Fatal(err)
	}
	envelope = p.left[:len(p.left)-len(rest)]
	p.left = rest
	return envelope[1], envelope
}

func (p *peer) want(kind uint8) []byte {
	p.t.Helper()
	got, envelope := p.next()
	if got != kind {
		p.t.Fatalf("envelope %d %x, want %d", got, envelope, kind)
	}
	return envelope
}

func decode[T any, P interface {
	*T
	protocol.Codec
}](p *peer, kind uint8) T {
	p.t.Helper()
	var v T
	if rest, err := P(&v).UnmarshalMsg(p.want(kind)); err != nil || len(rest) > 0 {
		p.t.Fatalf("%T: %v, %d bytes left", v, err, len(rest))
	}
	return v
}

func (p *peer) wantError(ref uint32, code protocol.Code) {
	p.t.Helper()
	e := decode[protocol.Error](p, protocol.TypeError)
	if e.Ref != ref || protocol.Code(e.Code) != code || e.Message == "" {
		p.t.Fatalf("error %+v, want ref %d code %d", e, ref, code)
	}
}

// wantClose skips what was on its way and returns at the close frame, then expects the end.
func (p *peer) wantClose(code int) {
	p.t.Helper()
	for {
		op, payload := p.frame()
		switch op {
		case 0:
			p.t.Fatalf("dropped without a close frame, want %d", code)
		case ws.OpClose:
			if got := closeCodeOf(payload); got != code {
				p.t.Fatalf("closed with %d, want %d", got, code)
			}
			p.raw(maskedFrame(0x88, payload))
			if op, payload := p.frame(); op != 0 {
				p.t.Fatalf("frame %d %q after close", op, payload)
			}
			return
		}
	}
}

func closeCodeOf(payload []byte) int {
	if len(payload) < 2 {
		return 0
	}
	return int(payload[0])<<8 | int(payload[1])
}

func (p *peer) subscribe(ref uint32, topic string) protocol.Subscribed {
	p.t.Helper()
	p.send(&protocol.Subscribe{Type: protocol.TypeSubscribe, Ref: ref, Topic: topic})
	s := decode[protocol.Subscribed](p, protocol.TypeSubscribed)
	if s.Ref != ref || s.Topic != topic || s.Recovered {
		p.t.Fatalf("%+v", s)
	}
	return s
}

func (p *peer) wantEvent(epoch uint32, offset uint64) protocol.Event {
	p.t.Helper()
	e := decode[protocol.Event](p, protocol.TypeEvent)
	if e.Epoch != epoch || e.Offset != offset {
		p.t.Fatalf("event %d/%d, want %d/%d", e.Epoch, e.Offset, epoch, offset)
	}
	return e
}

// silent proves that nothing but what was asked is on its way: the answer of a ping comes next.
func (p *peer) silent() {
	p.t.Helper()
	p.send(&protocol.Ping{Type: protocol.TypePing, Ref: 4711})
	if pong := decode[protocol.Pong](p, protocol.TypePong); pong.Ref != 4711 {
		p.t.Fatalf("%+v", pong)
	}
}

// eventually waits for a state of the server that no message announces.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !ok(); {
		if time.Now().After(end) {
			t.Fatalf("never: %s", what)
		}
		time.Sleep(time.Millisecond)
	}
}

// emitBody is emit with a body that is not the offset; body must be one msgpack value or zeros (as many values).
func (w *world) emitBody(name string, body []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	t := w.topic(name)
	t.offset++
	w.Publish(publish.Event{Topic: name, Epoch: t.epoch, Offset: t.offset, AtMS: 1, Type: 999,
		Body: msgp.AppendBytes(nil, body)})
}
