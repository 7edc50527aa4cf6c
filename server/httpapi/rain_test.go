package httpapi

import (
	"encoding/json"
	"fmt"
	"strconv"
	"testing"
	"time"

	"jadebox/actors/kinds/rain"
	"jadebox/actors/settings/settingstest"
	"jadebox/fairness"
	"jadebox/protocol"
	raincalls "jadebox/server/rooms/rain"
)

// itRains orders a rain of 20 gems and waits until its first packets have fallen.
func (w *world) itRains() {
	w.Helper()
	held, _ := json.Marshal(rain.Orders{Orders: []rain.Order{{ID: "one", AtMS: clockAhead().UnixMilli(),
		PoolCents: 2000}}})
	if err := settingstest.Put(w.Context(), w.engine, rain.OrdersSetting, held); err != nil {
		w.Fatal(err)
	}
	w.visitor().get("/api/activity/red/next/time").want(w, protocol.OK)
	time.Sleep(20 * time.Second)
}

func (c *client) envelope() raincalls.RedEnvelope {
	c.Helper()
	a := c.get("/api/activity/red/envelope")
	a.want(c.world, protocol.OK)
	return into[raincalls.RedEnvelope](c.world, a)
}

func TestARainIsClaimedOverHTTP(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		p, q := w.newPlayer("alice01"), w.newPlayer("bobby02")
		if e := p.envelope(); e.Round != nil || len(e.Packets) != 0 || e.Time != 0 {
			t.Errorf("before: %+v", e)
		}
		w.itRains()
		w.visitor().get("/api/activity/red/envelope").want(w, protocol.CodeTokenInvalid)
		w.visitor().post("/api/activity/red/claim", map[string]any{"round": "1", "packet": "x"}).want(w,
			protocol.CodeTokenInvalid)
		mine := p.envelope()
		if mine.Round == nil || mine.Duration != 35 || mine.Time < 1 || mine.Time > 35 ||
			len(mine.Packets) != protocol.RainClaimsMax {
			t.Fatalf("%+v", mine)
		}
		claim := func(c *client, packet string) reply {
			return c.post("/api/activity/red/claim", map[string]any{"round": mine.Round.ID, "packet": packet})
		}
		p.unchanged(func() {
			claim(p, q.envelope().Packets[0].ID).want(w, protocol.CodeRainPacket)
			claim(p, "0000").want(w, protocol.CodeRainPacket)
			claim(p, mine.Packets[7].ID).want(w, protocol.CodeRainEarly)
			p.post("/api/activity/red/claim", map[string]any{"round": "x", "packet": mine.Packets[0].ID}).want(w,
				protocol.CodeBadRequest)
			p.post("/api/activity/red/claim", map[string]any{"round": mine.Round.ID, "packet": mine.Packets[0].ID,
				"valueCents": 1_000_000}).want(w, protocol.CodeBadRequest)
		})
		before := p.worth().GemsCents
		a := claim(p, mine.Packets[0].ID)
		a.want(w, protocol.OK)
		got := into[raincalls.ClaimedPacket](w, a)
		if after := p.worth().GemsCents; after != before+got.ValueCents || got.ValueCents < 1 || got.Claims != 1 {
			t.Errorf("%d and %+v make %d", before, got, after)
		}
		for c, want := range map[*client]int{p: 1, q: 0} {
			l := into[ownRecords](w, c.get("/api/user/records?kind=rain"))
			if l.Total != want || len(l.Records) != want || want > 0 && (l.Records[0].GemsCents != got.ValueCents ||
				l.Records[0].Kind != "rain") {
				t.Errorf("records of rain: %+v, want %d of %d", l, want, got.ValueCents)
			}
		}
		p.unchanged(func() { claim(p, mine.Packets[0].ID).want(w, protocol.CodeRainSpent) })
		if err := w.log.CatchUp(w.Context()); err != nil {
			t.Fatal(err)
		}
		bundle := func(id string) fairness.Report {
			raw := w.visitor().get("/api/fair/result/" + id)
			raw.want(w, protocol.OK)
			b, err := fairness.ParseBundle(raw.Data)
			if err != nil {
				t.Fatal(err)
			}
			return fairness.Verify(b)
		}
		if r := bundle(got.ResultID); !r.OK {
			t.Errorf("while it rains: %+v", r)
		}
		time.Sleep(time.Minute)
		if err := w.log.CatchUp(w.Context()); err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{got.ResultID, "rain-" + mine.Round.ID} {
			for _, c := range bundle(id).Checks {
				if !c.OK {
					t.Errorf("%s after the rain: %+v", id, c)
				}
			}
		}
		for _, id := range []string{"rain-" + mine.Round.ID + "-1", "rain-999", "rain-" + mine.Round.ID + "-01",
			"rain-x", "rain-" + mine.Round.ID + "--1"} {
			w.visitor().get("/api/fair/result/"+id).want(w, protocol.CodeNotFound)
		}
		sum := into[raincalls.RedAmount](w, p.get("/api/activity/red/amount"))
		if int64(sum.Amount) != got.ValueCents || len(sum.Claims) != 1 || sum.Round.Status != protocol.RainStatusOver {
			t.Errorf("%+v", sum)
		}
		if none := into[raincalls.RedAmount](w, q.get("/api/activity/red/amount")); none.Amount != 0 ||
			len(none.Claims) != 0 {
			t.Errorf("%+v", none)
		}
		p.unchanged(func() { claim(p, mine.Packets[1].ID).want(w, protocol.CodeRainOver) })
	})
}

