package ws

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"jadebox/protocol"
	"jadebox/server/answer"
	"jadebox/server/forwarded"
	"jadebox/server/ws/jsonchannel"

	"github.com/gobwas/ws"
)

var (
	lineEnd = []byte("\r\n")
	headEnd = []byte("\r\n\r\n")
)

// handshake reads the request of a new connection from b, everything it has sent so far. Requests that do not ask for a
// socket path go to net/http with b; a socket's head is answered in memory. Returns what follows the head. [WS4]
func (l *loop) handshake(c *conn, b []byte) []byte {
	if l.srv.o.ProxyProtocol && !c.introduced {
		client, n, err := forwarded.Proxied(b)
		switch {
		// A peer that is counted is no proxy, and only a proxy's word is taken.
		case c.address != nil || err != nil || n > 0 && !l.introduce(c, client):
			l.srv.stats.rejected.Add(1)
			l.drop(c)
			return nil
		case n == 0:
			return b
		}
		if b = b[n:]; len(b) == 0 {
			return nil
		}
	}
	line := bytes.Index(b, lineEnd)
	if line < 0 && !tooLong(b) {
		return b
	}
	if line < 0 || !socketRequest(b[:line]) {
		l.handOver(c, b)
		return nil
	}
	end := bytes.Index(b, headEnd)
	switch {
	case end < 0 && !tooLong(b):
		return b
	case end < 0 || end > protocol.HandshakeBytes:
		l.reject(c, http.StatusRequestHeaderFieldsTooLarge, protocol.Chinese)
		return nil
	case l.srv.draining.Load():
		l.reject(c, http.StatusServiceUnavailable, protocol.Chinese)
		return nil
	}
	if !l.upgrade(c, b[:end+len(headEnd)]) {
		return nil
	}
	return b[end+len(headEnd):]
}

// introduce takes the word of a proxy for who has connected. A connection of its own, such as a health check, counts as
// the proxy's.
func (l *loop) introduce(c *conn, client netip.AddrPort) bool {
	c.introduced = true
	if !client.IsValid() {
		return true
	}
	a, ok := l.srv.admission.enter(client.Addr(), l.srv.o.Clock())
	if ok {
		c.address = a
		c.more().client = client
	}
	return ok
}

func tooLong(b []byte) bool { return len(b) > protocol.HandshakeBytes }

// root is the path of the socket; the channels are below it.
const root = "/ws"

// Serves reports whether a path, without a query, is that of a socket.
func Serves[T string | []byte](path T) bool {
	return len(path) >= len(root) && string(path[:len(root)]) == root &&
		(len(path) == len(root) || path[len(root)] == '/')
}

// socketRequest reports whether a request line asks for a socket, whatever the method.
func socketRequest(line []byte) bool {
	_, target, ok := bytes.Cut(line, []byte(" "))
	end := bytes.IndexAny(target, " ?")
	return ok && end >= 0 && Serves(target[:end])
}

func (l *loop) handOver(c *conn, b []byte) {
	prefix := bytes.Clone(b)
	c.state = handed
	address := c.address
	c.address = nil // goes on to count
	client := netip.AddrPort{}
	if c.extra != nil {
		client = c.client
	}
	l.transport.release(c, handing{prefix: prefix, client: client, left: func() { l.srv.admission.leave(address) }})
	l.forget(c)
}

// refusals are the numbered errors by status, with what their heads say besides; any other status is CodeBadRequest.
var refusals = map[int]struct {
	code  protocol.Code
	heads string
}{
	http.StatusForbidden:        {protocol.CodeOrigin, ""},
	http.StatusNotFound:         {protocol.CodeNotFound, ""},
	http.StatusMethodNotAllowed: {protocol.CodeUnsupported, "Allow: GET\r\n"},
	// RFC 6455, 4.4, and RFC 9110, 7.8
	http.StatusUpgradeRequired: {protocol.CodeUpgrade,
		"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"},
	http.StatusTooManyRequests:             {protocol.CodeLimit, ""},
	http.StatusRequestHeaderFieldsTooLarge: {protocol.CodeTooLarge, ""},
	http.StatusServiceUnavailable:          {protocol.CodeBusy, "Retry-After: 1\r\n"},
	http.StatusHTTPVersionNotSupported:     {protocol.CodeUnsupported, ""},
}

// reject answers a handshake with a status and the numbered error of it, and ends the connection. [WS4]
func (l *loop) reject(c *conn, status int, lang protocol.Language) {
	l.srv.stats.rejected.Add(1)
	of, ok := refusals[status]
	if !ok {
		of.code = protocol.CodeBadRequest
	}
	body, err := json.Marshal(answer.Refusal(of.code, lang, nil, l.srv.o.Clock()))
	if err != nil { // a struct of strings and numbers always encodes
		panic(err)
	}
	head := fmt.Appendf(nil, "HTTP/1.1 %d %s\r\nConnection: close\r\n%s"+
		"Content-Type: application/json; charset=utf-8\r\nContent-Length: %d\r\n"+
		"Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\r\n",
		status, http.StatusText(status), of.heads, len(body))
	l.send(c, append(head, body...))
	l.linger(c)
}

