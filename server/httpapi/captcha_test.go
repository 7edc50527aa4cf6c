package httpapi

import (
	"context"
	"crypto/rand"
	"net/http"
	"strings"
	"testing"
	"time"

	"jadebox/protocol"
	"jadebox/server/captcha"
	"jadebox/server/limit"
)

// A script that guesses at the picture pays for each answer, and its network more and more.
func TestANetworkThatAnswersWronglyComputesMore(t *testing.T) {
	inWorld(t, options{limited: true}, func(w *world) {
		b := w.browser()
		b.from = "198.51.100.7"
		most := func(b *browser) int64 {
			q := into[captchaChallenge](w, b.call(http.MethodGet, "/api/captcha?purpose=bind", nil))
			return q.Work.Most
		}
		first, seen, sum := most(b), map[int64]bool{}, int64(0)
		for range 50 {
			time.Sleep(3 * time.Second)
			m := most(b)
			seen[m] = true
			sum += m
			wrong := b.answer("bind")
			wrong.Number++
			b.call(http.MethodPost, "/api/captcha/answer", wrong).want(w, protocol.CodeCaptcha)
		}
		if len(seen) != len(captchaLevels)+1 || !seen[125*first] || sum < 40*20*first {
			t.Errorf("from %d on, %d in all: %v", first, sum, seen)
		}
		other := w.browser()
		other.from = "198.51.100.8"
		if m := most(other); m != first {
			t.Errorf("another network's first: %d", m)
		}
		time.Sleep(time.Hour)
		if m := most(b); m != first {
			t.Errorf("after an hour: %d", m)
		}
	})
}

func TestWhoOnlyAsksOrAnswersRightlyMakesNothingHarder(t *testing.T) {
	inWorld(t, options{limited: true}, func(w *world) {
		b := w.browser()
		b.from = "198.51.100.7"
		var first int64
		for i := range 40 {
			time.Sleep(6 * time.Second)
			q := into[captchaChallenge](w, b.call(http.MethodGet, "/api/captcha?purpose=bind", nil))
			if i == 0 {
				first = q.Work.Most
			} else if q.Work.Most != first {
				t.Fatalf("challenge %d: %d, the first: %d", i, q.Work.Most, first)
			}
			if i%4 == 0 {
				b.ticket("bind")
			}
		}
	})
}

// graded is a provider: it fails a test that has it asked for the level of its challenges.
type graded struct{ captcha.Engine }

func (g graded) Ask(f captcha.For, _ func() (int, error)) (captcha.Challenge, error) {
	p, err := captcha.NewProvider(captcha.Settings{Now: clockAhead, Random: rand.Reader}, captcha.ProviderOptions{
		Name: "turnstile", SiteKey: "site"})
	if err != nil {
		return captcha.Challenge{}, err
	}
	return p.Ask(f, func() (int, error) { panic("nobody looks at the level of a widget") })
}

// A limiter that counts what is asked of it.
type countedKeys struct {
	limit.Limiter
	keys []string
}

func (c *countedKeys) Take(ctx context.Context, key string, r limit.Rate) (time.Duration, error) {
	c.keys = append(c.keys, key)
	return c.Limiter.Take(ctx, key, r)
}

func TestAProvidersWidgetCountsNoLevels(t *testing.T) {
	kept := &countedKeys{Limiter: limit.NewMemory(clockAhead)}
	inWorld(t, options{limited: true, limits: kept, captcha: func(e captcha.Engine) captcha.Engine {
		return graded{e}
	}}, func(w *world) {
		w.browser().call(http.MethodGet, "/api/captcha?purpose=bind", nil).want(w, protocol.OK)
		if len(kept.keys) != 1 || !strings.HasPrefix(kept.keys[0], "captcha:address:") {
			t.Errorf("counted under %q", kept.keys)
		}
	})
}

func TestATicketIsForItsPurposeAndFromItsNetwork(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		b := w.browser()
		right := b.answer("bind")
		other := right
		other.Purpose = "trade"
		b.call(http.MethodPost, "/api/captcha/answer", other).want(w, protocol.CodeCaptcha)
		b.call(http.MethodPost, "/api/captcha/answer", right).want(w, protocol.OK) // a refusal used nothing up
		lazy := b.answer("bind")
		lazy.Number++
		b.call(http.MethodPost, "/api/captcha/answer", lazy).want(w, protocol.CodeCaptcha)
		for _, purpose := range []string{"", "mall"} {
			b.call(http.MethodGet, "/api/captcha?purpose="+purpose, nil).want(w, protocol.CodeBadRequest)
			right.Purpose = purpose
			b.call(http.MethodPost, "/api/captcha/answer", right).want(w, protocol.CodeBadRequest)
		}
		bought := b.ticket("reset")
		b.from = "198.51.100.9"
		send(b, toReset, phone, bought).want(w, protocol.CodeCaptcha)
		b.from = ""
		send(b, toReset, phone, bought).want(w, protocol.OK)
	})
}

// away is a provider that does not answer.
type away struct{ captcha.Engine }

func (away) Answer(context.Context, captcha.For, string, captcha.Answer) (string, string, error) {
	return "", "", captcha.ErrProvider
}

func (away) Origins() []string { return []string{"https://widget.example"} }

func TestAProviderThatIsAwayIsBusy(t *testing.T) {
	inWorld(t, options{captcha: func(e captcha.Engine) captcha.Engine { return away{e} }}, func(w *world) {
		b := w.browser()
		a := b.call(http.MethodPost, "/api/captcha/answer", captchaAnswer{Purpose: "bind", Response: "x"})
		a.want(w, protocol.CodeBusy)
		csp := a.header.Get("Content-Security-Policy")
		for _, rule := range []string{"script-src 'self' https://widget.example;",
			"frame-src 'self' https://widget.example;"} {
			if !strings.Contains(csp, rule) {
				t.Errorf("%q is not in %q", rule, csp)
			}
		}
	})
}
