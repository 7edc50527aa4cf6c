package httpapi

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/settings/settingstest"
	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/storetest"
)

// A player who owes gems of a recharge that was taken back withdraws and retrieves nothing, sees why, and pays with the
// next recharge.
func TestNothingLeavesTheHouseBeforeADebtIsPaid(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		// a bonus that is not played stands in the way, too, which is not what is looked at here
		if err := settingstest.Put(w.Context(), w.engine, playthrough.Setting,
			[]byte(`{"multiplePpm":0}`)); err != nil {
			t.Fatal(err)
		}
		if err := w.watch.Refresh(w.Context()); err != nil {
			t.Fatal(err)
		}
		c := w.newPlayer("alice01").linked("shipabcd")
		c.rich(3_000)
		items := c.give("items", 2, 3, 3)
		item, asked := items[0], itoa(int64(items[2]))
		o := c.paid(5_000)
		time.Sleep(1300 * time.Millisecond) // between two looks of the worker
		c.withdraw("before").want(w, protocol.OK)
		c.post("/api/retrieve/request", itemsBody(items[2])).want(w, protocol.OK)
		if _, err := w.engine.Commit(w.Context(), &store.Op{Player: store.PlayerID(c.playerID()), Key: "play",
			Kind: "test.play", At: clockAhead(),
			Postings: []store.Posting{{Debit: store.PlayerGems(store.PlayerID(c.playerID())), Credit: store.House,
				AmountCents: c.gems() - 100}}}); err != nil {
			t.Fatal(err)
		}
		e := eventOf(o)
		e["type"], e["id"] = "payment.failed", "evt_back"
		for range 3 {
			if status := w.sandboxEvent("sandbox-qr", e, clockAhead()); status != http.StatusOK {
				t.Fatal(status)
			}
		}
		debt := o.GemsCents + o.BonusCents - 100
		records := func() payPage { return into[payPage](w, c.get("/api/pay/record")) }
		if p := records(); p.DebtCents != debt || p.Records[0].State != "reversed" || c.gems() != 0 {
			t.Errorf("%+v, %d gems", p, c.gems())
		}
		if u := into[userInfo](w, c.get("/api/user/info")); u.Balance != 0 || u.Recharge {
			t.Errorf("%+v", u)
		}
		if l := into[ownRecords](w, c.get("/api/user/records?kind=pay")); l.Total != 2 ||
			l.Records[0].GemsCents != -100 || l.Records[1].GemsCents != o.GemsCents+o.BonusCents {
			t.Errorf("%+v", l)
		}
		c.unchanged(func() {
			c.withdraw("after").want(w, protocol.CodePayDebt)
			c.post("/api/retrieve/request", itemsBody(item)).want(w, protocol.CodePayDebt)
			c.withdraw("before").want(w, protocol.OK) // what was asked for before is answered again
		})
		sale := into[sold](w, c.post("/api/bag/sell", itemsBody(items[1])))
		if debt -= sale.SoldCents; sale.SoldCents == 0 || sale.BalanceCents != 0 || records().DebtCents != debt ||
			c.gems() != 0 {
			t.Errorf("a sale: %+v, %d owed, want %d, %d gems", sale, records().DebtCents, debt, c.gems())
		}
		c.paid(2_000)
		if p := records(); p.DebtCents != debt-2_020 || c.gems() != 0 {
			t.Errorf("%d owed of %d, %d gems", p.DebtCents, debt, c.gems())
		}
		c.withdraw("after").want(w, protocol.CodePayDebt)
		time.Sleep(20 * time.Second) // what was asked for before is small, and waits all the same
		if got := c.statuses(asked); got != asked+":1" {
			t.Errorf("of a debtor's order: %s", got)
		}
		c.paid(5_000)
		if p := records(); p.DebtCents != 0 || c.gems() <= 0 {
			t.Errorf("%d owed, %d gems", p.DebtCents, c.gems())
		}
		c.withdraw("after").want(w, protocol.OK)
		c.post("/api/retrieve/request", itemsBody(item)).want(w, protocol.OK)
		time.Sleep(20 * time.Second)
		if got := c.statuses(asked); got != asked+":2" {
			t.Errorf("of an order whose player owes nothing any more: %s", got)
		}
		w.total(store.PlayerGems(store.PlayerID(c.playerID())))
		storetest.Sound(w, w.engine)
	})
}

// A provider's refund is an event as every other: verified, equal to its order, once. One that comes before the payment
// is to come again, and a refund in part is reported to an operator.
func TestARefundIsToldByTheWebhook(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		o := c.order(payment.ChannelDesktop, 1_000)
		event := func(id, kind string) map[string]any {
			e := eventOf(o)
			e["id"], e["type"] = id, kind
			return e
		}
		say := func(e map[string]any, want int) {
			t.Helper()
			if got := w.sandboxEvent("sandbox-qr", e, clockAhead()); got != want {
				t.Errorf("%v was answered %d, want %d", e, got, want)
			}
		}
		say(event("evt_refund", "payment.refunded"), http.StatusServiceUnavailable)
		say(eventOf(o), http.StatusOK)
		full := c.gems()
		say(event("evt_part", "payment.partly_refunded"), http.StatusOK)
		if c.gems() != full || c.stateOf(o) != "paid" || !strings.Contains(w.lines.String(),
			"a part of an order was paid back") {
			t.Errorf("%d gems of %d, %s", c.gems(), full, c.stateOf(o))
		}
		wrong := event("evt_other", "payment.refunded")
		wrong["amountCents"] = 999
		say(wrong, http.StatusBadRequest)
		if got := w.webhook("sandbox-qr", http.Header{},
			[]byte(`{"id":"evt_x","type":"payment.refunded"}`)); got != http.StatusBadRequest {
			t.Errorf("unsigned: %d", got)
		}
		for range 2 {
			say(event("evt_refund", "payment.refunded"), http.StatusOK)
			if c.gems() != full-1_010 || c.stateOf(o) != "reversed" {
				t.Errorf("%d gems of %d, %s", c.gems(), full, c.stateOf(o))
			}
		}
		for range 2 {
			say(event("evt_won", "payment.returned"), http.StatusOK)
			if c.gems() != full || c.stateOf(o) != "paid" {
				t.Errorf("%d gems of %d, %s", c.gems(), full, c.stateOf(o))
			}
		}
		if l := into[ownRecords](w, c.get("/api/user/records?kind=pay")); l.Total != 3 ||
			l.Records[0].GemsCents != 1_010 {
			t.Errorf("%+v", l)
		}
		storetest.Sound(w, w.engine)
	})
}
