package luckycard_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"jadebox/actors/kinds/luckycard"
	"jadebox/actors/room"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

func TestADeckIsPlayedAgainAsItIsStored(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(100_000)
		opened, err := luckycard.Open(r.Context(), r.Engine, r.Dir, deck(9))
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Second)
		for place := range 9 {
			v := rig.Do[protocol.LuckycardSnapshot](r, luckycard.Kind, room.ID(opened.ID), luckycard.View{})
			flip := luckycard.Flip{Key: fmt.Sprint("f", place), Player: p, Place: place,
				PriceCents: v.Summary.PriceCents}
			if rig.Do[luckycard.Flipped](r, luckycard.Kind, room.ID(opened.ID), flip).Over {
				break
			}
		}
		ops := slices.DeleteFunc(r.Ops("luckycard.create", "luckycard.root", luckycard.KindFlip),
			func(o store.OpRecord) bool { return o.Room.Room != opened.ID })
		slices.SortFunc(ops, func(a, b store.OpRecord) int { return int(a.Room.FromVersion) - int(b.Room.FromVersion) })
		rec, err := r.Engine.Room(r.Context(), opened.ID)
		if err != nil {
			t.Fatal(err)
		}
		played := func() (differs []string) {
			t.Helper()
			done, err := luckycard.Spec.Replay(rec, ops, len(ops))
			if err != nil || len(done) == 0 {
				t.Fatal(len(done), err)
			}
			for _, d := range done {
				differs = append(differs, d.Differs...)
			}
			return differs
		}
		if differs := played(); len(ops) < 3 || len(differs) > 0 {
			t.Errorf("%d ops: %q", len(ops), differs)
		}
		last := &ops[len(ops)-1]
		leaves := last.Leaves
		last.Leaves = slices.Clone(leaves)
		last.Leaves[0].Data = append(slices.Clone(last.Leaves[0].Data), '\n')
		if differs := played(); len(differs) != 1 || !strings.HasPrefix(differs[0], "leaves: ") {
			t.Errorf("of another leaf than was promised is told: %q", differs)
		}
		last.Leaves = leaves
		last.NewItems = slices.Clone(last.NewItems)
		last.NewItems[0].ValueCents++
		if differs := played(); len(differs) == 0 {
			t.Error("another item than lies there is not seen")
		}
	})
}
