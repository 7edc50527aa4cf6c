package promotion_test

import (
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/sim/rig"
)

// An excluded player earns nothing by others (docs/rules.md, "Responsible play").
func TestAnExcludedInviterIsNotPaid(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		host := account(r, "host", 0, "a", false)
		guest := account(r, "guest", host, "b", false)
		register(r)
		recharge(r, guest, 1, 10_00)
		time.Sleep(3 * time.Second)
		paid := r.Balance(host)
		rig.Do[player.LimitsSet](r, player.Kind, player.ID(host),
			player.SetLimits{Key: "out", Change: limits.Change{ExclusionMonths: 6}})
		recharge(r, guest, 2, 10_00)
		time.Sleep(3 * time.Second)
		if paid == 0 || r.Balance(host) != paid || len(r.Ops(promotion.KindPay)) != 1 {
			t.Errorf("%d, then %d, %d commissions", paid, r.Balance(host), len(r.Ops(promotion.KindPay)))
		}
	})
}
