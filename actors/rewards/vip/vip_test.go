package vip_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/settings/settingstest"
	"jadebox/actors/shop/payment"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

// world is a service whose clock the test sets.
type world struct {
	*rig.Rig
	service *vip.Service
	now     time.Time
	n       int
}

func inWorld(t *testing.T, f func(w *world)) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		w := &world{Rig: r, now: time.Date(2030, 5, 31, 23, 59, 0, 0, time.UTC)}
		held := vip.Standard() // figures of this world: 0.3 % by level, and 0.5 % of what it needs
		for i := range held.Levels {
			held.Levels[i].RatePPM, held.Levels[i].BonusCents = 3_000*int64(i+1), held.Levels[i].NeedCents/200
		}
		text, err := json.Marshal(held)
		if err == nil {
			err = settingstest.Put(r.Context(), r.Engine, vip.Setting, text)
		}
		if err != nil {
			t.Fatal(err)
		}
		w.service = &vip.Service{Store: r.Engine, Directory: r.Dir, Now: func() time.Time { return w.now }}
		f(w)
	})
}

// recharge credits an order as payments do.
func (w *world) recharge(p store.PlayerID, cents int64) {
	w.Helper()
	w.n++
	body, err := json.Marshal(payment.Recharge{Player: p, Order: store.OpID(w.n), PriceCents: cents, GemsCents: cents,
		AtMS: w.now.UnixMilli()})
	if err != nil {
		w.Fatal(err)
	}
	_, err = w.Engine.Commit(w.Context(), &store.Op{Player: p, Key: fmt.Sprint("pay:", w.n), Kind: payment.KindCredit,
		At: w.now, Result: body,
		Events: []store.NewEvent{{Type: payment.OutboxRecharge, Body: body}},
		Postings: []store.Posting{{Debit: store.Account(0, store.ClassProvider), Credit: store.PlayerGems(p),
			AmountCents: cents}}})
	if err != nil {
		w.Fatal(err)
	}
}

// takeBack is the provider's, of the n-th of these orders.
func (w *world) takeBack(p store.PlayerID, n int64) {
	w.Helper()
	body, err := json.Marshal(payment.Reversal{Player: p, Order: store.OpID(n)})
	if err == nil {
		_, err = w.Engine.Commit(w.Context(), &store.Op{Player: p, Key: payment.ReversedKey(store.OpID(n)),
			Kind: store.KindReversed, At: w.now, Result: body})
	}
	if err != nil {
		w.Fatal(err)
	}
}

func (w *world) of(p store.PlayerID) vip.Status {
	w.Helper()
	s, err := w.service.Of(w.Context(), p)
	if err != nil {
		w.Fatal(err)
	}
	return s
}

func TestALevelHoldsToTheEndOfTheNextMonth(t *testing.T) {
	inWorld(t, func(w *world) {
		p, other := w.Player(1), w.Player(1)
		w.recharge(p, 9_99)
		if s := w.of(p); s.Level != 0 || s.MonthCents != 9_99 || !s.Recharged || s.Rate() != 0 {
			t.Errorf("a cent below level 1: %+v", s)
		}
		w.recharge(p, 1)
		if s := w.of(p); s.Level != 1 || s.LastMonth != 0 || s.Rate() != 3_000 {
			t.Errorf("10: %+v", s)
		}
		w.recharge(p, 140_00)
		if s := w.of(p); s.Level != 3 || !s.Until.Equal(time.Date(2030, 6, 1, 0, 0, 0, 0, time.UTC)) {
			t.Errorf("150: %+v", s)
		}
		w.now = w.now.Add(time.Minute) // 1 June, 0:00
		if s := w.of(p); s.Level != 3 || s.LastMonth != 3 || s.MonthCents != 0 {
			t.Errorf("the next month: %+v", s)
		}
		w.recharge(p, 50_00)
		if s := w.of(p); s.Level != 3 || s.MonthCents != 50_00 {
			t.Errorf("the next month, with less: %+v", s)
		}
		w.now = time.Date(2030, 7, 1, 0, 0, 0, 0, time.UTC)
		if s := w.of(p); s.Level != 2 || s.LastMonth != 2 {
			t.Errorf("the month after: %+v", s)
		}
		w.now = time.Date(2030, 8, 1, 0, 0, 0, 0, time.UTC)
		if s := w.of(p); s.Level != 0 || !s.Recharged {
			t.Errorf("and after that: %+v", s)
		}
		if s := w.of(other); s.Level != 0 || s.Recharged {
			t.Errorf("somebody else: %+v", s)
		}
	})
}

func TestManyRechargesOfAMonthAllCount(t *testing.T) {
	inWorld(t, func(w *world) {
		p := w.Player(1)
		for range 130 {
			w.recharge(p, 100)
		}
		if s := w.of(p); s.MonthCents != 130_00 || s.Level != 2 {
			t.Errorf("%+v", s)
		}
	})
}

