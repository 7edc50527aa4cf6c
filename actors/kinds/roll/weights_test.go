package roll_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"jadebox/actors/kinds/roll"
	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/actors/sim/rig"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// TestWeightsThatAreShownAreDrawnWith fills rooms by chance, with people who bring each other. What the topic publishes
// of the weights, by event, in the roster and to themselves, is what the proof draws with, and winners are as many as
// can be, all distinct.
func TestWeightsThatAreShownAreDrawnWith(t *testing.T) {
	for seed := range uint64(12) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			inWorld(t, func(w *world) {
				rng := rand.New(rand.NewPCG(seed, 2))
				s := w.setup()
				s.GemsCents = make([]int64, 1+rng.IntN(8))
				for i := range s.GemsCents {
					s.GemsCents[i] = 1 + rng.Int64N(50)
				}
				id := w.open(s)
				guests := make([]store.PlayerID, 1+rng.IntN(40))
				for i := range guests {
					guests[i] = w.guest()
				}
				want := map[store.PlayerID]int32{}
				for _, p := range guests {
					want[p] = 1
				}
				for _, p := range guests {
					// some bring many, also before they are in
					sharer := guests[min(rng.IntN(len(guests)), rng.IntN(len(guests)))]
					w.must(id, roll.Join{Key: w.key(), Player: p, Sharer: sharer})
					if sharer != p {
						want[sharer] = min(want[sharer]+1, 21) // docs/rules.md, "Roll rooms": 1 + assists, at most 20
					}
				}
				w.checkDisclosed(id, want)
				w.until(id)
				time.Sleep(5 * time.Second)
				w.Settle()
				w.checkDrawn(id, want)
			})
		})
	}
}

func (w *world) checkDisclosed(id store.RoomID, want map[store.PlayerID]int32) {
	w.Helper()
	var total int64
	for p, weight := range want {
		total += int64(weight)
		if v := w.must(id, roll.View{Viewer: p}); v.Me == nil || v.Me.Weight != weight {
			w.Errorf("player %d sees %+v, want weight %d", p, v.Me, weight)
		}
	}
	page := rig.Do[roll.RosterPage](w.Rig, roll.Kind, room.ID(id), roll.Roster{Limit: 100})
	told := map[string]int32{}
	for _, e := range page.Entrants {
		told[e.PlayerID] = e.Weight
	}
	last := protocol.RollJoined{}
	heard := map[string]int32{}
	for _, e := range w.Hub.Events("roll:" + room.ID(id)) {
		if e.Type != protocol.EventRollJoined {
			continue
		}
		if _, err := last.UnmarshalMsg(e.Body); err != nil {
			w.Fatal(err)
		}
		heard[last.Entrant.PlayerID] = last.Entrant.Weight
		if last.Assisted != nil {
			heard[last.Assisted.PlayerID] = last.Assisted.Weight
		}
	}
	for p, weight := range want {
		if told[player.ID(p)] != weight || heard[player.ID(p)] != weight {
			w.Errorf("player %d has weight %d in the roster and %d by event, want %d", p, told[player.ID(p)],
				heard[player.ID(p)], weight)
		}
	}
	if v := w.view(id); v.TotalWeight != total || last.TotalWeight != total || len(page.Entrants) != len(want) {
		w.Errorf("weights sum to %d, the room says %d, the last event %d", total, v.TotalWeight, last.TotalWeight)
	}
}

func (w *world) checkDrawn(id store.RoomID, want map[store.PlayerID]int32) {
	w.Helper()
	b, _, err := roll.Spec.Bundle(w.Context(), w.Engine, w.Catalog, room.ID(id))
	if err != nil || !fairness.Verify(b).OK {
		w.Fatalf("bundle: %v", err)
	}
	c, err := fairness.ParseRollContext(b.Context.Leaf)
	if err != nil || len(c.Entrants) != len(want) {
		w.Fatalf("%d are drawn from of %d: %v", len(c.Entrants), len(want), err)
	}
	for _, e := range c.Entrants {
		if int64(want[store.PlayerID(e.Player)]) != int64(e.Weight) {
			w.Errorf("player %d is drawn with weight %d, was told %d", e.Player, e.Weight,
				want[store.PlayerID(e.Player)])
		}
	}
	winners, prizes := map[int64]bool{}, map[int64]bool{}
	for _, win := range b.Roll.Winners {
		if winners[win.Player] || prizes[win.Prize] || want[store.PlayerID(win.Player)] == 0 {
			w.Errorf("%+v among %+v", win, b.Roll.Winners)
		}
		winners[win.Player], prizes[win.Prize] = true, true
	}
	if n := min(len(c.Prizes), len(c.Entrants)); len(winners) != n {
		w.Errorf("%d winners of %d prizes and %d entrants", len(winners), len(c.Prizes), len(c.Entrants))
	}
	w.paid(w.view(id))
}

