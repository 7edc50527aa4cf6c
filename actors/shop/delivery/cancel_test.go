package delivery_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/shop/delivery"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

func bagCount(r *rig.Rig, p store.PlayerID) int32 {
	r.Helper()
	return rig.Do[protocol.Wallet](r, player.Kind, player.ID(p), player.Wallet{}).BagCount
}

// What was not reviewed is taken back whole, each item to where it was, and can be asked for or sold again.
func TestARetrievalIsTakenBack(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		b := &bot{ends: delivery.Failed}
		d := service(r, b)
		p, ids := owner(r, 2)
		q, _ := owner(r, 0)
		if _, err := d.Request(r.Context(), p, "first", ids[:1]); err != nil { // comes back: status 4
			t.Fatal(err)
		}
		time.Sleep(10300 * time.Millisecond)
		// the items are worth 50: from now on a person looks
		setDelivery(r, delivery.Settings{AutoCents: 1, FailuresMost: 3, OffersMost: 2})
		rec, err := d.Request(r.Context(), p, "a", ids)
		if err != nil || bagCount(r, p) != 0 {
			t.Fatal(rec, err)
		}
		time.Sleep(time.Minute)
		for _, c := range []struct {
			who  store.PlayerID
			id   store.RoomID
			code protocol.Code
		}{{q, rec.ID, protocol.CodeRetrieveGone}, {p, rec.ID + 99, protocol.CodeRetrieveGone}} {
			_, err := d.Cancel(r.Context(), c.who, "c", c.id)
			r.Refused(err, c.code)
		}
		for range 3 { // the same key is the same answer
			if got, err := d.Cancel(r.Context(), p, "c", rec.ID); err != nil || got.ID != rec.ID ||
				got.Outcome != delivery.Cancelled {
				t.Fatal(got, err)
			}
		}
		_, err = d.Cancel(r.Context(), p, "another", rec.ID)
		r.Refused(err, protocol.CodeRetrieveStep)
		if status(r, ids[0]) != store.ItemRetrievalFailed || status(r, ids[1]) != store.ItemInBackpack ||
			bagCount(r, p) != 1 || len(r.Ops(delivery.KindCancel)) != 1 {
			t.Errorf("status %d and %d, %d in the backpack", status(r, ids[0]), status(r, ids[1]), bagCount(r, p))
		}
		for _, step := range []func() error{
			func() error { _, err := delivery.Approve(r.Context(), r.Engine, time.Now(), rec.ID, ""); return err },
			func() error { _, err := delivery.Ship(r.Context(), r.Engine, time.Now(), rec.ID, ""); return err },
			func() error {
				_, err := delivery.Fail(r.Context(), r.Engine, time.Now(), rec.ID, delivery.Failed, "")
				return err
			},
		} {
			if err := step(); !errors.Is(err, delivery.ErrStep) {
				t.Errorf("a step after the end: %v", err)
			}
		}
		time.Sleep(time.Minute)
		if b.trades() != 1 {
			t.Errorf("%d trades", b.trades())
		}
		if _, err := d.Request(r.Context(), p, "again", ids); err != nil {
			t.Error(err)
		}
	})
}

