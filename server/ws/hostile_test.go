package ws

import (
	"bytes"
	"crypto/tls"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"runtime"
	"strings"
	"testing"
	"time"

	"jadebox/protocol"
)

// heapGrowth is what f leaves and passes through the heap.
func heapGrowth(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// [ENV2, ENV3] Frames whose envelopes are bombs or broken: 4000, close 4400, nothing else happens.
func TestENV2_BrokenEnvelopes(t *testing.T) {
	hello, _ := (&protocol.Hello{Type: protocol.TypeHello}).MarshalMsg(nil)
	ping, _ := (&protocol.Ping{Type: protocol.TypePing}).MarshalMsg(nil)
	for name, payload := range map[string][]byte{
		"array of 2^32-1":   {0xdd, 0xff, 0xff, 0xff, 0xff},
		"subscribe of 2^31": {0xdd, 0x80, 0, 0, 0, protocol.TypeSubscribe},
		"deep nesting":      bytes.Repeat([]byte{0x91}, 10<<10),
		"body of 4 GiB":     {0x95, protocol.TypeCommand, 1, 0xa1, 'k', 0xa1, 'n', 0xc6, 0xff, 0xff, 0xff, 0xff},
		"map":               {0x81, 1, 2},
		"no type":           {0x90},
		"unknown type":      {0x92, 99, 1},
		"server's type":     {0x93, protocol.TypePong, 1, 1},
		"too short":         {0x91, protocol.TypePing},
		"too long":          {0x93, protocol.TypePing, 1, 1},
		"wrong kind":        {0x92, protocol.TypePing, 0xa1, 'x'},
		"negative":          {0x92, protocol.TypePing, 0xff},
		"bytes left over":   append(bytes.Clone(ping), 0xc1),
		"long token":        append([]byte{0x93, protocol.TypeHello, 0xda, 1, 0}, strings.Repeat("t", 258)...),
		"second hello":      append(bytes.Clone(ping), hello...),
		"65 envelopes":      bytes.Repeat(ping, protocol.EnvelopesMax+1),
	} {
		t.Run(name, func(t *testing.T) {
			bothBackends(t, func(t *testing.T, b Backend) {
				w := newWorld(t, Options{Backend: b})
				p := w.greeted("")
				grew := heapGrowth(func() {
					p.raw(maskedFrame(0x82, payload))
					for {
						kind, _ := p.next()
						if kind == protocol.TypeError {
							break
						}
						if kind != protocol.TypePong {
							t.Fatalf("answered with envelope %d", kind)
						}
					}
				})
				p.wantClose(protocol.CloseBroken)
				if grew > 1<<20 {
					t.Errorf("allocated %d bytes", grew)
				}
				if w.questions() != 0 {
					t.Error("it did something")
				}
			})
		})
	}
}

// [ENV1]
func TestENV1_ConcatenatedEnvelopes(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		p := w.greeted("")
		many := make([]protocol.Codec, protocol.EnvelopesMax)
		for i := range many {
			many[i] = &protocol.Ping{Type: protocol.TypePing, Ref: uint32(i)}
		}
		p.send(many...)
		for i := range many {
			if pong := decode[protocol.Pong](p, protocol.TypePong); pong.Ref != uint32(i) {
				t.Fatalf("pong %d, want %d", pong.Ref, i)
			}
		}
	})
}

// [ENV7]
func TestENV7_Text(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		p := w.greeted("")
		p.raw(maskedFrame(0x81, []byte("hello")))
		p.wantClose(1003)
	})
}

// [WS2]
func TestWS2_FramesAndFragmentsAreBounded(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		declared := w.greeted("")
		grew := heapGrowth(func() {
			declared.raw(binary.BigEndian.AppendUint64([]byte{0x82, 0xff}, 1<<30)) // no mask yet, no payload
			declared.wantClose(1009)
		})
		if grew > 1<<20 {
			t.Errorf("a header of 10 bytes allocated %d", grew)
		}
		over := w.greeted("")
		over.raw(maskedFrame(0x82, make([]byte, protocol.FrameBytes+1)))
		over.wantClose(1009)

		pieces := w.greeted("")
		part := make([]byte, 6<<10)
		pieces.raw(maskedFrame(0x02, part))
		pieces.raw(maskedFrame(0x00, part))
		pieces.raw(maskedFrame(0x00, part))
		pieces.wantClose(1009)

		unmasked := w.greeted("")
		unmasked.raw([]byte{0x82, 1, 0})
		unmasked.wantClose(1002)
	})
}

