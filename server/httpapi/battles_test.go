package httpapi

import (
	"testing"
	"time"

	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	battlecalls "jadebox/server/rooms/battle"
)

func itoa(n int64) string { b, _ := call.ID(n).MarshalText(); return string(b) }

func (c *client) create(setup map[string]any) battlecalls.NewBattle {
	c.Helper()
	a := c.post("/api/battle/create", setup)
	a.want(c.world, protocol.OK)
	return into[battlecalls.NewBattle](c.world, a)
}

func (c *client) view(id call.ID) protocol.BattleSnapshot {
	c.Helper()
	a := c.get("/api/battle/" + itoa(int64(id)))
	a.want(c.world, protocol.OK)
	return into[protocol.BattleSnapshot](c.world, a)
}

// two boxes, four seats: 5.00 + 15.00 gems.
func setup(seats int) map[string]any {
	return map[string]any{"boxes": []int{openID, 3}, "seats": seats, "mode": "normal", "priceCents": 4 * priceCents}
}

func TestTwoPlayersAndTwoBotsPlayABattle(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		host, guest := w.newPlayer("alice01"), w.newPlayer("bobby02")
		b := host.create(setup(4))
		if b.Code != "" {
			t.Errorf("a public battle has code %q", b.Code)
		}
		at := "/api/battle/" + itoa(int64(b.BattleID))
		guest.post(at+"/join", map[string]any{"seat": 2, "priceCents": 4 * priceCents}).want(w, protocol.OK)
		if got := guest.worth().GemsCents; got != welcomeCents-4*priceCents {
			t.Errorf("the guest has %d", got)
		}
		open := into[battlecalls.BattlePage](w, w.visitor().get("/api/battle/list?status=open"))
		if open.Total != 1 || open.Battles[0].ID != itoa(int64(b.BattleID)) {
			t.Errorf("%+v", open)
		}
		host.post(at+"/bots", map[string]any{"seat": -1}).want(w, protocol.CodeBattleBots) // not yet
		time.Sleep(20 * time.Second)
		guest.unchanged(func() { guest.post(at+"/bots", map[string]any{"seat": -1}).want(w, protocol.CodeBattleHost) })
		host.post(at+"/bots", map[string]any{"seat": -1}).want(w, protocol.OK)
		guest.unchanged(func() { guest.post(at+"/leave", map[string]any{}).want(w, protocol.CodeBattleLeave) })
		time.Sleep(time.Minute)
		s := w.visitor().view(b.BattleID)
		if s.Summary.Status != protocol.BattleFinished || s.Result == nil || len(s.Rounds) != 2 ||
			len(s.Result.Winners) != 1 {
			t.Fatalf("%+v", s)
		}
		if err := w.log.CatchUp(w.Context()); err != nil {
			t.Fatal(err)
		}
		a := w.visitor().get("/api/fair/result/" + s.Result.ResultID)
		a.want(w, protocol.OK)
		bundle, err := fairness.ParseBundle(a.Data)
		if err != nil {
			t.Fatal(err)
		}
		if r := fairness.Verify(bundle); !r.OK || bundle.Log == nil {
			t.Errorf("%+v", r)
		}
		final := into[battlecalls.BattlePage](w, w.visitor().get("/api/battle/list?status=final"))
		mine := into[battlecalls.BattlePage](w, guest.get("/api/battle/mine"))
		open = into[battlecalls.BattlePage](w, w.visitor().get("/api/battle/list?status=open"))
		for mode, n := range map[string]int{protocol.ModeNormal: 1, protocol.ModeTeams: 0} {
			if of := into[battlecalls.BattlePage](w, w.visitor().get("/api/battle/list?status=final&mode="+
				mode)); of.Total != n || len(of.Battles) != n {
				t.Errorf("%s: %d of %d", mode, len(of.Battles), of.Total)
			}
		}
		if final.Total != 1 || len(final.Battles) != 1 || mine.Total != 1 || len(mine.Battles) != 1 || open.Total != 0 {
			t.Errorf("final %d, mine %d, open %d", final.Total, mine.Total, open.Total)
		}
		again := host.post(at+"/again", map[string]any{})
		again.want(w, protocol.OK)
		if n := into[battlecalls.NewBattle](w, again); n.BattleID == b.BattleID {
			t.Error("again is the same battle")
		}
	})
}

