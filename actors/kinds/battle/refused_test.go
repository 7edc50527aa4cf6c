package battle_test

import (
	"sync/atomic"
	"testing"
	"time"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/sim/rig"
	"jadebox/store"
	"jadebox/store/memory"
)

// full makes a battle whose seats are taken and whose draw is named, and counts the ops that its room submits from
// then on.
func full(t *testing.T, r *rig.Rig) (id store.RoomID, tries *atomic.Int32) {
	t.Helper()
	id, tries = create(r, r.Player(1000), "c", duel, duelCents).ID, new(atomic.Int32)
	join(r, id, r.Player(1000), "j")
	for status(t, r, id) == store.RoomOpen {
		time.Sleep(time.Millisecond)
	}
	r.SetBeforeSubmit(func(op *store.Op) {
		if op.Room != nil && op.Room.Room == id {
			tries.Add(1)
		}
	})
	return id, tries
}

func status(t *testing.T, r *rig.Rig, id store.RoomID) store.RoomStatus {
	t.Helper()
	rec, err := r.Engine.Room(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return rec.Status
}

func refuse(*store.Op) memory.Fault { return memory.RefuseConflict }

// A process that may write no more does not try for ever; the room goes on where it is asked for next.
func TestARoomOfANodeThatIsLostEndsItsActivation(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		node, err := r.Engine.EnterNode(t.Context(), store.NodeEntry{Name: "node"}, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		r.Engine.Guard(node)
		id, tries := full(t, r)
		if err := r.Engine.LeaveNode(t.Context(), node); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		if n := tries.Load(); n != 1 {
			t.Errorf("it tried %d times", n)
		}
		r.Engine.Guard(0)
		r.Dir.Post(battle.Kind, room.ID(id), directory.Wake{}, nil)
		time.Sleep(time.Minute)
		if s := status(t, r, id); s != store.RoomSettled {
			t.Errorf("its status is %d", s)
		}
	})
}

// All rooms that are due meet a store that takes nothing: each asks less often the longer it lasts.
func TestAStepThatIsRefusedForNowIsTriedLessAndLessOften(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		id, tries := full(t, r)
		r.SetFault(refuse)
		time.Sleep(time.Minute)
		if n := tries.Load(); n < 10 || n > 30 {
			t.Errorf("it tried %d times in a minute", n)
		}
		r.SetFault(nil)
		time.Sleep(time.Minute)
		if s := status(t, r, id); s != store.RoomSettled {
			t.Errorf("its status is %d", s)
		}
	})
}

// A room counts as stuck when its own step has not helped; one that the store did not take was never made.
func TestAnOutageLetsNobodyEndARoomWhoseDrawIsNamed(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		id, _ := full(t, r)
		r.SetFault(refuse)
		r.SetMustEnd(func(store.RoomID) string { return room.ReasonOperator })
		time.Sleep(time.Hour)
		r.SetFault(nil)
		time.Sleep(time.Minute)
		if s := status(t, r, id); s != store.RoomSettled {
			t.Errorf("its status is %d", s)
		}
	})
}

// A void that is refused for now does not wait until the room would do something else.
func TestAVoidThatIsRefusedForNowIsTriedAgainSoon(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		id := create(r, r.Player(1000), "c", duel, duelCents).ID
		refused := 0
		r.SetFault(func(*store.Op) memory.Fault {
			if refused++; refused <= 3 {
				return memory.RefuseConflict
			}
			return memory.NoFault
		})
		r.SetMustEnd(func(store.RoomID) string { return room.ReasonOperator })
		r.Dir.Post(battle.Kind, room.ID(id), directory.Wake{}, nil)
		time.Sleep(2 * time.Second)
		if s := status(t, r, id); s != store.RoomVoid {
			t.Errorf("after %d refusals its status is %d", refused, s)
		}
	})
}
