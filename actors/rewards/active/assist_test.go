package active_test

import (
	"fmt"
	"testing"

	"jadebox/actors/rewards/active"
	"jadebox/store"
	"jadebox/store/memory"
)

// Whatever the store says to it, a friend's help comes once, and the places of a day stay in order.
func TestHelpSurvivesEveryFault(t *testing.T) {
	for _, f := range []memory.Fault{memory.RefuseBefore, memory.UnknownApplied, memory.UnknownNotApplied} {
		t.Run(fmt.Sprint(f), func(t *testing.T) {
			inWorld(t, func(w *world) {
				me, friends := w.friend("alice01", "1"), []store.PlayerID{w.friend("bobby02", "2"),
					w.friend("carol03", "3")}
				times := 0
				w.SetFault(func(op *store.Op) memory.Fault {
					if op.Kind != active.KindAssist || times > 1 {
						return memory.NoFault
					}
					times++
					return f
				})
				for range 3 {
					for _, by := range friends {
						_, _ = w.service.Help(w.Context(), by, "codealice01")
					}
					w.Crash()
				}
				a, err := w.service.Help(w.Context(), friends[0], "codealice01")
				if err != nil || a.Today != 2 || w.tokens(me) != 2 || len(w.Ops(active.KindAssist)) != 2 || times == 0 {
					t.Errorf("%+v, %v: %d tokens, %d ops after %d faults", a, err, w.tokens(me),
						len(w.Ops(active.KindAssist)), times)
				}
			})
		})
	}
}
