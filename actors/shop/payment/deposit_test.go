package payment_test

import (
	"context"
	"encoding/json"
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
)

func (s *shop) promise(p store.PlayerID, span string, cents int64) {
	s.Helper()
	rig.Do[player.LimitsSet](s.Rig, player.Kind, player.ID(p),
		player.SetLimits{Key: fmt.Sprint("limit ", span, time.Now().UnixNano()),
			Change: limits.Change{Limits: []limits.Set{{Kind: limits.Deposit, Span: span, Cents: cents}}}})
}

func (s *shop) try(p store.PlayerID, key string, gemsCents int64) (payment.Order, error) {
	return s.service.Open(s.Context(), p, key, payment.ChannelDesktop, gemsCents, func(string) bool { return true })
}

func (s *shop) refused(p store.PlayerID, gemsCents int64) {
	s.Helper()
	if _, err := s.try(p, fmt.Sprint("too much ", time.Now().UnixNano()),
		gemsCents); apierr.Code(err) != protocol.CodeOwnPaid {
		s.Errorf("an order of %d: %v", gemsCents, err)
	}
}

// What was paid in and what can still be paid counts; what has failed or waits no more does not, and what was paid is
// always credited.
func TestAnOwnLimitHoldsRecharges(t *testing.T) {
	inShop(t, func(s *shop) {
		p := s.poor()
		s.promise(p, limits.Day, 900)
		first := s.order(p, 600)
		s.refused(p, 301)
		if again, err := s.try(p, first.Begun.Reference, 600); err != nil || again.ID != first.ID {
			s.Errorf("order %d again: %d, %v", first.ID, again.ID, err)
		}
		s.settle(first, "paid", true, payment.Paid)
		s.refused(p, 301)
		second := s.order(p, 300)
		s.refused(p, 100)
		s.settle(second, "no", false, payment.Failed)
		late := s.order(p, 300)
		s.refused(p, 100)
		time.Sleep(31 * time.Minute) // it waits no more
		third := s.order(p, 300)
		s.settle(late, "late", true, payment.Paid)
		s.settle(third, "paid", true, payment.Paid)
		if got := s.Balance(p); got != 1_200 {
			s.Errorf("%d gems for 1200 that were paid", got)
		}
		s.refused(p, 100)
		s.settle(first, "back", false, payment.TakenBack)
		s.refused(p, 100)
		// The order has passed the lock on; the player's actor knows, and play is not limited by what is paid in.
		rig.Do[player.Opened](s.Rig, player.Kind, player.ID(p), player.Open{Key: "box", Box: 1, Count: 1,
			PriceCents: rig.BoxCents})
		time.Sleep(24 * time.Hour)
		s.order(p, 900) // a new day
		s.refused(p, 100)
	})
}

// The widest limit holds when the narrow ones would let an order pass.
func TestTheWidestOwnLimitHoldsRecharges(t *testing.T) {
	inShop(t, func(s *shop) {
		p := s.poor()
		s.promise(p, limits.Day, 500)
		s.promise(p, limits.Week, 800)
		s.promise(p, limits.Month, 900)
		time.Sleep(2 * 24 * time.Hour) // Monday, the 3rd
		for _, tt := range []struct {
			wait      time.Duration
			pass, not int64
		}{{0, 500, 100}, {24 * time.Hour, 300, 100}, {7 * 24 * time.Hour, 100, 100}, {30 * 24 * time.Hour, 500, 100}} {
			time.Sleep(tt.wait)
			s.settle(s.order(p, tt.pass), "paid", true, payment.Paid)
			s.refused(p, tt.not)
		}
	})
}

// Forty orders at once at the edge of a limit, by two processes, beside promises and openings: as many as it allows.
func TestParallelOrdersStayBelowTheLimit(t *testing.T) {
	inShop(t, func(s *shop) {
		p := s.poor()
		s.settle(s.order(p, 500), "paid", true, payment.Paid)
		s.promise(p, limits.Month, 1_000)
		var wg sync.WaitGroup
		var mu sync.Mutex
		codes := map[protocol.Code]int{}
		for i := range 40 {
			wg.Go(func() {
				_, err := s.try(p, fmt.Sprint("order ", i), 100)
				if i%8 == 0 {
					_, _ = rig.Ask[player.Opened](s.Rig, player.Kind, player.ID(p),
						player.Open{Key: fmt.Sprint("box ", i), Box: 1, Count: 1, PriceCents: rig.BoxCents})
				}
				mu.Lock()
				defer mu.Unlock()
				codes[apierr.Code(err)]++
			})
		}
		wg.Wait()
		if made := len(s.Ops(payment.KindOrder)) - 1; made != 5 || codes[protocol.OK] != 5 ||
			codes[protocol.CodeOwnPaid] != 35 {
			s.Errorf("%d orders of 5, %v", made, codes)
		}
	})
}

