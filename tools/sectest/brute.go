package sectest

import (
	"sync"

	"jadebox/protocol"
)

// tries asks until it is stopped: at most so many attempts, and as many more as a limit gives back meanwhile.
func (c *check) tries(what string, most int, ask func(i int) answer, harmless ...protocol.Code) {
	for i := range 3 * most {
		a := ask(i)
		if stopped := a.Code == protocol.CodeRateLimited; stopped || a.Code == protocol.CodeLoginCaptcha {
			if stopped && (a.status != 429 || a.header.Get("Retry-After") == "") {
				c.errorf("%s: stopped without saying for how long: %s", what, a)
			}
			c.notef("%s: stopped after %d", what, i)
			return
		}
		if a.Code == protocol.OK && !among(a.Code, harmless) {
			c.errorf("%s: let in at try %d", what, i)
		}
	}
	c.errorf("%s: %d tries and nobody stops them", what, 3*most)
}

// bruteForce tries until it is stopped: passwords of one account, accounts from one address and one device, codes,
// tickets, cards and pictures.
func bruteForce(c *check) {
	p := c.join("f")
	login := func(v *player, name, secret string) answer {
		return v.post("/api/user/login", fields{"phone": name, "password": secret})
	}
	c.tries("passwords of one account", 10, func(i int) answer {
		return login(c.visitor(), spelled(p.name, i), at("guess%dharbor", i))
	})
	// Also for a caller that knows it now: the right password says nothing of itself, and a person gets in by a
	// captcha.
	if a := login(c.visitor(), p.name, password+c.tag); a.Code != protocol.CodeLoginCaptcha {
		c.errorf("the right password among too many wrong ones: %s", a)
	}
	v := c.visitor()
	ticket, randStr := c.pass(v, "login")
	if a := v.post("/api/user/login", fields{"phone": p.name, "password": password + c.tag, "ticket": ticket,
		"randStr": randStr}); a.Code != protocol.OK {
		c.errorf("the right password with a ticket among too many wrong ones: %s", a)
	}
	c.guesses()
	taken := idCardOf(p.name)
	c.verify(p)
	thief := c.join("f")
	c.tries("cards of one player", 10, func(int) answer {
		return thief.post("/api/user/auth/card", fields{"name": "安全", "card": taken})
	})
	if !c.Proxied {
		c.notef("limits by address not tried: the server does not take addresses from here (--proxied)")
		return
	}
	c.addresses(p, login)
}

// spelled is a name in capitals and small letters as the bits of i say: to the login it is one account.
func spelled(name string, i int) string {
	out := []byte(name)
	for at, c := range out {
		if c < 'a' || c > 'z' {
			continue
		}
		if i&1 == 1 {
			out[at] = c - 'a' + 'A'
		}
		i >>= 1
	}
	return string(out)
}

// guesses: a code is good for five tries, its captcha's ticket for one message, and a phone for one message a minute.
func (c *check) guesses() {
	p, phone := c.join("f"), c.phone("guessed")
	ticket, randStr := c.pass(p, "bind")
	send := func(ticket, randStr string) answer {
		return p.post("/api/personal/center/send/0/code", fields{"phone": phone, "randStr": randStr, "ticket": ticket})
	}
	if a := send(ticket, randStr+"x"); a.Code != protocol.CodeCaptcha {
		c.errorf("a ticket with another word: %s", a)
	}
	must[any](c, "a code", send(ticket, randStr))
	code := c.message(phone)
	if a := send(ticket, randStr); a.Code != protocol.CodeCaptcha {
		c.errorf("a ticket a second time: %s", a)
	}
	if a := send(c.pass(p, "bind")); a.Code != protocol.CodeCodePause || a.status != 429 ||
		a.header.Get("Retry-After") == "" {
		c.errorf("a second code within a minute: %s", a)
	}
	bind := func(code string) answer {
		return p.send(request{method: "PUT", path: "/api/personal/center/bundling/phone",
			body: fields{"phone": phone, "code": code}})
	}
	var all sync.WaitGroup
	for i := range rivals {
		guess := at("%06d", i)
		if guess == code {
			guess = "999999"
		}
		all.Go(func() {
			if a := bind(guess); a.Code != protocol.CodeCodeWrong {
				c.errorf("a guess at a code: %s", a)
			}
		})
	}
	all.Wait()
	if a := bind(code); a.Code != protocol.CodeCodeWrong {
		c.errorf("the right code after %d wrong ones: %s", rivals, a)
	}
}

// addresses are those of a network that the server takes the caller's word for.
func (c *check) addresses(p *player, login func(v *player, name, secret string) answer) {
	from := func(net string) *player {
		v := c.visitor()
		v.address = net + at(".%d", 1+len(c.tag)%200)
		return v
	}
	c.tries("logins from one address", 30, func(i int) answer {
		return login(from("198.18.1"), at("%sx%d", c.tag, i), "guess7harbor")
	})
	register := func(v *player, device string) answer {
		return v.post("/api/user/register", fields{"phone": p.name, "password": password + c.tag,
			"fingerprinId": device})
	}
	c.tries("accounts from one address", 10,
		func(i int) answer { return register(from("198.18.2"), at("f%d %s", i, c.tag)) })
	c.tries("accounts of one device", 5, func(i int) answer {
		return register(from(at("198.18.%d", 10+i)),
			"one device "+c.tag)
	})
	c.tries("pictures", 30, func(int) answer { return from("198.18.3").get("/api/captcha?purpose=bind") }, protocol.OK)
	c.tries("phones", 5, func(i int) answer {
		return from("198.18.4").get(at("/api/user/check/phone?phone=1370000%04d",
			i))
	}, protocol.OK)
	// An address that is not the caller's to claim does not help: the last hop is the proxy's, and what stands before
	// it is any client's word.
	c.tries("logins behind invented hops", 30, func(i int) answer {
		v := from("198.18.1") // which has been stopped
		v.address = at("203.0.113.%d, %s", i, v.address)
		return login(v, at("%sz%d", c.tag, i), "guess7harbor")
	})
}
