package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/pay"
	"jadebox/store"
)

var paySecret = []byte("sandbox secret")

// payments are the sandbox in its three forms and Pix. Webhooks come in as a provider's do: by the handler, without a
// token.
func (w *world) payments() Payments {
	sandbox := func(name string, action pay.Action) *pay.Sandbox {
		return &pay.Sandbox{Name: name, Action: action, Secret: paySecret, Now: clockAhead,
			Deliver: func(_ context.Context, provider string, h http.Header, body []byte) error {
				if status := w.webhook(provider, h, body); status != http.StatusOK {
					return fmt.Errorf("webhook answered %d", status)
				}
				return nil
			}}
	}
	till := sandbox("sandbox-checkout", pay.ActionCheckout)
	till.Origin = "https://till.example"
	bank := sandbox("pix", pay.ActionQRCode)
	bank.Bank = &pay.Pix{Key: "pix@jadebox.example", Name: "Jadebox", City: "SAO PAULO", Webhook: []byte("bank")}
	return Payments{CodeSecret: []byte("codes"), Public: "https://play.example", Providers: map[string]pay.Provider{
		"sandbox": sandbox("sandbox", pay.ActionOpen), "sandbox-qr": sandbox("sandbox-qr", pay.ActionQRCode),
		"sandbox-checkout": till,
		"stripe":           sandbox("stripe", pay.ActionOpen), "pix": bank}, PayerKey: []byte("payers")}
}

func (w *world) webhook(provider string, h http.Header, body []byte) int {
	r := httptest.NewRequest(http.MethodPost, "/api/pay/webhook/"+provider, bytes.NewReader(body))
	for name, values := range h {
		r.Header[name] = values
	}
	rec := httptest.NewRecorder()
	w.http.ServeHTTP(rec, r)
	return rec.Code
}

// sandboxEvent sends a genuine event of the sandbox that says what it is given.
func (w *world) sandboxEvent(provider string, e map[string]any, at time.Time) int {
	body, err := json.Marshal(e)
	if err != nil {
		w.Fatal(err)
	}
	return w.webhook(provider, http.Header{pay.SandboxSignature: {pay.Sign(paySecret, body, at)}}, body)
}

func eventOf(o payReply) map[string]any {
	name := "p" + itoa(int64(o.ID))
	return map[string]any{"id": "evt_" + name, "type": "payment.paid", "order": name, "reference": "sb_" + name,
		"amountCents": o.PriceCents, "currency": "BRL"}
}

// purchase is an order's body at the settings' own price: 1 % more from 10 on.
func purchase(channel int, gems int64) map[string]any {
	bonus := int64(0)
	if gems >= 1_000 {
		bonus = gems / 100
	}
	return map[string]any{"type": channel, "gemsCents": gems, "priceCents": gems, "bonusCents": bonus}
}

func (c *client) order(channel int, gems int64) payReply {
	c.Helper()
	a := c.post("/api/pay/order", purchase(channel, gems))
	a.want(c.world, protocol.OK)
	return into[payReply](c.world, a)
}

func (c *client) gems() int64 {
	c.Helper()
	cents, err := c.engine.Balance(c.Context(), store.PlayerGems(store.PlayerID(c.playerID())))
	if err != nil {
		c.Fatal(err)
	}
	return cents
}

func (c *client) stateOf(o payReply) string {
	c.Helper()
	return into[payReply](c.world, c.get("/api/pay/order/"+itoa(int64(o.ID)))).State
}

