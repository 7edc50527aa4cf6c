package httpapi

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

// Enumeration: a password is hashed whatever account is named. No worker hashes in this world, so that a login that
// comes to its hash waits until the call's time is over, and one that does not come to it is found out.
func TestEveryLoginComesToItsHash(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.newPlayer("alice01").browser().bind(phone)
		if _, err := w.engine.Register(w.Context(), store.NewPlayer{Name: "house01", PasswordHash: "", Bot: true,
			At: clockAhead()}, nil); err != nil {
			t.Fatal(err)
		}
		w.passwords.Close()
		for who, name := range map[string]string{"an account": "alice01", "a bound phone": phone, "nobody": "nobody77",
			"nobody's phone": otherPhone, "the house": "house01"} {
			began := time.Now()
			w.visitor().post("/api/user/login", map[string]any{"phone": name, "password": newPass}).want(w,
				protocol.CodeTimeout)
			if took := time.Since(began); took != 50*time.Second {
				t.Errorf("a login of %s is answered after %v", who, took)
			}
		}
	})
}

// between lets something happen right after a name was looked up.
type between struct {
	call.Store
	then func()
}

func (b *between) PlayerByName(ctx context.Context, name string) (store.Player, error) {
	p, err := b.Store.PlayerByName(ctx, name)
	if then := b.then; then != nil {
		b.then = nil
		then()
	}
	return p, err
}

// A login that has read the old password is still checking it when a reset is over: its session ends with those of
// before.
func TestAResetOvertakesALogin(t *testing.T) {
	rows := &between{}
	inWorld(t, options{watch: func(s call.Store) call.Store { rows.Store = s; return rows }}, func(w *world) {
		w.newPlayer("alice01").browser().bind(phone)
		v := w.browser()
		reset := map[string]any{"phone": phone, "password": newPass, "code": v.code(toReset, phone)}
		ended := len(w.ended)
		rows.then = func() { v.call(http.MethodPost, "/api/personal/center/password", reset).want(w, protocol.OK) }
		w.visitor().post("/api/user/login", map[string]any{"phone": "alice01", "password": pass}).want(w,
			protocol.CodeCredentials)
		if got := len(w.ended) - ended; got != 2 { // the one that was there, and the login's own
			t.Errorf("%d sessions ended, want 2", got)
		}
	})
}

// No script reads what names a visitor, no other site sends it, and where the site is https it is sent by https only.
func TestAVisitorsCookieStaysHere(t *testing.T) {
	for address, secure := range map[string]bool{"https://play.example": true, "http://play.example": false} {
		inWorld(t, options{}, func(w *world) {
			w.api.PublicURL = address
			v := w.browser()
			answered := v.call(http.MethodGet, "/api/user/steam/address?type=0", nil)
			answered.want(w, protocol.OK)
			cookie, err := http.ParseSetCookie(answered.header.Get("Set-Cookie"))
			if err != nil {
				t.Fatal(err)
			}
			if !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode || cookie.Secure != secure ||
				cookie.Path != "/api/" || cookie.Domain != "" ||
				cookie.MaxAge < 60 || cookie.MaxAge > 3600 || len(cookie.Value) < 43 {
				t.Errorf("%s: %s", address, strings.Replace(cookie.String(), cookie.Value, "…", 1))
			}
		})
	}
}

// A code that was sent to change the trade link neither unbinds the phone nor resets the password, and is still good
// afterwards.
func TestACodeIsForNoOtherPurpose(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		b := w.newPlayer("alice01").browser()
		b.bind(phone)
		code := b.code(toTrade, phone)
		b.call(http.MethodPost, "/api/personal/center/unbundling/phone", map[string]any{"phone": phone,
			"code": code}).want(w, protocol.CodeCodeWrong)
		b.call(http.MethodPost, "/api/personal/center/password", map[string]any{"phone": phone, "password": newPass,
			"code": code}).want(w, protocol.CodeCodeWrong)
		b.call(http.MethodPost, "/api/user/info/upBindSteamUrl",
			map[string]any{"steamUrl": "https://steamcommunity.com/tradeoffer/new/?partner=12345&token=AbC_12-x",
				"code": code}).want(w, protocol.OK)
	})
}

// tries counts the codes that are tried.
type tries struct {
	call.Store
	n int
}

func (t *tries) TryCode(ctx context.Context, key, hash [32]byte, now time.Time) (bool, error) {
	t.n++
	return t.Store.TryCode(ctx, key, hash, now)
}

// A caller whom the hashers cannot serve keeps the code: no hasher runs in this world, and no call comes to the code.
func TestACodeOutlivesBusyHashers(t *testing.T) {
	rows := &tries{}
	inWorld(t, options{watch: func(s call.Store) call.Store { rows.Store = s; return rows }}, func(w *world) {
		w.newPlayer("alice01").browser().bind(phone)
		v, s := w.browser(), w.browser()
		s.call(http.MethodPost, "/api/user/steam/login", s.steam(0, koi)).want(w, protocol.OK)
		reset := map[string]any{"phone": phone, "password": newPass, "code": v.code(toReset, phone)}
		join := map[string]any{"steamId": koi, "phone": otherPhone, "code": s.code(toBind, otherPhone)}
		before := rows.n
		w.passwords.Close()
		v.call(http.MethodPost, "/api/personal/center/password", reset).want(w, protocol.CodeTimeout)
		s.call(http.MethodPost, "/api/user/steam/register", join).want(w, protocol.CodeTimeout)
		if rows.n != before {
			t.Errorf("%d codes spent on nothing", rows.n-before)
		}
	})
}
