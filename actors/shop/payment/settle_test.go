package payment_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/actors/settings/settingstest"
	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/store"
)

func TestAnEventThatIsNotExactlyOfItsOrderCreditsNothing(t *testing.T) {
	inShop(t, func(s *shop) {
		p := s.poor()
		o, other := s.order(p, 1_000), s.order(p, 1_000)
		silent, err := s.try(p, "no provider has answered", 1_000)
		if err != nil {
			t.Fatal(err)
		}
		exact := payment.ProviderEvent{ID: "exact",
			Order: o.Name(), Reference: o.Begun.Reference, AmountCents: o.PriceCents,
			Currency: o.Currency, Paid: true}
		for name, change := range map[string]func(provider *string, e *payment.ProviderEvent){
			"another provider":    func(p *string, _ *payment.ProviderEvent) { *p = "stripe" },
			"another reference":   func(_ *string, e *payment.ProviderEvent) { e.Reference = other.Begun.Reference },
			"no reference":        func(_ *string, e *payment.ProviderEvent) { e.Reference = "" },
			"a cent less":         func(_ *string, e *payment.ProviderEvent) { e.AmountCents-- },
			"a cent more":         func(_ *string, e *payment.ProviderEvent) { e.AmountCents++ },
			"another currency":    func(_ *string, e *payment.ProviderEvent) { e.Currency = "USD" },
			"another order":       func(_ *string, e *payment.ProviderEvent) { e.Order = other.Name() },
			"no order":            func(_ *string, e *payment.ProviderEvent) { e.Order = "p1" },
			"no name of an order": func(_ *string, e *payment.ProviderEvent) { e.Order = "x" },
			"an order that has not begun": func(_ *string, e *payment.ProviderEvent) {
				e.Order, e.Reference = silent.Name(), ""
			},
		} {
			provider, e := o.Provider, exact
			e.ID = name
			change(&provider, &e)
			if _, err := s.service.Settle(s.Context(), provider, e); !errors.Is(err, payment.ErrMismatch) {
				t.Errorf("%s: %v, want ErrMismatch", name, err)
			}
		}
		s.stands(p, 0, 0)
		if n := len(s.Ops(payment.KindEvent, payment.KindCredit)); n != 0 {
			t.Errorf("%d ops of events that are of no order", n)
		}
		if got, err := s.service.Settle(s.Context(), o.Provider, exact); err != nil || got.State != payment.Paid {
			t.Errorf("%+v, %v", got, err)
		}
		s.stands(p, 1_010, 0)
	})
}

func TestAnEventKeepsItsFirstMeaning(t *testing.T) {
	inShop(t, func(s *shop) {
		p := s.poor()
		o := s.order(p, 1_000)
		s.settle(o, "one", false, payment.Failed)
		if _, err := s.tell(o, "one", true); !errors.Is(err, payment.ErrMismatch) {
			t.Errorf("an event that told of a failure tells of a payment: %v", err)
		}
		s.stands(p, 0, 0)
		s.settle(o, "two", true, payment.Paid)
		if _, err := s.tell(o, "two", false); !errors.Is(err, payment.ErrMismatch) {
			t.Errorf("an event that told of a payment takes it back: %v", err)
		}
		s.stands(p, 1_010, 0)
	})
}

func TestAnOrderThatIsPaidAgainIsCreditedOnceAndReported(t *testing.T) {
	inShop(t, func(s *shop) {
		p := s.poor()
		o := s.order(p, 1_000)
		for range 2 { // the same event is no second payment
			s.settle(o, "one", true, payment.Paid)
		}
		if got, err := s.tell(o, "two", true); !errors.Is(err, payment.ErrPaidAgain) || got.State != payment.Paid {
			t.Errorf("state %d, %v, want ErrPaidAgain", got.State, err)
		}
		s.stands(p, 1_010, 0)
		if n := len(s.Ops(payment.KindCredit)); n != 1 {
			t.Errorf("%d credits", n)
		}
	})
}

// An order holds what it was made for: another price, level or life says nothing about it any more.
func TestAnOrderIsWhatItWasMadeFor(t *testing.T) {
	inShop(t, func(s *shop) {
		p, stranger := s.poor(), s.poor()
		s.service.Rate = func(_ context.Context, who store.PlayerID) (int64, error) {
			if who == p {
				return 50_000, nil
			}
			return 0, nil
		}
		o := s.order(p, 1_000)
		if want := (payment.Quote{PriceCents: 1_000, GemsCents: 1_000, BonusCents: 60, VIPCents: 50}); o.Quote != want {
			t.Errorf("%+v, want %+v", o.Quote, want)
		}
		if err := settingstest.Put(s.Context(), s.Engine, payment.Setting,
			[]byte(`{"ratePpm":2000000,"lifeS":3600,"tiers":[]}`)); err != nil {
			t.Fatal(err)
		}
		s.service.Rate = nil
		if again, err := s.try(p, o.Begun.Reference, 1_000); err != nil || again.Placed != o.Placed ||
			again.ID != o.ID {
			t.Errorf("asked again the order is %+v, not %+v, %v", again.Placed, o.Placed, err)
		}
		if _, err := s.try(p, o.Begun.Reference, 1_001); apierr.Code(err) != protocol.CodeKeyReused {
			t.Errorf("its key for another amount: %v", err)
		}
		if _, err := s.service.Find(s.Context(), stranger, o.ID); !errors.Is(err, payment.ErrGone) {
			t.Errorf("somebody else's order is shown: %v", err)
		}
		second, err := s.service.Begin(s.Context(), o, payment.Begun{Reference: "another"})
		if err != nil || second.Begun.Reference != o.Begun.Reference {
			t.Errorf("a second answer of the provider replaces the first: %+v, %v", second.Begun, err)
		}
		s.settle(o, "yes", true, payment.Paid)
		s.stands(p, 1_060, 0)
		waits := s.order(p, 1_000)
		if waits.PriceCents != 2_000 || waits.BonusCents != 0 || waits.EndsMS-waits.AtMS != 3_600_000 {
			t.Errorf("a new order: %+v", waits.Placed)
		}
		for paid, want := range map[bool]int{false: 2, true: 1} {
			list, total, err := s.service.List(s.Context(), p, paid, store.Page{Limit: 10})
			if err != nil || total != want || len(list) != want || list[want-1].ID != o.ID {
				t.Errorf("paid only is %v: %d of %d orders, %v", paid, len(list), total, err)
			}
		}
		for _, want := range []payment.State{payment.Waiting, payment.Expired} {
			time.Sleep(time.Until(time.UnixMilli(waits.EndsMS)))
			if want == payment.Expired {
				time.Sleep(time.Millisecond)
			}
			if got, err := s.service.Find(s.Context(), p, waits.ID); err != nil || got.State != want {
				t.Errorf("state %d, want %d, %v", got.State, want, err)
			}
		}
		s.settle(waits, "late", true, payment.Paid)
	})
}
