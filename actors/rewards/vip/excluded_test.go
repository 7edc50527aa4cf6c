package vip_test

import (
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
)

// An excluded player claims no level's bonus; one that was claimed before is answered again.
func TestAnExcludedPlayerClaimsNoBonus(t *testing.T) {
	inWorld(t, func(w *world) {
		w.now = time.Now() // the exclusion begins by the player's clock
		p := w.Player(1)
		w.recharge(p, 50_00)
		if _, err := w.service.Claim(w.Context(), p, 1); err != nil {
			t.Fatal(err)
		}
		rig.Do[player.LimitsSet](w.Rig, player.Kind, player.ID(p),
			player.SetLimits{Key: "out", Change: limits.Change{ExclusionMonths: 6}})
		before := w.Balance(p)
		_, err := w.service.Claim(w.Context(), p, 2)
		w.Refused(err, protocol.CodeExcluded)
		if c, err := w.service.Claim(w.Context(), p, 1); err != nil || !c.Repeated {
			t.Errorf("%+v, %v", c, err)
		}
		if w.Balance(p) != before || len(w.Ops(vip.KindClaim)) != 1 {
			t.Errorf("%d cents by %d claims", w.Balance(p)-before, len(w.Ops(vip.KindClaim)))
		}
	})
}
