package sectest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"jadebox/protocol"
	"jadebox/server/pay"
)

// Channels of GET /api/pay/way (product-spec §7).
const (
	payOpen = 3 // a page, for desktops
	payQR   = 4

	payCheckout = 1
)

type payReply struct {
	ID         string `json:"id"`
	State      string `json:"state"`
	PriceCents int64  `json:"priceCents"`
	GemsCents  int64  `json:"gemsCents"`
	BonusCents int64  `json:"bonusCents"`
	URL        string `json:"url"`
	Text       string `json:"text"`
	QRImage    string `json:"qrImage"`
	Frame      string `json:"frame"`
}

// purchase is the body of an order as a player who saw the quote sends it.
func (c *check) purchase(p *player, channel int, gemsCents int64) fields {
	q := must[struct {
		PriceCents int64 `json:"priceCents"`
		BonusCents int64 `json:"bonusCents"`
	}](c, "a quote", p.get(at("/api/pay/quote?gemsCents=%d", gemsCents)))
	return fields{"type": channel, "gemsCents": gemsCents, "priceCents": q.PriceCents, "bonusCents": q.BonusCents}
}

func sortedByPrice(all []item) []item {
	slices.SortFunc(all, func(a, b item) int { return cmp.Compare(a.PriceCents, b.PriceCents) })
	return all
}

type bagItem struct {
	ID         string `json:"id"`
	Status     int    `json:"status"`
	ValueCents int64  `json:"valueCents"`
	Def        int    `json:"def"`
}

// bag is an item that a player has in the backpack.
func (c *check) bag(p *player) string {
	all := c.backpack(p)
	if len(all) == 0 {
		c.fatalf("%s has no item", p.name)
	}
	return all[len(all)-1].ID
}

func (c *check) backpack(p *player) []bagItem {
	return must[struct {
		Records []bagItem `json:"records"`
	}](c, "a backpack", p.get("/api/personal/center/back/pack?type=1&size=50")).Records
}

// compact is JSON of values of this program.
func compact(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("sectest: " + err.Error())
	}
	return raw
}

// recharge buys gems at the sandbox and waits until they are there.
func (c *check) recharge(p *player, gemsCents int64) payReply {
	o := must[payReply](c, "an order", p.post("/api/pay/order", c.purchase(p, payQR, gemsCents)))
	c.visitor().send(request{method: http.MethodPost, path: c.sandboxPage(o), body: []byte("act=pay"),
		header: formHeader})
	for end := time.Now().Add(creditWithin); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if o = must[payReply](c, "an order", p.get("/api/pay/order/"+o.ID)); o.State == "paid" {
			return o
		}
	}
	c.fatalf("an order that was paid at the sandbox is %s", o.State)
	return o
}

const creditWithin = 10 * time.Second

var formHeader = http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}

// sandboxPage is where an order is paid.
func (c *check) sandboxPage(o payReply) string {
	page := o.Text
	if u, err := url.Parse(page); err == nil {
		page = u.Path
	}
	if !strings.HasPrefix(page, pay.SandboxPath) {
		c.skipf("the server has no payment sandbox: %q", o.Text)
	}
	return page
}

// verify gives a player a real name.
func (c *check) verify(p *player) {
	name, card := "安全"+p.name, idCardOf(p.name)
	c.secrets.keep(name, card)
	a := p.post("/api/user/auth/card", fields{"name": name, "card": card})
	if a.Code == protocol.CodeCardUnchecked {
		c.skipf("the server has no registry that confirms real names")
	}
	must[any](c, "a real name", a)
}

// idCardOf is a card number of the mainland's form (product-spec §5) that has no owner: its region does not exist.
func idCardOf(name string) string {
	d := digitsOf(name, 6) // of the day of birth and of the place: two of one run are one in 900,000 times
	number := fmt.Sprintf("999999198%c%02d1%s", d[0], d[1]%9+1, d[2:])
	sum := 0
	for i, weight := range [17]int{7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2} {
		sum += int(number[i]-'0') * weight
	}
	return number + string("10X98765432"[sum%11])
}
