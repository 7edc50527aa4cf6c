package httpapi

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jadebox/protocol"
	"jadebox/server/realname"
	"jadebox/store"
)

const cardNumber = "11010519491231002X"

func TestARealNameIsSealedShownExportedAndErased(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		if got := string(w.visitor().get("/api/user/card/config").Data); got != `{"reward":0.10,"open":true}` {
			t.Errorf("reward %s", got)
		}
		verify := func(c *client, name, card string) reply {
			return c.post("/api/user/auth/card", map[string]any{"name": name, "card": card})
		}
		verify(c, " ", cardNumber).want(w, protocol.CodeCardName)
		for _, bad := range []string{"", "123", "11010519491331002X", "110105194912310021"} {
			verify(c, "王小明", bad).want(w, protocol.CodeCardFormat)
		}
		if got := c.worth().GemsCents; got != welcomeCents {
			t.Errorf("balance %d after refusals", got)
		}
		var all sync.WaitGroup
		for range 9 { // within the limit of one player
			all.Go(func() {
				if a := c.do(http.MethodPost, "/api/user/auth/card",
					map[string]any{"name": "王小明", "card": "110105 19491231 002x"}, nil); a.Code != protocol.OK {
					t.Errorf("%d %s", a.Code, a.ErrMsg)
				}
			})
		}
		all.Wait()
		synctest.Wait()
		if got := c.worth().GemsCents; got != welcomeCents+10 {
			t.Errorf("balance %d, want one reward", got)
		}
		shown := c.get("/api/user/card")
		if got := into[cardShown](w, shown); got.IsRealName != 1 || got.State != "confirmed" ||
			got.Last != "002X" || got.Name != "王**" {
			t.Errorf("%+v", got)
		}
		if strings.Contains(string(shown.Data), cardNumber) ||
			into[userInfo](w, c.get("/api/user/info")).IsRealName != 1 {
			t.Errorf("%s", shown.Data)
		}
		time.Sleep(10 * time.Minute)
		other := w.newPlayer("bobby02")
		verify(other, "李雷", cardNumber).want(w, protocol.CodeCardTaken)
		verify(c, "王小明", "440524188001010014").want(w, protocol.CodeCardTaken)

		password := func(p string) map[string]any { return map[string]any{"password": p} }
		c.post("/api/user/auth/card/export", password("wrong7horse")).want(w, protocol.CodeCredentials)
		c.post("/api/user/auth/card/erase", password("wrong7horse")).want(w, protocol.CodeCredentials)
		if got := into[cardExport](w, c.post("/api/user/auth/card/export", password(pass))); got.Card != cardNumber ||
			got.Name != "王小明" {
			t.Errorf("%+v", got)
		}
		c.post("/api/user/auth/card/erase", password(pass)).want(w, protocol.OK)
		c.post("/api/user/auth/card/export", password(pass)).want(w, protocol.CodeNotFound)
		if into[userInfo](w, c.get("/api/user/info")).IsRealName != 0 {
			t.Error("still verified")
		}
		// The card is free again and is not rewarded again.
		verify(other, "李雷", cardNumber).want(w, protocol.OK)
		synctest.Wait()
		if got := other.worth().GemsCents; got != welcomeCents {
			t.Errorf("balance %d: a card was rewarded twice", got)
		}
		// Nor is the player, who has another card now.
		had := c.worth().GemsCents
		verify(c, "王小明", "440524188001010014").want(w, protocol.OK)
		synctest.Wait()
		if got := c.worth().GemsCents; got != had {
			t.Errorf("balance %d, was %d: a player was rewarded twice", got, had)
		}
		for _, secret := range []string{cardNumber, "王小明", pass} {
			if strings.Contains(w.lines.String(), secret) {
				t.Errorf("%s in the log", secret)
			}
		}
	})
}

