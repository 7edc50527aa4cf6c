package active_test

import (
	"testing"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/season"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
)

// An excluded player earns no tokens, by play or by a friend's help, and a friend is not told why.
func TestAnExcludedPlayerEarnsNoTokens(t *testing.T) {
	inWorld(t, func(w *world) {
		me, friend := w.friend("alice01", "1"), w.friend("bobby02", "2")
		w.sign(me)
		rig.Do[player.LimitsSet](w.Rig, player.Kind, player.ID(me),
			player.SetLimits{Key: "out", Change: limits.Change{ExclusionMonths: 6}})
		w.refused(me, season.SignIn, protocol.CodeExcluded)
		_, err := w.service.Help(w.Context(), friend, "codealice01")
		w.Refused(err, protocol.CodeAssistGone)
		if n := w.tokens(me); n != 0 {
			w.Errorf("%d tokens", n)
		}
	})
}
