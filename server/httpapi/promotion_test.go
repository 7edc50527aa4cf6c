package httpapi

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"jadebox/actors/rewards/promotion"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/store"
)

// invitedBy registers with a promotion code.
func (c *client) invited(name, device string) reply {
	c.Helper()
	code := into[userInfo](c.world, c.get("/api/user/info")).SpreadCode
	return c.visitor().post("/api/user/register", map[string]any{"phone": name, "password": pass,
		"fingerprinId": device, "spreadCode": code})
}

func (c *client) promotionInfo() promotionInfo {
	c.Helper()
	return into[promotionInfo](c.world, c.get("/api/promotion/info"))
}

func TestEachRechargeBringsACommission(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.directory.Post(promotion.Kind, promotion.ID, directory.Wake{}, nil)
		host, other := w.newPlayer("alice01"), w.newPlayer("bobby02")
		a := host.invited("carol03", "phone of carol")
		a.want(w, protocol.OK)
		guest := &client{world: w, name: "carol03", token: into[registered](w, a).Token}
		if i := host.promotionInfo(); i.Invited != 1 || i.SharePPM != 30_000 || i.EarnedCents != 0 ||
			len(i.SpreadCode) != 8 {
			t.Errorf("%+v", i)
		}
		before := host.gems()
		o := guest.order(payment.ChannelDesktop, 1_000)
		time.Sleep(5 * time.Second)
		if host.gems() != before {
			t.Error("paid for an order that is not paid")
		}
		var wait sync.WaitGroup
		for range 200 {
			wait.Go(func() { w.sandboxEvent("sandbox-qr", eventOf(o), clockAhead()) })
		}
		wait.Wait()
		time.Sleep(5 * time.Second)
		if got := host.gems() - before; got != 30 {
			t.Errorf("%d for one recharge of 1,000", got)
		}
		if i := host.promotionInfo(); i.EarnedCents != 30 || i.Commissions != 1 {
			t.Errorf("%+v", i)
		}
		list := into[commissionPage](w, host.get("/api/promotion/records"))
		if list.Total != 1 || list.Records[0].Name != "ca***3" || list.Records[0].Cents != 30 ||
			list.Records[0].GemsCents != 1_000 {
			t.Errorf("%+v", list)
		}
		for _, path := range []string{"info", "invited", "records"} {
			w.visitor().get("/api/promotion/"+path).want(w, protocol.CodeTokenInvalid)
			if raw := string(other.get("/api/promotion/" + path).Data); strings.Contains(raw, "ca***3") {
				t.Errorf("%s shows another player's: %s", path, raw)
			}
		}
		if i := guest.promotionInfo(); i.Invited != 0 || i.EarnedCents != 0 {
			t.Errorf("the guest: %+v", i)
		}
	})
}

func TestNobodyInvitesThemselves(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		host := w.newPlayer("alice01")
		a := host.invited("alice02", "device of alice01")
		a.want(w, protocol.CodeSelfReferral)
		if _, err := w.engine.PlayerByName(w.Context(), "alice02"); err == nil || host.promotionInfo().Invited != 0 {
			t.Error("the refused account exists")
		}
		w.visitor().post("/api/user/register", map[string]any{"phone": "alice02", "password": pass,
			"fingerprinId": "device of alice01"}).want(w, protocol.OK)
		if host.promotionInfo().Invited != 0 {
			t.Error("an account without a code is somebody's")
		}
	})
}

func TestInvitedPlayersPageByKey(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		host := w.newPlayer("alice01")
		for i := range 7 {
			host.invited(fmt.Sprintf("guest0%d", i), fmt.Sprint("device ", i)).want(w, protocol.OK)
		}
		var names []string
		for next, pages := "", 0; pages == 0 || next != ""; pages++ {
			p := into[invitedPage](w, host.get("/api/promotion/invited?size=3"+next))
			for _, r := range p.Records {
				names = append(names, r.Name)
			}
			if next = ""; p.Next != 0 {
				next = "&before=" + itoa(int64(p.Next))
			}
		}
		if got := strings.Join(names, " "); got != "gu***6 gu***5 gu***4 gu***3 gu***2 gu***1 gu***0" {
			t.Error(got)
		}
		host.get("/api/promotion/invited?size=51").want(w, protocol.CodeBadRequest)
		host.get("/api/promotion/invited?before=x").want(w, protocol.CodeBadRequest)
	})
}

// Of one invited player no more than so many recharges are added up, and the answer says so.
func TestVeryManyRechargesAreNotAllAddedUp(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		host := w.newPlayer("alice01")
		host.invited("guest01", "device 1").want(w, protocol.OK)
		guest, err := w.engine.PlayerByName(w.Context(), "guest01")
		if err != nil {
			t.Fatal(err)
		}
		pay := func(order int) {
			t.Helper()
			_, err := w.engine.Commit(w.Context(), &store.Op{Player: store.PlayerID(host.playerID()),
				Key: promotion.PayKey(guest.ID, store.OpID(order)), Kind: promotion.KindPay,
				At: clockAhead(), Result: []byte(`{"cents":3}`)})
			if err != nil {
				t.Fatal(err)
			}
		}
		first := func() invitee {
			t.Helper()
			return into[invitedPage](w, host.get("/api/promotion/invited")).Records[0]
		}
		for i := range 999 {
			pay(10_000 + i)
		}
		if r := first(); r.Recharges != 999 || r.EarnedCents != 2997 || r.More {
			t.Errorf("%+v", r)
		}
		pay(20_000)
		pay(20_001)
		if r := first(); r.Recharges != 1000 || r.EarnedCents != 3000 || !r.More {
			t.Errorf("%+v", r)
		}
	})
}

func TestAPosterNamesWhoInvites(t *testing.T) {
	inWorld(t, options{limited: true}, func(w *world) {
		host := w.newPlayer("alice01")
		code := host.promotionInfo().SpreadCode
		if p := into[poster](w, w.visitor().get("/api/promotion/poster?code="+code)); p.Name != "alice01" ||
			p.SpreadCode != code || p.Avatar == "" {
			t.Errorf("%+v", p)
		}
		w.visitor().get("/api/promotion/poster?code=AAAAAAAA").want(w, protocol.CodeNotFound)
		w.visitor().get("/api/promotion/poster").want(w, protocol.CodeNotFound)
		for range 40 {
			if w.visitor().get("/api/promotion/poster?code=AAAAAAAA").status == http.StatusTooManyRequests {
				return
			}
		}
		t.Error("codes can be tried without a limit")
	})
}
