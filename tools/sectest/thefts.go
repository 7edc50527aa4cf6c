package sectest

import (
	"net"
	"net/http"
	"time"

	"jadebox/protocol"
)

// thefts: a stolen session ends, socket and all, when its player binds a phone or resets the
// password, and until then does nothing that asks for more than a session.
func thefts(c *check) {
	c.rotated("binding a phone", c.join("y"), func(p *player) {
		phone := "136" + digitsOf(c.tag+"theft", 8)
		const path = "/api/personal/center/bundling/phone"
		p.token = must[struct {
			Token string `json:"token"`
		}](c, "binding a phone",
			p.send(request{method: http.MethodPut, path: path,
				body: fields{"phone": phone, "code": c.code(p, 0, phone)}})).Token
		c.secrets.keep(p.token)
		if a := p.get("/api/user/info"); a.Code != protocol.OK {
			c.errorf("the session after binding a phone: %s", a)
		}
	})
	for what, change := range map[string]request{
		"ending all other sessions": post("/api/user/sessions/end/others", fields{}),
		"a new password": post("/api/user/password", fields{"old": password + c.tag,
			"password": "ember5" + c.tag + "canyon"}),
	} {
		c.rotated(what, c.join("y"), func(p *player) { p.token = c.renewed(what, p.send(change)) })
	}
	c.copied(c.join("y"))
	if c.Database == nil {
		c.notef("resets not tried: no database to begin with a bound phone")
	} else {
		p, phone := c.bound("y", "theft of a password")
		c.rotated("a password reset", p, func(*player) {
			v := c.visitor()
			fresh := "ember4" + c.tag + "canyon"
			c.secrets.keep(fresh)
			must[any](c, "a password reset", v.post("/api/personal/center/password",
				fields{"phone": phone, "password": fresh, "code": c.code(v, 2, phone)}))
			for secret, want := range map[string]protocol.Code{fresh: protocol.OK, password +
				c.tag: protocol.CodeCredentials} {
				if a := c.visitor().post("/api/user/login",
					fields{"phone": p.name, "password": secret}); a.Code != want {
					c.errorf("a password after the reset: %s, want %d", a, want)
				}
			}
		})
	}
	c.stolen()
}

// renewed is the token under which a session goes on.
func (c *check) renewed(what string, a answer) string {
	token := must[struct {
		Token string `json:"token"`
	}](c, what, a).Token
	c.secrets.keep(token)
	return token
}

// copied: a copy of a token ends, socket and all, when its player proves who they are, and has proved nothing.
func (c *check) copied(p *player) {
	thief := &player{site: p.site, name: p.name, id: p.id, token: p.token}
	conn := c.dial(thief, thief.id, "", c.ticket(thief))
	if conn == nil || !c.lives(conn) {
		c.fatalf("no socket before a proof")
	}
	defer conn.Close()
	p.token = c.renewed("a proof", p.post("/api/user/confirm", fields{"password": password + c.tag}))
	if !closes(conn, socketGone) {
		c.errorf("a socket of a copied token outlives a proof by %v", socketGone)
	}
	if a := thief.post("/api/user/sessions/end/others", fields{}); a.Code != protocol.CodeTokenInvalid {
		c.errorf("a copy of a token after a proof: %s", a)
	}
	if a := p.get("/api/user/info"); a.Code != protocol.OK {
		c.errorf("the session after a proof: %s", a)
	}
}

// again is another session of a player, as a thief of the password has one.
func (c *check) again(p *player) *player {
	v := c.visitor()
	v.name, v.id = p.name, p.id
	v.token = must[struct {
		Token string `json:"token"`
	}](c, "logging in again", v.post("/api/user/login", fields{"phone": p.name, "password": password + c.tag})).Token
	c.secrets.keep(v.token)
	return v
}

// rotated holds every session of before, and its socket, to be over within five seconds of a change.
func (c *check) rotated(what string, p *player, change func(*player)) {
	before := []*player{c.again(p), {site: p.site, name: p.name, id: p.id, token: p.token}}
	var sockets []net.Conn
	for _, old := range before {
		conn := c.dial(old, old.id, "", c.ticket(old))
		if conn == nil || !c.lives(conn) {
			c.fatalf("%s: no socket before it", what)
		}
		defer conn.Close()
		sockets = append(sockets, conn)
	}
	change(p)
	over := time.Now().Add(socketGone)
	for i, conn := range sockets {
		if !closes(conn, max(time.Until(over), 100*time.Millisecond)) {
			c.errorf("%s: a socket of before outlives it by %v", what, socketGone)
		}
		if a := before[i].get("/api/user/info"); a.Code != protocol.CodeTokenInvalid {
			c.errorf("%s: a session of before: %s", what, a)
		}
	}
}

// stolen tries what a session alone is not enough for.
func (c *check) stolen() {
	p := c.join("y")
	c.verify(p)
	c.open(p, c.people().box, 1, nil, nil) // after the beacon of the first seed, so that time alone changes nothing
	c.settle(p)
	thief := c.again(p)
	before := c.worth(p)
	for what, a := range map[string]answer{
		"reads the real name with no password":  thief.post("/api/user/auth/card/export", fields{}),
		"erases the real name with no password": thief.post("/api/user/auth/card/erase", fields{"password": ""}),
		"verifies a second card": thief.post("/api/user/auth/card",
			fields{"name": "另外", "card": idCardOf(p.name + "second")}),
		"changes the trade link with no code": thief.post("/api/user/info/upBindSteamUrl",
			fields{"code": "", "steamUrl": "https://steamcommunity.com/tradeoffer/new/?partner=1&token=abcdefgh"}),
		"unbinds a phone with no code": thief.post("/api/personal/center/unbundling/phone",
			fields{"phone": "13600000000", "code": ""}),
		"binds a phone with a guess": thief.send(request{method: http.MethodPut,
			path: "/api/personal/center/bundling/phone", body: fields{"phone": "13600000000", "code": "000000"}}),
		"sets a password with a guess": thief.post("/api/personal/center/password",
			fields{"phone": "13600000000", "password": "thief7lantern", "code": "000000"}),
		"binds a Steam account nobody vouched for": thief.post("/api/user/steam/bind", fields{"openid.mode": "id_res",
			"openid.claimed_id": "https://steamcommunity.com/openid/id/76561198000000001", "state": "x"}),
	} {
		if !a.refused() {
			c.errorf("a stolen session %s: %s", what, a)
		}
	}
	c.tries("passwords with a stolen session", 10, func(i int) answer {
		return thief.post("/api/user/auth/card/"+[2]string{"export", "erase"}[i%2],
			fields{"password": at("guess%dharbor", i)})
	})
	if after := c.worth(p); after != before {
		c.errorf("a stolen session changed something: %s", difference(before, after))
	}
	if shown := must[struct {
		IsRealName int `json:"isRealName"`
	}](c, "the verification", p.get("/api/user/card")); shown.IsRealName != 1 {
		c.errorf("a stolen session erased the real name")
	}
}
