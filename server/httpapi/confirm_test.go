package httpapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"jadebox/protocol"
	"jadebox/store"
)

// sensitive are the calls that a session alone is not enough for.
var sensitive = []struct {
	method, path string
	body         any
}{
	{http.MethodPut, "/api/personal/center/bundling/phone", map[string]any{"phone": phone, "code": "123456"}},
	{http.MethodPost, "/api/personal/center/unbundling/phone", map[string]any{"phone": phone, "code": "123456"}},
	{http.MethodGet, "/api/user/steam/address?type=1", nil},
	{http.MethodPost, "/api/user/steam/bind", map[string]any{"state": "none"}},
	{http.MethodPost, "/api/user/steam/unbind", map[string]any{}},
	{http.MethodPost, "/api/user/info/upBindSteamUrl", map[string]any{"code": "123456", "steamUrl": "none"}},
	{http.MethodPost, "/api/pay/withdraw", map[string]any{"amountCents": 1_000, "pixKey": "alice@example.com"}},
	{http.MethodGet, "/api/user/records/export?of=records", nil},
	{http.MethodPost, "/api/user/limits/exclude", map[string]any{"months": 7}},
	{http.MethodPost, "/api/user/limits/pause", map[string]any{"hours": 25}},
	{http.MethodPost, "/api/studio/roll/1/publish", map[string]any{}},
}

// confirm goes on under the token that a proof brings.
func (c *client) confirm(body map[string]any) reply {
	return c.goesOn(c.post("/api/user/confirm", body))
}

// goesOn takes the token of an answer.
func (c *client) goesOn(a reply) reply {
	c.Helper()
	if a.Code == protocol.OK {
		c.token = into[token](c.world, a).Token
	}
	return a
}

func (c *client) again() *client {
	c.Helper()
	a := c.visitor().post("/api/user/login", map[string]any{"phone": c.name, "password": pass})
	a.want(c.world, protocol.OK)
	return &client{c.world, c.name, into[token](c.world, a).Token}
}

func TestASensitiveCallAsksWhoItIsTenMinutesAfterTheLastProof(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		thief := w.newPlayer("alice01")
		owner := thief.again()
		time.Sleep(stepUpLife + time.Second)
		owner.confirm(map[string]any{"password": pass}).want(w, protocol.OK)
		for _, s := range sensitive {
			ask := func(c *client) reply {
				header := http.Header{"Idempotency-Key": {"sensitive"}}
				return c.do(s.method, s.path, s.body, header)
			}
			thief.unchanged(func() {
				a := ask(thief)
				var told stepUpAsked
				if err := json.Unmarshal(a.Data, &told); a.Code != protocol.CodeConfirm || err != nil ||
					len(told.By) != 1 || told.By[0] != byPassword {
					t.Errorf("%s %s with an old proof: %d %s", s.method, s.path, a.Code, a.raw)
				}
			})
			if a := ask(owner); a.Code == protocol.CodeConfirm {
				t.Errorf("%s %s after a proof is refused", s.method, s.path)
			}
		}
		thief.confirm(map[string]any{"password": "wrong4harbor"}).want(w, protocol.CodeCredentials)
		thief.do(http.MethodGet, "/api/user/records/export?of=records", nil, nil).want(w, protocol.CodeConfirm)
		w.visitor().confirm(map[string]any{"password": pass}).want(w, protocol.CodeTokenInvalid)
		thief.post("/api/user/logout", map[string]any{}).want(w, protocol.OK)
		thief.confirm(map[string]any{"password": pass}).want(w, protocol.CodeTokenInvalid)
	})
}

// A thief of a session that has just begun would set a new password by a phone of their own, or come back by Steam.
func TestALoginAloneGivesNoAccountAnotherWayIn(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		owner := w.newPlayer("alice01")
		time.Sleep(stepUpLife + time.Second)
		thief := owner.again().browser()
		code := thief.code(toBind, phone)
		ways := []struct {
			method, path string
			body         any
		}{{http.MethodPut, "/api/personal/center/bundling/phone", map[string]any{"phone": phone, "code": code}},
			{http.MethodGet, "/api/user/steam/address?type=1", nil},
			{http.MethodPost, "/api/user/steam/bind", map[string]any{"state": "none"}}}
		refused := func() {
			t.Helper()
			for _, way := range ways {
				a := thief.call(way.method, way.path, way.body)
				var told stepUpAsked
				if err := json.Unmarshal(a.Data, &told); a.Code != protocol.CodeConfirm || err != nil ||
					len(told.By) != 1 || told.By[0] != byPassword {
					t.Errorf("%s %s after a login alone: %d %s", way.method, way.path, a.Code, a.raw)
				}
			}
		}
		refused()
		time.Sleep(time.Second)
		thief.goesOn(thief.call(http.MethodPost, ofOthers, map[string]any{})).want(w, protocol.OK)
		refused() // another token is no other proof
		thief.confirm(map[string]any{"password": pass}).want(w, protocol.OK)
		for _, way := range ways[1:] {
			if a := thief.call(way.method, way.path, way.body); a.Code == protocol.CodeConfirm {
				t.Errorf("%s %s after a proof: %s", way.method, way.path, a.raw)
			}
		}
		thief.call(ways[0].method, ways[0].path, ways[0].body).want(w, protocol.OK)
	})
}

