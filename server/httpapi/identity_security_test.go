package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

// The rows of identity in docs/reliability-security.md, each as an attack that must fail.

// questions counts what a call asks the store about accounts.
type questions struct {
	call.Store
	mu    sync.Mutex
	asked []string
}

func (q *questions) note(what string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.asked = append(q.asked, what)
}

func (q *questions) PlayerByName(ctx context.Context, name string) (store.Player, error) {
	q.note("name")
	return q.Store.PlayerByName(ctx, name)
}

func (q *questions) PlayerByPhone(ctx context.Context, phone string) (store.Player, error) {
	q.note("phone")
	return q.Store.PlayerByPhone(ctx, phone)
}

func (q *questions) PhoneTaken(ctx context.Context, phone string, except store.PlayerID) (bool, error) {
	q.note("taken")
	return q.Store.PhoneTaken(ctx, phone, except)
}

func (q *questions) PutCode(ctx context.Context, c store.Code) error {
	q.note("code")
	return q.Store.PutCode(ctx, c)
}

func (q *questions) TryCode(ctx context.Context, key, hash [32]byte, now time.Time) (bool, error) {
	q.note("try")
	return q.Store.TryCode(ctx, key, hash, now)
}

func (q *questions) during(act func()) []string {
	q.mu.Lock()
	q.asked = nil
	q.mu.Unlock()
	act()
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.Clone(q.asked)
}

// Enumeration: the same answer, after the same work, whether a phone is bound or not.
func TestNothingTellsByItsWorkWhoseAPhoneIs(t *testing.T) {
	q := &questions{}
	watch := func(s call.Store) call.Store { q.Store = s; return q }
	inWorld(t, options{watch: watch}, func(w *world) {
		w.newPlayer("alice01").browser().bind(phone)
		w.newPlayer("13700137000")
		v := w.browser()
		ways := map[string]func(phone string) reply{
			"check": func(p string) reply { return v.call(http.MethodGet, "/api/user/check/phone?phone="+p, nil) },
			"send":  func(p string) reply { return v.send(toReset, p) },
			"reset": func(p string) reply {
				return v.call(http.MethodPost, "/api/personal/center/password",
					map[string]any{"phone": p, "password": newPass, "code": "999999"})
			},
			"login": func(p string) reply {
				return v.call(http.MethodPost, "/api/user/login", map[string]any{"phone": p, "password": newPass})
			},
		}
		for name, way := range ways {
			var known, unknown reply
			work := q.during(func() { known = way(phone) })
			same := q.during(func() { unknown = way(otherPhone) })
			named := q.during(func() { way("13700137000") })
			if !slices.Equal(work, same) || !slices.Equal(work, named) {
				t.Errorf("%s: %v for a bound phone, %v for nobody's, %v for an account's name", name, work, same, named)
			}
			if name != "check" && (known.Code != unknown.Code || known.status != unknown.status ||
				string(known.Data) != string(unknown.Data) || known.ErrMsg != unknown.ErrMsg) {
				t.Errorf("%s: %d %s and %d %s", name, known.Code, known.Data, unknown.Code, unknown.Data)
			}
		}
	})
}

// Brute force: five guesses at a code, however many come at once and from wherever.
func TestTwoHundredGuessesAtACodeAreFive(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.newPlayer("alice01").browser().bind(phone)
		v := w.browser()
		code := v.code(toReset, phone)
		guess := func(i int) string {
			g := fmt.Sprintf("%06d", i)
			if g == code {
				return "999999"
			}
			return g
		}
		var all sync.WaitGroup
		var open atomic.Int64
		for i := range 200 {
			all.Go(func() {
				body := map[string]any{"phone": phone, "password": newPass, "code": guess(i)}
				answer := protocol.CodeBusy
				// a caller whom busy hashers refuse has not guessed yet
				for try := 0; answer == protocol.CodeBusy && try < 250; try++ {
					from := http.Header{"Cookie": {v.cookie()}, "From-Address": {fmt.Sprintf("198.51.%d.%d", try, i)}}
					answer = v.do(http.MethodPost, "/api/personal/center/password", body, from).Code
					time.Sleep(time.Millisecond)
				}
				if answer != protocol.CodeCodeWrong {
					open.Add(1)
				}
			})
		}
		all.Wait()
		if open.Load() != 0 {
			t.Errorf("%d guesses were answered otherwise", open.Load())
		}
		// Five of them have used the code up.
		v.call(http.MethodPost, "/api/personal/center/password", map[string]any{"phone": phone, "password": newPass,
			"code": code}).want(w, protocol.CodeCodeWrong)
		w.visitor().post("/api/user/login", map[string]any{"phone": "alice01", "password": pass}).want(w, protocol.OK)
	})
}

