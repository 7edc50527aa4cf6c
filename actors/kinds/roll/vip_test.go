package roll_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"jadebox/actors/kinds/roll"
	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/store"
)

// A room that asks for a VIP level lets in a player who has it when joining: the level of the moment, from whenever it
// is.
func TestAVIPRoomAsksForTheLevelOfTheMoment(t *testing.T) {
	inWorld(t, func(w *world) {
		early, late := w.guest(), w.guest()
		recharge := func(p store.PlayerID, order, cents int64) {
			body, err := json.Marshal(payment.Recharge{Player: p, Order: store.OpID(order), PriceCents: cents})
			if err == nil {
				_, err = w.Engine.Commit(w.Context(), &store.Op{Player: p, Key: fmt.Sprint("pay:", order),
					Kind: payment.KindCredit, At: time.Now(), Result: body})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		recharge(early, 1, 50_00) // VIP 2, before the room was there
		recharge(late, 2, 10_00)
		time.Sleep(time.Second)
		s := w.setup()
		s.Tasks = []protocol.RollTask{{Kind: protocol.TaskVIP, Target: 2}}
		id := w.open(s)
		if v := w.must(id, roll.View{}); v.Summary.VIPLevel != 2 || v.Summary.TaskCount != 1 {
			t.Errorf("%+v", v.Summary)
		}
		if v := w.join(id, early); v.Me == nil {
			t.Error("VIP 2 is not in")
		}
		for key, want := range map[string]int64{"first": 1, "second": 1} {
			_, err := w.do(id, roll.Join{Key: key, Player: late})
			w.Refused(err, protocol.CodeRollTask)
			if unmet := new(roll.Unmet); !errors.As(err, &unmet) || len(unmet.Tasks) != 1 ||
				unmet.Tasks[0].Done != want {
				t.Fatalf("%v %+v", err, unmet)
			}
		}
		recharge(late, 3, 40_00)
		if v := w.join(id, late); v.Me == nil {
			t.Error("VIP 2 by now is not in")
		}
		gone := w.guest()
		recharge(gone, 4, 50_00)
		time.Sleep(time.Second)
		body, err := json.Marshal(payment.Reversal{Player: gone, Order: 4})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Engine.Commit(w.Context(), &store.Op{Player: gone, Key: payment.ReversedKey(4),
			Kind: store.KindReversed, At: time.Now(), Result: body}); err != nil {
			t.Fatal(err)
		}
		_, err = w.do(id, roll.Join{Key: "third", Player: gone})
		w.Refused(err, protocol.CodeRollTask) // the provider has taken the recharge back
	})
}