func TestInvitesGoToPlayersWhoMayEnter(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		host, guest := w.newPlayer("alice01"), w.newPlayer("bobby02")
		open := fmt.Sprint("/api/battle/", host.create(setup(2)).BattleID)
		private := setup(2)
		private["private"] = true
		closed := fmt.Sprint("/api/battle/", host.create(private).BattleID)
		invite := func(c *client, at, who string) reply { return c.post(at+"/invite", map[string]any{"player": who}) }
		all := func(c *client, at string) reply { return c.post(at+"/invite/all", map[string]any{}) }

		invite(w.visitor(), open, "bobby02").want(w, protocol.CodeTokenInvalid)
		invite(guest, open, "alice01").want(w, protocol.CodeInviteRoom) // not the host
		all(guest, open).want(w, protocol.CodeInviteRoom)
		invite(host, "/api/battle/999", "bobby02").want(w, protocol.CodeInviteRoom)
		invite(host, open, "bobby02").want(w, protocol.OK)
		invite(host, open, "bobby02").want(w, protocol.CodeInvitePause)
		time.Sleep(protocol.InviteOneMS * time.Millisecond)
		invite(host, open, "nobody99").want(w, protocol.CodeInviteWho)
		time.Sleep(protocol.InviteOneMS * time.Millisecond)
		invite(host, open, "ALICE01").want(w, protocol.CodeInviteWho) // oneself
		time.Sleep(protocol.InviteOneMS * time.Millisecond)
		invite(host, closed, "bobby02").want(w, protocol.OK)

		all(host, closed).want(w, protocol.CodeInviteRoom) // its code would be public
		all(host, open).want(w, protocol.OK)
		paused := all(host, open)
		paused.want(w, protocol.CodeInvitePause)
		if wait := paused.header.Get("Retry-After"); wait != strconv.Itoa((protocol.InviteSiteMS+999)/1000) {
			t.Errorf("the pause of %d ms says Retry-After %q", protocol.InviteSiteMS, wait)
		}
		time.Sleep(protocol.InviteSiteMS * time.Millisecond)
		all(host, open).want(w, protocol.OK)
		guest.post(open+"/join", map[string]any{"seat": -1, "priceCents": 4 * priceCents}).want(w, protocol.OK)
		time.Sleep(time.Second)
		all(host, open).want(w, protocol.CodeInviteRoom) // no longer waits
	})
}
