package battle_test

import (
	"fmt"
	"testing"
	"time"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/room"
	"jadebox/actors/room/roomtest"
	"jadebox/actors/sim/rig"
	"jadebox/store"
)

func TestContract(t *testing.T) {
	setup := duel
	setup.Seats = 3
	roomtest.Run(t, battle.Spec, roomtest.Driver{
		Open:  func(r *rig.Rig) store.RoomID { return create(r, r.Player(1000), "c", setup, duelCents).ID },
		Guest: func(r *rig.Rig) store.PlayerID { return r.Player(1000) },
		Act: func(_ *rig.Rig, _ store.RoomID, p store.PlayerID, n int) any {
			return battle.Join{Key: fmt.Sprint("act-", n), Player: p, Seat: -1, PriceCents: duelCents}
		},
		NoSecrets: "the battle is public: nobody is let in by a code",
		Acts:      setup.Seats - 1, View: battle.View{}, Ends: 5 * time.Minute,
	})
}

// The code of a private battle admits a visitor, and the answer does not contain it.
func TestTheCodeOfAPrivateBattleIsShownToItsMembersAlone(t *testing.T) {
	setup := duel
	setup.Private = true
	var code string
	roomtest.Hides(t, battle.Spec, roomtest.Driver{
		Open: func(r *rig.Rig) store.RoomID {
			c := create(r, r.Player(1000), "c", setup, duelCents)
			code = c.Code
			return c.ID
		},
		Guest: func(r *rig.Rig) store.PlayerID { return r.Player(1000) },
		Act: func(_ *rig.Rig, _ store.RoomID, p store.PlayerID, n int) any {
			return battle.Join{Key: fmt.Sprint("act-", n), Player: p, Seat: -1, Code: code, PriceCents: duelCents}
		},
		Admit: func(store.RoomID) (any, room.SnapshotRequest) {
			return battle.View{Code: code}, room.SnapshotRequest{Code: code}
		},
		Acts: setup.Seats - 1, Secrets: []string{"code"}, Ends: 5 * time.Minute,
	})
}