// Whatever a player proves or changes, a copy of the token of before ends with it, and its sockets; the session is the
// same.
func TestACopyOfATokenEndsWithEveryProofAndChange(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		b := w.newPlayer("alice01").browser()
		b.bind(phone)
		a := b.call(http.MethodPost, "/api/user/steam/bind", b.steam(1, koi))
		a.want(w, protocol.OK)
		b.token = into[steamToken](w, a).Token
		begun, id := b.sessions()[0].AtMS, b.sessions()[0].ID
		for _, change := range []struct {
			path string
			body map[string]any
		}{{"/api/user/confirm", map[string]any{"password": pass}}, {ofOthers, map[string]any{}},
			{"/api/user/password", map[string]any{"old": pass, "password": newWord}},
			{"/api/user/steam/unbind", map[string]any{}},
			{"/api/personal/center/unbundling/phone", map[string]any{"phone": phone, "code": ""}}} {
			if _, coded := change.body["code"]; coded {
				change.body["code"] = b.code(toUnbind, phone)
			}
			thief := &client{w, "alice01", b.token}
			b.goesOn(b.call(http.MethodPost, change.path, change.body)).want(w, protocol.OK)
			if b.token == thief.token || !w.closed(thief) {
				t.Errorf("%s: the token of before, or its sockets, go on", change.path)
			}
			thief.get("/api/user/info").want(w, protocol.CodeTokenInvalid)
			thief.post(change.path, change.body).want(w, protocol.CodeTokenInvalid)
			list := b.sessions()
			if len(list) != 1 || !list[0].Current || list[0].AtMS != begun || list[0].ID != id {
				t.Errorf("%s: %+v, begun as %s at %d", change.path, list, id, begun)
			}
			time.Sleep(time.Second)
		}
	})
}

func TestACodeThatWasAskedForBeforeAProofIsGoodAfterIt(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		b := w.newPlayer("alice01").browser()
		time.Sleep(stepUpLife - time.Minute)
		code := b.code(toBind, phone)
		time.Sleep(2 * time.Minute)
		bind := func() reply {
			return b.call(http.MethodPut, "/api/personal/center/bundling/phone", map[string]any{"phone": phone,
				"code": code})
		}
		bind().want(w, protocol.CodeConfirm)
		b.confirm(map[string]any{"password": pass}).want(w, protocol.OK)
		bind().want(w, protocol.OK)
	})
}

// Of two proofs of one token at once, one goes on and the other's session is over.
func TestATokenIsRenewedOnce(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		var fresh sync.Map
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				switch a := c.post("/api/user/confirm", map[string]any{"password": pass}); a.Code {
				case protocol.OK:
					fresh.Store(into[token](w, a).Token, true)
				case protocol.CodeTokenInvalid, protocol.CodeRateLimited:
				default:
					t.Errorf("%d %s", a.Code, a.ErrMsg)
				}
			})
		}
		all.Wait()
		n := 0
		fresh.Range(func(token, _ any) bool {
			n++
			(&client{w, "alice01", token.(string)}).get("/api/user/info").want(w, protocol.OK)
			return true
		})
		if n != 1 {
			t.Errorf("%d tokens of one", n)
		}
	})
}

