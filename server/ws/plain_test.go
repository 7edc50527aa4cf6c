package ws

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"testing"
	"time"

	"jadebox/protocol"
	"jadebox/store"
)

// given is a transport that keeps what a loop hands over.
type given struct {
	recorder
	left func()
}

func (g *given) release(_ *conn, with handing) { g.left = with.left }

func TestAPlainConnectionCountsUntilItIsClosed(t *testing.T) {
	g := &given{}
	l := handTurned(t, g, Options{})
	a := &l.srv.admission
	*a = admission{socketsMax: 1, perSecond: 100, byIP: map[netip.Prefix]*address{}}
	ip := netip.MustParseAddr("203.0.113.7")
	c := &conn{}
	if !l.adopt(c, ip) {
		t.Fatal("the first is refused")
	}
	l.received(c, []byte("GET / HTTP/1.1\r\nHost: h\r\n\r\n"))
	if g.left == nil {
		t.Fatal("not handed over")
	}
	if _, ok := a.enter(ip, time.Now()); ok {
		t.Error("a second one is taken while the first is net/http's")
	}
	g.left()
	if _, ok := a.enter(ip, time.Now()); !ok {
		t.Error("none is taken after the first was closed")
	}
}

func TestWhoHasManyNetworksHasNoMoreThanASite(t *testing.T) {
	a := admission{socketsMax: 2, perSecond: 1000, byIP: map[netip.Prefix]*address{}}
	enter := func(text string) bool { _, ok := a.enter(netip.MustParseAddr(text), time.Now()); return ok }
	for i := range 2 {
		if !enter(fmt.Sprintf("2001:db8:1:1::%x", i+1)) {
			t.Fatalf("household, %d", i)
		}
	}
	if enter("2001:db8:1:1::ffff") {
		t.Error("a household has more than its limit")
	}
	for i := 2; i < householdsOfSite*2; i++ {
		if !enter(fmt.Sprintf("2001:db8:1:%x::1", i+1)) {
			t.Fatalf("site, %d", i)
		}
	}
	if enter("2001:db8:1:ffff::1") {
		t.Error("a /48 has more than its limit")
	}
	if !enter("2001:db8:2:1::1") {
		t.Error("another /48 is refused")
	}
	a.forget(time.Now().Add(time.Hour))
	if len(a.byIP) == 0 {
		t.Error("forgotten while open")
	}
}

func TestTheLongestIdlePlainConnectionGivesWay(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		const idle, all = 4, 10
		w := newWorld(t, Options{Backend: b, PlainIdleMax: idle})
		ok := func(rw http.ResponseWriter, _ *http.Request) { fmt.Fprint(rw, "ok") }
		srv := &http.Server{ConnState: w.HTTPState, Handler: http.HandlerFunc(ok)}
		go srv.Serve(w.HTTPListener())
		defer srv.Close()
		conns := make([]net.Conn, all)
		for i := range conns {
			nc, err := net.Dial("tcp", w.addr)
			if err != nil {
				t.Fatal(err)
			}
			defer nc.Close()
			_ = nc.SetDeadline(time.Now().Add(20 * time.Second))
			conns[i] = nc
			fmt.Fprint(nc, "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
			if resp, err := http.ReadResponse(bufio.NewReader(nc), nil); err != nil ||
				resp.StatusCode != http.StatusOK {
				t.Fatalf("connection %d: %v", i, err)
			}
			eventually(t, "it is idle", func() bool { return idleOnes(w.Server) >= min(i+1, idle) })
		}
		for i, nc := range conns[:all-idle] {
			if _, err := nc.Read(make([]byte, 1)); err != io.EOF {
				t.Errorf("connection %d, among the longest idle: %v", i, err)
			}
		}
		for i, nc := range conns[all-idle:] {
			fmt.Fprint(nc, "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
			if resp, err := http.ReadResponse(bufio.NewReader(nc), nil); err != nil ||
				resp.StatusCode != http.StatusOK {
				t.Errorf("connection %d of the last: %v", i, err)
			}
		}
	})
}

// A connection that was accepted before the end has said nothing yet: its call is served, one after the end is refused.
func TestACallOnItsWayWhenListeningEndsIsServed(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		hangs, freed := make(chan struct{}), make(chan struct{})
		srv := &http.Server{ConnState: w.HTTPState, Handler: http.HandlerFunc(func(rw http.ResponseWriter,
			r *http.Request) {
			if r.URL.Path == "/hangs" {
				close(hangs)
				<-freed
			}
			fmt.Fprint(rw, "ok")
		})}
		go srv.Serve(w.HTTPListener())
		defer srv.Close()
		dial := func() net.Conn {
			t.Helper()
			nc, err := net.Dial("tcp", w.addr)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { nc.Close() })
			_ = nc.SetDeadline(time.Now().Add(20 * time.Second))
			return nc
		}
		answered := func(nc net.Conn) {
			t.Helper()
			if resp, err := http.ReadResponse(bufio.NewReader(nc), nil); err != nil ||
				resp.StatusCode != http.StatusOK {
				t.Errorf("%v", err)
			}
		}
		slow, silent := dial(), dial()
		fmt.Fprint(slow, "GET /hangs HTTP/1.1\r\nHost: h\r\n\r\n")
		<-hangs
		eventually(t, "the silent one is accepted", func() bool {
			n := int32(0)
			for _, l := range w.running() {
				n += int32(l.count.Load())
			}
			return n == 1
		})
		w.Unlisten()
		settled := make(chan struct{})
		go func() {
			w.Settle(t.Context(), time.Minute)
			close(settled)
		}()
		fmt.Fprint(silent, "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
		answered(silent)
		select {
		case <-settled:
			t.Error("settled while a call is answered")
		case <-time.After(3 * settleQuiet):
		}
		close(freed)
		answered(slow)
		<-settled
		eventually(t, "nobody listens", func() bool {
			nc, err := net.Dial("tcp", w.addr)
			if err == nil {
				nc.Close()
			}
			return err != nil
		})
	})
}