// [WS2] A message of exactly the limit, in fragments, passes.
func TestWS2_LimitItself(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		w.login("a", 1, time.Time{})
		p := w.greeted("a")
		m := protocol.Command{Type: protocol.TypeCommand, Ref: 1, Name: "x", Body: make([]byte, protocol.FrameBytes)}
		body, _ := m.MarshalMsg(nil)
		m.Body = m.Body[:len(m.Body)-(len(body)-protocol.FrameBytes)]
		if body, _ = m.MarshalMsg(nil); len(body) != protocol.FrameBytes {
			t.Fatalf("%d bytes", len(body))
		}
		p.raw(maskedFrame(0x02, body[:100]))
		p.raw(maskedFrame(0x80, body[100:]))
		p.want(protocol.TypeReply)
	})
}

// [WS3]
func TestWS3_MessageDeadline(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		for name, start := range map[string][]byte{
			"half a frame": maskedFrame(0x82, make([]byte, 100))[:50], "half a message": maskedFrame(0x02, make([]byte, 10)),
		} {
			w := newWorld(t, Options{Backend: b, MessageWithin: 300 * time.Millisecond})
			p := w.greeted("")
			p.raw(start)
			trickle := time.NewTicker(20 * time.Millisecond)
			defer trickle.Stop()
			closed := make(chan struct{})
			go func() {
				defer close(closed)
				p.wantClose(protocol.CloseIdle)
			}()
			for i := 0; ; i++ {
				select {
				case <-closed:
				case <-trickle.C:
					if name == "half a frame" {
						if i < 40 {
							p.conn.Write([]byte{0})
						}
					} else {
						p.conn.Write(maskedFrame(0x00, nil))
					}
					continue
				}
				break
			}
		}
	})
}

// [WS4]
func TestWS4_Handshakes(t *testing.T) {
	good := "Host: jadebox.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
	for name, c := range map[string]struct {
		request string
		status  int
	}{
		"good":               {"GET /ws HTTP/1.1\r\n" + good, 101},
		"our subprotocol":    {"GET /ws HTTP/1.1\r\n" + good + "Sec-WebSocket-Protocol: x, " + protocol.Subprotocol + "\r\n", 101},
		"other subprotocol":  {"GET /ws HTTP/1.1\r\n" + good + "Sec-WebSocket-Protocol: x\r\n", 400},
		"same origin":        {"GET /ws HTTP/1.1\r\n" + good + "Origin: https://jadebox.test\r\n", 101},
		"wrong origin":       {"GET /ws HTTP/1.1\r\n" + good + "Origin: https://evil.test\r\n", 403},
		"null origin":        {"GET /ws HTTP/1.1\r\n" + good + "Origin: null\r\n", 403},
		"empty origin":       {"GET /ws HTTP/1.1\r\n" + good + "Origin: \r\n", 403},
		"origin with suffix": {"GET /ws HTTP/1.1\r\n" + good + "Origin: https://jadebox.test.evil.test\r\n", 403},
		"POST":               {"POST /ws HTTP/1.1\r\n" + good, 405},
		"no upgrade":         {"GET /ws HTTP/1.1\r\nHost: jadebox.test\r\n", 426},
		"bad version":        {"GET /ws HTTP/1.1\r\n" + strings.Replace(good, "13", "12", 1), 426},
		"no key":             {"GET /ws HTTP/1.1\r\n" + strings.Replace(good, "Sec-WebSocket-Key", "X", 1), 400},
		"HTTP/1.0":           {"GET /ws HTTP/1.0\r\n" + good, 505},
		"unknown path":       {"GET /ws/nothing HTTP/1.1\r\n" + good, 404},
		"echo is off":        {"GET /ws/echo HTTP/1.1\r\n" + good, 404},
		"drop without id":    {"GET /ws/drop/ HTTP/1.1\r\n" + good, 404},
		"too large":          {"GET /ws HTTP/1.1\r\n" + good + "X: " + strings.Repeat("x", 9<<10) + "\r\n", 431},
		"many headers":       {"GET /ws HTTP/1.1\r\n" + good + strings.Repeat("X: y\r\n", 2000), 431},
	} {
		t.Run(name, func(t *testing.T) {
			bothBackends(t, func(t *testing.T, b Backend) {
				w := newWorld(t, Options{Backend: b})
				if got := w.handshakeStatus(c.request + "\r\n"); got != c.status {
					t.Errorf("status %d, want %d", got, c.status)
				}
				if c.status == 101 {
					eventually(t, "opened", func() bool { return w.Stats().Opened == 1 })
				} else if n := w.Stats().Opened; n != 0 {
					t.Errorf("%d sockets opened", n)
				}
			})
		})
	}
}

