package sectest

import (
	"bytes"
	"net/http"
)

// hidden asks a call that answers everything: what is private, what is none and what is not there must be one answer,
// byte for byte, for every caller. A form of address that reaches no call may be refused.
func (c *check) hidden(k *scenario, r recipe) {
	nothing := k.visitor.send(r.ask(unknownID))
	if nothing.err != nil || nothing.status != http.StatusOK || len(nothing.raw) == 0 {
		c.errorf("%s with an id that is none: %s", r.call, nothing)
		return
	}
	for _, p := range []*player{k.owner, k.other, k.visitor} {
		for _, id := range append([]string{r.own}, garbage...) {
			a := p.send(r.ask(id))
			if a.refused() || a.status == http.StatusNotFound && a.Code == 0 {
				if id == r.own {
					c.errorf("%s tells %s from nothing: %s", r.call, id, a)
				}
				continue
			}
			if a.status != nothing.status || !bytes.Equal(a.raw, nothing.raw) {
				c.errorf("%s with id %s by %s is not what an id that is none brings: %d with %d bytes", r.call, id,
					p.role(k), a.status, len(a.raw))
			}
		}
	}
}