// On the sandbox's page one pays, declines, pays late or has the webhook sent twice; gems come once, or not at all.
func TestAPlayerPaysInTheSandbox(t *testing.T) {
	for act, want := range map[string]struct {
		state string
		gems  int64
	}{"pay": {"paid", 1_010}, "twice": {"paid", 1_010}, "late": {"paid", 1_010}, "decline": {"failed", 0}} {
		t.Run(act, func(t *testing.T) {
			inWorld(t, options{}, func(w *world) {
				c := w.newPlayer("alice01")
				o := c.order(payment.ChannelDesktop, 1_000)
				if o.Action != "qr_code" || o.State != "waiting" || o.PriceCents != 1_000 || o.BonusCents != 10 {
					t.Fatalf("%+v", o)
				}
				link, err := url.Parse(o.Text)
				if err != nil || link.Host != "play.example" || !strings.HasPrefix(link.Path, pay.SandboxPath) {
					t.Fatalf("the code leads to %q", o.Text)
				}
				sandbox := w.payments().Providers["sandbox-qr"].(*pay.Sandbox)
				page := httptest.NewRecorder()
				sandbox.ServeHTTP(page, httptest.NewRequest(http.MethodGet, link.Path, nil))
				if page.Code != http.StatusOK || !strings.Contains(page.Body.String(), "BRL 10.00") {
					t.Errorf("page: %d %s", page.Code, page.Body)
				}
				if c.stateOf(o) != "waiting" || c.gems() != welcomeCents {
					t.Error("looking at the page changed something")
				}
				form := httptest.NewRequest(http.MethodPost, link.Path, strings.NewReader("act="+act))
				form.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				page = httptest.NewRecorder()
				sandbox.ServeHTTP(page, form)
				if page.Code != http.StatusOK {
					t.Errorf("%s: %d %s", act, page.Code, page.Body)
				}
				time.Sleep(10 * time.Second) // virtual: late is 5 s
				if got := c.stateOf(o); got != want.state || c.gems() != welcomeCents+want.gems {
					t.Errorf("%s and %d gems", got, c.gems()-welcomeCents)
				}
				user := into[userInfo](w, c.get("/api/user/info"))
				if user.Recharge != (want.gems > 0) || int64(user.Balance) != c.gems() {
					t.Errorf("%+v", user)
				}
			})
		})
	}
}

// Forged, changed, stale and foreign events credit nothing; a hundred replays of a genuine one credit once.
func TestOnlyTheProvidersWordCredits(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		o, other := c.order(payment.ChannelDesktop, 1_000), c.order(payment.ChannelDesktop, 500)
		body, _ := json.Marshal(eventOf(o))
		signed := func(secret []byte, at time.Time) http.Header {
			return http.Header{pay.SandboxSignature: {pay.Sign(secret, body, at)}}
		}
		for name, h := range map[string]http.Header{
			"no signature": {}, "another secret": signed([]byte("guess"), clockAhead()),
			"stale":           signed(paySecret, clockAhead().Add(-pay.Window-time.Second)),
			"from the future": signed(paySecret, clockAhead().Add(pay.Window+time.Second)),
			"another header":  {"Stripe-Signature": signed(paySecret, clockAhead())[pay.SandboxSignature]},
		} {
			if status := w.webhook("sandbox-qr", h, body); status != http.StatusBadRequest {
				t.Errorf("%s: %d", name, status)
			}
		}
		if status := w.webhook("sandbox-qr", signed(paySecret, clockAhead()),
			append(body, ' ')); status != http.StatusBadRequest {
			t.Errorf("a space more: %d", status)
		}
		for field, value := range map[string]any{"amountCents": 1, "currency": "USD", "order": "p" +
			itoa(int64(other.ID)), "reference": "sb_x", "id": ""} {
			e := eventOf(o)
			e[field] = value
			if status := w.sandboxEvent("sandbox-qr", e, clockAhead()); status != http.StatusBadRequest {
				t.Errorf("another %s: %d", field, status)
			}
		}
		if status := w.sandboxEvent("sandbox", eventOf(o), clockAhead()); status != http.StatusBadRequest {
			t.Errorf("by another provider: %d", status)
		}
		if status := w.sandboxEvent("nobody", eventOf(o), clockAhead()); status != http.StatusNotFound {
			t.Errorf("by nobody: %d", status)
		}
		if c.stateOf(o) != "waiting" || c.gems() != welcomeCents {
			t.Fatalf("credited %d by a lie", c.gems()-welcomeCents)
		}
		for range 100 {
			if status := w.sandboxEvent("sandbox-qr", eventOf(o), clockAhead()); status != http.StatusOK {
				t.Fatal(status)
			}
		}
		// The same payment under other event ids is still one payment; the same event cannot pay another order.
		for i := range 5 {
			e := eventOf(o)
			e["id"] = fmt.Sprint("evt_again", i)
			if w.sandboxEvent("sandbox-qr", e, clockAhead()) != http.StatusOK || strings.Count(w.lines.String(),
				"an order was paid again") != i+1 {
				t.Error("nobody would learn of a second payment")
			}
		}
		reused := eventOf(other)
		reused["id"] = eventOf(o)["id"]
		if status := w.sandboxEvent("sandbox-qr", reused, clockAhead()); status != http.StatusBadRequest {
			t.Errorf("one event for two orders: %d", status)
		}
		turned := eventOf(o)
		turned["type"] = "payment.failed"
		if status := w.sandboxEvent("sandbox-qr", turned, clockAhead()); status != http.StatusBadRequest {
			t.Errorf("one event with two ends: %d", status)
		}
		if c.stateOf(o) != "paid" || c.stateOf(other) != "waiting" || c.gems() != welcomeCents+1_010 {
			t.Errorf("%s, %s, %d gems", c.stateOf(o), c.stateOf(other), c.gems()-welcomeCents)
		}
	})
}