func (w *world) handshakeStatus(request string) int {
	w.t.Helper()
	conn, err := net.Dial("tcp", w.addr)
	if err != nil {
		w.t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(10 * time.Second))
	io.WriteString(conn, request)
	head := make([]byte, 12)
	if _, err := io.ReadFull(conn, head); err != nil {
		w.t.Fatalf("%q: %v", head, err)
	}
	status := 0
	for _, d := range head[9:12] {
		status = status*10 + int(d-'0')
	}
	return status
}

// [WS4]
func TestWS4_OriginList(t *testing.T) {
	w := newWorld(t, Options{Origins: []string{"https://play.test"}})
	head := "GET /ws HTTP/1.1\r\nHost: jadebox.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: "
	for origin, status := range map[string]int{"https://play.test": 101, "https://jadebox.test": 403, "http://play.test": 403} {
		if got := w.handshakeStatus(head + origin + "\r\n\r\n"); got != status {
			t.Errorf("%s: %d, want %d", origin, got, status)
		}
	}
}

// [WS4]
func TestWS4_Slowloris(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b, HandshakeWithin: 200 * time.Millisecond})
		conn, err := net.Dial("tcp", w.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conn.SetDeadline(time.Now().Add(10 * time.Second))
		began := time.Now()
		for _, c := range []byte(strings.Repeat("GET /ws HTTP/1.1\r\nX-A: b\r\n", 100)) {
			if _, err := conn.Write([]byte{c}); err != nil {
				break
			}
			if time.Since(began) > 8*time.Second {
				t.Fatal("still open")
			}
			time.Sleep(2 * time.Millisecond) // this is the attack
		}
		eventually(t, "gone", func() bool { return w.Stats().Sockets == 0 })
	})
}

// [WS5]
func TestWS5_Silence(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b, PingAfter: 300 * time.Millisecond, PongWithin: 1200 * time.Millisecond})
		answers, mute := w.greeted(""), w.greeted("")
		closed := make(chan struct{})
		go func() {
			defer close(closed)
			mute.wantClose(protocol.CloseIdle)
		}()
		for { // answers pings inside frame loops until the mute one is gone
			op, payload := answers.frame()
			if op != 9 {
				t.Fatalf("frame %d %q", op, payload)
			}
			answers.raw(maskedFrame(0x8a, payload))
			select {
			case <-closed:
			default:
				continue
			}
			break
		}
		if w.Stats().Silent != 1 {
			t.Errorf("%d closed for silence, want 1", w.Stats().Silent)
		}
	})
}

// [WS6]
func TestWS6_Rates(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b, MessagesPerS: 20})
		p, other := w.greeted(""), w.greeted("")
		for range 30 {
			p.conn.Write(maskedFrame(0x89, nil))
		}
		p.wantError(0, protocol.CodeRateLimited)
		if bye := decode[protocol.Bye](p, protocol.TypeBye); bye.ReconnectAfterMS == 0 {
			t.Errorf("%+v", bye)
		}
		p.wantClose(protocol.CloseRate)
		other.silent()

		big := w.greeted("")
		for range 5 {
			big.conn.Write(maskedFrame(0x02, make([]byte, 1)))
			big.conn.Write(maskedFrame(0x80, make([]byte, 15<<10)))
		}
		if op, _ := big.frame(); op == 0 {
			t.Fatal("dropped without a word")
		}
	})
}

// [WS7]
func TestWS7_AddressCaps(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b, AddressSocketsMax: 2})
		head := "GET /ws HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nX-Forwarded-For: "
		open := func(ip string) (net.Conn, int) {
			conn, err := net.Dial("tcp", w.addr)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { conn.Close() })
			conn.SetDeadline(time.Now().Add(10 * time.Second))
			io.WriteString(conn, head+ip+"\r\n\r\n")
			b := make([]byte, 12)
			if _, err := io.ReadFull(conn, b); err != nil {
				t.Fatal(err)
			}
			return conn, int(b[9]-'0')*100 + int(b[10]-'0')*10 + int(b[11]-'0')
		}
		first, status := open("6.6.6.6, 203.0.113.7")
		_, status2 := open("203.0.113.7")
		_, status3 := open("1.2.3.4, 203.0.113.7")
		_, other := open("203.0.113.8")
		if status != 101 || status2 != 101 || status3 != 429 || other != 101 {
			t.Fatalf("statuses %d %d %d, other address %d", status, status2, status3, other)
		}
		first.Close()
		eventually(t, "slot free", func() bool { _, s := open("203.0.113.7"); return s == 101 })
	})
}

