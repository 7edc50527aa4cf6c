package battle_test

import (
	"testing"
	"time"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/room"
	"jadebox/actors/runtime/beacon"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/sim/rig"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// silent is a beacon that looks for its values for ever.
type silent struct{ source }

type source = beacon.Source

func (silent) Beacon(uint64) (fairness.Beacon, error) { return fairness.Beacon{}, beacon.ErrLooking }

func cancel(r *rig.Rig, id store.RoomID) {
	r.SetMustEnd(func(store.RoomID) string { return room.ReasonOperator })
	r.Dir.Post(battle.Kind, room.ID(id), directory.Wake{}, nil)
	r.Settle()
}

func deadline(r *rig.Rig, id store.RoomID) time.Time {
	rec, err := r.Engine.Room(r.Context(), id)
	if err != nil {
		r.Fatal(err)
	}
	return rec.Deadline
}

func TestABattleThatIsStuckCanBeCancelledAMinuteAfterItsDeadline(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		r.Through = func(s beacon.Source) beacon.Source { return silent{s} }
		r.Crash()
		a, b := r.Player(1000), r.Player(1000)
		c := create(r, a, "c", duel, duelCents)
		join(r, c.ID, b, "j")
		r.Settle()
		time.Sleep(time.Until(deadline(r, c.ID).Add(59 * time.Second)))
		cancel(r, c.ID)
		if v := view(r, c.ID); v.Summary.Status != protocol.BattleCountdown {
			t.Errorf("before that it is %s (%s)", v.Summary.Status, v.VoidReason)
		}
		time.Sleep(2 * time.Second)
		cancel(r, c.ID)
		if v := view(r, c.ID); v.Summary.Status != protocol.BattleVoid || v.VoidReason != room.ReasonOperator {
			t.Errorf("after that it is %s (%s)", v.Summary.Status, v.VoidReason)
		}
		if r.Balance(a) != 1000 || r.Balance(b) != 1000 {
			t.Errorf("refunds: %d and %d", r.Balance(a), r.Balance(b))
		}
	})
}

// An operator who stops the server knows the value before it runs again: the battle is played all the same.
func TestABattleWhoseServerWasDownBeyondItsDeadlineIsNotCancelled(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		a, b := r.Player(1000), r.Player(1000)
		c := create(r, a, "c", duel, duelCents)
		join(r, c.ID, b, "j")
		r.Settle()
		end := deadline(r, c.ID)
		r.Drain()
		time.Sleep(time.Until(end.Add(time.Hour)))
		if rec, err := r.Engine.Room(r.Context(), c.ID); err != nil || rec.Status != store.RoomLocked {
			t.Fatalf("while the server is down it is at status %d, %v", rec.Status, err)
		}
		r.Start()
		cancel(r, c.ID)
		for range 60 {
			time.Sleep(time.Second)
			cancel(r, c.ID)
		}
		if v := view(r, c.ID); v.Summary.Status != protocol.BattleFinished {
			t.Errorf("it is %s (%s)", v.Summary.Status, v.VoidReason)
		}
	})
}