// Brute force: a stolen session cannot try passwords to read or erase a real name.
func TestAStolenSessionCannotTryPasswords(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		c.post("/api/user/auth/card", map[string]any{"name": "王小明", "card": cardNumber}).want(w, protocol.OK)
		var refused, limited int
		for i := range 30 {
			path := []string{"/api/user/auth/card/export", "/api/user/auth/card/erase"}[i%2]
			switch a := c.post(path, map[string]any{"password": fmt.Sprintf("guess%d", i)}); a.Code {
			case protocol.CodeCredentials:
				refused++
			case protocol.CodeRateLimited:
				limited++
			default:
				t.Errorf("%d %s", a.Code, a.Data)
			}
		}
		if refused != 10 || limited != 20 {
			t.Errorf("%d tried, %d turned away", refused, limited)
		}
		c.post("/api/user/auth/card/export", map[string]any{"password": pass}).want(w, protocol.CodeRateLimited)
	})
}

// Brute force: solving captchas does not lift the limits of a phone, whatever address the requests come from.
func TestManyAddressesDoNotFloodAPhone(t *testing.T) {
	inWorld(t, options{limited: true}, func(w *world) {
		for i := range 14 {
			v := w.browser()
			v.from = fmt.Sprintf("198.51.100.%d", i)
			ticket := v.ticket("reset")
			a := v.call(http.MethodPost, "/api/personal/center/send/2/code", map[string]any{"phone": phone,
				"randStr": ticket.RandStr, "ticket": ticket.Ticket})
			if want := protocol.OK; i >= 10 {
				a.want(w, protocol.CodeCodePause)
			} else {
				a.want(w, want)
			}
			time.Sleep(time.Minute)
		}
		time.Sleep(24 * time.Hour)
		w.browser().send(toReset, phone).want(w, protocol.OK)
	})
}

// Fixation: what an attacker has put into a victim's browser is worth nothing once the victim has logged in, bound or
// reset.
func TestNoTokenOfBeforeOutlivesAChangeOfIdentity(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		login := func(planted, name, password string) string {
			a := (&client{world: w, token: planted}).post("/api/user/login",
				map[string]any{"phone": name, "password": password})
			a.want(w, protocol.OK)
			return into[token](w, a).Token
		}
		dead := func(when string, tokens ...string) {
			t.Helper()
			for _, token := range tokens {
				if a := (&client{world: w, token: token}).get("/api/user/info"); a.Code != protocol.CodeTokenInvalid {
					t.Errorf("after %s a token of before: %d", when, a.Code)
				}
			}
		}
		attacker := w.newPlayer("mallory1")
		victim := w.newPlayer("alice01").browser()
		planted := attacker.token
		victim.token = login(planted, "alice01", pass)
		if victim.token == planted {
			t.Fatal("the planted token was adopted")
		}
		dead("login", planted)

		second := login("", "alice01", pass)
		before := victim.token
		victim.bind(phone)
		dead("binding a phone", before, second)

		before, second = victim.token, login("", "alice01", pass)
		a := victim.call(http.MethodPost, "/api/user/steam/bind", victim.steam(1, koi))
		a.want(w, protocol.OK)
		victim.token = into[steamToken](w, a).Token
		dead("binding Steam", before, second)

		before = victim.token
		victim.call(http.MethodPost, "/api/personal/center/password", map[string]any{"phone": phone,
			"password": newPass, "code": victim.code(toReset, phone)}).want(w, protocol.OK)
		dead("a password reset", before)
		if len(w.ended) < 6 {
			t.Errorf("sockets of %d sessions closed, want those of 6", len(w.ended))
		}
		w.visitor().post("/api/user/login", map[string]any{"phone": "alice01", "password": pass}).want(w,
			protocol.CodeCredentials)
	})
}

