package wishtree_test

import (
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/wishtree"
	"jadebox/actors/sim/rig"
)

// A task that a reset voucher has opened once more shows as done and not taken, until its card is taken again.
func TestATaskThatIsOpenedOnceMoreShowsAsNotTaken(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(10_000)
		time.Sleep(10 * time.Second) // until the first beacon
		rig.Do[player.Opened](r, player.Kind, player.ID(p), player.Open{Key: "open", Box: 1, Count: 1,
			PriceCents: rig.BoxCents})
		shows := func(when string, claimed bool) {
			t.Helper()
			v := rig.Do[wishtree.Tree](r, wishtree.Kind, player.ID(p), wishtree.Look{Player: p})
			if !v.Tasks[0].Done || v.Tasks[0].Claimed != claimed || v.Tasks[1].Done || v.Tasks[1].Claimed {
				t.Errorf("%s: %+v", when, v.Tasks)
			}
		}
		shows("before its card", false)
		if _, err := claim(r, p, wishtree.TaskOpen); err != nil {
			t.Fatal(err)
		}
		shows("with its card", true)
		vouchers := r.Gift(p, prize.Prize{Kind: prize.Reset, Num: 1})
		rig.Do[player.VoucherUsed](r, player.Kind, player.ID(p), player.UseVoucher{Key: "use", Voucher: vouchers[0],
			Target: "wish:open"})
		shows("opened once more", false)
		if v, err := claim(r, p, wishtree.TaskOpen); err != nil || v.WishCards != 2 || v.Repeated {
			t.Errorf("%+v, %v", v, err)
		}
		shows("with its second card", true)
	})
}

// An auditor finds a card of another day than the op's, and of a task that there is not.
func TestACardIsOfItsDay(t *testing.T) {
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for key, want := range map[string]bool{"wish:tree:2026-11-21:open": true, "wish:tree:2026-11-21:open:again": true,
		"wish:tree:2026-11-19:open": false, "wish:tree:2026-11-23:open": false, "wish:tree:2026-11-21:none": false,
		"wish:tree:2026-11-21:open:again:again": false, "wish:tree::open": false, "2026-11-21:open": false, "": false} {
		if _, known := wishtree.Claims(key, at); known != want {
			t.Errorf("%q is known: %v", key, known)
		}
	}
}
