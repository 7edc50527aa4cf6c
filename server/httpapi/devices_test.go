package httpapi

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"jadebox/protocol"
	"jadebox/server/password"
	"jadebox/store"
)

// reservedOnly is a line in which only a device seen before has a place.
var reservedOnly = password.Bounds{Known: 4, Network: 4}

// login is tried by a client with a cookie of the device.
func (c *client) login(name, secret, device string) reply {
	c.Helper()
	return c.do(http.MethodPost, "/api/user/login", map[string]any{"phone": name, "password": secret},
		http.Header{"Cookie": {"device=" + device}})
}

// deviceIn is what an answer leaves on the device.
func deviceIn(w *world, a reply) string {
	w.Helper()
	for _, set := range a.header["Set-Cookie"] {
		if cookie, err := http.ParseSetCookie(set); err == nil && cookie.Name == "device" {
			return cookie.Value
		}
	}
	return ""
}

// No worker hashes in this world: a caller that has a place in line waits until the call's time is over, and one that
// has none is told so.
func TestADeviceSeenBeforeHasAReservedPlaceForItsOwnAccount(t *testing.T) {
	inWorld(t, options{line: reservedOnly}, func(w *world) {
		alice, bob := w.newPlayer("alice01"), w.newPlayer("bobby02")
		a := w.visitor().login("alice01", pass, "")
		a.want(w, protocol.OK)
		mine := deviceIn(w, a)
		bobs := deviceIn(w, w.visitor().login("bobby02", pass, ""))
		if mine == "" || bobs == "" || mine == bobs {
			t.Fatalf("%q and %q were left on two devices", mine, bobs)
		}
		w.passwords.Close()

		turnedAway := func(what string, a reply) {
			t.Helper()
			if a.Code != protocol.CodeBusy || a.status != http.StatusServiceUnavailable ||
				a.header.Get("Retry-After") == "" {
				t.Errorf("%s: %d %d, Retry-After %q, want %d", what, a.status, a.Code, a.header.Get("Retry-After"),
					protocol.CodeBusy)
			}
		}
		began := time.Now()
		w.visitor().login("alice01", pass, mine).want(w, protocol.CodeTimeout)
		alice.login("alice01", pass, "").want(w, protocol.CodeTimeout) // a session says as much
		if waited := time.Since(began); waited != 100*time.Second {
			t.Errorf("two known devices waited %v", waited)
		}
		turnedAway("a stranger", w.visitor().login("alice01", pass, ""))
		turnedAway("another account's device", w.visitor().login("alice01", pass, bobs))
		turnedAway("another account's session", bob.login("alice01", pass, ""))
		turnedAway("an account that is not there", w.visitor().login("nobody77", pass, mine))
		turnedAway("no cookie of ours", w.visitor().login("alice01", pass, "x"))
		for i := range len(mine) {
			forged := mine[:i] + string(mine[i]^1) + mine[i+1:]
			from := http.Header{"Cookie": {"device=" + forged}, "From-Address": {fmt.Sprintf("198.51.100.%d", i)}}
			if i%9 == 0 { // so many does the limit of an account allow
				turnedAway("a forged cookie", w.visitor().do(http.MethodPost, "/api/user/login",
					map[string]any{"phone": "alice01", "password": pass}, from))
				time.Sleep(time.Minute)
			}
		}
		time.Sleep(179 * 24 * time.Hour)
		w.visitor().login("alice01", pass, mine).want(w, protocol.CodeTimeout)
		time.Sleep(48 * time.Hour) // this world has no 29th of February
		turnedAway("a device of half a year ago", w.visitor().login("alice01", pass, mine))
	})
}

