package captcha

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"
)

// siteverify is a provider as hCaptcha and Turnstile are: each response is good once.
func siteverify(t *testing.T, good map[string]string) *httptest.Server {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/x-www-form-urlencoded" ||
			r.ParseForm() != nil || r.PostForm.Get("sitekey") != "site" {
			t.Errorf("asked by %s %v", r.Method, r.PostForm)
		}
		if r.PostForm.Get("remoteip") != "192.0.2.1" {
			t.Errorf("about %q", r.PostForm.Get("remoteip"))
		}
		if r.PostForm.Get("secret") != "secret" {
			_, _ = w.Write([]byte(`{"success":false,"error-codes":["invalid-input-secret"]}`))
			return
		}
		response := r.PostForm.Get("response")
		if response == "down" {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		host, ok := good[response]
		delete(good, response)
		if !ok {
			_, _ = w.Write([]byte(`{"success":false,"error-codes":["timeout-or-duplicate"]}`))
			return
		}
		_, _ = w.Write([]byte(`{"success":true,"hostname":"` + host + `"}`))
	}))
	t.Cleanup(s.Close)
	return s
}

func TestAProviderVouchesOnceForThisSite(t *testing.T) {
	for name := range Providers {
		t.Run(name, func(t *testing.T) {
			w := &world{T: t, at: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
			far := siteverify(t, map[string]string{"one": "play.example", "two": "phish.example",
				"three": "play.example", "four": "play.example"})
			o := ProviderOptions{Name: name, SiteKey: "site", Secret: "secret", Verify: far.URL, Host: "play.example",
				Client: far.Client()}
			p, err := NewProvider(w.settings(), o)
			if err != nil {
				t.Fatal(err)
			}
			f := mine
			f.Address = netip.MustParseAddr(mine.Network)
			ask := func() string {
				c, err := p.Ask(f, nil)
				if err != nil || c.Widget == nil || c.Widget.SiteKey != "site" || !strings.HasPrefix(c.Widget.Script,
					"https://") || c.Picture != nil || c.Task != nil {
					t.Fatalf("%+v: %v", c, err)
				}
				return c.ID
			}
			id := ask()
			ticket, randStr, err := p.Answer(t.Context(), f, id, Answer{Response: "one"})
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := p.Answer(t.Context(), f, id, Answer{Response: "three"}); !errors.Is(err, ErrUsed) {
				t.Errorf("a challenge a second time: %v", err)
			}
			for _, bad := range []struct {
				response string
				want     error
			}{{"one", ErrWrong}, {"two", ErrWrong}, {"", ErrWrong}, {"made up", ErrWrong}, {"down", ErrProvider}} {
				if _, _, err := p.Answer(t.Context(), f, ask(), Answer{Response: bad.response}); !errors.Is(err,
					bad.want) {
					t.Errorf("%q: %v", bad.response, err)
				}
			}
			other := f
			other.Purpose = "reset"
			if _, _, err := p.Answer(t.Context(), other, ask(), Answer{Response: "three"}); !errors.Is(err, ErrUsed) {
				t.Errorf("another purpose: %v", err)
			}
			if err := p.Redeem(t.Context(), other, ticket, randStr); !errors.Is(err, ErrUsed) {
				t.Errorf("another purpose: %v", err)
			}
			if err := p.Redeem(t.Context(), f, ticket, randStr); err != nil {
				t.Error(err)
			}
			o.Secret = "wrong"
			if p, err = NewProvider(w.settings(), o); err != nil {
				t.Fatal(err)
			}
			if _, _, err := p.Answer(t.Context(), f, ask(), Answer{Response: "four"}); !errors.Is(err, ErrWrong) {
				t.Errorf("with a wrong secret: %v", err)
			}
			far.Close()
			_, _, err = p.Answer(t.Context(), f, ask(), Answer{Response: "four"})
			if !errors.Is(err, ErrProvider) || strings.Contains(err.Error(), "secret") {
				t.Errorf("with nobody there: %v", err)
			}
		})
	}
}