func TestSettlingEndsWhateverHangs(t *testing.T) {
	w := newWorld(t, Options{})
	p := &plain{of: w.http}
	w.http.state(p, http.StateActive)
	began := time.Now()
	w.Settle(t.Context(), 2*settleQuiet)
	if took := time.Since(began); took < 2*settleQuiet {
		t.Errorf("settled after %v beside a call that hangs", took)
	}
	w.http.state(p, http.StateClosed)
	if w.http.busy != 0 {
		t.Errorf("%d calls under way", w.http.busy)
	}
}

func idleOnes(s *Server) int {
	s.http.mu.Lock()
	defer s.http.mu.Unlock()
	return s.http.idle.Len()
}

func TestWithNoneIdleAFullHouseShedsTheNewcomer(t *testing.T) {
	h := newHTTPListener(func() net.Addr { return nil }, 1, 1)
	left := 0
	first, firstPeer := net.Pipe()
	second, secondPeer := net.Pipe()
	defer firstPeer.Close()
	h.give(first, handing{left: func() { left++ }})
	c, err := h.Accept()
	if err != nil {
		t.Fatal(err)
	}
	h.state(c.(*plain), http.StateActive)
	h.give(second, handing{left: func() { left++ }})
	if _, err := secondPeer.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("the second: %v", err)
	}
	h.state(c.(*plain), http.StateIdle)
	third, _ := net.Pipe()
	h.give(third, handing{left: func() { left++ }})
	if _, err := firstPeer.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("the first, idle: %v", err)
	}
	c.Close() // net/http's own: counted once
	if left != 2 || h.open != 1 {
		t.Errorf("%d have left, %d are open", left, h.open)
	}
}

func TestACommandSaysWhereItComesFrom(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		from := make(chan netip.Addr, 1)
		tell := func(_ context.Context, _ store.Session, c Command) ([]byte, error) {
			from <- c.Address
			return []byte("{}"), nil
		}
		w := newWorld(t, Options{Backend: b, Commands: tell})
		w.login("a", 1, time.Time{})
		p := w.dial("/ws", "X-Forwarded-For: 203.0.113.9")
		p.send(&protocol.Hello{Type: protocol.TypeHello, Token: "a", Language: "en"})
		p.want(protocol.TypeWelcome)
		p.send(&protocol.Command{Type: protocol.TypeCommand, Ref: 1, Name: "echo", Body: []byte("{}")})
		p.want(protocol.TypeReply)
		if got := <-from; got != netip.MustParseAddr("203.0.113.9") {
			t.Errorf("forwarded by a proxy: %v", got)
		}
	})
}

func TestAProxyIntroducesWhoConnects(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		from := make(chan netip.Addr, 1)
		w := newWorld(t, Options{Backend: b, ProxyProtocol: true, AddressSocketsMax: 2,
			Commands: func(_ context.Context, _ store.Session, c Command) ([]byte, error) {
				from <- c.Address
				return []byte("{}"), nil
			}})
		w.login("a", 1, time.Time{})
		served := make(chan string, 1)
		srv := &http.Server{Handler: http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/ws" {
				w.ServeHTTP(rw, r)
				return
			}
			served <- r.RemoteAddr
		})}
		go srv.Serve(w.HTTPListener())
		defer srv.Close()
		dial := func(head string) net.Conn {
			t.Helper()
			nc, err := net.Dial("tcp", w.addr)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { nc.Close() })
			_ = nc.SetDeadline(time.Now().Add(20 * time.Second))
			for _, piece := range []string{head[:len(head)/2], head[len(head)/2:]} {
				io.WriteString(nc, piece)
				time.Sleep(5 * time.Millisecond) // in pieces
			}
			return nc
		}
		hello := func(nc net.Conn) {
			t.Helper()
			p := upgraded(t, nc, "/ws")
			p.send(&protocol.Hello{Type: protocol.TypeHello, Token: "a", Language: "en"})
			p.want(protocol.TypeWelcome)
			p.send(&protocol.Command{Type: protocol.TypeCommand, Ref: 1, Name: "echo", Body: []byte("{}")})
			p.want(protocol.TypeReply)
			if got := <-from; got != netip.MustParseAddr("203.0.113.7") {
				t.Errorf("a command comes from %v", got)
			}
		}
		const head = "\r\n\r\n\x00\r\nQUIT\n\x21\x11\x00\x0c\xcb\x00\x71\x07\x0a\x00\x00\x01\xc8\xd5\x01\xbb"
		hello(dial(head)) // the first request of a connection

		kept := dial(head)
		fmt.Fprint(kept, "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
		if got := <-served; got != "203.0.113.7:51413" {
			t.Errorf("a request comes from %s", got)
		}
		if _, err := http.ReadResponse(bufio.NewReader(kept), nil); err != nil {
			t.Fatal(err)
		}
		third := dial(head) // two are open
		if _, err := third.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("a third connection of the client: %v", err)
		}
		hello(kept) // a later request

		stranger := dial("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
		if _, err := stranger.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("without a head: %v", err)
		}
	})
}