// journal is a store of some ops, in no order.
type journal []store.OpRecord

func (j journal) Ops(_ context.Context, q store.OpQuery) (list []store.OpRecord, total int, err error) {
	for _, op := range j {
		if op.Player == q.Player && slices.Contains(q.Kinds, op.Kind) && !op.At.Before(q.Page.Since) &&
			op.Place().Compare(q.Before) < 0 {
			list = append(list, op)
		}
	}
	slices.SortFunc(list, func(a, b store.OpRecord) int { return b.Place().Compare(a.Place()) })
	return list[:min(q.Page.Limit, len(list))], 0, nil
}

// Of two writers at one instant, or with clocks apart, the one that takes back may seem the earlier one.
func TestACreditThatWasTakenBackDoesNotCountWhicheverSeemsEarlier(t *testing.T) {
	at := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	for _, before := range []time.Duration{0, time.Second} {
		var ops journal
		for i, op := range []store.Op{
			{Kind: store.KindReversed, At: at.Add(-before), Key: payment.ReversedKey(4),
				Result: []byte(`{"player":7,"order":4}`)},
			{Kind: payment.KindCredit, At: at, Key: payment.CreditKey(4), Result: []byte(`{"player":7,"order":4}`)},
			{Kind: payment.KindCredit, At: at, Key: payment.CreditKey(3), Result: []byte(`{"player":7,"order":3}`)},
		} {
			op.Player = 7
			ops = append(ops, store.OpRecord{ID: store.OpID(10 + i), Op: op})
		}
		var orders []store.OpID
		for credit, err := range payment.Credits(t.Context(), ops, 7, time.Time{}, time.Time{}) {
			if err != nil {
				t.Fatal(err)
			}
			orders = append(orders, credit.Order)
		}
		if !slices.Equal(orders, []store.OpID{3}) {
			t.Errorf("orders %d count", orders)
		}
	}
}

// What can still be paid counts, however many orders lie between; what has failed or ended does not.
func TestDepositsAreReadToTheEndOfTheirTime(t *testing.T) {
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	since := now.AddDate(0, 0, -3)
	var ops journal
	add := func(id store.OpID, kind string, at time.Time, result any, more func(*store.Op)) {
		text, err := json.Marshal(result)
		if err != nil {
			t.Fatal(err)
		}
		op := store.OpRecord{ID: id, Op: store.Op{Player: 7, Kind: kind, At: at, Result: text}}
		if more != nil {
			more(&op.Op)
		}
		ops = append(ops, op)
	}
	order := func(id store.OpID, cents int64, ends time.Time) {
		add(id, payment.KindOrder, ends.Add(-time.Hour), payment.Placed{Quote: payment.Quote{PriceCents: cents},
			EndsMS: ends.UnixMilli()}, nil)
	}
	order(1, 1_000, now)                         // to the last moment
	order(2, 10_000, now.Add(-time.Millisecond)) // over
	order(3, 100_000, now.Add(time.Minute))
	order(4, 200_000, now.Add(time.Minute))
	add(5, payment.KindFailed, now, payment.Failure{Player: 7, Order: 3}, nil)
	credit := payment.Recharge{Player: 7, Order: 4, PriceCents: 200_000, GemsCents: 5}
	add(6, payment.KindCredit, now.Add(-time.Hour), credit, func(op *store.Op) {
		op.Key = payment.CreditKey(4)
		op.Postings = []store.Posting{{Debit: store.Account(0, store.ClassProvider), Credit: store.PlayerGems(7),
			AmountCents: 5}}
	})
	for id := range store.OpID(450) { // two pages and a half of nothing
		order(1_000+id, 1, now.Add(-2*time.Hour))
	}
	order(9, 3_000_000, now.Add(time.Minute)) // the oldest
	got, err := payment.ReadDeposits(t.Context(), ops, 7, since, now)
	if err != nil || got.Since(now) != 3_001_000 || got.Since(now.Add(-time.Hour)) != 3_201_000 ||
		got.Since(now.Add(time.Millisecond)) != 0 {
		t.Errorf("%+v, %v", got, err)
	}
	add(10, payment.KindFailed, now, "no failure", nil)
	if _, err := payment.ReadDeposits(t.Context(), ops, 7, since, now); err == nil {
		t.Error("a failure that cannot be read is passed over")
	}
}
