package sectest

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"os"
	"strings"

	"jadebox/protocol"
)

// canaries drives secrets through the server, rightly and wrongly used, and looks for every secret of this run in its
// log.
func canaries(c *check) {
	if c.Log == "" {
		c.skipf("no --log")
	}
	p := c.join("c")
	phone, card, name := "13712345"+digitsOf(c.tag, 3), idCardOf(c.tag+"canary"), "金丝雀"+c.tag
	secret, code := "canary9"+c.tag+"plume", "907135"
	c.secrets.keep(phone, card, name, secret)
	for _, who := range []*player{p, c.visitor()} {
		who.post("/api/user/login", fields{"phone": phone, "password": secret})
		who.post("/api/user/register", fields{"phone": phone, "password": secret, "fingerprinId": "canary " + c.tag})
		who.get("/api/user/check/phone?phone=" + phone)
		who.post("/api/user/auth/card", fields{"name": name, "card": card})
		who.post("/api/personal/center/password", fields{"phone": phone, "password": secret, "code": code})
		who.post("/api/personal/center/unbundling/phone", fields{"phone": phone, "code": code})
		who.post("/api/personal/center/send/0/code", fields{"phone": phone, "randStr": secret, "ticket": secret})
		who.post("/api/user/auth/card/export", fields{"password": secret})
		who.send(request{method: "POST", path: "/api/user/login", body: []byte(`{"phone":"` + phone + `","password":"` +
			secret + `",`)})
		who.get("/api/none?phone=" + phone + "&token=" + secret)
		who.get("/api/box/list?q=" + secret)
	}
	// Seeds: the active one stands in no answer at all; the one that a rotation reveals was secret until then.
	type rotation struct {
		Revealed struct {
			Key string `json:"key"`
		} `json:"revealed"`
	}
	c.open(p, c.people().box, 1, nil, nil)
	before := p.get("/api/fair/seed")
	if strings.Contains(string(before.raw), `"serverSeed"`) {
		c.errorf("the active seed stands in an answer: %.300s", before.raw)
	}
	revealed := must[rotation](c, "rotating the seed", p.post("/api/fair/rotate", nil)).Revealed.Key
	if revealed != "" {
		if strings.Contains(string(before.raw), revealed) {
			c.errorf("a seed stood in an answer before it was revealed")
		}
		c.secrets.keep(revealed)
	} else {
		c.notef("a rotation reveals no seed")
	}
	if a := p.get("/api/none"); a.Code != protocol.CodeNotFound {
		c.errorf("%s", a)
	}
	c.search()
}

// search reads the log for every secret in the forms that a careless line would have.
func (c *check) search() {
	f, err := os.Open(c.Log)
	if err != nil {
		c.fatalf("%v", err)
	}
	defer f.Close()
	forms := map[string]string{}
	for _, s := range c.secrets.list {
		if s == "" {
			continue
		}
		forms[s] = s
		forms[hex.EncodeToString([]byte(s))] = s
		forms[base64.StdEncoding.EncodeToString([]byte(s))] = s
	}
	lines := 0
	r := bufio.NewScanner(f)
	r.Buffer(nil, 4<<20)
	for r.Scan() {
		lines++
		for form, s := range forms {
			if bytes.Contains(r.Bytes(), []byte(form)) {
				c.errorf("%.6s… stands in the log: %.240s", s, r.Text())
			}
		}
	}
	if err := r.Err(); err != nil {
		c.errorf("%v", err)
	}
	if lines < 10 {
		c.errorf("the log has %d lines: nothing was looked at", lines)
	}
	c.notef("%d secrets, %d lines", len(c.secrets.list), lines)
}
