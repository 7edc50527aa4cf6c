package sectest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"jadebox/actors/rewards/prize"
	"jadebox/protocol"
	"jadebox/store"
)

// scenario is who and what an attack needs: two players with things of their own, and rooms of each kind.
type scenario struct {
	owner, other *player
	host, rich   *player // who runs roll rooms and who has R$: the owner, or accounts of the demo
	visitor      *player

	box     box
	items   []string // of the owner, in the backpack
	results []string
	order   string // of the owner: a retrieval that is over; "" without a database
}

// secrets are texts that went through the server and must never stand in its log.
type secrets struct {
	mu   sync.Mutex
	list []string
}

func (s *secrets) keep(text ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, text...)
}

type box struct {
	ID         int   `json:"id"`
	PriceCents int64 `json:"priceCents"`
}

// join registers an account, which takes a public name. What else it knows only it and the server should ever know.
func (c *check) join(name string) *player {
	p := c.visitor()
	p.name = c.tag + name + c.next()
	a := p.post("/api/user/register", fields{"phone": p.name, "password": password + c.tag, "fingerprinId": "device " +
		p.name})
	p.token = must[struct {
		Token string `json:"token"`
	}](c, "registering "+p.name, a).Token
	p.id = must[userInfo](c, "one's own account", p.get("/api/user/info")).ID
	p.public = "Who" + c.next() + c.tag[:4]
	if a := p.post("/api/user/name", fields{"name": p.public}); a.Code != protocol.OK {
		c.fatalf("a public name for %s: %s", p.name, a)
	}
	c.secrets.keep(p.token, password+c.tag, p.name)
	c.logins.add(p.name)
	return p
}

// enter logs an account of the demo in.
func (c *check) enter(name, password string) *player {
	p := c.visitor()
	p.name = name
	p.token = must[struct {
		Token string `json:"token"`
	}](c, "logging "+name+" in", p.post("/api/user/login", fields{"phone": name, "password": password})).Token
	p.id = must[userInfo](c, "one's own account", p.get("/api/user/info")).ID
	c.secrets.keep(p.token)
	return p
}

type userInfo struct {
	ID           string  `json:"id"`
	Balance      float64 `json:"balance"`
	OtherBalance float64 `json:"otherBalance"`
	BagNum       int     `json:"bagNum"`
	VIPLevel     int     `json:"vipLevel"`
	Status       int     `json:"status"`
	SpreadCode   string  `json:"spreadCode"`
}

func (c *check) info(p *player) userInfo {
	return must[userInfo](c, "one's own account", p.get("/api/user/info"))
}

// cents of gems that a player has.
func (c *check) gems(p *player) int64 { return int64(c.info(p).Balance*100 + 0.5) }

const (
	demoStreamer, demoRich = "streamer1", "demo02"
	demoPassword           = "jadebox18"
	beaconWait             = 20 * time.Second
)

// people are made once for a run.
func (c *check) people() *scenario {
	if c.scenario != nil {
		return c.scenario
	}
	k := &scenario{owner: c.join("a"), other: c.join("b"), visitor: c.visitor()}
	k.host, k.rich = k.owner, k.owner
	if c.Database == nil {
		k.host, k.rich = c.enter(demoStreamer, demoPassword), c.enter(demoRich, demoPassword)
	} else {
		for _, p := range []*player{k.owner, k.other} {
			c.grant(p)
			c.fund(p, 10_000)
		}
	}
	list := must[struct {
		Boxes []box `json:"boxes"`
	}](c, "boxes", c.visitor().get("/api/box/list?type=all")).Boxes
	if len(list) == 0 {
		c.fatalf("the server sells no boxes")
	}
	k.box = slices.MinFunc(list, func(a, b box) int { return cmp.Compare(a.PriceCents, b.PriceCents) })
	for range 3 {
		c.open(k.owner, k.box, 5, &k.items, &k.results)
	}
	c.open(k.other, k.box, 1, nil, nil)
	if c.Database != nil {
		c.link(k.owner)
		k.order = c.retrieved(k.owner, k.items[9])
	}
	c.settle(k.owner, k.other)
	c.site.scenario = k
	return k
}

// open opens boxes; a new seed waits for its beacon.
func (c *check) open(p *player, b box, count int, items, results *[]string) {
	quote := must[struct {
		PriceCents int64 `json:"priceCents"`
	}](c, "the price of a box", p.get(at("/api/box/%d/price", b.ID))) // a voucher may be in force
	var a answer
	for end := time.Now().Add(beaconWait); ; time.Sleep(200 * time.Millisecond) {
		a = p.post(at("/api/box/%d/open", b.ID), fields{"count": count, "priceCents": quote.PriceCents})
		if a.Code != protocol.CodeBeaconWait || time.Now().After(end) {
			break
		}
	}
	got := must[struct {
		Results []struct {
			ItemID   string `json:"itemId"`
			ResultID string `json:"resultId"`
		} `json:"results"`
	}](c, "opening a box", a)
	for _, r := range got.Results {
		if items != nil {
			*items, *results = append(*items, r.ItemID), append(*results, r.ResultID)
		}
	}
}

