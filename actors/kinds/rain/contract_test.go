package rain_test

import (
	"fmt"
	"testing"
	"time"

	"jadebox/actors/kinds/rain"
	"jadebox/actors/room"
	"jadebox/actors/room/roomtest"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

func TestContract(t *testing.T) {
	look := func(r *rig.Rig, id store.RoomID, p store.PlayerID) rain.Seen {
		r.Helper()
		return rig.Do[rain.Seen](r, rain.Kind, room.ID(id), rain.View{Viewer: p})
	}
	roomtest.Run(t, rain.Spec, roomtest.Driver{
		Open: func(r *rig.Rig) store.RoomID {
			c, err := rain.Open(r.Context(), r.Engine, r.Dir, rain.Create{Key: "round", PoolCents: 2000, Packets: 200,
				DurationMS: protocol.RainMS})
			if err != nil {
				r.Fatal(err)
			}
			return c.ID
		},
		Ready: func(r *rig.Rig, id store.RoomID) {
			time.Sleep(5 * time.Second)
			time.Sleep(time.Until(time.UnixMilli(look(r, id, 0).Round.StartsAtMS)))
		},
		Guest: func(r *rig.Rig) store.PlayerID { return r.Player(1) },
		Act: func(r *rig.Rig, id store.RoomID, p store.PlayerID, n int) any {
			return rain.Claim{Key: fmt.Sprint("act-", n), Player: p, Packet: look(r, id, p).Packets[0].ID}
		},
		Acts: 3, View: rain.View{}, Secrets: []string{"secret"}, Ends: 2 * time.Minute,
	})
}
