package luckycard_test

import (
	"fmt"
	"testing"
	"time"

	"jadebox/actors/kinds/luckycard"
	"jadebox/actors/room/roomtest"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

func TestContract(t *testing.T) {
	roomtest.Run(t, luckycard.Spec, roomtest.Driver{
		Open:  func(r *rig.Rig) store.RoomID { return open(r, 100) },
		Ready: func(*rig.Rig, store.RoomID) { time.Sleep(10 * time.Second) },
		Guest: func(r *rig.Rig) store.PlayerID { return r.Player(100_000) },
		Act: func(r *rig.Rig, id store.RoomID, p store.PlayerID, n int) any {
			return luckycard.Flip{Key: fmt.Sprint("act-", n), Player: p, Place: n,
				PriceCents: view(r, id).Summary.PriceCents}
		},
		Ways:      &roomtest.Ways{Open: func(r *rig.Rig) store.RoomID { return open(r, 9) }, Acts: 9},
		NoSecrets: "the order of the deck follows from the key, and nothing else is hidden",
		Acts:      1, View: luckycard.View{}, Ends: 2 * time.Minute,
		Finish: func(r *rig.Rig, id store.RoomID) {
			p := r.Player(100_000)
			for place := 1; view(r, id).Summary.Status != protocol.LuckycardOver; place++ {
				if _, err := flip(r, id, p, place); err != nil {
					r.Fatal(err)
				}
			}
		},
	})
}
