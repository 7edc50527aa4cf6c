package promotion_test

import (
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/player/support"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/settings"
	"jadebox/actors/sim/rig"
	"jadebox/store"
)

// A player who is shut out, by their own choice or by the site, earns nothing by others (docs/rules.md, "Responsible
// play").
func TestAnInviterWhoIsShutOutIsNotPaid(t *testing.T) {
	for name, shutOut := range map[string]func(r *rig.Rig, who store.PlayerID){
		"excluded": func(r *rig.Rig, who store.PlayerID) {
			rig.Do[player.LimitsSet](r, player.Kind, player.ID(who),
				player.SetLimits{Key: "out", Change: limits.Change{ExclusionMonths: 6}})
		},
		"suspended": func(r *rig.Rig, who store.PlayerID) {
			if _, err := support.Suspend(r.Context(), r.Engine, who, time.Now().Add(time.Hour), "review",
				settings.Who{Author: "ana", Note: "why", At: time.Now()}); err != nil {
				r.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			rig.Run(t, func(t *testing.T, r *rig.Rig) {
				host := account(r, "host", 0, "a", false)
				guest := account(r, "guest", host, "b", false)
				register(r)
				recharge(r, guest, 1, 10_00)
				time.Sleep(3 * time.Second)
				paid := r.Balance(host)
				shutOut(r, host)
				recharge(r, guest, 2, 10_00)
				time.Sleep(3 * time.Second)
				if paid == 0 || r.Balance(host) != paid || len(r.Ops(promotion.KindPay)) != 1 {
					t.Errorf("%d, then %d, %d commissions", paid, r.Balance(host), len(r.Ops(promotion.KindPay)))
				}
			})
		})
	}
}
