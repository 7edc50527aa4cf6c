package httpapi

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/server/session"
	"jadebox/store"
	"jadebox/store/storetest"
)

func limitOf(kind, span string, cents int64) map[string]any {
	return map[string]any{"limits": []map[string]any{{"kind": kind, "span": span, "cents": cents}}}
}

func (c *client) limits() ownLimits {
	c.Helper()
	return into[ownLimits](c.world, c.get("/api/user/limits"))
}

func find(list []ownLimit, kind, span string) ownLimit {
	for _, l := range list {
		if l.Kind == kind && l.Span == span {
			return l
		}
	}
	return ownLimit{}
}

func TestLimitsAsTheClientSeesThem(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c, visitor := w.newPlayer("alice01"), w.visitor()
		visitor.get("/api/user/limits").want(w, protocol.CodeTokenInvalid)
		visitor.post("/api/user/limits", limitOf("spend", "day", 1)).want(w, protocol.CodeTokenInvalid)
		first := c.limits()
		if len(first.Limits) != 9 || first.RaiseHours != 24 || first.CheckMinutes != 30 || first.CoolUntilMS != 0 ||
			len(first.CoolOffHours) == 0 || first.ExclusionMonths[0] != 6 {
			t.Fatalf("%+v", first)
		}
		for _, l := range first.Limits {
			if l.Cents != limits.None || l.UsedCents != 0 || l.EndsMS <= first.ServerTimeMS {
				t.Errorf("%+v", l)
			}
		}
		c.unchanged(func() {
			for _, body := range []any{limitOf("spend", "year", 1), limitOf("wins", "day", 1),
				limitOf("spend", "day", -2), map[string]any{"limits": []any{}}, map[string]any{},
				limitOf("spend", "day", 1<<60)} {
				if code := c.post("/api/user/limits", body).Code; code != protocol.CodeBadRequest &&
					code != protocol.CodeOwnAmount {
					t.Errorf("%v: %d", body, code)
				}
			}
			c.post("/api/user/limits/pause", map[string]any{"hours": 25}).want(w, protocol.CodeOwnTime)
			c.post("/api/user/limits/exclude", map[string]any{"months": 7}).want(w, protocol.CodeOwnTime)
			c.do(http.MethodPost, "/api/user/limits", limitOf("spend", "day", 1), nil).want(w, protocol.CodeKeyMissing)
		})
		c.open()
		set := into[ownLimits](w, c.keyed("/api/user/limits", "limit-1", limitOf("spend", "day", 0)))
		if l := find(set.Limits, "spend", "day"); l.Cents != 0 || l.UsedCents != priceCents {
			t.Errorf("%+v", l)
		}
		c.keyed("/api/user/limits", "limit-1", limitOf("spend", "day", 0)).want(w, protocol.OK)
		c.keyed("/api/user/limits", "limit-1", limitOf("spend", "day", 5)).want(w, protocol.CodeKeyReused)
		c.unchanged(func() {
			c.post("/api/box/1/open", map[string]any{"count": 1, "priceCents": priceCents}).want(w,
				protocol.CodeOwnSpend)
		})
		raised := into[ownLimits](w, c.post("/api/user/limits", limitOf("spend", "day", limits.None)))
		if l := find(raised.Limits, "spend", "day"); l.Cents != 0 || l.NextCents != limits.None ||
			l.NextMS < raised.ServerTimeMS+23*3_600_000 {
			t.Errorf("raised at once: %+v", l)
		}
		since := into[ownLimits](w, c.get(fmt.Sprint("/api/user/limits?since=", first.ServerTimeMS))).Since
		if since.Plays != 1 || since.SpentCents != priceCents || since.NetCents != since.WonCents-since.StakedCents {
			t.Errorf("%+v", since)
		}
		tomorrow()
		c.open()
		if n := len(w.opsOf(limits.KindSet, c)); n != 2 {
			t.Errorf("%d promises", n)
		}
	})
}

// A limit of what is paid in is asked where an order is made; one that can still be paid counts.
func TestAnOwnLimitHoldsRecharges(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		c.post("/api/user/limits", limitOf("deposit", "week", 700)).want(w, protocol.OK)
		c.unchanged(func() {
			c.post("/api/pay/order", purchase(payment.ChannelDesktop, 800)).want(w,
				protocol.CodeOwnPaid)
		})
		o := c.order(payment.ChannelDesktop, 500)
		if l := find(c.limits().Limits, "deposit", "week"); l.Cents != 700 || l.UsedCents != 500 {
			t.Errorf("%+v", l)
		}
		c.unchanged(func() {
			c.post("/api/pay/order", purchase(payment.ChannelDesktop, 300)).want(w,
				protocol.CodeOwnPaid)
		})
		c.post("/api/user/limits", limitOf("deposit", "day", 0)).want(w, protocol.OK)
		if status := w.sandboxEvent("sandbox-qr", eventOf(o), clockAhead()); status != http.StatusOK ||
			c.gems() != welcomeCents+500 {
			t.Errorf("%d, %d gems: what was paid is credited", status, c.gems())
		}
		c.open() // what is there can be played with
		tomorrow()
		c.post("/api/pay/order", purchase(payment.ChannelDesktop, 100)).want(w, protocol.CodeOwnPaid)
		if l := find(c.limits().Limits, "deposit", "day"); l.UsedCents != 0 {
			t.Errorf("the next day: %+v", l)
		}
		storetest.Sound(w, w.engine)
	})
}

