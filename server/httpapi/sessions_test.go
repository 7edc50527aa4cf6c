package httpapi

import (
	"crypto/sha256"
	"net/http"
	"net/netip"
	"slices"
	"testing"
	"time"

	"jadebox/protocol"
	"jadebox/server/session"
	"jadebox/store"
)

const (
	firefox  = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
	chrome   = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
	newWord  = "quiet9lantern"
	ofOthers = "/api/user/sessions/end/others"
)

// from is another session of a player, on a device of its own.
func (c *client) from(agent, address string, header http.Header) *client {
	c.Helper()
	with := http.Header{"User-Agent": {agent}, "From-Address": {address}}
	for name, values := range header {
		with[name] = values
	}
	a := c.visitor().do(http.MethodPost, "/api/user/login", map[string]any{"phone": c.name, "password": pass}, with)
	a.want(c.world, protocol.OK)
	return &client{c.world, c.name, into[token](c.world, a).Token}
}

func (c *client) sessions() []ownSession {
	c.Helper()
	return into[[]ownSession](c.world, c.get("/api/user/sessions"))
}

func (w *world) closed(c *client) bool {
	w.ending.Lock()
	defer w.ending.Unlock()
	return slices.Contains(w.ended, sha256.Sum256([]byte(c.token)))
}

func TestAPlayerSeesTheirSessionsAndEndsOneOrAllOthers(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.newPlayer("bobby02")
		first := w.newPlayer("alice01")
		time.Sleep(time.Minute)
		second := first.from(firefox, "203.0.113.77", nil)
		time.Sleep(time.Minute)
		third := first.from(chrome, "[2001:db8:1:2::3]", nil)
		list := second.sessions()
		if len(list) != 3 || list[0].Browser != "Chrome" || list[0].System != "Windows" ||
			list[0].Network != "2001:db8:1::/48" || list[1].Browser != "Firefox" || list[1].System != "Linux" ||
			list[1].Network != "203.0.113.0/24" || !list[1].Current || list[0].Current || list[2].Current ||
			list[2].Browser != "" || list[0].Country != "" || list[0].AtMS-list[1].AtMS != 60_000 {
			t.Fatalf("%+v", list)
		}
		stranger := &client{w, "bobby02", ""}
		stranger = stranger.from(chrome, "203.0.113.78", nil)
		stranger.post("/api/user/sessions/end", map[string]any{"id": list[0].ID}).want(w, protocol.CodeNotFound)
		third.get("/api/user/info").want(w, protocol.OK)

		second.post("/api/user/sessions/end", map[string]any{"id": list[0].ID}).want(w, protocol.OK)
		third.get("/api/user/info").want(w, protocol.CodeTokenInvalid)
		first.get("/api/user/info").want(w, protocol.OK)
		if !w.closed(third) || w.closed(first) {
			t.Error("the sockets of the session that was ended, and no other, close")
		}
		second.post("/api/user/sessions/end", map[string]any{"id": list[0].ID}).want(w, protocol.CodeNotFound)

		before := *second
		second.goesOn(second.post(ofOthers, map[string]any{})).want(w, protocol.OK)
		first.get("/api/user/info").want(w, protocol.CodeTokenInvalid)
		if left := second.sessions(); len(left) != 1 || !left[0].Current || !w.closed(first) || !w.closed(&before) ||
			w.closed(second) {
			t.Errorf("left: %+v", left)
		}
		stranger.get("/api/user/info").want(w, protocol.OK)

		time.Sleep(stepUpLife + time.Minute)
		second.post(ofOthers, map[string]any{}).want(w, protocol.CodeConfirm)
		second.post("/api/user/sessions/end", map[string]any{"id": list[1].ID}).want(w, protocol.CodeConfirm)
	})
}

func TestACountryIsTheWordOfAConfiguredProxyAlone(t *testing.T) {
	inWorld(t, options{proxies: []netip.Prefix{netip.MustParsePrefix("198.51.100.0/24")}}, func(w *world) {
		w.api.CountryHeader = "Cf-Ipcountry"
		c := w.newPlayer("alice01")
		for _, tt := range []struct{ from, says, want string }{{"198.51.100.1", "BR", "BR"}, {"203.0.113.1", "BR", ""},
			{"198.51.100.1", "br", ""}, {"198.51.100.1", "BRA", ""}} {
			time.Sleep(time.Minute)
			c.from(firefox, tt.from, http.Header{"Cf-Ipcountry": {tt.says}, "X-Forwarded-For": {"203.0.113.9"}})
			if got := c.sessions()[0]; got.Country != tt.want {
				t.Errorf("%s from %s: %+v", tt.says, tt.from, got)
			}
		}
	})
}

func TestALastUseIsNotedToSomeMinutes(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		begun := c.sessions()[0]
		time.Sleep(time.Hour)
		c.get("/api/user/info").want(w, protocol.OK)
		if err := w.api.Sessions.Note(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := c.sessions()[0]; got.SeenMS-begun.SeenMS != time.Hour.Milliseconds() || got.AtMS != begun.AtMS {
			t.Errorf("begun %+v, an hour later %+v", begun, got)
		}
	})
}