// TestARefusedEntryKeepsThePassword: a one-time password is used up by an accepted entry only.
func TestARefusedEntryKeepsThePassword(t *testing.T) {
	inWorld(t, func(w *world) {
		s := w.setup()
		s.JoinType, s.JoinMax = protocol.RollJoinOncePassword, 1
		s.Tasks = []protocol.RollTask{{Kind: protocol.TaskClassicOpens, Target: 1}}
		id := w.create(s)
		list := rig.Do[roll.Passwords](w.Rig, roll.Kind, room.ID(id), roll.MakePasswords{Key: "m", Host: w.host,
			Count: 2}).List
		w.must(id, roll.Publish{Key: "p", Host: w.host})
		a, b := w.Player(10_000), w.Player(10_000)
		w.refused(id, roll.Join{Key: "1", Player: a, Password: list[0]}, protocol.CodeRollTask)
		w.refused(id, roll.Join{Key: "2", Player: w.host, Password: list[0]}, protocol.CodeRollHost)
		w.refused(id, roll.Join{Key: "3", Player: a, Password: "AAAAAAAAAAAAAAAA"}, protocol.CodeRollPassword)
		w.itemOf(a)
		w.itemOf(b)
		if v := w.view(id); v.Passwords != 2 || v.Summary.Joined != 0 {
			t.Fatalf("%d passwords left, %d joined", v.Passwords, v.Summary.Joined)
		}
		w.must(id, roll.Join{Key: "4", Player: a, Password: list[0]})
		w.refused(id, roll.Join{Key: "5", Player: b, Password: list[1]}, protocol.CodeRollFull)
		w.refused(id, roll.Join{Key: "6", Player: b, Password: list[0]}, protocol.CodeRollFull)
		if v := w.view(id); v.Passwords != 1 || v.Summary.Joined != 1 {
			t.Errorf("%d passwords left, %d joined", v.Passwords, v.Summary.Joined)
		}
	})
}

// TestEditedEscrowThatIsNoLongerTheirs sells an item between Prepare's look and the op of an edit: the room keeps what
// it had.
func TestEditedEscrowThatIsNoLongerTheirs(t *testing.T) {
	inWorld(t, func(w *world) {
		id := w.create(w.setup())
		done := false
		w.SetBeforeSubmit(func(op *store.Op) {
			if op.Kind != "roll.edit" || done {
				return
			}
			done = true
			_, err := w.Engine.Commit(w.Context(), &store.Op{Player: w.host, Key: "gone", Kind: "test", At: time.Now(),
				Moves: []store.ItemMove{
					{Item: w.items[2], From: store.ItemPlace{Owner: w.host}, To: store.ItemPlace{Owner: w.host,
						Status: store.ItemSold}}}})
			if err != nil {
				t.Error(err)
			}
		})
		s := w.setup()
		s.Items, s.GemsCents = w.items[1:], []int64{1000}
		_, err := w.do(id, roll.Edit{Key: "e", Host: w.host, Setup: s})
		w.Refused(err, protocol.CodeItemState)
		w.SetBeforeSubmit(nil)
		if w.Balance(w.host) != purse-5000 || w.owner(w.items[0]) != store.RoomHolder(id) ||
			w.owner(w.items[1]) != store.RoomHolder(id) {
			t.Errorf("a refused edit left %d cents", w.Balance(w.host))
		}
		if v := w.view(id); v.Summary.PrizeCount != 3 {
			t.Errorf("%+v", v.Summary)
		}
		w.refused(id, roll.Edit{Key: "e2", Host: w.host, Setup: s}, protocol.CodeItemState) // sold is sold
	})
}