func TestWhatTheProviderTookBackDoesNotCount(t *testing.T) {
	inWorld(t, func(w *world) {
		p := w.Player(1)
		// and then the money came after all
		_, err := w.Engine.Commit(w.Context(), &store.Op{Player: p, Key: "pay:1:failed", Kind: payment.KindFailed,
			At: w.now})
		if err != nil {
			t.Fatal(err)
		}
		w.now = w.now.Add(time.Second)
		w.recharge(p, 10_00)
		w.recharge(p, 140_00)
		w.now = w.now.Add(time.Second)
		w.takeBack(p, 2)
		if s := w.of(p); s.MonthCents != 10_00 || s.Level != 1 || !s.Recharged {
			t.Errorf("%+v", s)
		}
	})
}

// A bonus that was claimed by a recharge that is taken back stays, and the level that comes again pays none.
func TestAClaimedBonusOutlivesItsRechargeAndComesOnce(t *testing.T) {
	inWorld(t, func(w *world) {
		p := w.Player(1)
		w.recharge(p, 50_00)
		for level := range 2 {
			if _, err := w.service.Claim(w.Context(), p, level+1); err != nil {
				t.Fatal(err)
			}
		}
		before := w.Balance(p)
		w.now = w.now.Add(time.Second)
		w.takeBack(p, 1)
		if s := w.of(p); s.Level != 0 || s.MonthCents != 0 || s.Claimed != 2 || w.Balance(p) != before {
			t.Errorf("taken back: %+v, %d", s, w.Balance(p))
		}
		_, err := w.service.Claim(w.Context(), p, 3)
		w.Refused(err, protocol.CodeVIPLevel)
		w.recharge(p, 150_00)
		before = w.Balance(p)
		for level := range 2 {
			if c, err := w.service.Claim(w.Context(), p, level+1); err != nil || c.Level != level+1 {
				t.Errorf("%+v, %v", c, err)
			}
		}
		if w.Balance(p) != before || len(w.Ops(vip.KindClaim)) != 2 {
			t.Errorf("%d more in %d claims", w.Balance(p)-before, len(w.Ops(vip.KindClaim)))
		}
		if c, err := w.service.Claim(w.Context(), p, 3); err != nil || w.Balance(p) != before+c.BonusCents {
			t.Errorf("the next one: %+v, %v", c, err)
		}
	})
}

func TestClaimsComeInOrderAndOnce(t *testing.T) {
	inWorld(t, func(w *world) {
		p := w.Player(1)
		refused := func(level int, want protocol.Code) {
			t.Helper()
			_, err := w.service.Claim(w.Context(), p, level)
			w.Refused(err, want)
		}
		refused(1, protocol.CodeVIPLevel)
		w.recharge(p, 400_00)
		before := w.Balance(p)
		for _, level := range []int{-1, 0, 5, 11, 1 << 40} {
			refused(level, protocol.CodeVIPLevel)
		}
		refused(2, protocol.CodeVIPOrder)
		refused(4, protocol.CodeVIPOrder)
		if w.Balance(p) != before || w.of(p).Claimed != 0 {
			t.Error("a refusal changed something")
		}
		want := int64(0)
		for level, bonus := range []int64{5, 25, 75, 200} {
			want += bonus
			if c, err := w.service.Claim(w.Context(), p, level+1); err != nil ||
				c != (vip.Claimed{Level: level + 1, BonusCents: bonus}) {
				t.Errorf("level %d: %+v, %v", level+1, c, err)
			}
			if s := w.of(p); s.Claimed != level+1 {
				t.Errorf("claimed %d after level %d", s.Claimed, level+1)
			}
		}
		if c, err := w.service.Claim(w.Context(), p, 2); err != nil || c.BonusCents != 25 || !c.Repeated {
			t.Errorf("asked again: %+v, %v", c, err)
		}
		if got := w.Balance(p) - before; got != want || len(w.Ops(vip.KindClaim)) != 4 {
			t.Errorf("paid %d, not %d", got, want)
		}
		// A bonus is once for ever: the level that comes again pays nothing, and what was not claimed waits until it
		// comes again.
		w.now = w.now.AddDate(0, 3, 0)
		refused(5, protocol.CodeVIPLevel)
		w.recharge(p, 1_000_00)
		before = w.Balance(p)
		if _, err := w.service.Claim(w.Context(), p, 1); err != nil || w.Balance(p) != before {
			t.Errorf("level 1 again: %d more, %v", w.Balance(p)-before, err)
		}
		if c, err := w.service.Claim(w.Context(), p, 5); err != nil || c.BonusCents != 500 {
			t.Errorf("%+v, %v", c, err)
		}
	})
}

