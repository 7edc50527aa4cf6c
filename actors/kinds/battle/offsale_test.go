package battle_test

import (
	"testing"
	"time"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/room"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

// takeOffSale is jadebox catalogue off-sale.
func takeOffSale(r *rig.Rig, id store.BoxID) {
	r.Helper()
	if err := r.Engine.ChangeCatalogue(r.Context(), func(there store.Rules) (*store.CatalogueChange, error) {
		b, _ := store.BoxAt(versionsOf(there, id), time.Now())
		b.Version, b.Enabled, b.At, b.OddsHash = b.Version+1, false, time.Now(), ""
		return &store.CatalogueChange{FromMS: time.Now().UnixMilli(), Boxes: []store.Box{b}, Author: "ana"}, nil
	}); err != nil {
		r.Fatal(err)
	}
	if err := r.Catalog.Load(r.Context()); err != nil {
		r.Fatal(err)
	}
}

func versionsOf(r store.Rules, id store.BoxID) (list []store.Box) {
	for _, b := range r.Boxes {
		if b.ID == id {
			list = append(list, b)
		}
	}
	return list
}

func TestABoxOffSaleTakesNoMoreSeatsAndAFullBattleEndsAsCommitted(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		a, b := r.Player(10_000), r.Player(10_000)
		full, waits := create(r, a, "full", duel, duelCents), create(r, a, "waits", duel, duelCents)
		join(r, full.ID, b, "j")
		time.Sleep(battle.BotsAfter)
		takeOffSale(r, 1)

		paid := r.Balance(b)
		waiting := room.ID(waits.ID)
		_, err := rig.Ask[protocol.BattleSnapshot](r, battle.Kind, waiting, battle.Join{Key: "late", Player: b,
			Seat: -1, PriceCents: duelCents})
		r.Refused(err, protocol.CodeBoxDisabled)
		_, err = rig.Ask[protocol.BattleSnapshot](r, battle.Kind, waiting, battle.AddBots{Key: "bots", Player: a,
			Seat: -1})
		r.Refused(err, protocol.CodeBoxDisabled)
		_, err = battle.Open(r.Context(), r.Engine, r.Dir, battle.Create{Key: "new", Host: b, Setup: duel,
			PriceCents: duelCents})
		r.Refused(err, protocol.CodeBoxDisabled)
		if r.Balance(b) != paid {
			t.Errorf("refused, and %d cents less", paid-r.Balance(b))
		}
		if s := join(r, full.ID, b, "j"); s.Summary.Seats[1].PlayerID == "" { // the same key again
			t.Errorf("%+v", s)
		}

		time.Sleep(time.Minute)
		r.Settle()
		if s := view(r, full.ID); s.Summary.Status != protocol.BattleFinished || s.Result == nil {
			t.Errorf("the full room: %+v", s)
		}
		before := r.Balance(a)
		rig.Do[protocol.BattleSnapshot](r, battle.Kind, waiting, battle.Leave{Key: "leave", Player: a})
		if got := r.Balance(a) - before; got != duelCents {
			t.Errorf("the host is given back %d, not %d", got, duelCents)
		}
	})
}