func TestTwoHundredAtOnceAreOne(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		var wait sync.WaitGroup
		ids := make([]call.ID, 200)
		for i := range ids {
			wait.Go(func() {
				ids[i] = into[payReply](w, c.keyed("/api/pay/order", "same", purchase(payment.ChannelDesktop,
					1_000))).ID
			})
		}
		wait.Wait()
		for _, id := range ids {
			if id != ids[0] {
				t.Fatalf("orders %d and %d under one key", ids[0], id)
			}
		}
		o := into[payReply](w, c.get("/api/pay/order/"+itoa(int64(ids[0]))))
		for range 200 {
			wait.Go(func() { w.sandboxEvent("sandbox-qr", eventOf(o), clockAhead()) })
		}
		wait.Wait()
		if c.gems() != welcomeCents+1_010 {
			t.Errorf("%d gems", c.gems()-welcomeCents)
		}
		w.total(store.PlayerGems(store.PlayerID(c.playerID())))
	})
}

// total fails unless gems that are with players were paid for: the ledger sums to zero.
func (w *world) total(accounts ...store.AccountID) {
	w.Helper()
	sum := int64(0)
	for _, a := range append(accounts, store.House, store.Bonus, store.Account(0, store.ClassProvider)) {
		cents, err := w.engine.Balance(w.Context(), a)
		if err != nil {
			w.Fatal(err)
		}
		sum += cents
	}
	if sum != 0 {
		w.Errorf("the ledger sums to %d", sum)
	}
}

func TestPricesAndStatesOfTheClientAreItsOwn(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		for name, tt := range map[string]struct {
			field string
			value any
			want  protocol.Code
		}{
			"a lower price":      {"priceCents", 1, protocol.CodePriceChanged},
			"a higher bonus":     {"bonusCents", 999, protocol.CodePriceChanged},
			"a state":            {"state", "paid", protocol.CodeBadRequest},
			"a currency":         {"currency", "JPY", protocol.CodeBadRequest},
			"another way to pay": {"type", 99, protocol.CodePayChannel},
			"nothing":            {"gemsCents", 0, protocol.CodePayAmount},
			"less than nothing":  {"gemsCents", -1_000, protocol.CodePayAmount},
			"too much":           {"gemsCents", int64(1) << 52, protocol.CodePayAmount},
		} {
			body := purchase(payment.ChannelDesktop, 1_000)
			body[tt.field] = tt.value
			if a := c.post("/api/pay/order", body); a.Code != tt.want {
				t.Errorf("%s: %d %s", name, a.Code, a.ErrMsg)
			}
		}
		c.post("/api/pay/order", purchase(payment.ChannelDesktop, 1_000)).want(w, protocol.OK)
		if page := into[payPage](w, c.get("/api/pay/record")); page.Total != 1 || c.gems() != welcomeCents {
			t.Errorf("%+v", page)
		}
	})
}

