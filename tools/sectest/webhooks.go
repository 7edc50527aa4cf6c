package sectest

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/server/pay"
	"jadebox/store"
)

const replays = 100

// webhooks forges a provider's word in every way that needs no secret, and then lets the sandbox say one thing a
// hundred times.
func webhooks(c *check) {
	p := c.join("w")
	order := must[payReply](c, "an order", p.post("/api/pay/order", c.purchase(p, payQR, 1_000)))
	before := c.gems(p)
	id, err := strconv.ParseInt(order.ID, 10, 64)
	if err != nil {
		c.fatalf("an order's number: %v", err)
	}
	name := payment.Order{ID: store.OpID(id)}.Name() // all but the signature is as the provider would say it
	event := func(change fields) []byte {
		f := fields{"id": "evt_" + c.tag, "type": "payment.paid", "order": name, "reference": "sb_" + name,
			"amountCents": order.PriceCents, "currency": "BRL"}
		for name, v := range change {
			f[name] = v
		}
		return compact(f)
	}
	body := event(nil)
	now := time.Now()
	forged := map[string]http.Header{
		"no signature": {}, "an empty one": {pay.SandboxSignature: {""}}, "a word": {pay.SandboxSignature: {"true"}},
		"another secret":       {pay.SandboxSignature: {pay.Sign([]byte("another secret"), body, now)}},
		"no secret":            {pay.SandboxSignature: {pay.Sign(nil, body, now)}},
		"an old one":           {pay.SandboxSignature: {pay.Sign([]byte("another secret"), body, now.Add(-time.Hour))}},
		"a time without a sum": {pay.SandboxSignature: {"t=" + strconv.FormatInt(now.Unix(), 10)}},
		"a player's token":     {"token": {p.token}},
		"our own header":       {"Stripe-Signature": {pay.Sign([]byte("whsec_test"), body, now)}},
	}
	for _, provider := range []string{"sandbox", "sandbox-qr", "sandbox-checkout", "stripe", "pix", "nobody",
		"..%2fsandbox"} {
		for what, h := range forged {
			a := c.visitor().send(request{method: http.MethodPost, path: "/api/pay/webhook/" + provider, body: body,
				header: h})
			if !a.refused() && a.status != http.StatusTemporaryRedirect && a.status != http.StatusMovedPermanently {
				c.errorf("a webhook of %s with %s: %s", provider, what, a)
			}
		}
	}
	for what, raw := range map[string][]byte{"nothing": nil, "no JSON": []byte("x"),
		"65 KiB": []byte(strings.Repeat(" ", protocol.JSONBytes+1))} {
		if a := c.visitor().send(request{method: http.MethodPost, path: "/api/pay/webhook/sandbox",
			body: raw}); !a.refused() {
			c.errorf("a webhook of %s: %s", what, a)
		}
	}
	for _, path := range []string{"/sandbox/pay/AAAA", "/sandbox/pay/", "/sandbox/pay/" + strings.Repeat("A", 5_000)} {
		a := c.visitor().send(request{method: http.MethodPost, path: path, body: []byte("act=pay"), header: formHeader})
		if a.err == nil && a.status < 400 {
			c.errorf("the sandbox takes %.30s: %s", path, a)
		}
	}
	if got := c.gems(p); got != before {
		c.errorf("forged webhooks brought %d cents", got-before)
	}
	c.credited(p, order, before)
}

// credited pays an order at the sandbox a hundred times at once: its webhook says the same each time, and the gems come
// once.
func (c *check) credited(p *player, order payReply, before int64) {
	page := c.sandboxPage(order)
	var all sync.WaitGroup
	for range replays {
		all.Go(func() {
			c.visitor().send(request{method: http.MethodPost, path: page, body: []byte("act=pay"), header: formHeader})
		})
	}
	all.Wait()
	want := before + order.GemsCents + order.BonusCents
	state := ""
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if state = must[payReply](c, "an order", p.get("/api/pay/order/"+order.ID)).State; state == "paid" &&
			c.gems(p) >= want {
			break
		}
	}
	act := func(what string) {
		c.visitor().send(request{method: http.MethodPost, path: page, body: []byte("act=" + what), header: formHeader})
	}
	act("twice")
	if got := c.gems(p); state != "paid" || got != want {
		c.errorf("%d webhooks of one payment: order %s, %d cents, want %d", replays+2, state, got-before, want-before)
	}
	// A refusal after it takes it back, once, and what was paid is not paid again.
	for _, what := range []string{"decline", "decline", "pay", "decline"} {
		act(what)
	}
	after := must[payReply](c, "an order", p.get("/api/pay/order/"+order.ID)).State
	if got := c.gems(p); after != "reversed" || got != before {
		c.errorf("a payment that was taken back: order %s, %d cents are left of it", after, got-before)
	}
}
