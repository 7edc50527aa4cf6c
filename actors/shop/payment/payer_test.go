package payment_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/shop/payment"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

// pays is the provider's word that a payer has paid an order.
func (s *shop) pays(o payment.Order, payer string) (payment.Order, error) {
	o, err := s.service.Settle(s.Context(), o.Provider, payment.ProviderEvent{ID: "paid by " + payer + o.Name(),
		Order:     o.Name(),
		Reference: o.Begun.Reference, AmountCents: o.PriceCents, Currency: o.Currency, Paid: true, Payer: payer})
	time.Sleep(time.Second) // actors are told
	return o, err
}

func (s *shop) paid(p store.PlayerID, payer string) payment.Order {
	s.Helper()
	o, err := s.pays(s.order(p, 1_000), payer)
	if err != nil || o.State != payment.Paid {
		s.Fatalf("player %d by %s: state %d, %v", p, payer, o.State, err)
	}
	return o
}

func (s *shop) excludes(p store.PlayerID) {
	s.Helper()
	rig.Do[player.LimitsSet](s.Rig, player.Kind, player.ID(p), player.SetLimits{Key: "exclusion",
		Change: limits.Change{ExclusionMonths: 6}})
}

// plays opens a box.
func (s *shop) plays(p store.PlayerID) error {
	_, err := rig.Ask[player.Opened](s.Rig, player.Kind, player.ID(p), player.Open{
		Key: fmt.Sprint("open ", time.Now().UnixNano()), Box: 1, Count: 1, PriceCents: rig.BoxCents})
	return err
}

func TestMoneyOfAnExcludedPlayersPayerBuysNobodyGems(t *testing.T) {
	inShop(t, func(s *shop) {
		gone, other := s.poor(), s.poor()
		s.paid(gone, "F")
		before := s.order(other, 1_000)
		s.excludes(gone)
		for range 2 { // and sent again
			if o, err := s.pays(before, "F"); !errors.Is(err, payment.ErrPayer) || o.State != payment.Refused {
				t.Fatalf("state %d, %v", o.State, err)
			}
		}
		s.stands(other, 0, 0)
		refused := s.Ops(payment.KindRefused)
		if len(refused) != 1 {
			t.Fatalf("refused in %d ops", len(refused))
		}
		if r, err := payment.ReadRefusal(&refused[0].Op); err != nil || r.Holder != gone || r.Order != before.ID {
			t.Errorf("%+v, %v", r, err)
		}
		if paid, err := payment.ReadDeposits(s.Context(), s.Engine, other, time.Now().Add(-time.Hour),
			time.Now()); err != nil || len(paid) != 0 {
			t.Errorf("counts as paid in: %v, %v", paid, err)
		}
		// The money goes back, and the provider says so: there is nothing to take.
		if o, err := s.service.Settle(s.Context(), before.Provider, payment.ProviderEvent{ID: "back",
			Order:     before.Name(),
			Reference: before.Begun.Reference, AmountCents: before.PriceCents, Currency: before.Currency,
			Back: payment.BackWhole}); err != nil || o.State != payment.Refused {
			t.Errorf("state %d, %v", o.State, err)
		}
		// What another payer sends for the same order is credited.
		if o, err := s.pays(before, "G"); err != nil || o.State != payment.Paid {
			t.Errorf("state %d, %v", o.State, err)
		}
		s.stands(other, 1_010, 0)
		if err := s.plays(other); err != nil {
			t.Errorf("does not play on money of their own: %v", err)
		}
		// An exclusion that is over holds no money back, but what was refused stays so: it has gone back.
		late := s.order(other, 1_000)
		if _, err := s.pays(late, "F"); !errors.Is(err, payment.ErrPayer) {
			t.Fatal(err)
		}
		time.Sleep(7 * 31 * 24 * time.Hour)
		if _, err := s.pays(late, "F"); !errors.Is(err, payment.ErrPayer) {
			t.Errorf("what was refused is credited when it is sent again: %v", err)
		}
		s.paid(other, "F")
	})
}