// An account that came by Steam has no password to give: a login within ten minutes is the proof, and nothing else is.
func TestARealNameOfAnAccountWithoutAPasswordIsExportedAndErasedAfterALogin(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01").browser()
		a := c.call(http.MethodPost, "/api/user/steam/bind", c.steam(1, koi))
		a.want(w, protocol.OK)
		c.token = into[steamToken](w, a).Token
		verified := c.post("/api/user/auth/card", map[string]any{"name": "王小明", "card": cardNumber})
		if got := into[cardShown](w, verified); !got.Password {
			t.Errorf("%+v", got)
		}
		none := ""
		if err := w.engine.SetProfile(t.Context(), store.PlayerID(c.playerID()),
			store.ProfileChange{PasswordHash: &none}); err != nil {
			t.Fatal(err)
		}
		if got := into[cardShown](w, c.get("/api/user/card")); got.Password || got.Last != "002X" {
			t.Errorf("%+v", got)
		}
		body := map[string]any{"password": ""}
		if got := into[cardExport](w, c.post("/api/user/auth/card/export", body)); got.Card != cardNumber {
			t.Errorf("%+v", got)
		}
		time.Sleep(stepUpLife + time.Second)
		for _, path := range []string{"/api/user/auth/card/export", "/api/user/auth/card/erase"} {
			for _, given := range []string{"", pass} {
				a := c.post(path, map[string]any{"password": given})
				a.want(w, protocol.CodeConfirm)
				var told stepUpAsked
				if err := json.Unmarshal(a.Data, &told); err != nil || !slices.Equal(told.By, []string{byLogin}) {
					t.Errorf("%s", a.raw)
				}
			}
		}
		again := w.browser()
		a = again.call(http.MethodPost, "/api/user/steam/login", again.steam(0, koi))
		a.want(w, protocol.OK)
		again.token = into[steamToken](w, a).Token
		again.post("/api/user/auth/card/erase", body).want(w, protocol.OK)
		if got := into[cardShown](w, again.get("/api/user/card")); got.State != "none" {
			t.Errorf("%+v", got)
		}
	})
}

// What the registry does not confirm is kept nowhere, and reserves no number.
func TestANumberIsTakenOnceARegistryHasConfirmedItAndByNobodyElse(t *testing.T) {
	verify := func(c *client, name, card string) reply {
		return c.post("/api/user/auth/card", map[string]any{"name": name, "card": card})
	}
	inWorld(t, options{}, func(w *world) {
		squatter, owner := w.newPlayer("alice01"), w.newPlayer("bobby02")
		verify(squatter, realname.SandboxNobody, cardNumber).want(w, protocol.CodeCardMismatch)
		verify(squatter, realname.SandboxSilent, cardNumber).want(w, protocol.CodeCardUnchecked)
		got := into[userInfo](w, squatter.get("/api/user/info"))
		if got.IsRealName != 0 || got.RealNameState != "none" {
			t.Errorf("unconfirmed, and verified: %+v", got)
		}
		// a release before the registry let players declare what they liked
		declared, err := w.api.Vault.Seal(store.PlayerID(squatter.playerID()), realname.Person{Name: "李雷",
			Card: cardNumber}, "", clockAhead())
		if err == nil {
			err = w.engine.SetRealName(t.Context(), store.PlayerID(squatter.playerID()), declared)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := into[cardShown](w, squatter.get("/api/user/card")); got.State != "declared" || got.IsRealName != 1 {
			t.Errorf("%+v", got)
		}
		verify(owner, "王小明", cardNumber).want(w, protocol.OK)
		if got := into[cardShown](w, squatter.get("/api/user/card")); got.State != "none" || got.IsRealName != 0 {
			t.Errorf("a declaration beside a confirmed owner: %+v", got)
		}
		verify(squatter, "李雷", cardNumber).want(w, protocol.CodeCardTaken)
		if got := into[cardShown](w, owner.get("/api/user/card")); got.State != "confirmed" {
			t.Errorf("%+v", got)
		}
	})
	inWorld(t, options{nobody: true}, func(w *world) {
		c := w.newPlayer("alice01")
		if got := into[cardConfig](w, c.get("/api/user/card/config")); got.Open {
			t.Error("a site without a registry offers to verify")
		}
		verify(c, "王小明", cardNumber).want(w, protocol.CodeCardUnchecked)
		if into[userInfo](w, c.get("/api/user/info")).IsRealName != 0 {
			t.Error("a site without a registry verifies")
		}
	})
}

func TestTheRegistryIsAskedABoundedNumberOfTimesByAPlayer(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		asked := 0
		for range 10 {
			for range 10 {
				if c.post("/api/user/auth/card", map[string]any{"name": realname.SandboxNobody,
					"card": cardNumber}).Code == protocol.CodeCardMismatch {
					asked++
				}
			}
			time.Sleep(10 * time.Minute)
		}
		if asked < 20 || asked > 24 {
			t.Errorf("asked %d times in a hundred minutes", asked)
		}
	})
}

func TestMinorsAreNotVerified(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		c.unchanged(func() {
			c.post("/api/user/auth/card", map[string]any{"name": "小明", "card": minor(clockAhead())}).want(w,
				protocol.CodeCardAge)
		})
		if into[userInfo](w, c.get("/api/user/info")).IsRealName != 0 {
			t.Error("verified")
		}
	})
}

// minor is the card of a person who is 18 the day after tomorrow.
func minor(now time.Time) string {
	body := "110105" + now.AddDate(-18, 0, 2).Format("20060102") + "001"
	sum := 0
	for i, weight := range [17]int{7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2} {
		sum += int(body[i]-'0') * weight
	}
	return body + string("10X98765432"[sum%11])
}