func TestSetupsThatAreRefusedOpenNoBattle(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		with := func(name string, value any) map[string]any {
			s := setup(2)
			s[name] = value
			return s
		}
		for _, tt := range []struct {
			body map[string]any
			want protocol.Code
		}{
			{with("boxes", []int{}), protocol.CodeBattleSetup},
			{with("boxes", make([]int, 31)), protocol.CodeBattleSetup},
			{with("boxes", []int{77}), protocol.CodeBoxUnknown},
			{with("boxes", []int{disabledID}), protocol.CodeBoxDisabled},
			{with("seats", 1), protocol.CodeBattleSetup},
			{with("seats", 5), protocol.CodeBattleSetup},
			{with("seats", -1), protocol.CodeBattleSetup},
			{with("mode", "chaos"), protocol.CodeBattleSetup},
			{with("mode", "teams"), protocol.CodeBattleSetup}, // two seats are no teams
			{with("priceCents", 1), protocol.CodePriceChanged},
		} {
			c.unchanged(func() {
				if a := c.post("/api/battle/create", tt.body); a.Code != tt.want {
					t.Errorf("%v: %d %s, want %d", tt.body, a.Code, a.ErrMsg, tt.want)
				}
			})
		}
		if l := into[battlecalls.BattlePage](w, w.visitor().get("/api/battle/list")); l.Total != 0 {
			t.Errorf("%d battles in the lobby", l.Total)
		}
	})
}

func TestWrongEntriesAreRefused(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		host, guest, third, poor := w.newPlayer("alice01"), w.newPlayer("bobby02"), w.newPlayer("carol03"),
			w.newPlayer("doris04")
		for range 13 {
			poor.post("/api/box/3/open", map[string]any{"count": 5, "priceCents": 3 * priceCents}).want(w, protocol.OK)
		}
		b := host.create(setup(2))
		at := "/api/battle/" + itoa(int64(b.BattleID))
		entry := map[string]any{"seat": -1, "priceCents": 4 * priceCents}
		refused := func(c *client, path string, body map[string]any, want protocol.Code) {
			t.Helper()
			for _, p := range []*client{host, guest, third} {
				p.unchanged(func() {
					if a := c.post(path, body); a.Code != want {
						t.Errorf("%s %v: %d %s, want %d", path, body, a.Code, a.ErrMsg, want)
					}
				})
			}
		}
		refused(host, at+"/join", entry, protocol.CodeBattleJoined)
		refused(guest, at+"/join", map[string]any{"seat": 0, "priceCents": 4 * priceCents}, protocol.CodeBattleSeat)
		refused(guest, at+"/join", map[string]any{"seat": 2, "priceCents": 4 * priceCents}, protocol.CodeBattleSeat)
		refused(guest, at+"/join", map[string]any{"seat": -1, "priceCents": 1}, protocol.CodePriceChanged)
		refused(guest, "/api/battle/77/join", entry, protocol.CodeBattleGone)
		if poor.worth().GemsCents < 4*priceCents {
			poor.unchanged(func() { poor.post(at+"/join", entry).want(w, protocol.CodeFunds) })
		}
		guest.post(at+"/join", entry).want(w, protocol.OK)
		a := third.post(at+"/join", entry)
		if a.Code != protocol.CodeBattleFull && a.Code != protocol.CodeBattleStarted {
			t.Errorf("a full battle: %d", a.Code)
		}
		time.Sleep(10 * time.Second)
		refused(third, at+"/join", entry, protocol.CodeBattleStarted)
		refused(guest, at+"/leave", map[string]any{}, protocol.CodeBattleLeave)
	})
}