// A payer's exclusion does not extend to the accounts that the payer pays for: a name or a payer of their own is
// enough.
func TestNobodyIsExcludedByWhoPaysForThem(t *testing.T) {
	inShop(t, func(s *shop) {
		gone, friend, named, declared, own := s.poor(), s.poor(), s.poor(), s.poor(), s.poor()
		s.paid(gone, "F")
		for _, p := range []store.PlayerID{friend, named, declared, own} {
			s.paid(p, "F")
		}
		s.paid(own, "G")
		for p, by := range map[store.PlayerID]string{named: "registry", declared: ""} {
			if err := s.Engine.SetRealName(s.Context(), p, store.SealedName{Sealed: []byte("sealed"),
				Index: [32]byte{byte(p)}, At: time.Now(), By: by}); err != nil {
				t.Fatal(err)
			}
		}
		for _, p := range []store.PlayerID{friend, named, declared, own} {
			if err := s.plays(p); err != nil {
				t.Fatalf("player %d does not play before anybody is excluded: %v", p, err)
			}
		}
		s.excludes(gone)
		time.Sleep(2 * time.Minute) // actors read again
		for p, want := range map[store.PlayerID]protocol.Code{gone: protocol.CodeExcluded,
			friend: protocol.CodePayerExcluded, named: protocol.OK, declared: protocol.CodePayerExcluded,
			own: protocol.OK} {
			if err := s.plays(p); apierr.Code(err) != want {
				t.Errorf("player %d (gone is %d): %v, want %d", p, gone, err, want)
			}
		}
		s.Crash()
		s.service.Directory = s.Dir
		if err := s.plays(friend); apierr.Code(err) != protocol.CodePayerExcluded {
			t.Errorf("after a crash: %v", err)
		}
		s.paid(friend, "H") // a payer who is free to pay
		if err := s.plays(friend); err != nil {
			t.Errorf("pays by a payer of their own and does not play: %v", err)
		}
		s.paid(friend, "H")
		if n := len(slices.DeleteFunc(s.Ops(limits.KindPayer), func(op store.OpRecord) bool {
			return op.Player != friend
		})); n != 2 {
			t.Errorf("%d ops say who pays for the friend, not one of F and one of H", n)
		}
	})
}

// The account that a payer has paid for first is whose the payer is, whichever account they pay for later.
func TestAPayerStaysWhoseItIsWhomeverItPaysFor(t *testing.T) {
	inShop(t, func(s *shop) {
		first, second := s.poor(), s.poor()
		s.paid(first, "F")
		s.paid(second, "F")
		s.excludes(second)
		time.Sleep(2 * time.Minute)
		if err := s.plays(first); err != nil {
			t.Errorf("a player for whom another has paid is excluded: %v", err)
		}
		s.paid(first, "F")
	})
}

func TestWhoPaidFirstIsOneAccountOfManyAtOnce(t *testing.T) {
	inShop(t, func(s *shop) {
		orders := make([]payment.Order, 20)
		for i := range orders {
			orders[i] = s.order(s.poor(), 1_000)
		}
		var all sync.WaitGroup
		for _, o := range orders {
			all.Go(func() {
				if _, err := s.pays(o, "F"); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		ops := s.Ops(payment.KindPayer)
		if len(ops) != 1 {
			t.Fatalf("%d first accounts", len(ops))
		}
		holder, err := payment.ReadPayer(&ops[0].Op)
		if err != nil {
			t.Fatal(err)
		}
		for _, op := range s.Ops(payment.KindCredit) {
			c, err := payment.ReadCredit(&op.Op)
			if err != nil || (c.Holder == 0) != (c.Player == holder.Player) || c.Holder != 0 &&
				c.Holder != holder.Player {
				t.Errorf("%+v of the payer %+v, %v", c, holder, err)
			}
		}
	})
}

// However the process ends in between, an event that is sent until it is taken is credited, and its payer known.
func TestAPayerIsKnownWhateverTheStoreSays(t *testing.T) {
	for _, kind := range []string{payment.KindPayer, limits.KindBegin, limits.KindPayer, payment.KindCredit,
		payment.KindRefused} {
		for _, fault := range []memory.Fault{memory.UnknownApplied, memory.UnknownNotApplied} {
			t.Run(fmt.Sprint(kind, fault), func(t *testing.T) {
				inShop(t, func(s *shop) {
					gone, other := s.poor(), s.poor()
					s.paid(gone, "F")
					want := payment.Paid
					if kind == payment.KindRefused {
						s.excludes(gone)
						want = payment.Refused
					}
					o, hit := s.order(other, 1_000), false
					s.SetFault(func(op *store.Op) memory.Fault {
						if op.Kind == kind && !hit {
							hit = true
							return fault
						}
						return memory.NoFault
					})
					for range 3 {
						o, _ = s.pays(o, "F")
					}
					s.SetFault(nil)
					gems := int64(0)
					if want == payment.Paid {
						gems = 1_010
					}
					if held, err := limits.Read(s.Context(), s.Engine, other); err != nil ||
						held.Paid.Foreign() != (want == payment.Paid) {
						t.Errorf("%+v, %v", held.Paid, err)
					}
					if got, err := s.service.Find(s.Context(), other, o.ID); err != nil || got.State != want || !hit {
						t.Errorf("state %d, %v, hit %t", got.State, err, hit)
					}
					s.stands(other, gems, 0)
				})
			})
		}
	}
}
