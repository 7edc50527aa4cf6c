package pay

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

func TestAPayersHashIsTheSameForWhoeverHasTheKeyOnly(t *testing.T) {
	hash := PayerHash([]byte("key"), "cpf:39053344705")
	if len(hash) != 2*payerBytes || hash != PayerHash([]byte("key"), "cpf:39053344705") {
		t.Errorf("%q", hash)
	}
	for _, other := range []string{PayerHash([]byte("other"), "cpf:39053344705"),
		PayerHash([]byte("key"), "cpf:39053344706"), PayerHash([]byte("key"), "card:39053344705")} {
		if other == hash {
			t.Errorf("%q stands for another payer, too", hash)
		}
	}
	if hash := PayerHash([]byte("key"), ""); hash != "" {
		t.Errorf("nobody has the hash %q", hash)
	}
}

// Payments of one browser have one payer, and those of two have two; one without a cookie has no payer.
func TestTheSandboxNamesTheBrowserThatPays(t *testing.T) {
	secret := []byte("sandbox")
	for name, bank := range map[string]*Pix{"sandbox": nil, "bank": pix} {
		var told []Event
		s := &Sandbox{Name: "s", Action: ActionQRCode, Secret: secret, Bank: bank,
			Now: func() time.Time { return order.Expires.Add(-time.Minute) }}
		s.Deliver = func(ctx context.Context, _ string, h http.Header, body []byte) error {
			events, err := s.Events(ctx, h, body, s.Now())
			told = append(told, events...)
			return err
		}
		reply, err := s.Begin(t.Context(), order)
		if err != nil {
			t.Fatal(err)
		}
		page := reply.Text
		if bank != nil {
			page = reply.Page
		}
		cookie := func() *http.Cookie {
			w := httptest.NewRecorder()
			s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, page, nil))
			set := w.Result().Cookies()
			if len(set) != 1 || !set[0].HttpOnly || set[0].Path != SandboxPath ||
				!strings.Contains(w.Body.String(), set[0].Value) {
				t.Fatalf("%+v\n%s", set, w.Body)
			}
			return set[0]
		}
		pay := func(c *http.Cookie) string {
			told = nil
			r := httptest.NewRequest(http.MethodPost, page, strings.NewReader(url.Values{"act": {"pay"}}.Encode()))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			if c != nil {
				r.AddCookie(c)
			}
			s.ServeHTTP(httptest.NewRecorder(), r)
			if len(told) != 1 || told[0].Outcome != Paid {
				t.Fatalf("%s: told %+v", name, told)
			}
			return told[0].Payer
		}
		one, two := cookie(), cookie()
		if a, again, b := pay(one), pay(one), pay(two); a != "cpf:"+one.Value || a != again || a == b {
			t.Errorf("%s: paid by %q, %q and %q", name, a, again, b)
		}
		forged := *one
		forged.Value = "3905334470x"
		for _, c := range []*http.Cookie{nil, &forged} {
			if got := pay(c); got != "" {
				t.Errorf("%s: with the cookie %v paid by %q", name, c, got)
			}
		}
	}
	body, _ := json.Marshal(sandboxEvent{ID: "e", Type: "payment.failed", Payer: "39053344705"})
	s := &Sandbox{Secret: secret}
	if got, err := s.Events(t.Context(), http.Header{SandboxSignature: {Sign(secret, body, noon)}}, body,
		noon); err != nil || got[0].Payer != "" {
		t.Errorf("nothing was paid, by %+v, %v", got, err)
	}
}
