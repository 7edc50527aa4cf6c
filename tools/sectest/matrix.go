package sectest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"jadebox/protocol"
)

// recipe describes how one call is made about one thing, and what each of three people must be answered. Every id
// parameter of the call stands in ids, so that a new one makes a new recipe necessary.
type recipe struct {
	call string   // its name in the document
	ids  []string // parameters that this recipe fills
	own  string   // the id of a thing that is the player's, or is public
	as   *player  // whose it is; nil for things that are public
	ask  func(id string) request

	owner, other, visitor []protocol.Code // what is answered; nil for other and visitor is the same as for the owner
	unknown               string          // an id of the right form that is nothing; "" is unknownID
	free                  bool            // another player may do the same: the owner loses nothing by it
	// what the owner has changes by itself meanwhile: another player joins, a worker is on its way
	moves bool
	// the answer is a list: of the owner with the thing, of another player without it
	empty  bool
	hidden bool          // everything has an answer, and what is private the one of what is not there
	setup  func()        // before the owner's turn
	from   func() string // own, where it must not be older than its recipe
}

const unknownID = "4611686018427387904"

// garbage are ids that are none.
var garbage = []string{"0", "-1", "+1", "01", "1.0", "1e3", "0x10", "abc", "9223372036854775808",
	"99999999999999999999999", "%00", "%E2%80%AE1", "1%27%20OR%201=1--",
	"..%2f..%2fetc%2fpasswd", "null", "[]", "true"}

// matrix asks every call that takes an id as its owner, as another player, as a visitor, and with ids that are
// without an owner.
func matrix(c *check) {
	k := c.people()
	recipes := c.recipes(k)
	c.covers(recipes)
	asked := 0
	for _, r := range recipes {
		if !c.Only.call(r.call) {
			continue
		}
		asked++
		if r.hidden {
			c.hidden(k, r)
			continue
		}
		c.three(k, r)
	}
	if asked == 0 {
		c.errorf("none of %d recipes is of a call that was chosen", len(recipes))
	}
	calls, parameters := 0, 0
	for _, call := range c.document.calls {
		if n := len(c.document.ids(call)); n > 0 {
			calls, parameters = calls+1, parameters+n
		}
	}
	c.notef("%d calls of /openapi.json take %d ids; %d recipes, %d asked", calls, parameters, len(recipes), asked)
}

// covers fails for every id that no recipe fills, and for every recipe of a call that is no longer there.
func (c *check) covers(recipes []recipe) {
	filled := map[string][]string{}
	for _, r := range recipes {
		filled[r.call] = append(filled[r.call], r.ids...)
	}
	for _, call := range c.document.calls {
		for _, id := range c.document.ids(call) {
			if !slices.Contains(filled[call.Name], id) {
				c.errorf("%s (%s) takes the id %q and no recipe of the matrix fills it", call, call.Name, id)
			}
		}
	}
	for _, r := range recipes {
		call := c.document.named(r.call)
		if call == nil {
			c.errorf("the recipe of %s is of a call that is not described", r.call)
			continue
		}
		for _, id := range r.ids {
			if !slices.Contains(c.document.ids(call), id) {
				c.errorf("the recipe of %s fills %q, which is no id of it", r.call, id)
			}
		}
	}
}

func (c *check) three(k *scenario, r recipe) {
	who := k.owner
	if r.as != nil {
		who = r.as
	}
	if r.from != nil {
		r.own = r.from()
	}
	before, beforeOther := c.worth(who), c.worth(k.other)
	unchanged := func(what string, whose *player, was *string) {
		if r.moves && whose == who {
			return
		}
		if now := c.worth(whose); now != *was {
			c.errorf("%s: %s changed what %s has: %s", r.call, what, whose.name, difference(*was, now))
			*was = now
		}
	}
	for _, p := range []*player{who, k.other, k.visitor} {
		unknown := r.unknown
		if unknown == "" {
			unknown = unknownID
		}
		for _, id := range append([]string{unknown}, garbage...) {
			if a := p.send(r.ask(id)); !a.refused() && !(a.status == 404 && a.Code == 0) && !r.silent(a) {
				c.errorf("%s with id %s by %s: %s", r.call, id, p.role(k), a)
			}
		}
	}
	unchanged("an id that is none", who, &before)
	unchanged("an id that is none", k.other, &beforeOther)
	hear := func(p *player, want []protocol.Code) {
		a := p.send(r.ask(r.own))
		if !slices.Contains(want, a.Code) || a.Code != protocol.OK && a.Code != 0 && !a.refused() {
			c.errorf("%s by %s: %s, want %v", r.call, p.role(k), a, want)
		}
		if r.empty && a.Code == protocol.OK && r.silent(a) != (p != who) {
			c.errorf("%s by %s: %s", r.call, p.role(k), a.Data)
		}
	}
	other, visitor := r.other, r.visitor
	if other == nil {
		other = r.owner
	}
	if visitor == nil {
		visitor = r.owner
	}
	if call := c.document.named(r.call); call != nil && call.needsToken() {
		visitor = []protocol.Code{protocol.CodeTokenInvalid}
	}
	hear(k.visitor, visitor)
	unchanged("a visitor", who, &before)
	hear(k.other, other)
	unchanged("another player", who, &before)
	if !r.free {
		unchanged("being refused", k.other, &beforeOther)
	}
	if r.setup != nil {
		r.setup()
	}
	hear(who, r.owner)
	if r.free {
		c.settle(who, k.other)
	}
}

// silent calls answer lists from which what is not the caller's is left out.
func (r recipe) silent(a answer) bool {
	return a.Code == protocol.OK && (string(a.Data) == "[]" || string(a.Data) == "false" ||
		bytes.HasPrefix(a.Data, []byte(`{"records":[]`)))
}

func (p *player) role(k *scenario) string {
	switch {
	case p == k.visitor:
		return "a visitor"
	case p == k.other:
		return "another player"
	}
	return "the owner"
}

// number is an id as it stands in JSON: a number where the call takes numbers, else a string.
func number(id string) any {
	if id != "" && strings.Trim(id, "0123456789") == "" && id[0] != '0' {
		return jsonNumber(id)
	}
	return id
}

// jsonNumber is written as it stands.
type jsonNumber string

// MarshalJSON implements json.Marshaler.
func (n jsonNumber) MarshalJSON() ([]byte, error) { return []byte(n), nil }

func at(format string, args ...any) string { return fmt.Sprintf(format, args...) }