// Money that comes after the order's end, or after the provider has said that it failed, is the player's all the same.
func TestLateMoneyIsCredited(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		expired, failed := c.order(payment.ChannelDesktop, 500), c.order(payment.ChannelDesktop, 500)
		e := eventOf(failed)
		e["type"], e["id"] = "payment.failed", "evt_no"
		w.sandboxEvent("sandbox-qr", e, clockAhead())
		time.Sleep(31 * time.Minute)
		if c.stateOf(expired) != "expired" || c.stateOf(failed) != "failed" {
			t.Errorf("%s, %s", c.stateOf(expired), c.stateOf(failed))
		}
		for _, o := range []payReply{expired, failed} {
			if w.sandboxEvent("sandbox-qr", eventOf(o), clockAhead()) != http.StatusOK || c.stateOf(o) != "paid" {
				t.Errorf("order %d: %s", o.ID, c.stateOf(o))
			}
		}
		if c.gems() != welcomeCents+1_000 {
			t.Errorf("%d gems", c.gems()-welcomeCents)
		}
		paid := into[payPage](w, c.get("/api/pay/record?state=paid&size=1"))
		if paid.Total != 2 || len(paid.Records) != 1 || paid.Records[0].State != "paid" {
			t.Errorf("%+v", paid)
		}
	})
}

// A bank reports several payments at once: one that is wrong does not keep the others.
func TestPixPaymentsComeTogether(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		first, wrong, last := c.order(payment.ChannelPix, 500), c.order(payment.ChannelPix, 500),
			c.order(payment.ChannelPix, 500)
		paid := func(o payReply, amount string) string {
			return fmt.Sprintf(`{"endToEndId":"E%d","txid":"p%d","valor":%q}`, o.ID, o.ID, amount)
		}
		body := []byte(`{"pix":[` + paid(first, "5.00") + "," + paid(wrong, "4.99") + "," + paid(last, "5.00") + `]}`)
		for range 3 {
			if status := w.webhook("pix", http.Header{pay.PixSignature: {pay.Sign([]byte("bank"), body, clockAhead())}},
				body); status != http.StatusBadRequest {
				t.Error(status)
			}
		}
		if c.stateOf(first) != "paid" || c.stateOf(wrong) != "waiting" || c.stateOf(last) != "paid" ||
			c.gems() != welcomeCents+1_000 {
			t.Errorf("%s, %s, %s, %d gems", c.stateOf(first), c.stateOf(wrong), c.stateOf(last), c.gems()-welcomeCents)
		}
	})
}

// A type is offered once, whatever provider serves it, and with what the settings say.
func TestAWayToPayIsOfferedOnce(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		ways := into[[]payWay](w, w.visitor().get("/api/pay/way"))
		behind := map[int]string{}
		for _, way := range ways {
			behind[way.Type] = way.Name
			if len(way.RechargeConfig) != 5 || way.RechargeConfig[4] != (payTier{Key: 1000, Ratio: 1, Val: 0.05}) ||
				len(way.GoodsList) != 6 {
				t.Errorf("%+v", way)
			}
		}
		want := map[int]string{1: "sandbox-checkout", 2: "stripe", 3: "sandbox", 4: "sandbox-qr", 5: "pix"}
		if len(ways) != len(want) || !maps.Equal(behind, want) {
			t.Errorf("%v", behind)
		}
	})
}

// A recharge is in the outbox once, with what VIP and promotion need.
func TestARechargeIsTold(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		o := c.order(payment.ChannelDesktop, 1_000)
		for range 3 {
			w.sandboxEvent("sandbox-qr", eventOf(o), clockAhead())
		}
		var told []payment.Recharge
		for cursor := (store.Cursor{}); ; {
			events, next, err := w.engine.Events(w.Context(), cursor, 100)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range events {
				if e.Type == payment.OutboxRecharge {
					var r payment.Recharge
					decodeJSON(w, e.Body, &r)
					told = append(told, r)
				}
			}
			if len(events) == 0 && fmt.Sprint(next) == fmt.Sprint(cursor) {
				break
			}
			cursor = next
		}
		if len(told) != 1 || told[0].Player != store.PlayerID(c.playerID()) || told[0].PriceCents != 1_000 ||
			told[0].GemsCents != 1_000 || told[0].BonusCents != 10 {
			t.Errorf("%+v", told)
		}
	})
}

