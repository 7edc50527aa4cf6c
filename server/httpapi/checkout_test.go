package httpapi

import (
	"net/http"
	"strings"
	"testing"

	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/server/pay"
)

// A checkout is a document of its own: its policy lets forms go where its provider's adapter says, and nothing else is
// wider than that of the site's pages. Only addresses that the server has signed are shown, and only while there is
// something to pay.
func TestACheckoutIsADocumentOfItsOwn(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		o := c.order(payment.ChannelCheckout, 1_000)
		if o.Action != "checkout" || o.HTML == "" || !strings.HasPrefix(o.Frame, "/api/pay/checkout/") {
			t.Fatalf("%+v", o)
		}
		a := w.visitor().get(o.Frame) // a frame sends no token
		policy := a.header.Get("Content-Security-Policy")
		if a.status != http.StatusOK || string(a.raw) != o.HTML || a.header.Get("X-Frame-Options") != "SAMEORIGIN" ||
			a.header.Get("Cache-Control") != "no-store" ||
			!strings.HasPrefix(a.header.Get("Content-Type"), "text/html") ||
			a.header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%d %v %.40q", a.status, a.header, a.raw)
		}
		for _, part := range []string{"sandbox allow-forms allow-popups allow-popups-to-escape-sandbox;",
			"default-src 'none';", "base-uri 'none';", "frame-ancestors 'self';",
			"form-action 'self' https://till.example"} {
			if !strings.Contains(policy+";", part) {
				t.Errorf("policy %q has no %q", policy, part)
			}
		}
		if strings.Contains(policy, "script") || strings.Contains(policy, "*") ||
			strings.Contains(policy, "allow-same-origin") {
			t.Errorf("policy %q", policy)
		}
		for _, data := range []string{"x", "p" + itoa(int64(o.ID)), strings.TrimPrefix(o.Frame, "/api/pay/checkout/") +
			"A",
			strings.TrimPrefix(c.order(payment.ChannelPix, 1_000).QRImage, "/api/pay/creat/code/")} {
			a := w.visitor().get("/api/pay/checkout/" + data)
			if a.Code != protocol.CodeNotFound || !strings.Contains(a.header.Get("Content-Security-Policy"),
				"frame-ancestors 'none'") {
				t.Errorf("%.40s: %d %v", data, a.Code, a.header)
			}
		}
		e := eventOf(o)
		if w.sandboxEvent("sandbox-checkout", e, clockAhead()) != http.StatusOK ||
			w.visitor().get(o.Frame).Code != protocol.CodeNotFound {
			t.Error("a paid order is shown to be paid")
		}
	})
}

// Where a provider's forms lead is a whole origin by https, or the site's: anything else is no reply that is shown.
func TestFormsLeadToWholeOrigins(t *testing.T) {
	for forms, good := range map[string]bool{"": true, "https://till.example": true,
		"https://till.example:8443 https://play.example": true, "http://play.example:8080": true,
		"http://till.example": false, "https://*.example": false, "*": false, "https:": false,
		"https://till.example/pay": false, "https://u@till.example": false,
		"https://till.example; script-src *": false, "'unsafe-inline'": false, "data:": false, "https://": false} {
		if err := (pay.Reply{Forms: forms}).Check("http://play.example:8080/"); (err == nil) != good {
			t.Errorf("%q: %v", forms, err)
		}
	}
}
