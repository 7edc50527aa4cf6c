package wish_test

import (
	"fmt"
	"testing"
	"time"

	"jadebox/actors/kinds/wish"
	"jadebox/actors/room/roomtest"
	"jadebox/actors/sim/rig"
	"jadebox/store"
)

func TestContract(t *testing.T) {
	roomtest.Run(t, wish.Spec, roomtest.Driver{
		Open:  func(r *rig.Rig) store.RoomID { return open(r, forGems) },
		Guest: guest,
		Act: func(_ *rig.Rig, _ store.RoomID, p store.PlayerID, n int) any {
			return taking(forGems, p, fmt.Sprint("act-", n), 0, int32(n+1))
		},
		NoSecrets: "but for the key all that the record keeps is in the proof",
		Acts:      forGems.Bottles, View: wish.View{}, Ends: 5 * time.Minute,
	})
}
