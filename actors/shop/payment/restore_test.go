package payment_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"jadebox/actors/shop/payment"
	"jadebox/store"
	"jadebox/store/memory"
)

func (s *shop) back(o payment.Order, id string, what payment.Back) (payment.Order, error) {
	return s.service.Settle(s.Context(), o.Provider, payment.ProviderEvent{ID: id + o.Name(), Order: o.Name(),
		Reference: o.Begun.Reference, AmountCents: o.PriceCents, Currency: o.Currency, Back: what})
}

func (s *shop) isBack(o payment.Order, id string, what payment.Back, want payment.State) {
	s.Helper()
	got, err := s.back(o, id, what)
	if err != nil || got.State != want {
		s.Errorf("%s: state %d, want %d, %v", id, got.State, want, err)
	}
}

// A refund before the payment was reported is sent again; it is taken at the same moment, too, and once.
func TestARefundTakesAnOrderBack(t *testing.T) {
	inShop(t, func(s *shop) {
		p := s.poor()
		o := s.order(p, 1_000)
		for range 2 {
			if got, err := s.back(o, "refund", payment.BackWhole); !errors.Is(err, payment.ErrNotPaid) ||
				got.State != payment.Waiting {
				t.Errorf("before the payment: state %d, %v", got.State, err)
			}
		}
		if got, err := s.tell(o, "yes", true); err != nil || got.State != payment.Paid {
			t.Errorf("%+v, %v", got, err)
		}
		for _, id := range []string{"refund", "refund", "dispute"} { // in the moment of the payment
			s.isBack(o, id, payment.BackWhole, payment.TakenBack)
			s.stands(p, 0, 0)
		}
		if n := len(s.Ops(store.KindReversed)); n != 1 {
			t.Errorf("%d reversals", n)
		}
	})
}

// Of a part nothing is taken, and the whole can still go back.
func TestAPartOfAnOrderIsNotTaken(t *testing.T) {
	inShop(t, func(s *shop) {
		p := s.poor()
		o := s.order(p, 1_000)
		s.settle(o, "yes", true, payment.Paid)
		for range 2 {
			if got, err := s.back(o, "part", payment.BackPart); !errors.Is(err, payment.ErrPart) ||
				got.State != payment.Paid {
				t.Errorf("state %d, %v", got.State, err)
			}
			s.stands(p, 1_010, 0)
		}
		s.isBack(o, "rest", payment.BackWhole, payment.TakenBack)
		s.stands(p, 0, 0)
	})
}

// A dispute that is won gives back what was taken and forgives what was owed, once, whatever the player has done
// between.
func TestADisputeThatIsWonGivesBackOnce(t *testing.T) {
	for spent, want := range map[int64]int64{0: 1_010, 700: 310, 1_010: 0} {
		inShop(t, func(s *shop) {
			p := s.poor()
			o := s.order(p, 1_000)
			s.settle(o, "yes", true, payment.Paid)
			if spent > 0 {
				s.spend(p, spent)
			}
			s.isBack(o, "won before it was lost", payment.BackReturned, payment.Paid)
			s.stands(p, 1_010-spent, 0)
			s.isBack(o, "lost", payment.BackWhole, payment.TakenBack)
			s.stands(p, 0, spent)
			if again, err := s.service.Recharged(t.Context(), p); again || err != nil {
				t.Errorf("recharged while it is taken back: %v", err)
			}
			var wg sync.WaitGroup
			for _, id := range []string{"won", "won", "closed", "closed"} {
				wg.Go(func() { s.isBack(o, id, payment.BackReturned, payment.Paid) })
			}
			wg.Wait()
			time.Sleep(time.Second)
			if s.Balance(p) != want || len(s.Ops(payment.KindRestored)) != 1 {
				t.Errorf("%d gems, want %d; %d restorations", s.Balance(p), want, len(s.Ops(payment.KindRestored)))
			}
			if owes, err := s.service.Owes(t.Context(), p); err != nil || owes != 0 {
				t.Errorf("%d owed, %v", owes, err)
			}
			if again, err := s.service.Recharged(t.Context(), p); !again || err != nil {
				t.Errorf("not recharged: %v", err)
			}
			s.isBack(o, "lost", payment.BackWhole, payment.Paid) // the first event, sent again
		})
	}
}

// Whatever the store says to it, a restoration is made once.
func TestRestoredWhateverTheStoreSays(t *testing.T) {
	for _, f := range []memory.Fault{memory.RefuseBefore, memory.UnknownApplied, memory.UnknownNotApplied} {
		inShop(t, func(s *shop) {
			p := s.poor()
			o := s.order(p, 500)
			s.settle(o, "yes", true, payment.Paid)
			s.isBack(o, "lost", payment.BackWhole, payment.TakenBack)
			times := 0
			s.SetFault(func(op *store.Op) memory.Fault {
				if op.Kind != payment.KindRestored || times > 1 {
					return memory.NoFault
				}
				times++
				return f
			})
			for range 5 {
				_, _ = s.back(o, "won", payment.BackReturned)
			}
			if s.Balance(p) != 500 || len(s.Ops(payment.KindRestored)) != 1 || times == 0 {
				t.Errorf("fault %d: %d gems, %d restorations after %d faults", f, s.Balance(p),
					len(s.Ops(payment.KindRestored)), times)
			}
		})
	}
}
