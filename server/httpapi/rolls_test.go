package httpapi

import (
	"maps"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadebox/actors/shop/payment"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	rollcalls "jadebox/server/rooms/roll"
	"jadebox/store"
)

// grant gives the account roles, as the operator's command does.
func (c *client) grant(roles store.Role) {
	c.Helper()
	p, err := c.engine.PlayerByName(c.Context(), c.name)
	if err == nil {
		err = c.engine.SetProfile(c.Context(), p.ID, store.ProfileChange{Roles: &roles})
	}
	if err != nil {
		c.Fatal(err)
	}
}

// giveawaySetup is 20 and 10 gems in a minute, with changes.
func giveawaySetup(change map[string]any) map[string]any {
	s := map[string]any{"name": "Friday", "joinType": "roll_join_open",
		"openAtMs": clockAhead().Add(time.Minute).UnixMilli(), "gemsCents": []int64{2000, 1000}}
	maps.Copy(s, change)
	return s
}

func (c *client) draft(change map[string]any) rollcalls.NewRoll {
	c.Helper()
	a := c.post("/api/studio/roll/create", giveawaySetup(change))
	a.want(c.world, protocol.OK)
	return into[rollcalls.NewRoll](c.world, a)
}

func (c *client) published(change map[string]any) rollcalls.NewRoll {
	c.Helper()
	r := c.draft(change)
	c.post("/api/studio/roll/"+itoa(int64(r.RollID))+"/publish", map[string]any{}).want(c.world, protocol.OK)
	return r
}

func joining(r rollcalls.NewRoll) map[string]any {
	return map[string]any{"roomId": itoa(int64(r.RollID))}
}

const joinPath = "/api/roll/room/join/room"

func (c *client) roll(r rollcalls.NewRoll) protocol.RollSnapshot {
	c.Helper()
	a := c.get("/api/roll/room/" + itoa(int64(r.RollID)))
	a.want(c.world, protocol.OK)
	return into[protocol.RollSnapshot](c.world, a)
}

