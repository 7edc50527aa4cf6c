package sectest

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/gobwas/ws"

	"jadebox/protocol"
)

// sessions cannot be fixed, differ from login to login, and end, sockets and all, when they should.
func sessions(c *check) {
	p := c.join("s")
	login := func(with string) string {
		v := c.visitor()
		v.token = with
		token := must[struct {
			Token string `json:"token"`
		}](c, "logging in", v.post("/api/user/login", fields{"phone": p.name, "password": password + c.tag})).Token
		c.secrets.keep(token)
		return token
	}
	alive := func(token string) bool {
		v := c.visitor()
		v.name, v.token = p.name, token
		return v.get("/api/user/info").Code == protocol.OK
	}
	// Fixation: a token that an attacker planted is not adopted, and one that came with a login ends.
	planted := strings.Repeat("A", len(p.token))
	first := login(planted)
	if first == planted || alive(planted) {
		c.errorf("the planted token became the session")
	}
	if second := login(first); second == first || alive(first) {
		c.errorf("the session before a login outlives it, or keeps its token")
	} else if !alive(p.token) {
		c.errorf("a login ended a session that it did not come with")
	}
	if len(p.token) < 43 { // 256 bits in base64
		c.errorf("a token of %d characters", len(p.token))
	}
	for _, cookie := range []string{"token=" + planted, "session=" + planted, "visitor=" + planted, "device=" +
		planted} {
		v := c.visitor()
		v.cookie = cookie
		a := v.post("/api/user/login", fields{"phone": p.name, "password": password + c.tag})
		if strings.Contains(string(a.Data), planted) || strings.Contains(strings.Join(a.header.Values("Set-Cookie"),
			""), planted) {
			c.errorf("the cookie %.12s is adopted", cookie)
		}
	}
	c.sockets(p)
}

const socketGone = 5 * time.Second // docs/reliability-security.md, "sessions"

// sockets: one's own channel opens with a ticket that is good once and ends with its session; a page of another origin
// gets none, and neither does another player.
func (c *check) sockets(p *player) {
	if conn := c.dial(p, p.id, "https://evil.example", c.ticket(p)); conn != nil && c.lives(conn) {
		c.errorf("a page of another origin opens a socket")
	}
	if conn := c.dial(p, c.people().owner.id, "", c.ticket(p)); conn != nil && c.lives(conn) {
		c.errorf("a ticket opens another player's channel")
	}
	ticket := c.ticket(p)
	conn := c.dial(p, p.id, "", ticket)
	if conn == nil || !c.lives(conn) {
		c.fatalf("no socket by ticket")
	}
	defer conn.Close()
	if second := c.dial(p, p.id, "", ticket); second != nil && c.lives(second) {
		c.errorf("a ticket opens a second socket")
	}
	must[any](c, "logging out", p.post("/api/user/logout", nil))
	if !closes(conn, socketGone) {
		c.errorf("a socket outlives its session by %v", socketGone)
	}
}

func (c *check) ticket(p *player) string {
	ticket := must[struct {
		Ticket string `json:"ticket"`
	}](c, "a ticket", p.post("/api/ws/ticket", nil)).Ticket
	c.secrets.keep(ticket)
	return ticket
}

// dial is nil when the handshake is refused.
func (c *check) dial(p *player, channel, origin, ticket string) net.Conn {
	ctx, cancel := context.WithTimeout(c.ctx, 10*time.Second)
	defer cancel()
	h := http.Header{}
	if origin != "" {
		h.Set("Origin", origin)
	}
	d := ws.Dialer{Header: ws.HandshakeHeaderHTTP(h)}
	conn, _, _, err := d.Dial(ctx, "ws"+strings.TrimPrefix(c.URL, "http")+"/ws/drop/"+channel+"?ticket="+ticket)
	if err != nil {
		return nil
	}
	return conn
}

const refusedWithin = time.Second

// lives reports whether the server lets a socket live; one that it closes is closed here, too.
func (c *check) lives(conn net.Conn) bool {
	if closes(conn, refusedWithin) {
		conn.Close()
		return false
	}
	return true
}

// closes reports whether the server ends a socket within a time.
func closes(conn net.Conn, within time.Duration) bool {
	if conn.SetReadDeadline(time.Now().Add(within)) != nil {
		return true
	}
	for {
		f, err := ws.ReadFrame(conn)
		if ne, ok := errors.AsType[net.Error](err); ok && ne.Timeout() {
			return false
		}
		if err != nil || f.Header.OpCode == ws.OpClose {
			return true
		}
	}
}
