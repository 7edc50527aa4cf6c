package sectest

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"jadebox/actors/rewards/prize"
	"jadebox/store"
)

// stage is what the table of product-spec §7 needs to be asked: people by their parts and things by their names.
type stage struct {
	*check
	people map[string]*player
	words  *strings.Replacer
}

func newStage(c *check) *stage {
	k := c.people()
	s := &stage{check: c, people: map[string]*player{"visitor": c.visitor(), "player": c.join("p"), "owner": k.owner,
		"rich":   k.rich,
		"leaver": c.join("l"), "vip": c.join("v"), "charted": c.join("h"), "spender": c.join("t")}}
	must[any](c, "five boxes", s.people["spender"].post(at("/api/box/%d/open", k.box.ID),
		fields{"count": 5, "priceCents": k.box.PriceCents}))
	c.playFirst(s.people["spender"])
	c.playFirst(s.people["player"])
	must[any](c, "a sign-in", s.people["player"].post(signPath, firstDay))
	steps := must[[]struct{ VIPNum float64 }](c, "VIP levels", c.visitor().get("/api/pay/selectVipConfig"))
	vip := s.people["vip"]
	order := c.recharge(vip, int64(steps[0].VIPNum*100))
	for end := time.Now().Add(creditWithin); time.Now().Before(end) &&
		c.info(vip).VIPLevel == 0; time.Sleep(50 * time.Millisecond) {
	}
	waiting := must[payReply](c, "an order", vip.post("/api/pay/order", c.purchase(vip, payQR, 1_000)))
	withdrawal := must[struct {
		ID string `json:"id"`
	}](c, "a withdrawal", k.rich.post("/api/pay/withdraw",
		fields{"amountCents": 1_000, "pixKey": "spec7@example.com"})).ID
	if c.Database != nil {
		use := c.give(s.people["charted"], prize.TrendChart, 1)
		must[any](c, "a history chart", s.people["charted"].post(at("/api/user/cards/%s/use", use), fields{}))
	}
	s.words = strings.NewReplacer("$newName", c.tag+"z"+c.next(), "$name", s.people["player"].name, "$password",
		password+c.tag,
		"$freePhone", "139"+digitsOf(c.tag+"free", 8), "$card", idCardOf(c.tag+"spec7"), "$roll", c.rollRoom(k.host),
		"$withdrawal", withdrawal,
		"$qrImage", waiting.QRImage, "$order", order.ID, "$spread", c.info(k.owner).SpreadCode)
	return s
}

// chains ask the calls that need what others have given: codes that were sent, and what Steam has vouched for. Each
// purpose has a player and a phone of its own, because codes are a minute apart.
func (s *stage) chains(rows []documented) {
	if s.Database == nil {
		s.notef("phones and Steam not asked: no database to begin with bound phones")
		return
	}
	asked := map[string]answer{}
	s.phones(asked)
	s.steam(asked)
	for _, r := range rows {
		if r.Chain == "" {
			continue
		}
		a, there := asked[r.String()]
		if !there {
			s.errorf("%s: no chain has asked it", r)
			continue
		}
		s.conforms(r, a)
	}
}

func (c *check) phone(of string) string { return "135" + digitsOf(c.tag+of, 8) }

// bound is a player with a phone.
func (c *check) bound(name, of string) (*player, string) {
	p, phone := c.join(name), c.phone(of)
	who, err := c.Database.PlayerByName(c.ctx, p.name)
	if err == nil {
		err = c.Database.SetContact(c.ctx, who.ID, store.ContactChange{Phone: &phone})
	}
	if err != nil {
		c.fatalf("a bound phone: %v", err)
	}
	return p, phone
}

func (s *stage) phones(asked map[string]answer) {
	const center = "/api/personal/center/"
	sent := func(p *player, purpose int, phone string) string {
		code := s.code(p, purpose, phone)
		asked[at("POST %ssend/%d/code", center, purpose)] = s.last
		return code
	}
	p, phone := s.join("k"), s.phone("bind")
	asked["PUT "+center+"bundling/phone"] = p.send(request{method: http.MethodPut, path: center + "bundling/phone",
		body: fields{"phone": phone, "code": sent(p, 0, phone)}})

	p, phone = s.bound("k", "unbind")
	asked["POST "+center+"unbundling/phone"] = p.post(center+"unbundling/phone",
		fields{"phone": phone, "code": sent(p, 1, phone)})

	_, phone = s.bound("k", "reset")
	visitor := s.visitor()
	asked["POST "+center+"password"] = visitor.post(center+"password",
		fields{"phone": phone, "password": "another7lantern", "code": sent(visitor, 2, phone)})

	p, phone = s.bound("k", "trade")
	const link = "/api/user/info/upBindSteamUrl"
	asked["POST "+link] = p.post(link, fields{"code": sent(p, 3, phone),
		"steamUrl": "https://steamcommunity.com/tradeoffer/new/?partner=7&token=abcdefgh"})
}

// steam logs in at the sandbox: first with an id that is not bound, which registers, and then a player binds
// another.
func (s *stage) steam(asked map[string]answer) {
	const user = "/api/user/steam/"
	id := func(of string) string { return "7656119" + "8" + digitsOf(s.tag+of, 9) }
	p := s.visitor()
	first := id("new")
	asked["POST "+user+"login"] = p.post(user+"login", s.vouched(p, 0, first))
	phone := s.phone("steam")
	asked["POST "+user+"register"] = p.post(user+"register", fields{"steamId": first, "phone": phone,
		"code": s.code(p, 0, phone)})
	p = s.join("k")
	asked["POST "+user+"bind"] = p.post(user+"bind", s.vouched(p, 1, id("bind")))
}

// vouched is what the browser brings back from the provider.
func (s *stage) vouched(p *player, kind int, id string) fields {
	a := p.get(at("/api/user/steam/address?type=%d", kind))
	to := must[struct {
		URL string `json:"url"`
	}](s.check, "where Steam is", a).URL
	if set := a.header.Get("Set-Cookie"); set != "" {
		p.cookie, _, _ = strings.Cut(set, ";")
	}
	u, err := url.Parse(to)
	if err != nil {
		s.fatalf("%v", err)
	}
	back := p.get(u.Path + "?" + u.RawQuery + "&as=" + id)
	u, err = url.Parse(back.header.Get("Location"))
	if err != nil || u.RawQuery == "" {
		s.fatalf("Steam's sandbox does not send back: %s", back)
	}
	f := fields{}
	for name, values := range u.Query() {
		if strings.HasPrefix(name, "openid.") || name == "state" {
			f[name] = values[0]
		}
	}
	return f
}
