package taskbox_test

import (
	"sync"
	"testing"
	"time"

	"jadebox/actors/kinds"
	"jadebox/actors/player"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/shop/payment"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

func service(r *rig.Rig) *taskbox.Service {
	return &taskbox.Service{Store: r.Engine, Directory: r.Dir, Kinds: kinds.All, Settings: r.Settings, Now: time.Now}
}

// recharge buys gems for a player; back takes all that was paid.
func recharge(r *rig.Rig, p store.PlayerID) (back func()) {
	r.Helper()
	pay := &payment.Service{Store: r.Engine, Directory: r.Dir, Now: time.Now}
	o, err := pay.Open(r.Context(), p, "buy", payment.ChannelDesktop, 1_000, func(string) bool { return true })
	if err == nil {
		o, err = pay.Begin(r.Context(), o, payment.Begun{Reference: "buy"})
	}
	if err == nil {
		_, err = pay.Settle(r.Context(), o.Provider, payment.ProviderEvent{ID: "buy", Order: o.Name(), Reference: "buy",
			AmountCents: o.PriceCents, Currency: o.Currency, Paid: true})
	}
	if err != nil {
		r.Fatal(err)
	}
	return func() {
		r.Helper()
		if _, err := pay.Settle(r.Context(), o.Provider, payment.ProviderEvent{ID: "back",
			Order: o.Name(), Reference: "buy",
			AmountCents: o.PriceCents, Currency: o.Currency, Back: payment.BackWhole}); err != nil {
			r.Fatal(err)
		}
	}
}

// The welcome gives each of its two boxes once, in its order and within its day.
func TestANewPlayerIsWelcomed(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		put(r, taskbox.Setting, boxSettings())
		p, late := r.Player(10_000), r.Player(10_000)
		time.Sleep(10 * time.Second)
		d := service(r)
		open := func(who store.PlayerID, id int32) (player.Granted, error) {
			return d.Open(t.Context(), who, id, player.Asked{UserSeed: "device"})
		}
		_, err := open(p, charged)
		r.Refused(err, protocol.CodeWelfareRecharge)
		_, err = open(p, daily)
		r.Refused(err, protocol.CodeTaskGone)
		var wg sync.WaitGroup
		for range 200 {
			wg.Go(func() { _, _ = open(p, welcome) })
		}
		wg.Wait()
		r.Crash()
		d = service(r)
		first, err := open(p, welcome)
		if err != nil || len(r.Ops(taskbox.KindClaim)) != 1 || bagOf(r, p) != 1 {
			t.Fatalf("%v: %d ops, %d items", err, len(r.Ops(taskbox.KindClaim)), bagOf(r, p))
		}
		if by := first.Opened.Results[0].UserSeed; by != "device" {
			t.Errorf("drawn by %q", by)
		}
		_, err = d.Open(t.Context(), p, welcome, player.Asked{UserSeed: "other"})
		r.Refused(err, protocol.CodeKeyReused)
		recharge(r, p)
		second, err := open(p, charged)
		if err != nil || second.Op == first.Op || bagOf(r, p) != 2 {
			t.Fatalf("%v: %+v", err, second)
		}
		for _, op := range r.Ops(taskbox.KindClaim) {
			if _, right := taskbox.Right(&op.Op); !right {
				t.Errorf("an auditor does not know %+v", op.Op)
			}
		}
		fresh, err := d.Of(t.Context(), late)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Until(fresh.Ends) - time.Nanosecond)
		if s, err := d.Of(t.Context(), late); err != nil || s.Over {
			t.Errorf("%+v %v", s, err)
		}
		time.Sleep(time.Nanosecond)
		_, err = open(late, welcome)
		r.Refused(err, protocol.CodeWelfareOver)
		if s, err := d.Of(t.Context(), p); err != nil || !s.Over || !s.Opened || !s.Recharged || !s.Gifted || s.Rolled {
			t.Errorf("%+v %v", s, err)
		}
		if n := len(r.Ops(taskbox.KindClaim)); n != 2 {
			t.Errorf("%d boxes were opened", n)
		}
	})
}

// A step is saved when the server has seen what it asks for, and steps go one at a time.
func TestTheWelcomeGoesStepByStep(t *testing.T) {
	all := taskbox.Progress{Opened: true, Recharged: true, Gifted: true, Rolled: true}
	for name, tt := range map[string]struct {
		is   taskbox.Progress
		only [2]int // the step that it allows beside 5 to 6; zero: none
	}{
		"the first visit":     {taskbox.Progress{}, [2]int{0, 1}},
		"after the window":    {taskbox.Progress{Over: true}, [2]int{}},
		"opened":              {taskbox.Progress{Over: true, Opened: true}, [2]int{1, 2}},
		"recharged":           {taskbox.Progress{Over: true, Recharged: true}, [2]int{2, 3}},
		"the recharge's box":  {taskbox.Progress{Over: true, Gifted: true}, [2]int{3, 4}},
		"in the welfare roll": {taskbox.Progress{Over: true, Rolled: true}, [2]int{4, 5}},
	} {
		for from := 0; from <= 6; from++ {
			for to := 0; to <= 6; to++ {
				want := from == 5 && to == 6 || tt.only != [2]int{} && tt.only == [2]int{from, to}
				if got := tt.is.May(from, to); got != want {
					t.Errorf("%s: %d to %d: %t", name, from, to, got)
				}
				if all.May(from, to) != (to == from+1) {
					t.Errorf("everything done: %d to %d", from, to)
				}
			}
		}
	}
}
