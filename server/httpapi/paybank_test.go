package httpapi

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"jadebox/actors/shop/payment"
	"jadebox/server/pay"
	"jadebox/server/pay/brcode"
)

// The demo's bank is Pix as it is: the code is a BR Code of exactly this order, and the payment is told in the central
// bank's words.
func TestAPlayerPaysAtTheSandboxBank(t *testing.T) {
	for act, want := range map[string]struct {
		status int
		state  string
		gems   int64
	}{"pay": {200, "paid", 1_010}, "twice": {200, "paid", 1_010}, "late": {200, "paid", 1_010},
		"decline": {502, "waiting", 0}} {
		t.Run(act, func(t *testing.T) {
			inWorld(t, options{}, func(w *world) {
				c := w.newPlayer("alice01")
				o := c.order(payment.ChannelPix, 1_000)
				code, err := brcode.Parse(o.Text)
				if err != nil || code.AmountCents != 1_000 || code.TxID != "p"+itoa(int64(o.ID)) ||
					o.Action != "qr_code" || o.QRImage == "" {
					t.Fatalf("%+v, %+v, %v", o, code, err)
				}
				bank := w.payments().Providers["pix"].(*pay.Sandbox)
				for range 2 { // two tabs
					form := httptest.NewRequest(http.MethodPost, o.Page, strings.NewReader("act="+act))
					form.Header.Set("Content-Type", "application/x-www-form-urlencoded")
					page := httptest.NewRecorder()
					bank.ServeHTTP(page, form)
					if page.Code != want.status {
						t.Errorf("%s: %d %s", act, page.Code, page.Body)
					}
				}
				time.Sleep(10 * time.Second) // virtual: late is 5 s
				if c.stateOf(o) != want.state || c.gems() != welcomeCents+want.gems {
					t.Errorf("%s, %d gems", c.stateOf(o), c.gems()-welcomeCents)
				}
				if n := len(w.opsOf(payment.KindCredit, c)); n != int(want.gems/1_000) {
					t.Errorf("%d credits", n)
				}
				if again := into[payReply](w, c.get("/api/pay/order/"+itoa(int64(o.ID)))); want.state == "paid" &&
					(again.Page != "" || again.Text != "") {
					t.Errorf("a paid order can be paid: %+v", again)
				}
			})
		})
	}
}