func TestADeviceIsWorthAPlaceInLineAndNothingElse(t *testing.T) {
	inWorld(t, options{limited: true}, func(w *world) {
		w.newPlayer("alice01")
		mine := deviceIn(w, w.visitor().login("alice01", pass, ""))
		w.visitor().do(http.MethodGet, "/api/user/info", nil, http.Header{"Cookie": {"device=" + mine}}).want(w,
			protocol.CodeTokenInvalid)
		for range loginByAccount.Burst {
			a := w.visitor().login("alice01", "wrong7horse", mine)
			a.want(w, protocol.CodeCredentials)
			if deviceIn(w, a) != "" {
				t.Error("a wrong password makes a device known")
			}
		}
		w.visitor().login("alice01", pass, mine).want(w, protocol.CodeRateLimited)
	})
}

// Each login leaves another cookie: a device that goes on with the newest is no new one.
func TestADeviceThatLogsInAgainAndAgainHasTheAttemptsOfItsAccount(t *testing.T) {
	inWorld(t, options{limited: true}, func(w *world) {
		w.newPlayer("alice01")
		device := deviceIn(w, w.visitor().login("alice01", pass, ""))
		in := 0
		for range 120 {
			time.Sleep(time.Second)
			a := w.visitor().login("alice01", pass, device)
			if a.Code == protocol.CodeRateLimited {
				continue
			}
			a.want(w, protocol.OK)
			if fresh := deviceIn(w, a); fresh == device {
				t.Fatal("the same cookie a second time")
			} else {
				device = fresh
			}
			in++
		}
		if most := loginByAccount.Burst + int(2*time.Minute/loginByAccount.Interval()); in > most || in < most-1 {
			t.Errorf("%d logins in two minutes, want %d", in, most)
		}
	})
}

func TestWhoeverFindsTheLineOfPasswordsFullKeepsEveryAttempt(t *testing.T) {
	inWorld(t, options{limited: true, line: reservedOnly}, func(w *world) {
		c := w.newPlayer("alice01")
		w.passwords.Close()
		for range 3 * loginByAddress.Burst {
			w.visitor().tried("alice01", pass, "203.0.113.9", "", captchaTicket{}).want(w, protocol.CodeBusy)
		}
		var all sync.WaitGroup
		all.Go(func() { c.confirm(map[string]any{"password": pass}).want(w, protocol.CodeTimeout) })
		time.Sleep(time.Second)
		for range 2 * proofBySession.Burst { // the account's reserved place is taken
			c.confirm(map[string]any{"password": pass}).want(w, protocol.CodeBusy)
		}
		all.Wait()
	})
}

// Nothing was tried: neither a code nor a password that is to be set.
func TestWhoeverFindsTheLineFullOnTheWayToANewPasswordKeepsEveryAttempt(t *testing.T) {
	inWorld(t, options{limited: true, line: password.Bounds{Network: 1}}, func(w *world) {
		c, none := w.newPlayer("alice01"), ""
		if err := w.engine.SetProfile(t.Context(), store.PlayerID(c.playerID()),
			store.ProfileChange{PasswordHash: &none}); err != nil {
			t.Fatal(err)
		}
		w.passwords.Close()
		for _, each := range []struct {
			as           *client
			method, path string
			body         map[string]any
		}{
			{w.visitor(), http.MethodPost, "/api/user/register", map[string]any{"phone": "newbie1", "password": pass,
				"fingerprinId": "d"}},
			{w.visitor(), http.MethodPost, "/api/user/steam/register", map[string]any{"steamId": koi, "phone": phone,
				"code": "123456"}},
			{w.visitor(), http.MethodPost, "/api/personal/center/password", map[string]any{"phone": phone,
				"code": "123456", "password": newPass}},
			{c, http.MethodPut, "/api/personal/center/bundling/phone", map[string]any{"phone": phone,
				"code": "123456"}},
		} {
			for try := range 2 * loginByAddress.Burst {
				if a := each.as.do(each.method, each.path, each.body, nil); a.Code != protocol.CodeBusy {
					t.Errorf("%s, try %d: %d %s, want %d", each.path, try+1, a.Code, a.ErrMsg, protocol.CodeBusy)
					break
				}
			}
		}
	})
}