// A login that is checking the old password while a reset happens must not survive it.
func TestALoginBesideAResetDoesNotOutliveIt(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.newPlayer("alice01").browser().bind(phone)
		v := w.browser()
		body := map[string]any{"phone": phone, "password": newPass, "code": v.code(toReset, phone)}
		tokens := make(chan string, 8)
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				a := w.visitor().do(http.MethodPost, "/api/user/login", map[string]any{"phone": "alice01",
					"password": pass}, nil)
				if a.Code == protocol.OK {
					tokens <- into[token](w, a).Token
				}
			})
		}
		all.Go(func() {
			a := v.do(http.MethodPost, "/api/personal/center/password", body, http.Header{"Cookie": {v.cookie()}})
			for a.Code == protocol.CodeBusy { // all hashers are at the logins
				a = v.do(http.MethodPost, "/api/personal/center/password", body, http.Header{"Cookie": {v.cookie()}})
			}
			if a.Code != protocol.OK {
				t.Errorf("reset: %d", a.Code)
			}
		})
		all.Wait()
		close(tokens)
		for token := range tokens {
			(&client{world: w, token: token}).get("/api/user/info").want(w, protocol.CodeTokenInvalid)
		}
	})
}

// Steam: no field twice, none beside those of the protocol, and nothing that was not begun here.
func TestASteamAnswerWithAFieldTwiceIsRefused(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		v := w.browser()
		good := v.steam(0, koi)
		var fields []string
		for name, value := range good {
			fields = append(fields, fmt.Sprintf("%q:%q", name, value))
		}
		for _, more := range []string{`"openid.claimed_id":"` + good["openid.claimed_id"].(string) + `"`,
			`"openid.sreg.email":"x@y.test"`, `"OpenID.mode":"id_res"`} {
			v.call(http.MethodPost, "/api/user/steam/login", "{"+strings.Join(fields, ",")+","+more+"}").want(w,
				protocol.CodeBadRequest)
		}
		v.call(http.MethodPost, "/api/user/steam/login", good).want(w, protocol.OK) // refusals have not used it up
	})
}

// Canaries: every call of identity, once rightly and once wrongly, and not one secret in the log.
func TestNoSecretOfIdentityIsLogged(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		b := w.newPlayer("alice01").browser()
		secrets := []string{pass, newPass, phone, otherPhone, cardNumber, "王小明", b.token, "AbC_12-x"}
		note := func(text string) string { secrets = append(secrets, text); return text }
		b.bind(phone)
		note(b.token)
		b.call(http.MethodGet, "/api/user/check/phone?phone="+otherPhone, nil)
		b.call(http.MethodGet, "/api/demo/outbox?phone="+phone, nil)
		b.call(http.MethodPost, "/api/user/auth/card", map[string]any{"name": "王小明", "card": cardNumber + "1"})
		b.call(http.MethodPost, "/api/user/auth/card", map[string]any{"name": "王小明", "card": cardNumber}).want(w,
			protocol.OK)
		b.call(http.MethodPost, "/api/user/auth/card/export", map[string]any{"password": pass}).want(w, protocol.OK)
		b.call(http.MethodPost, "/api/user/info/upBindSteamUrl",
			map[string]any{"steamUrl": "https://steamcommunity.com/tradeoffer/new/?partner=12345&token=AbC_12-x",
				"code": note(b.code(toTrade, phone))}).want(w, protocol.OK)
		a := b.call(http.MethodPost, "/api/user/steam/bind", b.steam(1, koi))
		a.want(w, protocol.OK)
		b.token = note(into[steamToken](w, a).Token)
		b.goesOn(b.call(http.MethodPost, "/api/personal/center/unbundling/phone", map[string]any{"phone": phone,
			"code": note(b.code(toUnbind, phone))})).want(w, protocol.OK)
		b.bind(otherPhone)
		note(b.token)
		b.call(http.MethodPost, "/api/personal/center/password", map[string]any{"phone": otherPhone,
			"password": "short", "code": "123456"})
		b.call(http.MethodPost, "/api/personal/center/password", map[string]any{"phone": otherPhone,
			"password": newPass, "code": note(b.code(toReset, otherPhone))}).want(w, protocol.OK)
		w.visitor().post("/api/user/login", map[string]any{"phone": otherPhone, "password": pass}).want(w,
			protocol.CodeCredentials)
		w.visitor().post("/api/user/login", `{"phone":"`+otherPhone+`","password":"`+newPass+`"`).want(w,
			protocol.CodeBadRequest)
		lines := w.lines.String()
		if !strings.Contains(lines, "/api/user/auth/card") {
			t.Fatal("nothing was logged: the test sees nothing")
		}
		for _, secret := range secrets {
			if i := strings.Index(lines, secret); i >= 0 {
				t.Errorf("%s in the log: %.200s", secret, lines[max(0, i-100):])
			}
		}
	})
}