func TestAStreamersRollGoesFromDraftToProof(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		host, a, b := w.newPlayer("alice01"), w.newPlayer("bobby02"), w.newPlayer("carol03")
		host.unchanged(func() {
			host.post("/api/studio/roll/create", giveawaySetup(nil)).want(w,
				protocol.CodeStreamer)
		})
		host.grant(store.RoleStreamer)
		if !into[userInfo](w, host.get("/api/user/info")).Streamer {
			t.Error("the role is not shown")
		}
		item := host.open().Results[0]
		r := host.draft(map[string]any{"items": []call.ID{item.ItemID}})
		if got := host.worth(); got.GemsCents != welcomeCents-priceCents-3000 || got.BagCount != 0 {
			t.Errorf("prizes are not in escrow: %+v", got)
		}
		if l := into[[]rollcalls.RollRow](w, w.visitor().get("/api/roll/room/home/list")); len(l) != 0 {
			t.Errorf("a draft is listed: %+v", l)
		}
		studio := "/api/studio/roll/" + itoa(int64(r.RollID))
		s := into[rollcalls.RollSetup](w, host.get(studio))
		s.Name = "Saturday"
		host.post(studio+"/edit", s).want(w, protocol.OK)
		host.post(studio+"/publish", map[string]any{}).want(w, protocol.OK)
		time.Sleep(2 * time.Second) // of the list
		for path, want := range map[string]int{"/api/home/rooms": 1, "/api/roll/room/home/list": 1,
			"/api/roll/room/home/list?type=1": 1, "/api/roll/room/home/list?type=0": 0} {
			l := into[[]rollcalls.RollRow](w, w.visitor().get(path))
			if len(l) != want || want == 1 && (l[0].Type != 1 || l[0].Name != "Saturday" || len(l[0].PrizeImg) != 1) {
				t.Errorf("%s: %+v", path, l)
			}
		}
		w.visitor().post(joinPath, joining(r)).want(w, protocol.CodeTokenInvalid)
		host.post(joinPath, joining(r)).want(w, protocol.CodeRollHost)
		a.post(joinPath, joining(r)).want(w, protocol.OK)
		a.post(joinPath, joining(r)).want(w, protocol.CodeRollJoined)
		shared := joining(r)
		shared["spreadCode"] = into[userInfo](w, a.get("/api/user/info")).SpreadCode
		b.post(joinPath, shared).want(w, protocol.OK)
		if v := a.roll(r); v.Me == nil || v.Me.Weight != 2 || v.TotalWeight != 3 {
			t.Errorf("the assist does not count: %+v", v)
		}
		if l := into[[]rollcalls.JoinedRoll](w, b.get("/api/roll/room/user/status")); len(l) != 1 ||
			l[0].Status != protocol.RollStatusOpen {
			t.Errorf("%+v", l)
		}
		if l := into[[]rollcalls.JoinedRoll](w, host.get("/api/roll/room/user/status")); len(l) != 0 {
			t.Errorf("the host has joined: %+v", l)
		}
		time.Sleep(90 * time.Second)
		v := w.visitor().roll(r)
		if v.Drawn == nil || len(v.Drawn.Winners) != 2 {
			t.Fatalf("%+v", v)
		}
		// The two best prizes are won; the third goes back.
		if sum := a.worth().GemsCents + b.worth().GemsCents + host.worth().GemsCents; sum != 3*welcomeCents-priceCents {
			t.Errorf("%d cents in all", sum)
		}
		if err := w.log.CatchUp(w.Context()); err != nil {
			t.Fatal(err)
		}
		proof := w.visitor().get("/api/fair/result/" + v.Drawn.ResultID)
		proof.want(w, protocol.OK)
		bundle, err := fairness.ParseBundle(proof.Data)
		if err != nil {
			t.Fatal(err)
		}
		if report := fairness.Verify(bundle); !report.OK || bundle.Log == nil {
			t.Errorf("%+v", report)
		}
		ended := into[rollcalls.RollPage](w, w.visitor().get("/api/roll/room/rooms?scope=ended"))
		mine := into[rollcalls.RollPage](w, a.get("/api/roll/room/rooms?scope=mine"))
		own := into[rollcalls.RollPage](w, host.get("/api/studio/rolls"))
		if len(ended.Records) != 1 || len(mine.Records) != 1 || mine.Records[0].Me == nil ||
			len(mine.Records[0].Won) != 1 || len(own.Records) != 1 {
			t.Errorf("ended %+v, mine %+v, own %+v", ended, mine, own)
		}
		w.visitor().get("/api/roll/room/rooms?scope=mine").want(w, protocol.CodeTokenInvalid)
		a.get("/api/studio/rolls").want(w, protocol.CodeStreamer)
	})
}

