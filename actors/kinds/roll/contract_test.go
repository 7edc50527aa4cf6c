package roll_test

import (
	"fmt"
	"testing"
	"time"

	"jadebox/actors/kinds/roll"
	"jadebox/actors/room/roomtest"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

func TestContract(t *testing.T) {
	roomtest.Run(t, roll.Spec, roomtest.Driver{
		Open: func(r *rig.Rig) store.RoomID {
			c, err := roll.Open(r.Context(), r.Engine, r.Dir, roll.Create{Key: "house-roll-1", Publish: true,
				Setup: roll.Setup{Name: "Official",
					JoinType: protocol.RollJoinOpen, OpenAtMS: time.Now().Add(2 * time.Minute).UnixMilli(),
					GemsCents: []int64{700, 300},
					House:     []roll.HousePrize{{Def: 3, ValueCents: 400}}}})
			if err != nil {
				r.Fatal(err)
			}
			return c.ID
		},
		Guest: func(r *rig.Rig) store.PlayerID { return r.Player(1) },
		Act: func(_ *rig.Rig, _ store.RoomID, p store.PlayerID, n int) any {
			return roll.Join{Key: fmt.Sprint("act-", n), Player: p}
		},
		Acts: 4, View: roll.View{}, Secrets: []string{"token", "salt"}, Ends: 6 * time.Minute,
	})
}
