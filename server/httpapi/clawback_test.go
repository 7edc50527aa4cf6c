package httpapi

import (
	"net/http"
	"testing"
	"time"

	"jadebox/actors/rewards/promotion"
	"jadebox/actors/runtime/directory"
	"jadebox/protocol"
	battlecalls "jadebox/server/rooms/battle"
)

// A recharge that its provider takes back takes its gems, its commission, its level and its frame with it, each once; a
// bonus of a level that was claimed stays, and is not paid again.
func TestWhatARechargeBroughtGoesWithIt(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.directory.Post(promotion.Kind, promotion.ID, directory.Wake{}, nil)
		host := w.newPlayer("alice01")
		a := host.invited("carol03", "phone of carol")
		a.want(w, protocol.OK)
		guest := &client{world: w, name: "carol03", token: into[registered](w, a).Token}
		before := host.gems()
		o := guest.paid(5_000) // level 2
		guest.paid(1_000)
		time.Sleep(5 * time.Second)
		guest.post("/api/user/update/avatar", map[string]any{"headPortraitBox": "vip2"}).want(w, protocol.OK)
		guest.post("/api/pay/receiveVipAmount", map[string]any{"level": 1}).want(w, protocol.OK)
		guest.post("/api/pay/receiveVipAmount", map[string]any{"level": 2}).want(w, protocol.OK)
		if got := host.gems() - before; got != 150+30 {
			t.Fatalf("%d commission", got)
		}
		gems := guest.gems()
		e := eventOf(o)
		e["type"] = "payment.failed"
		for _, id := range []string{"evt_back", "evt_back", "evt_back_again"} {
			e["id"] = id
			if status := w.sandboxEvent("sandbox-qr", e, clockAhead()); status != http.StatusOK {
				t.Fatalf("%s: %d", id, status)
			}
			time.Sleep(5 * time.Second)
		}
		if got := host.gems() - before; got != 30 {
			t.Errorf("%d commission left", got)
		}
		if i := host.promotionInfo(); i.EarnedCents != 30 || i.Commissions != 1 {
			t.Errorf("%+v", i)
		}
		if p := into[invitedPage](w, host.get("/api/promotion/invited")); p.Records[0].EarnedCents != 30 ||
			p.Records[0].Recharges != 1 {
			t.Errorf("%+v", p)
		}
		if l := into[commissionPage](w, host.get("/api/promotion/records")); l.Total != 3 ||
			l.Records[0].Cents != -150 || l.Records[0].Name != "ca***3" {
			t.Errorf("%+v", l)
		}
		if s := guest.vipState(); s.VIPLevel != 1 || s.RedPacketLevel != 2 || s.VIPExperience != 1_000 {
			t.Errorf("%+v", s)
		}
		if u := into[userInfo](w, guest.get("/api/user/info")); u.HeadPortraitBox != "" {
			t.Errorf("a frame of level 2 is worn at level 1: %+v", u)
		}
		guest.post("/api/user/update/avatar", map[string]any{"headPortraitBox": "vip2"}).want(w, protocol.CodeVIPLevel)
		if guest.gems() != gems-o.GemsCents-o.BonusCents {
			t.Errorf("%d gems, were %d, and %d+%d were taken back", guest.gems(), gems, o.GemsCents, o.BonusCents)
		}
		guest.paid(5_000)
		gems = guest.gems()
		guest.post("/api/pay/receiveVipAmount", map[string]any{"level": 2}).want(w, protocol.OK)
		if guest.gems() != gems {
			t.Error("a bonus was paid twice")
		}
		if u := into[userInfo](w, guest.get("/api/user/info")); u.HeadPortraitBox != "vip2" {
			t.Errorf("the frame does not come back with its level: %+v", u)
		}
	})
}

// The frame of a level is its players' and no other player's, at the table too.
func TestTheFrameOfALevelIsItsPlayersAlone(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		set := func(frame string, want protocol.Code) {
			t.Helper()
			c.post("/api/user/update/avatar", map[string]any{"headPortraitBox": frame}).want(w, want)
		}
		set("vip1", protocol.CodeVIPLevel)
		c.paid(5_000)
		set("vip3", protocol.CodeVIPLevel)
		set("vip2", protocol.OK)
		boxes := into[boxList](w, c.get("/api/box/list?type=all")).Boxes
		made := into[battlecalls.NewBattle](w, c.post("/api/battle/create", map[string]any{"boxes": []any{boxes[0].ID},
			"seats": 2, "mode": "normal", "priceCents": boxes[0].PriceCents}))
		if s := into[protocol.BattleSnapshot](w,
			c.get("/api/battle/"+itoa(int64(made.BattleID)))); s.Summary.Seats[0].Frame != "vip2" ||
			s.Summary.Seats[0].VIP != 2 {
			t.Errorf("%+v", s.Summary.Seats)
		}
		set("gold", protocol.OK)
		set("", protocol.OK)
	})
}
