package httpapi

import (
	"maps"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"jadebox/protocol"
	"jadebox/store"
)

const koi, lantern = "76561198000000002", "76561198000000003"

func TestASteamAccountThatIsBoundLogsIn(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		b := w.newPlayer("alice01").browser()
		first := b.token
		a := b.call(http.MethodPost, "/api/user/steam/bind", b.steam(1, koi))
		a.want(w, protocol.OK)
		got := into[steamToken](w, a)
		if got.SteamID != koi || got.Token == "" || got.Token == first || len(w.ended) != 1 {
			t.Errorf("%+v, %d sessions ended", got, len(w.ended))
		}
		(&client{world: w, token: first}).get("/api/user/info").want(w, protocol.CodeTokenInvalid)
		b.token = got.Token
		b.call(http.MethodPost, "/api/user/steam/bind", b.steam(1, lantern)).want(w, protocol.CodeSteamTaken)
		other := w.newPlayer("bobby02").browser()
		other.call(http.MethodPost, "/api/user/steam/bind", other.steam(1, koi)).want(w, protocol.CodeSteamTaken)

		v := w.browser()
		a = v.call(http.MethodPost, "/api/user/steam/login", v.steam(0, koi))
		a.want(w, protocol.OK)
		v.token = into[steamToken](w, a).Token
		if info := into[userInfo](w, v.get("/api/user/info")); info.Name != "alice01" || info.SteamID != koi {
			t.Errorf("%+v", info)
		}
	})
}

// A login that was begun in another browser must not end in this one, and no answer is good for another
// purpose.
func TestASteamAnswerBelongsToWhoeverBeganIt(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		attacker, victim := w.browser(), w.browser()
		body := attacker.steam(0, koi)
		victim.call(http.MethodPost, "/api/user/steam/login", body).want(w, protocol.CodeSteamRefused)
		victim.steam(0, lantern) // a login of the victim's own is under way
		victim.call(http.MethodPost, "/api/user/steam/login", body).want(w, protocol.CodeSteamRefused)

		player := w.newPlayer("alice01").browser()
		player.call(http.MethodPost, "/api/user/steam/login", player.steam(1, koi)).want(w, protocol.CodeSteamRefused)
		player.call(http.MethodPost, "/api/user/steam/bind", player.steam(0, koi)).want(w, protocol.CodeSteamRefused)

		mine := attacker.steam(0, koi)
		mine["openid.claimed_id"] = mine["openid.claimed_id"].(string)[:len(mine["openid.claimed_id"].(string))-1] + "9"
		mine["openid.identity"] = mine["openid.claimed_id"]
		attacker.call(http.MethodPost, "/api/user/steam/login", mine).want(w, protocol.CodeSteamRefused)
		if _, err := w.engine.PlayerBySteam(w.Context(), koi); err == nil {
			t.Error("somebody is koi now")
		}
	})
}

func TestSteamRegistersAPlayerOnce(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		v := w.browser()
		body := v.steam(0, koi)
		a := v.call(http.MethodPost, "/api/user/steam/login", body)
		a.want(w, protocol.OK)
		if got := into[steamToken](w, a); got.Token != "" || got.SteamID != koi {
			t.Fatalf("%+v", got)
		}
		v.call(http.MethodPost, "/api/user/steam/login", body).want(w, protocol.CodeSteamRefused) // replayed
		register := func(b *browser, id, phone, code string) reply {
			return b.call(http.MethodPost, "/api/user/steam/register", map[string]any{"steamId": id, "phone": phone,
				"code": code})
		}
		// Neither an id that was not proved nor a request without a proved one gets an account.
		register(v, lantern, phone, v.code(toBind, phone)).want(w, protocol.CodeSteamRefused)
		stranger := w.browser()
		register(stranger, koi, otherPhone, stranger.code(toBind, otherPhone)).want(w, protocol.CodeSteamRefused)
		register(v, koi, phone, "000000").want(w, protocol.CodeCodeWrong)

		send := map[string]any{"steamId": koi, "phone": phone, "code": v.code(toBind, phone)}
		// A promotion code that does not exist spends neither the phone's code nor Steam's answer.
		unknown := maps.Clone(send)
		unknown["spreadCode"] = "NOBODYS1"
		v.call(http.MethodPost, "/api/user/steam/register", unknown).want(w, protocol.CodeInviterGone)
		var made atomic.Int64
		var last atomic.Pointer[steamRegistered]
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				if a := v.do(http.MethodPost, "/api/user/steam/register", send,
					http.Header{"Cookie": {v.cookie()}}); a.Code == protocol.OK {
					made.Add(1)
					b := into[steamRegistered](w, a)
					last.Store(&b)
				}
			})
		}
		all.Wait()
		if made.Load() != 1 {
			t.Fatalf("%d accounts", made.Load())
		}
		v.name, v.token = phone, last.Load().Token
		info := into[userInfo](w, v.get("/api/user/info"))
		if info.SteamID != koi || info.Name != phone || info.BoundPhone == "" || info.Balance != welcomeCents {
			t.Errorf("%+v", info)
		}
		// No device is named: two who come by Steam are not the same person.
		if p, err := w.engine.LoadPlayer(w.Context(), store.PlayerID(v.playerID())); err != nil || p.Fingerprint != "" {
			t.Errorf("device %q, %v", p.Fingerprint, err)
		}
		w.visitor().post("/api/user/login", map[string]any{"phone": phone, "password": last.Load().Password}).want(w,
			protocol.OK)
	})
}
