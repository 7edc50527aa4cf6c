package ws

import (
	"bytes"
	"container/list"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// httpListener gives net/http the connections that did not ask for a socket, and keeps account of them: each has a
// goroutine and buffers, which is more than an idle socket costs.
type httpListener struct {
	addr  func() net.Addr
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once

	max, idleMax int

	mu   sync.Mutex
	open int
	idle list.List // *plain: wait for a request, the longest first
	busy int       // between the first byte of a request and the end of its answer
	last time.Time // when a connection came, or began or ended a request
}

const httpBacklog = 1024

func newHTTPListener(addr func() net.Addr, most, idleMost int) *httpListener {
	return &httpListener{addr: addr, conns: make(chan net.Conn, httpBacklog), done: make(chan struct{}), max: most,
		idleMax: idleMost}
}

func (h *httpListener) Accept() (net.Conn, error) {
	select {
	case c := <-h.conns:
		return c, nil
	case <-h.done:
		return nil, net.ErrClosed
	}
}

func (h *httpListener) Close() error {
	h.once.Do(func() { close(h.done) })
	return nil
}

func (h *httpListener) Addr() net.Addr { return h.addr() }

// give never blocks a loop: with a full backlog the connection is shed, and with too many open ones the longest idle
// gives way, or it itself when none is idle.
func (h *httpListener) give(c net.Conn, with handing) {
	p := &plain{Conn: c, handing: with, of: h}
	h.mu.Lock()
	full := h.open >= h.max
	h.open++
	h.last = time.Now()
	h.mu.Unlock()
	if full && !h.closeLongestIdle() {
		p.Close()
		return
	}
	select {
	case <-h.done:
	default:
		select {
		case h.conns <- p:
			return
		default:
		}
	}
	p.Close()
}

func (h *httpListener) closeLongestIdle() bool {
	h.mu.Lock()
	first := h.idle.Front()
	if first != nil {
		h.idle.Remove(first)
		first.Value.(*plain).waits = nil
	}
	h.mu.Unlock()
	if first == nil {
		return false
	}
	first.Value.(*plain).Close()
	return true
}

// state follows a connection: new and idle ones wait for a request.
func (h *httpListener) state(p *plain, s http.ConnState) {
	h.mu.Lock()
	if p.waits != nil {
		h.idle.Remove(p.waits)
		p.waits = nil
	}
	if s == http.StateNew || s == http.StateIdle {
		p.waits = h.idle.PushBack(p)
	}
	if active := s == http.StateActive; active != p.active {
		p.active, h.last = active, time.Now()
		if active {
			h.busy++
		} else {
			h.busy--
		}
	}
	over := h.idle.Len() > h.idleMax
	h.mu.Unlock()
	if over {
		h.closeLongestIdle()
	}
}

func (h *httpListener) touch() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last = time.Now()
}

// quiet reports whether no request is under way, and nothing has come for so long.
func (h *httpListener) quiet(long time.Duration) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.busy == 0 && time.Since(h.last) >= long
}

// HTTPState is for http.Server.ConnState of the server of HTTPListener: without it no connection counts as idle.
func (s *Server) HTTPState(c net.Conn, state http.ConnState) {
	if p, ok := c.(*plain); ok {
		s.http.state(p, state)
	}
}

// plain is a connection of net/http whose first bytes were read already. It counts until it is closed.
type plain struct {
	net.Conn
	handing
	of     *httpListener
	waits  *list.Element // of httpListener.idle
	active bool          // has a request under way
	closed sync.Once
}

func (p *plain) Read(b []byte) (int, error) {
	if len(p.prefix) > 0 {
		n := copy(b, p.prefix)
		if p.prefix = p.prefix[n:]; len(p.prefix) == 0 {
			p.prefix = nil
		}
		return n, nil
	}
	return p.Conn.Read(b)
}

// RemoteAddr implements net.Conn: the address that a proxy has sent, if any.
func (p *plain) RemoteAddr() net.Addr {
	if p.client.IsValid() {
		return net.TCPAddrFromAddrPort(p.client)
	}
	return p.Conn.RemoteAddr()
}

// ReadFrom lets net/http use sendfile on the connection below.
func (p *plain) ReadFrom(r io.Reader) (int64, error) {
	if rf, ok := p.Conn.(io.ReaderFrom); ok {
		return rf.ReadFrom(r)
	}
	return io.Copy(struct{ io.Writer }{p.Conn}, r)
}

// Close implements net.Conn.
func (p *plain) Close() error {
	p.uncount()
	return p.Conn.Close()
}

func (p *plain) uncount() {
	p.closed.Do(func() {
		p.of.mu.Lock()
		p.of.open--
		p.of.mu.Unlock()
		p.left()
	})
}

// ServeHTTP takes an upgrade that came through net/http: over TLS, on a connection that a proxy keeps alive, or when
// the Server listens on nothing itself.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	hijacker, ok := w.(http.Hijacker)
	if !ok {
		http.Error(w, "no upgrade over this protocol", http.StatusHTTPVersionNotSupported)
		return
	}
	var head bytes.Buffer
	head.WriteString(r.Method + " " + r.RequestURI + " HTTP/1.1\r\nHost: " + r.Host + "\r\n")
	if err := r.Header.Write(&head); err != nil {
		http.Error(w, "bad header", http.StatusBadRequest)
		return
	}
	head.WriteString("\r\n")
	nc, rw, err := hijacker.Hijack()
	if err != nil {
		return
	}
	if n := rw.Reader.Buffered(); n > 0 {
		ahead, _ := rw.Reader.Peek(n)
		head.Write(ahead)
	}
	ip := addrOf(nc)
	if p, ok := nc.(*plain); ok && p.prefix == nil {
		p.uncount() // it counts as a socket from here
		nc = p.Conn
	}
	s.take(nc, ip, head.Bytes())
}
