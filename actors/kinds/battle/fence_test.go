package battle_test

import (
	"testing"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/room"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

// A key that has already bought a seat buys no second one, even when the rules would allow it again.
func TestUsedKeyTakesNoSeat(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		a, b := r.Player(1000), r.Player(1000)
		setup := duel
		setup.Seats = 3
		c := create(r, a, "c", setup, duelCents)
		join(r, c.ID, b, "j")
		rig.Do[protocol.BattleSnapshot](r, battle.Kind, room.ID(c.ID), battle.Leave{Key: "l", Player: b})
		if v := join(r, c.ID, b, "j"); v.Summary.Seats[1].PlayerID != "" || v.Summary.Seats[2].PlayerID != "" {
			t.Errorf("seated without paying: %+v", v.Summary.Seats)
		}
		escrow, _ := r.Engine.Balance(r.Context(), store.RoomEscrow(c.ID))
		if escrow != duelCents || r.Balance(b) != 1000 {
			t.Errorf("escrow %d, balance %d", escrow, r.Balance(b))
		}
		if v := join(r, c.ID, b, "j2"); v.Summary.Seats[1].PlayerID == "" || r.Balance(b) != 1000-duelCents {
			t.Errorf("a new key: %+v", v.Summary.Seats)
		}
	})
}

// An activation whose epoch was taken stops at its first commit; the next request finds the owner's state.
func TestFencedActivationStops(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		a, b := r.Player(1000), r.Player(1000)
		c := create(r, a, "c", duel, duelCents)
		if _, err := r.Engine.ClaimRoom(t.Context(), c.ID); err != nil { // another node
			t.Fatal(err)
		}
		msg := battle.Join{Key: "j", Player: b, Seat: -1, PriceCents: duelCents}
		_, err := rig.Ask[protocol.BattleSnapshot](r, battle.Kind, room.ID(c.ID), msg)
		r.Refused(err, protocol.CodeBusy)
		if r.Balance(b) != 1000 || len(types(r, c.ID)) != 0 {
			t.Errorf("a fenced commit had an effect: %d cents, events %v", r.Balance(b), types(r, c.ID))
		}
		r.Settle() // a request that meets the last moment of the old activation is refused until later
		rig.Do[protocol.BattleSnapshot](r, battle.Kind, room.ID(c.ID), msg)
		if r.Balance(b) != 1000-duelCents {
			t.Errorf("balance %d", r.Balance(b))
		}
	})
}
