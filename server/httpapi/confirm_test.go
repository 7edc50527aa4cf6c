package httpapi

import (
	"encoding/json"
	"fmt"
	"net/http"
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
	{http.MethodPost, "/api/user/info/upBindSteamUrl", map[string]any{"code": "123456", "steamUrl": "none"}},
	{http.MethodPost, "/api/pay/withdraw", map[string]any{"amountCents": 1_000, "pixKey": "alice@example.com"}},
	{http.MethodGet, "/api/user/records/export?of=records", nil},
	{http.MethodPost, "/api/user/limits/exclude", map[string]any{"months": 7}},
	{http.MethodPost, "/api/user/limits/pause", map[string]any{"hours": 25}},
	{http.MethodPost, "/api/studio/roll/1/publish", map[string]any{}},
}

func (c *client) confirm(body map[string]any) reply { return c.post("/api/user/confirm", body) }

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
		thief.do(http.MethodGet, sensitive[6].path, nil, nil).want(w, protocol.CodeConfirm)
		w.visitor().confirm(map[string]any{"password": pass}).want(w, protocol.CodeTokenInvalid)
		thief.post("/api/user/logout", map[string]any{}).want(w, protocol.OK)
		thief.confirm(map[string]any{"password": pass}).want(w, protocol.CodeTokenInvalid)
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
		c.again().get("/api/user/steam/address?type=1").want(w, protocol.OK)
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

// Strangers, and whoever shares the owner's address, try the login until they are turned away.
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