func TestWhoKnowsThePasswordOfBeforeSetsANewOneAndEndsEveryOtherSession(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		other := c.again()
		change := func(old, next string) reply {
			return c.post("/api/user/password", map[string]any{"old": old, "password": next})
		}
		for _, tt := range []struct {
			old, next string
			want      protocol.Code
		}{{pass, "short1", protocol.CodePasswordFormat}, {pass, "onlyletters", protocol.CodePasswordFormat},
			{pass, "password1", protocol.CodePasswordCommon}, {pass, "alice01alice01", protocol.CodePasswordCommon},
			{"wrong4harbor", newWord, protocol.CodeCredentials}, {"", newWord, protocol.CodeCredentials}} {
			if a := change(tt.old, tt.next); a.Code != tt.want {
				t.Errorf("%q to %q: %d %s, want %d", tt.old, tt.next, a.Code, a.ErrMsg, tt.want)
			}
		}
		other.get("/api/user/info").want(w, protocol.OK)
		w.visitor().post("/api/user/password", map[string]any{"old": pass, "password": newWord}).want(w,
			protocol.CodeTokenInvalid)

		before := *c
		c.goesOn(change(pass, newWord)).want(w, protocol.OK)
		other.get("/api/user/info").want(w, protocol.CodeTokenInvalid)
		c.get("/api/user/info").want(w, protocol.OK)
		if !w.closed(other) || !w.closed(&before) || w.closed(c) {
			t.Error("the sockets of the others, and of the token of before, close, and no more")
		}
		login := func(word string) reply {
			return w.visitor().post("/api/user/login", map[string]any{"phone": "alice01", "password": word})
		}
		login(pass).want(w, protocol.CodeCredentials)
		login(newWord).want(w, protocol.OK)
	})
}

func TestUnbindingAPhoneEndsEveryOtherSession(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		b := w.newPlayer("alice01").browser()
		b.bind(phone)
		other := (&client{w, "alice01", ""}).again()
		b.goesOn(b.call(http.MethodPost, "/api/personal/center/unbundling/phone", map[string]any{"phone": phone,
			"code": b.code(toUnbind, phone)})).want(w, protocol.OK)
		other.get("/api/user/info").want(w, protocol.CodeTokenInvalid)
		b.call(http.MethodGet, "/api/user/info", nil).want(w, protocol.OK)
	})
}

func (c *client) newDevices() []newDevice {
	c.Helper()
	return into[[]newDevice](c.world, c.get("/api/user/sessions/new"))
}

func TestALoginOnADeviceThatWasNotThereBeforeIsToldAndAnotherIsNot(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		b := w.newPlayer("alice01").browser()
		login := map[string]any{"phone": "alice01", "password": pass}
		b.call(http.MethodPost, "/api/user/login", login).want(w, protocol.OK)
		c := &client{w, "alice01", ""}
		time.Sleep(time.Second)
		c.token = into[token](w, b.call(http.MethodPost, "/api/user/login", login)).Token
		before := len(c.newDevices())
		time.Sleep(time.Second)
		c.token = into[token](w, b.call(http.MethodPost, "/api/user/login", login)).Token
		if list := c.newDevices(); len(list) != before {
			t.Errorf("a device that was here before: %+v", list)
		}
		time.Sleep(time.Second)
		c.again()
		if list := c.newDevices(); len(list) != before+1 || list[0].Current || list[0].Ended {
			t.Errorf("a new device: %+v", list)
		}
	})
}

// A thief who logs out leaves no session; the notice stays, for the 90 days that the player may be away.
func TestALoginOnANewDeviceStaysToldWhenItsSessionEndsAndForNinetyDays(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.newPlayer("bobby02")
		owner := w.newPlayer("alice01")
		time.Sleep(time.Minute)
		thief := owner.from(firefox, "203.0.113.77", nil)
		if list := thief.newDevices(); len(list) != 2 || !list[0].Current || list[1].Current {
			t.Fatalf("as the thief sees it: %+v", list)
		}
		thief.goesOn(thief.post(ofOthers, map[string]any{})).want(w, protocol.OK)
		thief.post("/api/user/logout", map[string]any{}).want(w, protocol.OK)
		time.Sleep(time.Second) // the order of two at one moment is not defined
		owner = owner.again()
		list := owner.newDevices()
		if len(list) != 3 || list[1].Browser != "Firefox" || list[1].Network != "203.0.113.0/24" || !list[1].Ended ||
			!list[0].Current || list[0].Ended {
			t.Fatalf("%+v", list)
		}
		stranger := (&client{w, "bobby02", ""}).again()
		if list := stranger.newDevices(); len(list) != 2 {
			t.Errorf("another player's: %+v", list)
		}
		time.Sleep(session.NewDeviceMemory - 2*time.Hour)
		if _, err := w.api.Sessions.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		owner = owner.again()
		if list := owner.newDevices(); len(list) != 4 {
			t.Errorf("before 90 days are over: %+v", list)
		}
		time.Sleep(2 * 24 * time.Hour) // a leap day of the virtual clock is none of the world's
		if list := owner.newDevices(); len(list) != 1 || !list[0].Current {
			t.Errorf("after 90 days: %+v", list)
		}
		if _, err := w.api.Sessions.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		left, err := w.engine.NewDevices(t.Context(), store.PlayerID(owner.playerID()), time.Time{})
		if err != nil || len(left) != 1 {
			t.Errorf("kept after a purge: %+v, %v", left, err)
		}
	})
}