// Only addresses that the server has signed are drawn.
func TestOnlySignedAddressesAreDrawn(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		o := w.newPlayer("alice01").order(payment.ChannelPix, 1_000)
		if a := w.visitor().get(o.QRImage); a.status != http.StatusOK ||
			!bytes.HasPrefix(a.raw, []byte("\x89PNG\r\n")) {
			t.Errorf("%s: %d %.20q", o.QRImage, a.status, a.raw)
		}
		for _, data := range []string{"x", "p" + itoa(int64(o.ID)),
			strings.TrimPrefix(o.QRImage, "/api/pay/creat/code/") + "A", strings.Repeat("a", 300)} {
			if a := w.visitor().get("/api/pay/creat/code/" + data); a.Code != protocol.CodeNotFound {
				t.Errorf("%.40s: %d", data, a.Code)
			}
		}
	})
}

// rich gives a player R$.
func (c *client) rich(cents int64) store.PlayerID {
	c.Helper()
	who := store.PlayerID(c.playerID())
	if _, err := c.engine.Commit(c.Context(), &store.Op{Player: who, Key: "rich", Kind: "test.rich", At: clockAhead(),
		Postings: []store.Posting{{Debit: store.HouseReal, Credit: store.PlayerReal(who),
			AmountCents: cents}}}); err != nil {
		c.Fatal(err)
	}
	return who
}

func (c *client) withdraw(key string) reply {
	return c.keyed("/api/pay/withdraw", key, map[string]any{"amountCents": 1_000, "pixKey": "alice@example.com"})
}

func TestWithdrawalsAtOnceTakeTheirGemsOnce(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		who := c.rich(3_500)
		for name, key := range map[string]func(int) string{"identical": func(int) string { return "same" },
			"distinct": func(i int) string { return fmt.Sprint("key", i) }} {
			var wait sync.WaitGroup
			for i := range 200 {
				wait.Go(func() {
					if a := c.withdraw(key(i)); a.Code != protocol.OK && a.Code != protocol.CodeRealFunds {
						t.Errorf("%s: %d %s", name, a.Code, a.ErrMsg)
					}
				})
			}
			wait.Wait()
		}
		page := into[withdrawPage](w, c.get("/api/pay/withdraw/record"))
		left, err := w.engine.Balance(w.Context(), store.PlayerReal(who))
		if err != nil || left != 500 || page.Total != 3 {
			t.Errorf("%d left after %d withdrawals, %v", left, page.Total, err)
		}
		if held := payment.Standard(); page.LeastCents != held.WithdrawLeastCents ||
			page.MostCents != held.WithdrawMostCents {
			t.Errorf("the bounds are not told: %+v", page)
		}
	})
}

func TestAWithdrawalGoesItsWay(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c, other := w.newPlayer("alice01"), w.newPlayer("bobby02")
		who := c.rich(3_000)
		status := func(by *client, ids ...string) []assetStatus {
			return into[[]assetStatus](w, by.get("/finance/assets/status?ids="+strings.Join(ids, ",")))
		}
		for i, tt := range []struct {
			steps []string
			want  int
			left  int64
		}{{[]string{payment.Approve, payment.Pay}, 2, 2_000}, {[]string{payment.GiveBack}, 6, 2_000},
			{[]string{payment.Approve, payment.GiveBack}, 0, 2_000}} {
			r := into[withdrawn](w, c.withdraw(fmt.Sprint("way", i)))
			id := store.RoomID(0)
			if _, err := fmt.Sscanf(r.ID, "r%d", &id); err != nil {
				t.Fatal(err)
			}
			if got := status(c, r.ID); len(got) != 1 || got[0] != (assetStatus{ID: r.ID, Name: "R$ 10.00", Status: 1}) {
				t.Errorf("to be reviewed: %+v", got)
			}
			if got := status(other, r.ID); len(got) != 0 {
				t.Errorf("another player sees %+v", got)
			}
			if _, err := payment.Decide(w.Context(), w.engine, clockAhead(), id, payment.Pay, ""); i == 0 &&
				!errors.Is(err, payment.ErrWithdrawalState) {
				t.Errorf("paid without a review: %v", err)
			}
			for _, step := range tt.steps {
				if _, err := payment.Decide(w.Context(), w.engine, clockAhead(), id, step, "note"); err != nil {
					t.Fatal(step, err)
				}
				if _, err := payment.Decide(w.Context(), w.engine, clockAhead(), id, step, "again"); !errors.Is(err,
					payment.ErrWithdrawalState) {
					t.Errorf("%s twice: %v", step, err)
				}
			}
			left, err := w.engine.Balance(w.Context(), store.PlayerReal(who))
			if got := status(c, r.ID); err != nil || left != tt.left || len(got) != 1 || got[0].Status != tt.want {
				t.Errorf("%v: %+v, %d left, %v", tt.steps, got, left, err)
			}
		}
		c.get("/finance/assets/status?ids="+strings.Repeat("r1,", 50)+"r1").want(w, protocol.CodeItemCount)
		c.get("/finance/assets/status?ids=r0").want(w, protocol.CodeBadRequest)
		w.visitor().get("/finance/assets/status?ids=r1").want(w, protocol.CodeTokenInvalid)
		if strings.Contains(w.lines.String(), "alice@example.com") {
			t.Error("a Pix key is in the log")
		}
	})
}

