package httpapi

import (
	"context"
	"net/http"
	"testing"

	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/server/pay"
	"jadebox/store"
)

// Without a service of short messages no code is sent, and none that was sent before is asked about.
func TestWithoutShortMessagesNoCodeIsSentOrTaken(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		b := w.newPlayer("alice01").browser()
		ticket := b.ticket("bind")
		code := b.code(toBind, phone)
		w.api.SMS = nil
		b.unchanged(func() {
			b.call(http.MethodPost, "/api/personal/center/send/0/code", map[string]any{"phone": otherPhone,
				"ticket": ticket.Ticket, "randStr": ticket.RandStr}).want(w, protocol.CodePhoneNotReady)
			b.call(http.MethodPost, "/api/personal/center/password", map[string]any{"phone": phone,
				"password": newPass, "code": code}).want(w, protocol.CodePhoneNotReady)
		})
	})
}

// silent is a provider that answers as it is told.
type silent struct {
	pay.Provider
	reply pay.Reply
	err   error
}

func (s *silent) Begin(context.Context, pay.Order) (pay.Reply, error) { return s.reply, s.err }

// A provider that does not answer, or whose page would send forms elsewhere, is no answer to an order: the same request
// is answered once it does.
func TestAnOrderWhoseProviderDoesNotAnswerIsAskedForAgain(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		providers := w.api.Payments.Providers
		answers := providers["sandbox-qr"]
		order := func() reply {
			return c.keyed("/api/pay/order", "one-order", purchase(payment.ChannelDesktop, 1_000))
		}
		for _, fails := range []*silent{{err: pay.ErrProvider}, {reply: pay.Reply{Action: pay.ActionCheckout,
			HTML: "<form>", Forms: "http://evil.example", Reference: "x"}}} {
			providers["sandbox-qr"] = fails
			order().want(w, protocol.CodePayProvider)
			if c.gems() != welcomeCents {
				t.Error("gems came of no payment")
			}
		}
		providers["sandbox-qr"] = answers
		a := order()
		a.want(w, protocol.OK)
		if o := into[payReply](w, a); o.Action != "qr_code" || o.State != "waiting" {
			t.Errorf("%+v", o)
		}
		if list := into[payPage](w, c.get("/api/pay/record")); list.Total != 1 {
			t.Errorf("%d orders of one request", list.Total)
		}
	})
}

// Help is given to the one who asks: who is not known yet, or has not played today, can be helped later, and the helper
// is told so rather than what they lack themselves.
func TestAFriendCannotHelpOneWhoIsNotKnownOrHasNotPlayed(t *testing.T) {
	inWorld(t, options{asks: true}, func(w *world) {
		w.season()
		c, friend := w.newPlayer("alice01"), w.newPlayer("bobby02")
		code := into[assists](w, c.get("/api/activity/assistance/count")).Code
		help := func() reply {
			return friend.do(http.MethodPost, "/api/activity/assistance", map[string]any{"code": code}, nil)
		}
		help().want(w, protocol.CodeAssistWait)
		mine := phone
		if err := w.engine.SetContact(w.Context(), store.PlayerID(c.playerID()),
			store.ContactChange{Phone: &mine}); err != nil {
			t.Fatal(err)
		}
		help().want(w, protocol.CodeAssistWait)
		if c.radishes() != 0 {
			t.Error("refused help brought radishes")
		}
		for range 4 {
			c.open() // 5.00 each
		}
		help().want(w, protocol.OK)
	})
}