func TestJoiningARollIsRefusedWithItsReason(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		host, a := w.newPlayer("alice01"), w.newPlayer("bobby02")
		host.grant(store.RoleStreamer)
		locked := host.published(map[string]any{"joinType": "roll_join_password", "password": "open sesame"})
		tasks := host.published(map[string]any{"tasks": []map[string]any{{"kind": protocol.TaskClassicOpens,
			"target": 1}, {"kind": protocol.TaskAssists, "target": 1}}})
		draft := host.draft(nil)
		with := func(r rollcalls.NewRoll, vcode string) map[string]any {
			b := joining(r)
			b["vcode"] = vcode
			return b
		}
		a.unchanged(func() {
			a.post(joinPath, joining(locked)).want(w, protocol.CodeRollPassword)
			a.post(joinPath, with(locked, "open Sesame")).want(w, protocol.CodeRollPassword)
			a.post(joinPath, with(locked, strings.Repeat("x", 300))).want(w, protocol.CodeRollPassword)
			a.post(joinPath, joining(draft)).want(w, protocol.CodeRollGone)
			a.post(joinPath, map[string]any{"roomId": "99999"}).want(w, protocol.CodeRollGone)
			a.post(joinPath, map[string]any{}).want(w, protocol.CodeRollGone)
			a.post(joinPath, map[string]any{"roomId": "1", "prize": 1}).want(w, protocol.CodeBadRequest)
		})
		refusal := a.post(joinPath, joining(tasks))
		if refusal.Code != protocol.CodeRollTask || refusal.status != 409 {
			t.Fatalf("%d %s", refusal.Code, refusal.ErrMsg)
		}
		list := into[[]rollcalls.TaskItem](w, refusal)
		if len(list) != 2 || list[0].TaskName != "Classic boxes opened" || *list[0].Amount != 0 ||
			list[0].Target != 1 || list[1].ID != 4 {
			t.Errorf("%+v", list)
		}
		a.open()
		if list = into[[]rollcalls.TaskItem](w, a.post(joinPath, joining(tasks))); *list[0].Amount != 1 {
			t.Errorf("an opening does not count: %+v", list)
		}
		bought := host.published(map[string]any{"tasks": []map[string]any{{"kind": protocol.TaskRecharge,
			"target": 1_000}}})
		order := a.order(payment.ChannelDesktop, 1_000)
		if list = into[[]rollcalls.TaskItem](w, a.post(joinPath, joining(bought))); len(list) != 1 ||
			list[0].TaskName != "Recharge" || *list[0].Amount != 0 {
			t.Errorf("an order counts as a recharge: %+v", list)
		}
		if w.sandboxEvent("sandbox-qr", eventOf(order), clockAhead()) != 200 ||
			a.post(joinPath, joining(bought)).Code != protocol.OK {
			t.Error("a recharge does not count")
		}
		a.post(joinPath, with(locked, "open sesame")).want(w, protocol.OK)
		if raw := string(w.visitor().get("/api/roll/room/" + itoa(int64(locked.RollID))).raw); strings.Contains(raw,
			"sesame") || strings.Contains(raw, `"token":"A`) {
			t.Error("a secret of the room is shown")
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		a.unchanged(func() { a.post(joinPath, joining(tasks)).want(w, protocol.CodeRollClosed) })
	})
}

// A room's password cannot be tried out: five times a minute for a player and a room, whatever the key or the room's
// spelling.
func TestRollPasswordsAreLimited(t *testing.T) {
	inWorld(t, options{limited: true}, func(w *world) {
		host, a, b := w.newPlayer("alice01"), w.newPlayer("bobby02"), w.newPlayer("carol03")
		host.grant(store.RoleStreamer)
		room := func() map[string]any {
			return joining(host.published(map[string]any{"joinType": "roll_join_password", "password": "open sesame"}))
		}
		r, other := room(), room()
		for i := range 5 {
			r["vcode"] = "wrong" + itoa(int64(i))
			a.post(joinPath, r).want(w, protocol.CodeRollPassword)
		}
		r["vcode"], other["vcode"] = "open sesame", "open sesame"
		a.unchanged(func() {
			a.post(joinPath, r).want(w, protocol.CodeRateLimited)
			a.keyed(joinPath, "same", r).want(w, protocol.CodeRateLimited)
			a.keyed(joinPath, "same", r).want(w, protocol.CodeRateLimited)
			spelled := maps.Clone(r)
			spelled["roomId"] = "0" + r["roomId"].(string)
			if got := a.post(joinPath, spelled); got.Code == protocol.OK || got.Code == protocol.CodeRollPassword {
				t.Errorf("another spelling of the room: %d", got.Code)
			}
		})
		b.post(joinPath, r).want(w, protocol.OK)     // another player
		a.post(joinPath, other).want(w, protocol.OK) // another room
		time.Sleep(13 * time.Second)
		a.post(joinPath, r).want(w, protocol.OK)
	})
}

