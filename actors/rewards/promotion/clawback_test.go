package promotion_test

import (
	"fmt"
	"testing"
	"time"

	"jadebox/actors/rewards/promotion"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/sim/rig"
	"jadebox/store"
	"jadebox/store/memory"
)

// spend takes what a player has, as play does.
func spend(r *rig.Rig, p store.PlayerID, cents int64, key string) {
	r.Helper()
	_, err := r.Engine.Commit(r.Context(), &store.Op{Player: p, Key: key, Kind: "test.spend", At: time.Now(),
		Postings: []store.Posting{{Debit: store.PlayerGems(p), Credit: store.House, AmountCents: cents}}})
	if err != nil {
		r.Fatal(err)
	}
}

// A commission goes with its recharge, and only with its own; an order that failed without having been paid takes
// nothing.
func TestACommissionGoesBackWithItsRecharge(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		host := account(r, "host", 0, "a", false)
		guest := account(r, "guest", host, "b", false)
		alone := account(r, "alone", 0, "c", false)
		register(r)
		recharge(r, guest, 1, 10_00)
		recharge(r, guest, 2, 20_00)
		recharge(r, alone, 3, 50_00)
		takeBack(r, guest, 4) // never paid
		time.Sleep(3 * time.Second)
		if r.Balance(host) != 90 {
			t.Fatalf("%d paid", r.Balance(host))
		}
		takeBack(r, guest, 2)
		takeBack(r, alone, 3) // no commission was paid
		time.Sleep(3 * time.Second)
		backs := r.Ops(promotion.KindBack)
		if r.Balance(host) != 30 || len(backs) != 1 || len(r.Ops(promotion.KindPay)) != 2 {
			t.Fatalf("%d left, %d ops", r.Balance(host), len(backs))
		}
		op := backs[0].Op
		if !promotion.Right(&op) || op.Key != promotion.BackKey(guest, 2) {
			t.Errorf("%+v", op)
		}
		op.Key = promotion.PayKey(guest, 2)
		if promotion.Right(&op) {
			t.Error("an auditor takes a way back under the key of a commission")
		}
		op = backs[0].Op
		op.Postings = []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(host), AmountCents: 60}}
		if promotion.Right(&op) {
			t.Error("an auditor takes a way back that pays")
		}
		for range 2 { // however often it is sent, and by whomever
			r.Crash()
			register(r)
			r.Dir.Post(promotion.Kind, "another", directory.Wake{}, nil)
			time.Sleep(2 * time.Minute)
		}
		if r.Balance(host) != 30 || len(r.Ops(promotion.KindBack)) != 1 {
			t.Errorf("%d left, %d ops", r.Balance(host), len(r.Ops(promotion.KindBack)))
		}
	})
}

// An inviter who has spent a commission owes it: it is taken whole and once, as soon as the balance allows it, and
// no call waits for it.
func TestASpentCommissionIsOwed(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		host, other := account(r, "host", 0, "a", false), account(r, "other", 0, "x", false)
		guest, friend := account(r, "guest", host, "b", false), account(r, "friend", other, "y", false)
		register(r)
		recharge(r, guest, 1, 10_00)
		time.Sleep(3 * time.Second)
		spend(r, host, 25, "play")
		takeBack(r, guest, 1)
		time.Sleep(5 * time.Minute)
		if r.Balance(host) != 5 || len(r.Ops(promotion.KindBack)) != 0 {
			t.Fatalf("%d left, %d ops", r.Balance(host), len(r.Ops(promotion.KindBack)))
		}
		recharge(r, friend, 2, 10_00)
		time.Sleep(3 * time.Second)
		if r.Balance(other) != 30 {
			t.Error("a debt keeps somebody else's commission back")
		}
		r.Crash() // a debt outlives the process
		register(r)
		recharge(r, guest, 3, 10_00)
		time.Sleep(3 * time.Minute)
		if r.Balance(host) != 5 || len(r.Ops(promotion.KindBack)) != 1 {
			t.Errorf("%d left, %d ops", r.Balance(host), len(r.Ops(promotion.KindBack)))
		}
	})
}

// Whatever the store answers and whenever the process is killed, a commission is taken back once.
func TestWhatIsTakenBackIsTakenOnce(t *testing.T) {
	for _, fault := range []memory.Fault{memory.RefuseBefore, memory.UnknownApplied, memory.UnknownNotApplied} {
		for _, wait := range []time.Duration{10 * time.Millisecond, 2 * time.Second, 6 * time.Second} {
			t.Run(fmt.Sprint(fault, wait), func(t *testing.T) {
				rig.Run(t, func(t *testing.T, r *rig.Rig) {
					host := account(r, "host", 0, "a", false)
					guest := account(r, "guest", host, "b", false)
					register(r)
					for order := range int64(5) {
						recharge(r, guest, order+1, 10_00)
					}
					time.Sleep(10 * time.Second)
					times := 0
					r.SetFault(func(op *store.Op) memory.Fault {
						if op.Kind != promotion.KindBack {
							return memory.NoFault
						}
						if times++; times > 3 {
							return memory.NoFault
						}
						return fault
					})
					for order := range int64(4) {
						takeBack(r, guest, order+1)
					}
					time.Sleep(wait)
					r.Crash()
					register(r)
					time.Sleep(2 * time.Minute)
					if r.Balance(host) != 30 || len(r.Ops(promotion.KindBack)) != 4 {
						t.Errorf("%d left, %d ops", r.Balance(host), len(r.Ops(promotion.KindBack)))
					}
				})
			})
		}
	}
}

// A recharge that is taken back in the moment in which its commission is paid leaves neither.
func TestTakenBackWhileItIsPaid(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		host := account(r, "host", 0, "a", false)
		guest := account(r, "guest", host, "b", false)
		register(r)
		for order := range int64(40) {
			recharge(r, guest, order+1, 10_00)
			time.Sleep(time.Duration(order)*50*time.Millisecond + time.Millisecond)
			takeBack(r, guest, order+1)
		}
		time.Sleep(5 * time.Minute)
		if r.Balance(host) != 0 || len(r.Ops(promotion.KindPay)) != len(r.Ops(promotion.KindBack)) {
			t.Errorf("%d left, %d paid, %d back", r.Balance(host), len(r.Ops(promotion.KindPay)),
				len(r.Ops(promotion.KindBack)))
		}
	})
}
