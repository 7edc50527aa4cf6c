package ws

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"sync"
)

// httpListener gives net/http the connections that did not ask for a socket.
type httpListener struct {
	addr  func() net.Addr
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

const httpBacklog = 1024

func newHTTPListener(addr func() net.Addr) *httpListener {
	return &httpListener{addr: addr, conns: make(chan net.Conn, httpBacklog), done: make(chan struct{})}
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

// give never blocks a loop: with a full backlog the connection is shed.
func (h *httpListener) give(c net.Conn, prefix []byte) {
	select {
	case <-h.done:
	default:
		select {
		case h.conns <- &prefixed{Conn: c, prefix: prefix}:
			return
		default:
		}
	}
	c.Close()
}

// prefixed is a connection whose first bytes were read already.
type prefixed struct {
	net.Conn
	prefix []byte
}

func (p *prefixed) Read(b []byte) (int, error) {
	if len(p.prefix) > 0 {
		n := copy(b, p.prefix)
		if p.prefix = p.prefix[n:]; len(p.prefix) == 0 {
			p.prefix = nil
		}
		return n, nil
	}
	return p.Conn.Read(b)
}

// ReadFrom lets net/http use sendfile on the connection below.
func (p *prefixed) ReadFrom(r io.Reader) (int64, error) {
	if rf, ok := p.Conn.(io.ReaderFrom); ok {
		return rf.ReadFrom(r)
	}
	return io.Copy(struct{ io.Writer }{p.Conn}, r)
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
	if p, ok := nc.(*prefixed); ok && p.prefix == nil {
		nc = p.Conn
	}
	s.take(nc, head.Bytes())
}