func TestTwoHundredClaimsAtOnceAreOne(t *testing.T) {
	inWorld(t, func(w *world) {
		p := w.Player(1)
		w.recharge(p, 150_00)
		before := w.Balance(p)
		var wait sync.WaitGroup
		for i := range 200 {
			wait.Go(func() { // a third each asks for level 1, 2 and 3
				if _, err := w.service.Claim(context.WithoutCancel(w.Context()), p, i%3+1); err != nil {
					w.Refused(err, protocol.CodeVIPOrder)
				}
			})
		}
		wait.Wait()
		levels := map[string]int{}
		for _, op := range w.Ops(vip.KindClaim) {
			levels[op.Key]++
		}
		s := w.of(p)
		if len(levels) != s.Claimed || s.Claimed < 1 || w.Balance(p)-before != []int64{0, 5, 30, 105}[s.Claimed] {
			t.Errorf("%v, claimed %d, %d paid", levels, s.Claimed, w.Balance(p)-before)
		}
	})
}

// Whatever the store says, and however often it is asked again, a bonus is paid once.
func TestAClaimSurvivesEveryFault(t *testing.T) {
	for _, fault := range []memory.Fault{memory.RefuseBefore, memory.UnknownApplied, memory.UnknownNotApplied} {
		t.Run(fmt.Sprint(fault), func(t *testing.T) {
			inWorld(t, func(w *world) {
				p := w.Player(1)
				w.recharge(p, 10_00)
				before, times := w.Balance(p), 0
				w.SetFault(func(op *store.Op) memory.Fault {
					if times++; op.Kind != vip.KindClaim || times > 1 {
						return memory.NoFault
					}
					return fault
				})
				if _, err := w.service.Claim(w.Context(), p, 1); err == nil {
					t.Error("a fault was answered as success")
				}
				w.Crash()
				w.service.Directory = w.Dir
				if c, err := w.service.Claim(w.Context(), p, 1); err != nil || c.BonusCents != 5 {
					t.Errorf("%+v, %v", c, err)
				}
				if w.Balance(p)-before != 5 || len(w.Ops(vip.KindClaim)) != 1 {
					t.Errorf("%d paid in %d ops", w.Balance(p)-before, len(w.Ops(vip.KindClaim)))
				}
			})
		})
	}
}

func TestLevelsAreASetting(t *testing.T) {
	inWorld(t, func(w *world) {
		p := w.Player(1)
		w.recharge(p, 10_00)
		for text, good := range map[string]bool{
			`{"levels":[{"needCents":1000,"ratePpm":5000,"bonusCents":100}]}`: true,
			`{"levels":[]}`: false,
			`[]`:            false,
			`{"levels":[{"needCents":0,"ratePpm":5000,"bonusCents":100}]}`:                                       false,
			`{"levels":[{"needCents":1,"ratePpm":5000,"bonusCents":0}]}`:                                         false,
			`{"levels":[{"needCents":1,"ratePpm":-1,"bonusCents":1}]}`:                                           false,
			`{"levels":[{"needCents":1,"ratePpm":1,"bonusCents":1},{"needCents":1,"ratePpm":1,"bonusCents":1}]}`: false,
			`{"levels":[{"needCents":1,"ratePpm":2,"bonusCents":1},{"needCents":2,"ratePpm":1,"bonusCents":1}]}`: false,
			`{"levels":[{"needCents":1,"ratePpm":200001,"bonusCents":1}]}`:                                       false,
		} {
			if err := settingstest.Put(w.Context(), w.Engine, vip.Setting, []byte(text)); err != nil {
				t.Fatal(err)
			}
			s, err := w.service.Of(w.Context(), p)
			if (err == nil) != good || good && (s.Level != 1 || s.Rate() != 5_000) {
				t.Errorf("%s: %+v, %v", text, s, err)
			}
		}
	})
}

// Others see the level on a seat: read when it is asked for, again after a recharge and when the month ends.
func TestTheBadgeOnASeatFollowsTheLevel(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		w := &world{Rig: r, now: time.Now()}
		w.service = &vip.Service{Store: r.Engine, Directory: r.Dir, Now: time.Now}
		r.Badge = w.service.Badge
		r.Crash()
		p := r.Player(1)
		seat := func() uint8 {
			t.Helper()
			return rig.Do[player.Profile](r, player.Kind, player.ID(p), player.GetProfile{}).VIP
		}
		if seat() != 0 {
			t.Error("a level without a recharge")
		}
		w.recharge(p, 50_00)
		if seat() != 0 {
			t.Error("read again without a reason")
		}
		r.Dir.Post(player.Kind, player.ID(p), player.Credited{Recharged: true}, nil)
		if seat() != 2 {
			t.Errorf("level %d after a recharge", seat())
		}
	})
}