// request is what the upgrade needs to know of a head.
type request struct {
	ticket, lang         string
	accept               string // Accept-Language
	host, origin         string
	forwarded            string
	asked, hasOriginHead bool
	mode                 mode
	user                 string
	topics               []string // of a public channel
}

// readWriter lets ws.Upgrader work on memory.
type readWriter struct {
	bytes.Reader
	out bytes.Buffer
}

func (rw *readWriter) Write(b []byte) (int, error) { return rw.out.Write(b) }

func (l *loop) upgrade(c *conn, head []byte) bool {
	var q request
	rw := &readWriter{}
	rw.Reset(head)
	up := ws.Upgrader{
		ReadBufferSize: protocol.HandshakeBytes,
		OnRequest:      func(uri []byte) error { return q.route(string(uri), l.srv.channels, l.srv.o.Echo) },
		OnHost:         func(host []byte) error { q.host = string(host); return nil },
		OnHeader: func(key, value []byte) error {
			switch string(key) {
			case "Origin":
				q.origin, q.hasOriginHead = string(value), true
			case "X-Forwarded-For":
				q.forwarded = string(value)
			case "Accept-Language":
				q.accept = string(value)
			}
			return nil
		},
		Protocol: func(p []byte) bool {
			q.asked = true
			return string(p) == protocol.Subprotocol && q.mode == multiplexed
		},
		OnBeforeUpgrade: func() (ws.HandshakeHeader, error) { return nil, l.admitHandshake(c, &q) },
	}
	hs, err := up.Upgrade(rw)
	status := 0
	switch r, ok := errors.AsType[*ws.ConnectionRejectedError](err); {
	case err == nil && q.mode == multiplexed && q.asked && hs.Protocol == "":
		status = http.StatusBadRequest // asked for protocols, none of them supported here
	case err == nil:
	case errors.Is(err, ws.ErrHandshakeBadUpgrade) || errors.Is(err, ws.ErrHandshakeBadConnection):
		status = http.StatusUpgradeRequired
	case ok:
		status = r.StatusCode()
	default:
		status = http.StatusBadRequest
	}
	if status != 0 {
		l.reject(c, status, protocol.ParseLanguage(q.lang, q.accept))
		return false
	}
	if l.send(c, rw.out.Bytes()); c.state == dead {
		return false
	}
	l.opened(c, &q)
	return true
}

func (q *request) route(uri string, channels textChannels, echoToo bool) error {
	if uri == root {
		return nil
	}
	u, err := url.ParseRequestURI(uri)
	if err != nil {
		return ws.RejectConnectionError(ws.RejectionStatus(400))
	}
	if u.RawQuery != "" {
		q.ticket, q.lang = u.Query().Get("ticket"), u.Query().Get("lang")
	}
	user, isDrop := strings.CutPrefix(u.Path, root+"/"+jsonchannel.Player+"/")
	topics := channels.public(strings.TrimPrefix(u.Path, root+"/"))
	switch {
	case u.Path == root:
		q.mode = multiplexed
	case isDrop && user != "" && len(user) < 20 && strings.Trim(user, "0123456789") == "":
		q.mode, q.user = channel, user
	case len(topics) > 0:
		q.mode, q.topics = channel, topics
	case echoToo && u.Path == root+"/echo":
		q.mode = echo
	default:
		return ws.RejectConnectionError(ws.RejectionStatus(404))
	}
	return nil
}

func (l *loop) admitHandshake(c *conn, q *request) error {
	if q.hasOriginHead && !l.srv.originAllowed(q.origin, q.host) {
		return ws.RejectConnectionError(ws.RejectionStatus(403), ws.RejectionReason("origin"))
	}
	if c.address == nil && q.forwarded != "" { // from a proxy: the last hop is the one it has seen itself
		if ip, ok := forwarded.Hop(q.forwarded[strings.LastIndexByte(q.forwarded, ',')+1:]); ok {
			a, ok := l.srv.admission.enter(ip, l.srv.o.Clock())
			if !ok {
				return ws.RejectConnectionError(ws.RejectionStatus(429))
			}
			c.address = a
		}
	}
	return nil
}

// originAllowed holds for the page of this host and for those of the list. A proxy may leave the port out of what it
// says was asked for, so that the site's own origin stands in the list, too.
func (s *Server) originAllowed(origin, host string) bool {
	if slices.Contains(s.o.Origins, origin) || slices.Contains(s.o.Origins, "*") {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && strings.EqualFold(u.Host, host)
}

func (l *loop) opened(c *conn, q *request) {
	c.state, c.mode = open, q.mode
	c.pinged, c.last = l.nowMS, l.nowMS // HelloWithin counts from here
	l.srv.stats.opened.Add(1)
	if c.extra != nil { // the copied head
		c.left, c.client = nil, netip.AddrPort{}
		c.shrink()
	}
	l.transport.opened(c)
	c.language = protocol.ParseLanguage(q.lang, "")
	switch {
	case len(q.topics) > 0:
		l.openPublicChannel(c, q.topics)
	case q.mode == channel:
		x := c.more()
		x.pathUser = q.user
		if q.ticket != "" {
			c.hello = true
			l.authenticate(c, "", q.ticket)
		}
	case q.mode == multiplexed && q.ticket != "":
		c.more().ticket = q.ticket
	}
}
