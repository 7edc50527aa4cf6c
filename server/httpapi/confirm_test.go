package httpapi

import (
	"encoding/json"
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

func TestGuessesAtAProofAreCountedAsLoginsAre(t *testing.T) {
	inWorld(t, options{limited: true}, func(w *world) {
		c := w.newPlayer("alice01")
		for range loginByAccount.Burst {
			c.confirm(map[string]any{"password": "wrong4harbor"}).want(w, protocol.CodeCredentials)
		}
		c.confirm(map[string]any{"password": pass}).want(w, protocol.CodeRateLimited)
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