func TestAPauseEndsByItself(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		p := into[ownLimits](w, c.post("/api/user/limits/pause", map[string]any{"hours": 24}))
		if left := p.CoolUntilMS - p.ServerTimeMS; left > 24*3_600_000 || left < 23*3_600_000 {
			t.Errorf("%+v", p)
		}
		c.unchanged(func() {
			c.post("/api/box/1/open", map[string]any{"count": 1, "priceCents": priceCents}).want(w,
				protocol.CodeCoolOff)
		})
		time.Sleep(time.Minute)
		c.post("/api/user/limits/pause", map[string]any{"hours": 24}).want(w, protocol.OK) // longer by a minute
		time.Sleep(25 * time.Hour)
		c.open()
	})
}

// A change that protects more needs no proof; one that takes protection away, or shuts the player out for long, does.
func TestASessionAloneIsEnoughToProtectOneselfAndNotToTakeThatAway(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		time.Sleep(stepUpLife + time.Second)
		c.post("/api/user/limits", limitOf("spend", "day", 9_000)).want(w, protocol.OK)
		c.post("/api/user/limits", limitOf("spend", "day", 900)).want(w, protocol.OK)
		c.post("/api/user/limits/pause", map[string]any{"hours": 24}).want(w, protocol.OK)
		for _, cents := range []int64{901, limits.None} {
			c.post("/api/user/limits", limitOf("spend", "day", cents)).want(w, protocol.CodeConfirm)
		}
		c.post("/api/user/limits", map[string]any{"limits": []map[string]any{{"kind": "loss", "span": "day",
			"cents": 5}, {"kind": "spend", "span": "day", "cents": limits.None}}}).want(w, protocol.CodeConfirm)
		c.post("/api/user/limits/pause", map[string]any{"hours": 72}).want(w, protocol.CodeConfirm)
		c.post("/api/user/limits/exclude", map[string]any{"months": 6}).want(w, protocol.CodeConfirm)
		if l := find(c.limits().Limits, "spend", "day"); l.Cents != 900 || l.NextMS != 0 {
			t.Errorf("%+v", l)
		}
		c.confirm(map[string]any{"password": pass}).want(w, protocol.OK)
		c.post("/api/user/limits", limitOf("spend", "day", limits.None)).want(w, protocol.OK)
		c.post("/api/user/limits/pause", map[string]any{"hours": 72}).want(w, protocol.OK)
		c.post("/api/user/limits/exclude", map[string]any{"months": 6}).want(w, protocol.OK)
	})
}

// An excluded player is out in every tab and cannot come back by any way, whatever happens to the process.
func TestSelfExclusionHoldsInEveryTab(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		second := &client{world: w,
			token: into[token](w, w.visitor().post("/api/user/login", map[string]any{"phone": "alice01",
				"password": pass})).Token}
		second.get("/api/user/info").want(w, protocol.OK)
		got := into[excluded](w, c.post("/api/user/limits/exclude", map[string]any{"months": 6}))
		if want := clockAhead().AddDate(0, 6, 0); got.UntilMS < want.Add(-time.Hour).UnixMilli() ||
			got.UntilMS > want.UnixMilli() {
			t.Errorf("until %s", time.UnixMilli(got.UntilMS))
		}
		for _, out := range []*client{c, second} {
			out.get("/api/user/info").want(w, protocol.CodeTokenInvalid)
		}
		login := func() protocol.Code {
			return w.visitor().post("/api/user/login", map[string]any{"phone": "alice01", "password": pass}).Code
		}
		if code := login(); code != protocol.CodeExcluded {
			t.Errorf("login: %d", code)
		}
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				if login() == protocol.OK {
					t.Error("a session for an excluded player")
				}
			})
		}
		wg.Wait()
		// A session that the end of a process has left over is ended with the first call.
		token, err := session.New(w.engine, clockAhead, rand.Reader).Open(t.Context(), store.PlayerID(c.playerID()),
			session.From{Device: "left over"}, true)
		if err != nil {
			t.Fatal(err)
		}
		left := &client{world: w, token: token}
		left.get("/api/user/info").want(w, protocol.CodeExcluded)
		left.get("/api/user/info").want(w, protocol.CodeTokenInvalid)
		if n := len(w.opsOf(player.KindOpen, c)); n != 0 {
			t.Errorf("%d openings", n)
		}
		storetest.Sound(w, w.engine)
	})
}
