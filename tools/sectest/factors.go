package sectest

import (
	"encoding/json"
	"time"

	"jadebox/protocol"
	"jadebox/server/secondfactor"
)

// factors: an attacker with the password, and even a session, of an account with a second factor neither logs in nor
// proves that the account is theirs, no code is good twice, and no other account ends the factor.
func factors(c *check) {
	p, other := c.join("f"), c.join("f2")
	begun := must[struct {
		Secret string `json:"secret"`
		URI    string `json:"uri"`
		State  string `json:"state"`
	}](c, "beginning an app", p.post("/api/user/factors/app/begin", fields{}))
	c.secrets.keep(begun.Secret)
	code := func(later int64) string {
		text, err := secondfactor.CodeAt(begun.Secret, secondfactor.StepOf(time.Now())+later)
		if err != nil {
			c.fatalf("a code: %v", err)
		}
		return text
	}
	first := code(-1)
	if a := other.post("/api/user/factors/app", fields{"state": begun.State, "code": first,
		"password": password + c.tag}); !a.refused() {
		c.errorf("another player's setup: %s", a)
	}
	if a := p.post("/api/user/factors/app", fields{"state": begun.State, "code": first}); !a.refused() {
		c.errorf("a setup by a fresh session alone: %s", a)
	}
	set := must[struct {
		Token    string   `json:"token"`
		Recovery []string `json:"recovery"`
	}](c, "setting up an app", p.post("/api/user/factors/app", fields{"state": begun.State, "code": first,
		"password": password + c.tag}))
	p.token = set.Token
	c.secrets.keep(set.Token)
	for _, text := range set.Recovery {
		c.secrets.keep(text)
	}
	refused := c.visitor().post("/api/user/login", fields{"phone": p.name, "password": password + c.tag})
	var asked struct {
		Pending string `json:"pending"`
	}
	if err := json.Unmarshal(refused.Data, &asked); refused.Code != protocol.CodeSecondFactor || err != nil {
		c.fatalf("a login by password alone: %s", refused)
	}
	prove := func(pending, code string) answer {
		return c.visitor().post("/api/user/login/proof", fields{"pending": pending, "code": code})
	}
	for what, a := range map[string]answer{
		"no code":                  prove(asked.Pending, ""),
		"a guess":                  prove(asked.Pending, "000000"),
		"the code of the setup":    prove(asked.Pending, first),
		"a code of five minutes":   prove(asked.Pending, code(10)),
		"a setup's state":          prove(begun.State, code(0)),
		"the word of a guess":      prove(asked.Pending, "aaaaa-aaaaa"),
		"another account's change": other.post("/api/user/factors/end", fields{"id": begun.State[:32]}),
	} {
		if !a.refused() {
			c.errorf("%s: %s", what, a)
		}
	}
	if a := p.post("/api/user/confirm", fields{"password": password + c.tag}); a.Code != protocol.CodeSecondFactor {
		c.errorf("a proof by password alone: %s", a)
	}
	c.secrets.keep(must[struct {
		Token string `json:"token"`
	}](c, "a login by recovery code", prove(asked.Pending, set.Recovery[0])).Token)
	again := c.visitor().post("/api/user/login", fields{"phone": p.name, "password": password + c.tag})
	if err := json.Unmarshal(again.Data, &asked); err != nil {
		c.fatalf("a second login: %s", again)
	}
	if a := prove(asked.Pending, set.Recovery[0]); a.Code != protocol.CodeFactorWrong {
		c.errorf("a recovery code, twice: %s", a)
	}
}