// grant makes a player a streamer, so that the refusal is for the role and not for what is missing.
func (c *check) grant(p *player) {
	id, err := c.Database.PlayerByName(c.ctx, p.name)
	if err == nil {
		roles := id.Roles | store.RoleStreamer
		err = c.Database.SetProfile(c.ctx, id.ID, store.ProfileChange{Roles: &roles})
	}
	if err != nil {
		c.fatalf("making %s a streamer: %v", p.name, err)
	}
}

// fund gives R$, which nothing that a new player can do brings.
func (c *check) fund(p *player, cents int64) {
	id, err := c.Database.PlayerByName(c.ctx, p.name)
	if err == nil {
		_, err = c.Database.Commit(c.ctx, &store.Op{Key: "sectest:" + p.name, Kind: "sectest.fund", At: time.Now(),
			Postings: []store.Posting{{Debit: store.HouseReal, Credit: store.PlayerReal(id.ID), AmountCents: cents}}})
	}
	if err != nil {
		c.fatalf("funding %s: %v", p.name, err)
	}
}

// give is a prize of the house; it returns the voucher's id where the prize is one.
func (c *check) give(p *player, kind prize.Kind, num int64) string {
	who, err := c.Database.PlayerByName(c.ctx, p.name)
	op := &store.Op{Key: "sectest:prize:" + p.name + c.next(), Kind: "sectest.give", At: time.Now()}
	if err == nil {
		err = prize.Standard().Give(op, who.ID, prize.Prize{Kind: kind, Num: num})
	}
	if err == nil {
		var rec store.Receipt
		if rec, err = c.Database.Commit(c.ctx, op); err == nil && len(op.NewItems) > 0 {
			return at("%d", rec.ItemID(0))
		}
	}
	if err != nil {
		c.fatalf("a prize for %s: %v", p.name, err)
	}
	return ""
}

// link gives a trade link, without which nothing is retrieved.
func (c *check) link(p *player) {
	who, err := c.Database.PlayerByName(c.ctx, p.name)
	if err == nil {
		address := "https://steamcommunity.com/tradeoffer/new/?partner=" + p.id + "&token=abcdefgh"
		err = c.Database.SetContact(c.ctx, who.ID, store.ContactChange{TradeURL: &address})
	}
	if err != nil {
		c.fatalf("a trade link for %s: %v", p.name, err)
	}
}

// owned are the calls whose answers together are all that a player has and has done.
func owned() []string {
	list := []string{"/api/user/info", "/api/personal/center/back/pack?type=2&size=50", "/api/fair/seed",
		"/api/pay/record", "/api/pay/withdraw/record",
		"/api/upgrade/order/record", "/api/replace/order/record", "/api/activity/drop/record",
		"/api/user/cards?state=all", "/api/user/sessions/new", "/api/user/factors",
		"/api/exchange/list?size=1", "/api/mall/order/record", "/api/retrieve/record", "/api/promotion/records",
		"/api/activity/radish", "/api/activity/box/record"}
	for _, kind := range attacked() {
		list = append(list, kind.owned...)
	}
	return list
}

// worth is all that a player has and has done, as far as the player and, where it is open, the database can tell.
func (c *check) worth(p *player) string {
	var b strings.Builder
	for _, path := range owned() {
		a := p.get(path)
		if a.Code == protocol.CodeStreamer {
			continue
		}
		if a.Code != protocol.OK {
			c.fatalf("%s: %s", path, a)
		}
		b.WriteString(path + " " + steady(a.Data) + "\n")
	}
	if c.Database != nil {
		who, err := c.Database.PlayerByName(c.ctx, p.name)
		if err != nil {
			c.fatalf("%s: %v", p.name, err)
		}
		for _, account := range []store.AccountID{store.PlayerGems(who.ID), store.PlayerReal(who.ID)} {
			cents, err := c.Database.Balance(c.ctx, account)
			if err != nil {
				c.fatalf("%s: %v", p.name, err)
			}
			fmt.Fprintf(&b, "account %d\n", cents)
		}
	}
	return b.String()
}

// steady leaves out what time alone changes, and how many have joined an open giveaway: the house's players may at any
// moment.
func steady(data json.RawMessage) string {
	var v any
	if json.Unmarshal(data, &v) != nil {
		return string(data)
	}
	if m, ok := v.(fields); ok {
		delete(m, "serverTimeMs")
		delete(m, "resetsAtMs")
		records, _ := m["records"].([]any)
		for _, r := range records {
			if r, ok := r.(fields); ok {
				delete(r, "joined")
			}
		}
	}
	out, _ := json.Marshal(v) // it was JSON
	return string(out)
}

// settle waits until nothing more comes: gifts of the house follow play.
func (c *check) settle(players ...*player) {
	same := 0
	last := ""
	for end := time.Now().Add(15 * time.Second); same < 3 &&
		time.Now().Before(end); time.Sleep(250 * time.Millisecond) {
		now := ""
		for _, p := range players {
			now += c.worth(p)
		}
		if now == last {
			same++
		} else {
			same, last = 0, now
		}
	}
}

// difference says in a few words where two worths part.
func difference(before, after string) string {
	a, b := strings.Split(before, "\n"), strings.Split(after, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			same := 0
			for same < min(len(a[i]), len(b[i])) && a[i][same] == b[i][same] {
				same++
			}
			same = max(0, same-60)
			path, _, _ := strings.Cut(a[i], " ")
			return fmt.Sprintf("%s …%.200s → …%.200s", path, a[i][same:], b[i][same:])
		}
	}
	return "another length"
}