func TestANewPasswordThatFindsTheLineFullKeepsTheAttemptsOfItsProof(t *testing.T) {
	var full atomic.Bool
	inWorld(t, options{limited: true, line: password.Bounds{Network: 1}, salt: func(w *world) {
		if full.Swap(false) { // between the proof and the new hash
			w.passwords.Close()
		}
	}}, func(w *world) {
		c := w.newPlayer("alice01")
		for range proofByNetwork.Burst - 1 {
			c.confirm(map[string]any{"password": pass}).want(w, protocol.OK)
		}
		full.Store(true)
		for range 2 {
			c.post("/api/user/password", map[string]any{"old": pass, "password": newWord}).want(w, protocol.CodeBusy)
		}
		if full.Load() {
			t.Error("no hash of the new password was asked for")
		}
	})
}

// tried is a login with the wrong password, or with the right one, from an address.
func (c *client) tried(name, secret, from, device string, ticket captchaTicket) reply {
	c.Helper()
	return c.do(http.MethodPost, "/api/user/login", map[string]any{"phone": name, "password": secret,
		"ticket": ticket.Ticket, "randStr": ticket.RandStr}, http.Header{"From-Address": {from},
		"Cookie": {"device=" + device}})
}

// Strangers from 150 addresses try an account until they are turned away: its player logs in on a device that was
// there before, beside them and in their own network, and on a new one for a captcha's ticket.
func TestStrangersLockNobodyOut(t *testing.T) {
	inWorld(t, options{limited: true}, func(w *world) {
		mine := deviceIn(w, w.visitor().post("/api/user/register", map[string]any{"phone": "alice01", "password": pass,
			"fingerprinId": "a"}))
		stopped, none := 0, captchaTicket{}
		for i := range 150 {
			for try := 0; ; try++ {
				a := w.visitor().tried("alice01", "wrong7horse", fmt.Sprintf("198.51.100.%d", i), "", none)
				if a.Code == protocol.CodeRateLimited {
					stopped++
					break
				}
				if a.Code != protocol.CodeCredentials && a.Code != protocol.CodeLoginCaptcha || try > 30 {
					t.Fatalf("try %d: %d %s", try, a.Code, a.ErrMsg)
				}
			}
		}
		if stopped != 150 {
			t.Errorf("%d addresses at their limit", stopped)
		}
		for _, from := range []string{"203.0.113.9", "198.51.100.7"} {
			w.visitor().tried("alice01", pass, from, mine, none).want(w, protocol.OK)
		}
		w.visitor().tried("alice01", pass, "203.0.113.9", "", none).want(w, protocol.CodeLoginCaptcha)
		b := w.browser()
		b.from = "203.0.113.9"
		ticket := b.ticket(captchaLogin)
		w.visitor().tried("alice01", pass, b.from, "", ticket).want(w, protocol.OK)
		w.visitor().tried("alice01", pass, b.from, "", ticket).want(w, protocol.CodeCaptcha) // good once
		w.visitor().tried("alice01", pass, b.from, "", b.ticket("bind")).want(w, protocol.CodeCaptcha)
		time.Sleep(time.Hour)
		w.visitor().tried("alice01", pass, b.from, "", none).want(w, protocol.OK)
	})
}

func TestANetworkThatFailsToLogInIsAskedForACaptchaAndNoOtherIs(t *testing.T) {
	inWorld(t, options{limited: true}, func(w *world) {
		w.newPlayer("alice01")
		w.newPlayer("bobby02")
		none := captchaTicket{}
		for i := range failuresByNetwork.Burst {
			w.visitor().tried(fmt.Sprintf("nobody%02d", i), "wrong7horse", "198.51.100.1", "", none).want(w,
				protocol.CodeCredentials)
			w.visitor().tried("bobby02", pass, "198.51.100.2", "", none).want(w, protocol.OK) // counts as no failure
			time.Sleep(time.Second)
		}
		time.Sleep(5 * time.Second)
		w.visitor().tried("alice01", pass, "198.51.100.1", "", none).want(w, protocol.CodeLoginCaptcha)
		w.visitor().tried("alice01", pass, "198.51.100.3", "", none).want(w, protocol.OK)
		b := w.browser()
		b.from = "198.51.100.1"
		w.visitor().tried("alice01", pass, b.from, "", b.ticket(captchaLogin)).want(w, protocol.OK)
	})
}