// A request that is not reviewed comes back by itself, once.
func TestUnreviewedWithdrawalsComeBack(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		who := c.rich(1_000)
		c.withdraw("late").want(w, protocol.OK)
		for _, tt := range []struct {
			after time.Duration
			back  int
			left  int64
		}{{0, 0, 0}, {30*24*time.Hour - time.Second, 0, 0}, {30 * 24 * time.Hour, 1, 1_000},
			{31 * 24 * time.Hour, 0, 1_000}} {
			n, err := payment.GiveBackLate(w.Context(), w.engine, w.directory, clockAhead().Add(tt.after))
			left, _ := w.engine.Balance(w.Context(), store.PlayerReal(who))
			if err != nil || n != tt.back || left != tt.left {
				t.Errorf("after %v: %d given back, %d left, %v", tt.after, n, left, err)
			}
		}
	})
}

func TestTheCheckoutSaysWhatAGemCosts(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		a := w.visitor().get("/api/skins/rate")
		a.want(w, protocol.OK)
		held, err := payment.Setting.Read(t.Context(), w.engine)
		if err != nil {
			t.Fatal(err)
		}
		if got := into[payRate](w, a); got.RatePPM != held.RatePPM || got.Rate*1_000_000 != float64(held.RatePPM) {
			t.Errorf("%+v of settings with %d", got, held.RatePPM)
		}
	})
}

// Two players of one browser: the payer of the first, who excludes themselves, buys the second nothing. The second is
// told so, loses nothing that they had, and pays by a payer of their own.
func TestThePayerOfAnExcludedPlayerIsRefused(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		gone, other := w.verified("alice01"), w.newPlayer("bobby02")
		paidBy := func(c *client, o payReply, payer string) string {
			e := eventOf(o)
			e["payer"] = payer
			if status := w.sandboxEvent("sandbox-qr", e, clockAhead()); status != http.StatusOK {
				t.Errorf("webhook answered %d", status)
			}
			time.Sleep(time.Second)
			return c.stateOf(o)
		}
		const one, two = "39053344705", "11144477735"
		if got := paidBy(gone, gone.order(payment.ChannelDesktop, 1_000), one); got != "paid" {
			t.Fatal(got)
		}
		gone.post("/api/user/limits/exclude", map[string]any{"months": 6}).want(w, protocol.OK)
		before := other.gems()
		o := other.order(payment.ChannelDesktop, 1_000)
		for range 2 { // and sent again
			if got := paidBy(other, o, one); got != "refused" || other.gems() != before {
				t.Errorf("%s, %d gems", got, other.gems()-before)
			}
		}
		if told := strings.Count(w.lines.String(), "by the payer of a player who is excluded: pay it back"); told != 2 {
			t.Errorf("operators are told %d times", told)
		}
		own := other.order(payment.ChannelDesktop, 1_000)
		if got := paidBy(other, own, two); got != "paid" || other.gems() != before+1_010 {
			t.Errorf("%s, %d gems", got, other.gems()-before)
		}
		for _, number := range []string{one, two} {
			hash := pay.PayerHash([]byte("payers"), "cpf:"+number)
			rec, err := w.engine.Lookup(w.Context(), 0, payment.PayerKey(hash))
			if err != nil || strings.Contains(string(rec.Result), number) {
				t.Errorf("the journal says of %s: %s, %v", number, rec.Result, err)
			}
		}
	})
}