// The player and the reviewer come at one moment: the items are on their way or back, never both, and one of the two is
// told no.
func TestACancelAndTheReviewDoOneThing(t *testing.T) {
	for round := range 20 {
		rig.Run(t, func(t *testing.T, r *rig.Rig) {
			b := &bot{ends: delivery.Shipped}
			d := service(r, b)
			p, ids := owner(r, 1)
			setDelivery(r, delivery.Settings{AutoCents: 1, FailuresMost: 3, OffersMost: 2})
			r.Settle() // a look of the worker that began under the settings before has ended
			rec, err := d.Request(r.Context(), p, "a", ids)
			if err != nil {
				t.Fatal(err)
			}
			var cancelled, approved error
			var all sync.WaitGroup
			take := func() { _, cancelled = d.Cancel(r.Context(), p, "c", rec.ID) }
			pass := func() { _, approved = delivery.Approve(r.Context(), r.Engine, time.Now(), rec.ID, "") }
			for i, act := range []func(){take, pass} {
				all.Go(func() {
					time.Sleep(time.Duration((round+i)%3) * time.Microsecond)
					act()
				})
			}
			all.Wait()
			time.Sleep(time.Minute)
			switch {
			case cancelled == nil && errors.Is(approved, delivery.ErrStep):
				if status(r, ids[0]) != store.ItemInBackpack || b.trades() != 0 || bagCount(r, p) != 1 {
					t.Errorf("taken back: status %d, %d trades", status(r, ids[0]), b.trades())
				}
			case apierr.Code(cancelled) == protocol.CodeRetrieveStep && approved == nil:
				if status(r, ids[0]) != store.ItemRetrieved || b.trades() != 1 || bagCount(r, p) != 0 {
					t.Errorf("reviewed: status %d, %d trades", status(r, ids[0]), b.trades())
				}
			default:
				t.Errorf("cancelled: %v; approved: %v", cancelled, approved)
			}
		})
	}
}

// Small orders are passed on by the worker itself, at some moment within the second.
func TestACancelAndTheWorkerDoOneThing(t *testing.T) {
	for _, after := range []time.Duration{0, 400 * time.Millisecond, 999 * time.Millisecond, time.Second,
		1001 * time.Millisecond, 3 * time.Second} {
		t.Run(fmt.Sprint(after), func(t *testing.T) {
			rig.Run(t, func(t *testing.T, r *rig.Rig) {
				b := &bot{ends: delivery.Shipped}
				d := service(r, b)
				p, ids := owner(r, 1)
				rec, err := d.Request(r.Context(), p, "a", ids)
				if err != nil {
					t.Fatal(err)
				}
				time.Sleep(after)
				_, err = d.Cancel(r.Context(), p, "c", rec.ID)
				time.Sleep(time.Minute)
				if back := status(r, ids[0]) == store.ItemInBackpack; back != (err == nil) ||
					back != (b.trades() == 0) || back == (status(r, ids[0]) == store.ItemRetrieved) {
					t.Errorf("cancelled: %v; status %d, %d trades", err, status(r, ids[0]), b.trades())
				}
				if n := len(r.Ops(delivery.KindCancel, delivery.KindShip)); n != 1 {
					t.Errorf("%d ends", n)
				}
			})
		})
	}
}

// Whatever the store says of the player's wish: repeated with its key it is done once.
func TestACancelThroughFaultsIsDoneOnce(t *testing.T) {
	for _, f := range []memory.Fault{memory.RefuseBefore, memory.UnknownApplied, memory.UnknownNotApplied} {
		t.Run(fmt.Sprint(f), func(t *testing.T) {
			rig.Run(t, func(t *testing.T, r *rig.Rig) {
				// Before the worker's first look, which may have read the settings when the order comes.
				setDelivery(r, delivery.Settings{AutoCents: 1, FailuresMost: 3, OffersMost: 2})
				d := service(r, &bot{ends: delivery.Shipped})
				p, ids := owner(r, 1)
				rec, err := d.Request(r.Context(), p, "a", ids)
				if err != nil {
					t.Fatal(err)
				}
				times := 0
				r.SetFault(func(op *store.Op) memory.Fault {
					if op.Kind != delivery.KindCancel {
						return memory.NoFault
					}
					if times++; times > 2 {
						return memory.NoFault
					}
					return f
				})
				for try := 0; try < 8; try++ {
					if _, err = d.Cancel(r.Context(), p, "c", rec.ID); err == nil {
						break
					}
					time.Sleep(time.Second)
				}
				if err != nil || status(r, ids[0]) != store.ItemInBackpack || len(r.Ops(delivery.KindCancel)) != 1 ||
					bagCount(r, p) != 1 {
					t.Errorf("%v, status %d, %d ops", err, status(r, ids[0]), len(r.Ops(delivery.KindCancel)))
				}
			})
		})
	}
}
