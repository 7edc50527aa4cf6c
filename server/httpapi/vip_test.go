package httpapi

import (
	"math"
	"net/http"
	"sync"
	"testing"

	"jadebox/actors/shop/payment"
	"jadebox/protocol"
)

// paid makes an order and has its provider say that it was paid.
func (c *client) paid(gems int64) payReply {
	c.Helper()
	q := into[struct{ PriceCents, GemsCents, BonusCents, VIPCents int64 }](c.world,
		c.get("/api/pay/quote?gemsCents="+itoa(gems)))
	a := c.post("/api/pay/order", map[string]any{"type": payment.ChannelDesktop, "gemsCents": gems,
		"priceCents": q.PriceCents, "bonusCents": q.BonusCents})
	a.want(c.world, protocol.OK)
	o := into[payReply](c.world, a)
	if status := c.sandboxEvent("sandbox-qr", eventOf(o), clockAhead()); status != http.StatusOK {
		c.Fatalf("event: %d", status)
	}
	return o
}

func (c *client) vipState() userVIP {
	c.Helper()
	return into[userVIP](c.world, c.get("/api/pay/selectUserVip"))
}

func TestTheVIPConfigIsTheRules(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		list := into[[]vipLevel](w, w.visitor().get("/api/pay/selectVipConfig"))
		if len(list) != 10 {
			t.Fatalf("%+v", list)
		}
		for i, need := range []protocol.Gems{10, 50, 150, 400, 1_000, 2_500, 6_000, 15_000, 40_000, 100_000} {
			l := list[i]
			if l.Level != i+1 || l.VIPNum != need*100 || l.VIPAmount != need*100/200 ||
				math.Abs(l.VIPRate-0.003*float64(i+1)) > 1e-9 {
				t.Errorf("%+v", l)
			}
		}
	})
}

// From the first recharge to the bonus, and the rate on the recharge after it.
func TestRechargesRaiseTheLevel(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c, other := w.newPlayer("alice01"), w.newPlayer("bobby02")
		w.visitor().get("/api/pay/selectUserVip").want(w, protocol.CodeTokenInvalid)
		w.visitor().post("/api/pay/receiveVipAmount", map[string]any{"level": 1}).want(w, protocol.CodeTokenInvalid)
		c.post("/api/pay/receiveVipAmount", map[string]any{"level": 1}).want(w, protocol.CodeVIPLevel)
		c.post("/api/pay/receiveVipAmount", map[string]any{"level": 1, "bonus": 1_000}).want(w, protocol.CodeBadRequest)
		c.order(payment.ChannelDesktop, 1_000) // not paid: counts nothing
		if s := c.vipState(); s.VIPLevel != 0 || s.VIPExperience != 0 || s.MonthEndsMS <= clockAhead().UnixMilli() {
			t.Errorf("%+v", s)
		}
		c.paid(5_000) // level 2
		s := c.vipState()
		if s.VIPLevel != 2 || s.MonthPayAmount != 5_000 || s.VIPExperience != 5_000 || s.RedPacketLevel != 0 ||
			s.LastMonthLevel != 0 {
			t.Errorf("%+v", s)
		}
		if u := into[userInfo](w, c.get("/api/user/info")); u.VIPLevel != 2 || !u.Recharge {
			t.Errorf("%+v", u)
		}
		if s := other.vipState(); s.VIPLevel != 0 {
			t.Errorf("somebody else has %+v", s)
		}
		// 2 % by the tier and 0.6 % by the level, shown before paying; what the client says of it is only compared.
		q := into[struct{ PriceCents, GemsCents, BonusCents, VIPCents int64 }](w,
			c.get("/api/pay/quote?gemsCents=5000"))
		if q.BonusCents != 130 || q.VIPCents != 30 {
			t.Errorf("%+v", q)
		}
		ways := into[[]payWay](w, c.get("/api/pay/way"))
		if g := ways[0].GoodsList[2]; g.GoodsPrice != 5_000 || g.BonusCents != 130 {
			t.Errorf("%+v", g)
		}
		if q := into[struct{ PriceCents, GemsCents, BonusCents, VIPCents int64 }](w,
			w.visitor().get("/api/pay/quote?gemsCents=5000")); q.BonusCents != 100 || q.VIPCents != 0 {
			t.Errorf("a visitor: %+v", q)
		}
		body := map[string]any{"type": payment.ChannelDesktop, "gemsCents": 5_000, "priceCents": 5_000,
			"bonusCents": 130}
		other.post("/api/pay/order", body).want(w, protocol.CodePriceChanged)
		before := c.gems()
		c.paid(5_000)
		if got := c.gems() - before; got != 5_130 {
			t.Errorf("%d gems", got)
		}
		// An order keeps the terms that it was made under.
		open := c.order5000(130)
		c.paid(30_000) // level 4
		before = c.gems()
		c.sandboxEvent("sandbox-qr", eventOf(open), clockAhead())
		if got := c.gems() - before; got != 5_130 {
			t.Errorf("%d gems by an order of level 2", got)
		}
	})
}

func (c *client) order5000(bonus int64) payReply {
	c.Helper()
	a := c.post("/api/pay/order", map[string]any{"type": payment.ChannelDesktop, "gemsCents": 5_000,
		"priceCents": 5_000, "bonusCents": bonus})
	a.want(c.world, protocol.OK)
	return into[payReply](c.world, a)
}

func TestTwoHundredClaimsOfALevelGiveItOnce(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		c.paid(5_000)
		before := c.gems()
		c.post("/api/pay/receiveVipAmount", map[string]any{"level": 2}).want(w, protocol.CodeVIPOrder)
		var wait sync.WaitGroup
		for range 200 {
			wait.Go(func() {
				got := into[vipClaimed](w, c.do(http.MethodPost, "/api/pay/receiveVipAmount",
					map[string]any{"level": 1}, nil))
				if got.RedPacketLevel != 1 || got.VIPAmount != 5 {
					t.Errorf("%+v", got)
				}
			})
		}
		wait.Wait()
		if c.gems()-before != 5 || c.vipState().RedPacketLevel != 1 {
			t.Errorf("%d paid", c.gems()-before)
		}
		c.post("/api/pay/receiveVipAmount", map[string]any{"level": 2}).want(w, protocol.OK)
		c.post("/api/pay/receiveVipAmount", map[string]any{"level": 3}).want(w, protocol.CodeVIPLevel)
		if c.gems()-before != 30 {
			t.Errorf("%d paid", c.gems()-before)
		}
	})
}