func TestPrivateBattleOpensOnlyWithItsCode(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		host, guest := w.newPlayer("alice01"), w.newPlayer("bobby02")
		private := setup(2)
		private["private"] = true
		b := host.create(private)
		if b.Code == "" {
			t.Fatal("no code")
		}
		at := "/api/battle/" + itoa(int64(b.BattleID))
		if l := into[battlecalls.BattlePage](w, w.visitor().get("/api/battle/list")); l.Total != 0 {
			t.Error("a private battle stands in the lobby")
		}
		for _, code := range []string{"", "wrong", b.Code + "x"} {
			for _, c := range []*client{guest, w.visitor()} {
				if a := c.get(at + "?code=" + code); a.Code != protocol.CodeBattleCode {
					t.Errorf("code %q shows it: %d %s", code, a.Code, a.Data)
				}
			}
			guest.unchanged(func() {
				guest.post(at+"/join", map[string]any{"seat": -1, "code": code, "priceCents": 4 * priceCents}).want(w,
					protocol.CodeBattleCode)
			})
		}
		guest.get(at+"?code="+b.Code).want(w, protocol.OK)
		if s := host.view(b.BattleID); s.Code != b.Code {
			t.Errorf("the host sees code %q", s.Code)
		}
		guest.post(at+"/join", map[string]any{"seat": -1, "code": b.Code, "priceCents": 4 * priceCents}).want(w,
			protocol.OK)
		time.Sleep(time.Minute)
		final := into[battlecalls.BattlePage](w, w.visitor().get("/api/battle/list?status=final"))
		mine := into[battlecalls.BattlePage](w, guest.get("/api/battle/mine"))
		if len(final.Battles) != 0 || final.Total != 0 || len(mine.Battles) != 1 ||
			mine.Battles[0].Status != protocol.BattleFinished {
			t.Errorf("finished: %d in public, %+v in the guest's own list", len(final.Battles), mine)
		}
	})
}

func TestLeavingABattleRefunds(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		host, guest := w.newPlayer("alice01"), w.newPlayer("bobby02")
		b := host.create(setup(3))
		at := "/api/battle/" + itoa(int64(b.BattleID))
		guest.post(at+"/join", map[string]any{"seat": 1, "priceCents": 4 * priceCents}).want(w, protocol.OK)
		guest.post(at+"/leave", map[string]any{}).want(w, protocol.OK)
		if got := guest.worth().GemsCents; got != welcomeCents {
			t.Errorf("the guest has %d back", got)
		}
		if s := host.view(b.BattleID); s.Summary.Seats[1].PlayerID != "" {
			t.Errorf("the seat is still %+v", s.Summary.Seats[1])
		}
	})
}

func TestARepeatedKeyIsOneBattleAndOneEntry(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		host, guest := w.newPlayer("alice01"), w.newPlayer("bobby02")
		first := host.keyed("/api/battle/create", "host-key", setup(3))
		first.want(w, protocol.OK)
		b := into[battlecalls.NewBattle](w, first)
		at := "/api/battle/" + itoa(int64(b.BattleID))
		entry := map[string]any{"seat": 1, "priceCents": 4 * priceCents}
		host.unchanged(func() {
			again := host.keyed("/api/battle/create", "host-key", setup(3))
			again.want(w, protocol.OK)
			if into[battlecalls.NewBattle](w, again) != b {
				t.Errorf("a second battle: %s", again.Data)
			}
			host.keyed("/api/battle/create", "host-key", setup(2)).want(w, protocol.CodeKeyReused)
		})
		guest.keyed(at+"/join", "guest-key", entry).want(w, protocol.OK)
		guest.unchanged(func() {
			guest.keyed(at+"/join", "guest-key", entry).want(w, protocol.OK)
			guest.keyed(at+"/join", "guest-key", map[string]any{"seat": 2, "priceCents": 4 * priceCents}).want(w,
				protocol.CodeKeyReused)
			guest.post(at+"/join", entry).want(w, protocol.CodeBattleJoined)
		})
		if l := into[battlecalls.BattlePage](w, w.visitor().get("/api/battle/list")); l.Total != 1 {
			t.Errorf("%d battles in the lobby", l.Total)
		}
	})
}
