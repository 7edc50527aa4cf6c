package sectest

import (
	"net/http"
	"strings"
	"sync/atomic"

	"jadebox/protocol"
)

// sample is a path of a call with something in each place.
func (c *call) sample() string { return placeholder.ReplaceAllString(c.path, "1") }

// authentication asks every call that needs a token without one and with tokens that are none; and what needs none must
// not show more because of one. A call that changes something and needs no token must be in the list of those that may.
func authentication(c *check) {
	k := c.people()
	gone := c.join("g")
	must[any](c, "logging out", gone.post("/api/user/logout", nil))
	before := c.worth(k.owner)
	tokens := map[string]string{"no token": "", "the word undefined": "undefined", "a word": "token",
		"a token of nobody":       strings.Repeat("A", len(gone.token)),
		"a token that logged out": gone.token, "a long text": strings.Repeat("A", 4096),
		"another case": strings.ToUpper(k.owner.token)}
	var asked atomic.Int64
	c.each(func(call *call) {
		if !call.needsToken() {
			if call.method != http.MethodGet && !openToAll[call.Name] && !call.takesToken() {
				c.errorf("%s (%s) changes things and is open to everybody: not in the list of calls that may be", call,
					call.Name)
			}
			return
		}
		for what, token := range tokens {
			p := c.visitor()
			p.token = token
			asked.Add(1)
			a := p.send(request{method: call.method, path: call.sample(), body: bodyOf(call)})
			if a.Code != protocol.CodeTokenInvalid && a.Code != protocol.CodeLoginInvalid || !a.refused() {
				c.errorf("%s with %s: %s", call, what, a)
			}
		}
		// A token stands in its header and nowhere else: an address is logged, a cookie is sent by other sites.
		for what, p := range map[string]*player{"query": c.visitor(), "cookie": c.visitor(), "bearer": c.visitor()} {
			q := request{method: call.method, path: call.sample(), body: bodyOf(call)}
			switch what {
			case "query":
				q.path += "?token=" + gone.token
			case "cookie":
				p.cookie = "token=" + k.owner.token
			default:
				q.header = http.Header{"Authorization": {"Bearer " + k.owner.token}}
			}
			if a := p.send(q); a.Code != protocol.CodeTokenInvalid {
				c.errorf("%s with the token as %s: %s", call, what, a)
			}
		}
		if call.keyed() {
			q := request{method: call.method, path: call.sample(), body: bodyOf(call),
				header: http.Header{"Idempotency-Key": {""}}}
			if a := k.owner.send(q); a.Code != protocol.CodeKeyMissing {
				c.errorf("%s without a key: %s", call, a)
			}
		}
	})
	if after := c.worth(k.owner); after != before {
		c.errorf("something changed: %s", difference(before, after))
	}
	c.notef("%d requests to calls that need a token", asked.Load())
}

// openToAll are the calls that change something and that a visitor may make.
var openToAll = map[string]bool{"user.register": true, "captcha.answer": true,
	"user.loginProof": true, "user.loginPasskey": true, // of a login that the password has let in so far
	"pay.webhook": true, // signed by the provider: see webhooks
}

func bodyOf(call *call) any {
	if call.method == http.MethodGet {
		return nil
	}
	return fields{}
}
