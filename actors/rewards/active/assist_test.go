package active_test

import (
	"context"
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

// Two accounts without a known device do not count as accounts of one player.
func TestPlayersWithoutAKnownDeviceHelpEachOther(t *testing.T) {
	inWorld(t, func(w *world) {
		me, friend := w.friend("alice01", ""), w.friend("bobby02", "")
		if a, err := w.service.Asker(w.Context(), "codealice01", friend); err != nil || a.Self {
			t.Errorf("a friend without a device is taken for the asker: %+v, %v", a, err)
		}
		if a, err := w.service.Help(w.Context(), friend, "codealice01"); err != nil || !a.Helped || a.Repeated ||
			w.tokens(me) != 1 {
			t.Errorf("%+v, %v: %d tokens", a, err, w.tokens(me))
		}
	})
}

// outrun is a store in which something happens just before a friend's help is committed.
type outrun struct {
	active.Store
	first func()
}

func (o *outrun) Commit(ctx context.Context, op *store.Op) (store.Receipt, error) {
	if first := o.first; first != nil {
		o.first = nil
		first()
	}
	return o.Store.Commit(ctx, op)
}

func TestOfTwoRequestsOfOneFriendAtOnceTheSecondIsToldThatItRepeats(t *testing.T) {
	for name, others := range map[string][]string{"at the same place": nil, "behind another friend": {"carol03"}} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				me, friend := w.friend("alice01", "1"), w.friend("bobby02", "2")
				var faster []store.PlayerID
				for _, name := range others {
					faster = append(faster, w.friend(name, name))
				}
				faster = append(faster, friend)
				slow := *w.service
				slow.Store = &outrun{Store: w.service.Store, first: func() {
					for _, by := range faster {
						if a, err := w.service.Help(w.Context(), by, "codealice01"); err != nil || a.Repeated {
							t.Errorf("the first: %+v, %v", a, err)
						}
					}
				}}
				a, err := slow.Help(w.Context(), friend, "codealice01")
				if err != nil || !a.Helped || !a.Repeated || a.Today != len(faster) ||
					w.tokens(me) != int64(len(faster)) {
					t.Errorf("the second: %+v, %v, %d tokens", a, err, w.tokens(me))
				}
				if a, err = w.service.Help(w.Context(), friend, "codealice01"); err != nil || !a.Repeated {
					t.Errorf("asked once more: %+v, %v", a, err)
				}
			})
		})
	}
}