// A player who is in, or comes too late, changes nothing: not the roster, not the weight, not a one-time password.
func TestRollEntriesThatAreOneTooMany(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		host, a, b := w.newPlayer("alice01"), w.newPlayer("bobby02"), w.newPlayer("carol03")
		host.grant(store.RoleStreamer)
		r := host.draft(map[string]any{"joinType": "roll_join_once_password"})
		path := "/api/studio/roll/" + itoa(int64(r.RollID))
		list := into[rollcalls.RollPasswords](w, host.post(path+"/passwords", map[string]any{"count": 3})).Passwords
		host.post(path+"/publish", map[string]any{}).want(w, protocol.OK)
		with := func(vcode string) map[string]any {
			m := joining(r)
			m["vcode"] = vcode
			return m
		}
		a.keyed(joinPath, "in", with(list[0])).want(w, protocol.OK)
		before := host.roll(r)
		a.unchanged(func() {
			a.keyed(joinPath, "in", with(list[0])).want(w, protocol.OK) // the same click
			a.post(joinPath, with(list[1])).want(w, protocol.CodeRollJoined)
			a.post(joinPath, with(list[0])).want(w, protocol.CodeRollJoined)
			// a password is no part of the command, and this one stays unused
			a.keyed(joinPath, "in", with(list[1])).want(w, protocol.OK)
		})
		b.unchanged(func() { b.post(joinPath, with(list[0])).want(w, protocol.CodeRollPassword) })
		after := host.roll(r)
		if after.TotalWeight != before.TotalWeight || after.Passwords != before.Passwords ||
			after.Summary.Joined != 1 ||
			after.Passwords != 2 {
			t.Errorf("%+v became %+v", before, after)
		}
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		drawn := host.roll(r)
		if drawn.Summary.Status != protocol.RollStatusDrawn || len(drawn.Drawn.Winners) != 1 {
			t.Fatalf("not drawn: %+v", drawn)
		}
		b.unchanged(func() { b.post(joinPath, with(list[1])).want(w, protocol.CodeRollClosed) })
		a.unchanged(func() { a.post(joinPath, with(list[2])).want(w, protocol.CodeRollJoined) })
		if late := host.roll(r); late.Summary.Joined != 1 || late.TotalWeight != drawn.TotalWeight ||
			len(late.Drawn.Winners) != 1 {
			t.Errorf("after the draw %+v became %+v", drawn, late)
		}
	})
}

func TestRollOneTimePasswordsAreShownOnce(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		host, a := w.newPlayer("alice01"), w.newPlayer("bobby02")
		host.grant(store.RoleStreamer)
		r := host.draft(map[string]any{"joinType": "roll_join_once_password"})
		path := "/api/studio/roll/" + itoa(int64(r.RollID))
		host.post(path+"/publish", map[string]any{}).want(w, protocol.CodeRollState)
		first := into[rollcalls.RollPasswords](w, host.keyed(path+"/passwords", "once", map[string]any{"count": 2}))
		again := into[rollcalls.RollPasswords](w, host.keyed(path+"/passwords", "once", map[string]any{"count": 2}))
		if len(first.Passwords) != 2 || len(again.Passwords) != 0 {
			t.Fatalf("%v then %v", first, again)
		}
		host.post(path+"/publish", map[string]any{}).want(w, protocol.OK)
		join := joining(r)
		join["vcode"] = strings.ToLower(first.Passwords[0])
		a.post(joinPath, join).want(w, protocol.OK)
		w.newPlayer("carol03").post(joinPath, join).want(w, protocol.CodeRollPassword)
	})
}

func TestOverlayNeedsItsToken(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		host := w.newPlayer("alice01")
		host.grant(store.RoleStreamer)
		r := host.draft(nil)
		token := host.roll(r).Token
		path := "/api/roll/room/" + itoa(int64(r.RollID))
		w.visitor().get(path).want(w, protocol.CodeRollGone)
		w.visitor().get(path+"?token="+token[1:]).want(w, protocol.CodeRollToken)
		w.visitor().get(path+"?token="+token).want(w, protocol.OK)
	})
}
