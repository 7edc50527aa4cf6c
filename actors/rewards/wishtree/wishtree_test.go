package wishtree_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/wishtree"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

func claim(r *rig.Rig, p store.PlayerID, task string) (wishtree.Tree, error) {
	return rig.Ask[wishtree.Tree](r, wishtree.Kind, player.ID(p), wishtree.Claim{Player: p, Task: task})
}

// However often and from wherever a wish card is asked for, and whatever the store says of it, it comes once.
func TestManyClaimsAreOneWishCard(t *testing.T) {
	for _, fault := range []memory.Fault{memory.NoFault, memory.UnknownApplied, memory.UnknownNotApplied,
		memory.RefuseBefore} {
		t.Run(fmt.Sprint(fault), func(t *testing.T) {
			rig.Run(t, func(t *testing.T, r *rig.Rig) {
				p := r.Player(10_000)
				time.Sleep(10 * time.Second) // until the first beacon
				rig.Do[player.Opened](r, player.Kind, player.ID(p), player.Open{Key: "open", Box: 1, Count: 1,
					PriceCents: rig.BoxCents})
				hit := 0
				r.SetFault(func(op *store.Op) memory.Fault {
					if op.Kind == wishtree.KindClaim && hit < 3 {
						hit++
						return fault
					}
					return memory.NoFault
				})
				var wg sync.WaitGroup
				for range 200 {
					wg.Go(func() { _, _ = claim(r, p, wishtree.TaskOpen) })
				}
				wg.Wait()
				r.Crash()
				v, err := claim(r, p, wishtree.TaskOpen)
				if err != nil || v.WishCards != 1 || !v.Tasks[0].Claimed || v.Tasks[1].Claimed {
					t.Errorf("%+v, %v", v, err)
				}
				if n := len(r.Ops(wishtree.KindClaim)); n != 1 || hit == 0 {
					t.Errorf("%d cards were given, %d faults", n, hit)
				}
				r.Settle()
				if purse := rig.Do[player.Purse](r, player.Kind, player.ID(p), player.Purse{}); purse.WishCards != 1 ||
					purse.GemsCents != r.Balance(p) {
					t.Errorf("the player's actor knows of %+v", purse)
				}
			})
		})
	}
}

func TestWhatWasNotDoneTodayBringsNothing(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(10_000)
		time.Sleep(10 * time.Second)
		for _, task := range []string{wishtree.TaskOpen, wishtree.TaskBattle, wishtree.TaskUpgrade} {
			_, err := claim(r, p, task)
			r.Refused(err, protocol.CodeWishTask)
		}
		_, err := claim(r, p, "other")
		r.Refused(err, protocol.CodeBadRequest)
		rig.Do[player.Opened](r, player.Kind, player.ID(p), player.Open{Key: "open", Box: 1, Count: 1,
			PriceCents: rig.BoxCents})
		day := rig.Do[wishtree.Tree](r, wishtree.Kind, player.ID(p), wishtree.Look{Player: p})
		if !day.Tasks[0].Done || day.Tasks[0].Claimed || day.WishCards != 0 {
			t.Errorf("tree %+v", day)
		}
		time.Sleep(time.Until(day.Resets) + time.Second) // the card was not claimed
		_, err = claim(r, p, wishtree.TaskOpen)
		r.Refused(err, protocol.CodeWishTask)
		if n := len(r.Ops(wishtree.KindClaim)); n != 0 {
			t.Errorf("%d cards", n)
		}
	})
}

// Two reset vouchers for one task, and then its card once more, 200 requests at once each: one reset voucher goes and
// one wish card comes.
func TestAResetBringsOneWishCardMore(t *testing.T) {
	for _, dies := range []bool{false, true} {
		for _, f := range []memory.Fault{memory.NoFault, memory.UnknownApplied, memory.UnknownNotApplied,
			memory.RefuseBefore} {
			if dies && (f == memory.NoFault || f == memory.RefuseBefore) {
				continue // all of them are answered before it is killed
			}
			t.Run(fmt.Sprint("fault ", f, " dies ", dies), func(t *testing.T) {
				rig.Run(t, func(t *testing.T, r *rig.Rig) { resetOnce(t, r, f, dies) })
			})
		}
	}
}

func resetOnce(t *testing.T, r *rig.Rig, f memory.Fault, dies bool) {
	p := r.Player(10_000)
	time.Sleep(10 * time.Second) // until the first beacon
	rig.Do[player.Opened](r, player.Kind, player.ID(p), player.Open{Key: "open", Box: 1, Count: 1,
		PriceCents: rig.BoxCents})
	vouchers := r.Gift(p, prize.Prize{Kind: prize.Reset, Num: 2})
	_, err := rig.Ask[player.VoucherUsed](r, player.Kind, player.ID(p), player.UseVoucher{Key: "use-0",
		Voucher: vouchers[0],
		Target:  "wish:open"})
	r.Refused(err, protocol.CodeVoucherTarget) // not taken yet
	if _, err := claim(r, p, wishtree.TaskOpen); err != nil {
		t.Fatal(err)
	}
	used := r.UseReset(p, vouchers, "wish:open", f, dies)
	hits := r.Storm(wishtree.KindClaim, f, dies, func(_ int, dir directory.Directory) {
		_, _ = directory.Ask[wishtree.Tree](t.Context(), dir, wishtree.Kind, player.ID(p),
			wishtree.Claim{Player: p, Task: wishtree.TaskOpen})
	})
	v, err := claim(r, p, wishtree.TaskOpen)
	ops := r.Ops(wishtree.KindClaim)
	if err != nil || hits == 0 || v.WishCards != 2 || !v.Tasks[0].Claimed || len(ops) != 2 {
		t.Fatalf("%+v by %d ops, %d hit: %v", v, len(ops), hits, err)
	}
	for i, want := range []string{"", used.Key} {
		if reset, known := wishtree.Claims(ops[i].Key, ops[i].At); !known || reset != want {
			t.Errorf("an auditor does not know %q: %q", ops[i].Key, reset)
		}
	}
	r.Settle()
	if purse := rig.Do[player.Purse](r, player.Kind, player.ID(p), player.Purse{}); purse.WishCards != 2 {
		t.Errorf("the player's actor knows of %+v", purse)
	}
}