func TestSteamIsUnboundWhereThereIsAnotherWayToLogIn(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		b := w.newPlayer("alice01").browser()
		unbind := func() reply { return b.goesOn(b.call(http.MethodPost, "/api/user/steam/unbind", map[string]any{})) }
		unbind().want(w, protocol.CodeSteamUnbound)
		a := b.call(http.MethodPost, "/api/user/steam/bind", b.steam(1, koi))
		a.want(w, protocol.OK)
		b.token = into[steamToken](w, a).Token
		other := (&client{w, "alice01", ""}).again()
		id := store.PlayerID(b.playerID())
		set := func(hash string) {
			if err := w.engine.SetProfile(t.Context(), id, store.ProfileChange{PasswordHash: &hash}); err != nil {
				t.Fatal(err)
			}
		}
		p, err := w.engine.LoadPlayer(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		set("")
		unbind().want(w, protocol.CodeSteamOnly)
		set(p.PasswordHash)
		other.get("/api/user/info").want(w, protocol.OK)
		unbind().want(w, protocol.OK)
		other.get("/api/user/info").want(w, protocol.CodeTokenInvalid)
		if info := into[userInfo](w, b.get("/api/user/info")); info.SteamID != "" {
			t.Errorf("still %s", info.SteamID)
		}
		v := w.browser()
		again := v.call(http.MethodPost, "/api/user/steam/login", v.steam(0, koi))
		if got := into[steamToken](w, again); got.Token != "" {
			t.Error("what was unbound still logs in")
		}
	})
}

func TestALoginIsAProofForTenMinutes(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		time.Sleep(stepUpLife - time.Second)
		c.get("/api/user/steam/address?type=1").want(w, protocol.OK)
		time.Sleep(2 * time.Second)
		c.get("/api/user/steam/address?type=1").want(w, protocol.CodeConfirm)
		c.get("/api/user/steam/address?type=0").want(w, protocol.OK)
		c.again().post(ofOthers, map[string]any{}).want(w, protocol.OK)
	})
}

func TestAWithdrawalThatAskedForAProofIsMadeOnceUnderItsKey(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		c.rich(3_000)
		time.Sleep(stepUpLife + time.Second)
		c.withdraw("mine").want(w, protocol.CodeConfirm)
		c.confirm(map[string]any{"password": pass}).want(w, protocol.OK)
		first := into[withdrawn](w, c.withdraw("mine"))
		if again := into[withdrawn](w, c.withdraw("mine")); again != first {
			t.Errorf("again: %+v, first: %+v", again, first)
		}
		if page := into[withdrawPage](w, c.get("/api/pay/withdraw/record")); page.Total != 1 {
			t.Errorf("%d withdrawals", page.Total)
		}
	})
}

func TestGuessesAtAProofAreCountedByTheirSession(t *testing.T) {
	inWorld(t, options{limited: true}, func(w *world) {
		c := w.newPlayer("alice01")
		guess := func(from string) reply {
			return c.do(http.MethodPost, "/api/user/confirm", map[string]any{"password": "wrong4harbor"},
				http.Header{"From-Address": {from}})
		}
		for range proofByNetwork.Burst {
			guess("198.51.100.1").want(w, protocol.CodeCredentials)
		}
		guess("198.51.100.1").want(w, protocol.CodeRateLimited)
		tried := proofByNetwork.Burst
		for i := range 100 {
			if guess(fmt.Sprintf("198.51.101.%d", i)).Code == protocol.CodeCredentials {
				tried++
			}
		}
		if tried != proofBySession.Burst {
			t.Errorf("%d guesses of one session", tried)
		}
		c.again().confirm(map[string]any{"password": pass}).want(w, protocol.OK)
	})
}

// Strangers, also from the owner's address, try the login until they are turned away.
func TestLoginsOfStrangersDoNotKeepAnOwnerFromAProof(t *testing.T) {
	inWorld(t, options{limited: true}, func(w *world) {
		owner := w.newPlayer("alice01")
		for i := range 40 {
			for _, from := range []string{"127.0.0.1", fmt.Sprintf("198.51.100.%d", i)} {
				w.visitor().do(http.MethodPost, "/api/user/login", map[string]any{"phone": "alice01",
					"password": "wrong4harbor"}, http.Header{"From-Address": {from}})
			}
		}
		owner.confirm(map[string]any{"password": pass}).want(w, protocol.OK)
	})
}

func TestAnAccountWithoutAPasswordLogsInAnew(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		none := ""
		if err := w.engine.SetProfile(t.Context(), store.PlayerID(c.playerID()),
			store.ProfileChange{PasswordHash: &none}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(stepUpLife + time.Second)
		a := c.get("/api/user/steam/address?type=1")
		var told stepUpAsked
		if err := json.Unmarshal(a.Data, &told); err != nil || len(told.By) != 1 || told.By[0] != byLogin {
			t.Errorf("%s", a.raw)
		}
		c.confirm(map[string]any{"password": ""}).want(w, protocol.CodeCredentials)
	})
}