// [WS8]
func TestWS8_Drain(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b, DrainOver: 200 * time.Millisecond})
		peers := make([]*peer, 40)
		for i := range peers {
			peers[i] = w.greeted("")
			peers[i].subscribe(1, "feed")
		}
		done := make(chan error, 1)
		go func() { done <- w.Drain(t.Context()) }()
		delays := map[uint32]bool{}
		for _, p := range peers {
			bye := decode[protocol.Bye](p, protocol.TypeBye)
			delays[bye.ReconnectAfterMS] = true
			p.wantClose(1012)
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
		if len(delays) < 10 {
			t.Errorf("40 sockets were told %d different delays", len(delays))
		}
		if delays[0] {
			t.Error("a socket was told not to come back")
		}
		if conn, err := net.Dial("tcp", w.addr); err == nil {
			conn.Close()
			t.Error("still accepting")
		}
		if n := w.Stats().Sockets; n != 0 {
			t.Errorf("%d sockets left", n)
		}
	})
}

// Plain HTTP comes out of HTTPListener whole, also in pieces.
func TestHTTPShares(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		mux := http.NewServeMux()
		mux.HandleFunc("POST /api/echo", func(rw http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			rw.Write(body)
		})
		srv := &http.Server{Handler: mux}
		go srv.Serve(w.HTTPListener())
		defer srv.Close()
		body := strings.Repeat("jade", 50_000)
		for range 3 {
			resp, err := http.Post("http://"+w.addr+"/api/echo", "text/plain", strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if err != nil || string(got) != body {
				t.Fatalf("%d bytes back, %v", len(got), err)
			}
		}
		conn, err := net.Dial("tcp", w.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conn.SetDeadline(time.Now().Add(10 * time.Second))
		for _, piece := range []string{"PO", "ST /api/ec", "ho HTTP/1.1\r", "\nHost: h\r\nContent-Length: 2\r\n\r\n", "ok"} {
			io.WriteString(conn, piece)
		}
		answer := make([]byte, 12)
		if _, err := io.ReadFull(conn, answer); err != nil || string(answer) != "HTTP/1.1 200" {
			t.Fatalf("%q, %v", answer, err)
		}
		if n := w.Stats().Opened; n != 0 {
			t.Errorf("%d sockets opened by plain HTTP", n)
		}
		eventually(t, "http connections are not sockets", func() bool { return w.Stats().Sockets == 0 })
	})
}

// An upgrade may come through net/http: behind a proxy that keeps connections alive, or over TLS.
func TestUpgradeThroughHTTP(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		plain, secure := httptest.NewServer(w.Server), httptest.NewTLSServer(w.Server)
		defer plain.Close()
		defer secure.Close()
		over, err := net.Dial("tcp", plain.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		tlsOver, err := tls.Dial("tcp", secure.Listener.Addr().String(), &tls.Config{InsecureSkipVerify: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, conn := range []net.Conn{over, tlsOver} {
			p := upgraded(t, conn, "/ws")
			p.send(&protocol.Hello{Type: protocol.TypeHello})
			p.want(protocol.TypeWelcome)
			p.subscribe(1, "battle:5")
			offset := w.emit("battle:5")
			p.wantEvent(1, offset)
		}
	})
}

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
func (r *recorder) arm(*conn, bool)       {}
func (r *recorder) finish(*conn)          { r.out = append(r.out, "finish"...) }
func (r *recorder) close(*conn)           { r.out = append(r.out, "close"...) }
func (r *recorder) opened(*conn)          {}
func (r *recorder) release(*conn, []byte) {}
func (r *recorder) wake()                 {}

// answers feeds input to an open connection of a loop that nobody runs.
func answers(t *testing.T, input []byte, cut int) []byte {
	s := &Server{work: newWorkers(1)}
	s.o.Clock = func() time.Time { return time.UnixMilli(1) }
	s.o.setDefaults()
	s.sessions.live = map[[32]byte]*session{}
	s.topics.byName = map[string]*topic{}
	defer s.work.stop()
	l := newLoop(s, 0)
	r := &recorder{}
	l.transport = r
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
