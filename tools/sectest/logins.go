package sectest

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"

	"jadebox/protocol"
)

// logins are the names that players of this run log in by. Each has had another public name since it registered, so
// that no answer to another player has reason to say one.
type logins struct {
	mu    sync.Mutex
	form  *regexp.Regexp
	of    map[string]bool
	leaks []string // answers that said one to another player
	seen  int      // answers that were looked at since there was one
}

func newLogins(tag string) *logins {
	return &logins{form: regexp.MustCompile(`(?i)` + tag + `[a-z]+\d+`), of: map[string]bool{}}
}

func (l *logins) add(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.of[name] = true
}

// look looks for the logins of others in an answer.
func (l *logins) look(own string, q request, raw []byte) {
	found := l.form.FindAll(raw, -1)
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.of) > 0 {
		l.seen++
	}
	for _, name := range found {
		if name := strings.ToLower(string(name)); name != own && l.of[name] && len(l.leaks) < failuresShown {
			l.leaks = append(l.leaks, fmt.Sprintf("%s %s tells %s to %q", q.method, q.path, name, own))
		}
	}
}

// loginNames asks for every list of the site as a visitor and as another player, and says which answers of the whole
// run told a player's login to another.
func loginNames(c *check) {
	k := c.people()
	c.renamed(k.owner)
	c.each(func(call *call) {
		if call.method != http.MethodGet {
			return
		}
		for _, who := range []*player{k.visitor, k.other} {
			who.get(call.sample())
		}
	})
	for _, path := range []string{"/api/upgrade/user/" + k.owner.id, "/api/upgrade/user/" + k.owner.id + "/record"} {
		if a := k.visitor.get(path); a.Code != protocol.OK {
			c.errorf("%s: %s", path, a)
		}
	}
	c.logins.mu.Lock()
	defer c.logins.mu.Unlock()
	for _, leak := range c.logins.leaks {
		c.errorf("%s", leak)
	}
	if c.logins.seen < 50 {
		c.errorf("only %d answers were looked at", c.logins.seen)
	}
	c.notef("%d logins, %d answers", len(c.logins.of), c.logins.seen)
}

// renamed holds a player to the public name that it has taken: others see it, and it is no login.
func (c *check) renamed(p *player) {
	who := must[struct {
		Name string `json:"name"`
	}](c, "the home of a player", c.visitor().get("/api/upgrade/user/"+p.id))
	if who.Name != p.public {
		c.errorf("the public name is %q, not %q", who.Name, p.public)
	}
	enter := func(name string) answer {
		return c.visitor().post("/api/user/login", fields{"phone": name, "password": password + c.tag})
	}
	if a := enter(p.public); a.Code != protocol.CodeCredentials {
		c.errorf("a login under the public name: %s", a)
	}
	if a := enter(p.name); a.Code != protocol.OK {
		c.errorf("a login under the account name: %s", a)
	}
}