func TestWhatADeviceKeepsStaysThere(t *testing.T) {
	for address, secure := range map[string]bool{"https://play.example": true, "http://play.example": false} {
		inWorld(t, options{}, func(w *world) {
			w.api.PublicURL = address
			registered := w.visitor().post("/api/user/register", map[string]any{"phone": "alice01", "password": pass,
				"fingerprinId": "a"})
			for what, a := range map[string]reply{"registration": registered, "login": w.visitor().login("alice01",
				pass, "")} {
				a.want(w, protocol.OK)
				cookie, err := http.ParseSetCookie(a.header.Get("Set-Cookie"))
				if err != nil {
					t.Fatal(err)
				}
				if cookie.Name != "device" || !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode ||
					cookie.Secure != secure ||
					cookie.Path != "/api" || cookie.Domain != "" || cookie.MaxAge != 180*86400 ||
					strings.Contains(cookie.Value, "alice") {
					t.Errorf("%s at %s: %s", what, address, cookie)
				}
			}
		})
	}
}

// left is a cookie that an answer leaves on the device, "" for none.
func left(w *world, a reply, name string) string {
	w.Helper()
	for _, set := range a.header["Set-Cookie"] {
		if cookie, err := http.ParseSetCookie(set); err == nil && cookie.Name == name {
			return cookie.Value
		}
	}
	return ""
}

// A player who is self-excluded is out on that device with every account, old or new, and on each device they come back
// on; no other device is, and another's device cannot be shut out.
func TestAnExclusionHoldsForTheDevice(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		alice := w.newPlayer("alice01")
		w.newPlayer("bobby02")
		names := 0
		register := func(cookie string) reply {
			names++
			return w.visitor().do(http.MethodPost, "/api/user/register",
				map[string]any{"phone": fmt.Sprint("newbie", names), "password": pass,
					"fingerprinId": fmt.Sprint("d", names)}, http.Header{"Cookie": {"excluded=" + cookie}})
		}
		login := func(name, cookie string) reply {
			return w.visitor().do(http.MethodPost, "/api/user/login", map[string]any{"phone": name, "password": pass},
				http.Header{"Cookie": {"excluded=" + cookie}})
		}
		gone := alice.post("/api/user/limits/exclude", map[string]any{"months": 6})
		gone.want(w, protocol.OK)
		here := left(w, gone, "excluded")
		back := login("alice01", "")
		back.want(w, protocol.CodeExcluded)
		there := left(w, back, "excluded") // another device, and the right password
		if here == "" || there == "" {
			t.Fatalf("%q and %q were left on two devices", here, there)
		}
		for _, cookie := range []string{here, there} {
			register(cookie).want(w, protocol.CodeExcluded)
			login("bobby02", cookie).want(w, protocol.CodeExcluded)
		}
		for _, cookie := range []string{"", "x", here[:len(here)-1], "B" + here[1:], here + "A"} {
			register(cookie).want(w, protocol.OK)
			login("bobby02", cookie).want(w, protocol.OK)
		}
		wrong := w.visitor().post("/api/user/login", map[string]any{"phone": "alice01", "password": "wrong7horse"})
		wrong.want(w, protocol.CodeCredentials)
		if left(w, wrong, "excluded") != "" {
			t.Error("a wrong password tells that an account is excluded")
		}
		time.Sleep(200 * 24 * time.Hour)
		register(here).want(w, protocol.OK)
		login("alice01", here).want(w, protocol.OK)
	})
}
