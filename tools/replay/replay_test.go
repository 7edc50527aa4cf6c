package replay_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/kinds/rain"
	"jadebox/actors/kinds/roll"
	"jadebox/actors/kinds/wish"
	"jadebox/actors/room"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/tools/operator/operatortest"
	"jadebox/tools/replay"
)

const entryCents = rig.BoxCents + rig.TieBoxCents

var duel = battle.Setup{Boxes: []store.BoxID{1, 2}, Seats: 2, Mode: protocol.ModeNormal}

// site plays rooms, and has them played again.
type site struct {
	*rig.Rig
	change func(*store.OpRecord) // what the journal says otherwise than it was
	room   func(*store.Room)
}

// Snapshot implements store.Auditable.
type tampered struct {
	store.Engine
	*site
}

func (t tampered) Snapshot(ctx context.Context) (store.Snapshot, error) {
	view, err := t.Engine.(store.Auditable).Snapshot(ctx)
	return otherView{view, t.site}, err
}

type otherView struct {
	store.Snapshot
	*site
}

func (v otherView) JournalAfter(ctx context.Context, from store.Cursor, yield func(*store.JournalEntry) error) error {
	return v.Snapshot.JournalAfter(ctx, from, func(e *store.JournalEntry) error {
		if v.change != nil {
			v.change(&e.OpRecord)
		}
		return yield(e)
	})
}

func (v otherView) Rooms(ctx context.Context, ids []store.RoomID, yield func(store.Room) error) error {
	return v.Snapshot.Rooms(ctx, ids, func(r store.Room) error {
		if v.room != nil {
			v.room(&r)
		}
		return yield(r)
	})
}

// again plays the room of an op, and gives the code that the program ends with.
func (s *site) again(op store.OpID) (said string, code int) {
	s.Helper()
	said, err := operatortest.Run(s.Context(), &replay.Command{}, tampered{s.Engine, s}, time.Now(), "", fmt.Sprint(op))
	if err != nil {
		said += err.Error()
	}
	return said, operatortest.ExitCode(err)
}

func (s *site) battle(host store.PlayerID, key string, setup battle.Setup) store.RoomID {
	s.Helper()
	c, err := battle.Open(s.Context(), s.Engine, s.Dir, battle.Create{Key: key, Host: host, Setup: setup,
		PriceCents: entryCents})
	if err != nil {
		s.Fatal(err)
	}
	return c.ID
}

func (s *site) join(id store.RoomID, p store.PlayerID) {
	s.Helper()
	rig.Do[protocol.BattleSnapshot](s.Rig, battle.Kind, room.ID(id), battle.Join{Key: "j" + room.ID(id), Player: p,
		Seat: -1, PriceCents: entryCents})
}

// played is a battle to its end, one against bots, one that its host ended, one without an opponent and a wish
// room.
func played(r *rig.Rig) *site {
	r.Helper()
	s := &site{Rig: r}
	a, b := r.Player(10_000), r.Player(10_000)
	s.join(s.battle(a, "whole", duel), b)
	four := duel
	four.Seats, four.Private = 4, true
	bots := s.battle(a, "bots", four)
	time.Sleep(battle.BotsAfter)
	for _, seat := range []int{2, -1} {
		rig.Do[protocol.BattleSnapshot](r, battle.Kind, room.ID(bots), battle.AddBots{Key: fmt.Sprint("b", seat),
			Player: a, Seat: seat})
	}
	left := s.battle(a, "left", duel)
	rig.Do[protocol.BattleSnapshot](r, battle.Kind, room.ID(left), battle.Leave{Key: "l", Player: a})
	s.battle(a, "alone", duel)
	made, err := wish.Open(r.Context(), r.Engine, r.Dir, wish.Setup{Name: "gems", Def: 3, PrizeCents: 300, Bottles: 10,
		BottleCents: 33, Life: time.Hour})
	if err != nil {
		r.Fatal(err)
	}
	for n := range 10 {
		rig.Do[wish.Taken](r, wish.Kind, room.ID(made.ID), wish.Take{Key: fmt.Sprint("t", n),
			Player: r.Player(1_000), Count: 1, Pay: wish.PayGems, BottleCents: 33})
	}
	time.Sleep(battle.WaitMax)
	r.Settle()
	return s
}

func TestEveryStepOfARoomIsPlayedAgainAsItIsStored(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		s := played(r)
		ends := map[string]int{"battle.settle": 2, "battle.void": 2, "wish.draw": 1, "battle.start": 2, "wish.take": 10}
		for kind, n := range ends {
			ops := r.Ops(kind)
			if len(ops) != n {
				t.Errorf("%d ops of %s", len(ops), kind)
			}
			for _, op := range ops {
				said, code := s.again(op.ID)
				if code != 0 || !strings.Contains(said, kind) ||
					!strings.Contains(said, "operations are what the rules make of them") {
					t.Errorf("%s: exit %d: %s", kind, code, said)
				}
			}
		}
	})
}

func TestADifferenceIsSeenAtTheStepWhereItIs(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		s := played(r)
		settled := r.Ops("battle.settle")[0]
		of := func(kind string, change func(*store.OpRecord)) func(*store.OpRecord) {
			return func(op *store.OpRecord) {
				if op.Kind == kind && op.Room.Room == settled.Room.Room {
					change(op)
				}
			}
		}
		for what, change := range map[string]func(*store.OpRecord){
			"new items": of("battle.settle", func(op *store.OpRecord) {
				op.NewItems = append([]store.NewItem{}, op.NewItems...)
				op.NewItems[0].ValueCents++
			}),
			"postings": of("battle.settle", func(op *store.OpRecord) {
				op.Postings = append([]store.Posting{}, op.Postings...)
				op.Postings[0].AmountCents--
			}),
			"leaves": of("battle.lock", func(op *store.OpRecord) {
				op.Leaves = []store.LogLeaf{{Key: op.Leaves[0].Key, Data: []byte("another roster")}}
			}),
			"state":  of("battle.start", func(op *store.OpRecord) { op.StateHash[0]++ }),
			"result": of("battle.create", func(op *store.OpRecord) { op.Result = []byte(`{"ID":2,"Code":""}`) }),
			"room": of("battle.join", func(op *store.OpRecord) {
				w := *op.Room
				w.Deadline = w.Deadline.Add(time.Second)
				op.Room = &w
			}),
			"events": of("battle.settle", func(op *store.OpRecord) { op.Events = nil }),
			"the rules refuse it": of("battle.join", func(op *store.OpRecord) {
				op.At = op.At.Add(-time.Hour)
				op.Kind = "battle.start"
			}),
		} {
			s.change = change
			said, code := s.again(settled.ID)
			if code != 1 || !strings.Contains(said, "DIFFERS  "+what+":") {
				t.Errorf("%s: exit %d: %.600s", what, code, said)
			}
		}
		s.change = nil
		s.room = func(rec *store.Room) { rec.Version++ }
		if said, code := s.again(settled.ID); code != 1 || !strings.Contains(said, "DIFFERS  the room is at version") {
			t.Errorf("exit %d: %s", code, said)
		}
		s.room = nil
		if said, code := s.again(settled.ID); code != 0 {
			t.Errorf("exit %d: %s", code, said)
		}
	})
}

func TestABattleThatSomebodyLeftIsPlayedUpToThat(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		s := &site{Rig: r}
		three := duel
		three.Seats = 3
		a, b, c := r.Player(10_000), r.Player(10_000), r.Player(10_000)
		id := s.battle(a, "three", three)
		s.join(id, b)
		rig.Do[protocol.BattleSnapshot](r, battle.Kind, room.ID(id), battle.Leave{Key: "l", Player: b})
		s.join(id, c)
		rig.Do[protocol.BattleSnapshot](r, battle.Kind, room.ID(id), battle.Join{Key: "again", Player: b, Seat: -1,
			PriceCents: entryCents})
		r.Settle()
		time.Sleep(time.Minute)
		r.Settle()
		created, settled := r.Ops("battle.create")[0], r.Ops("battle.settle")[0]
		if said, code := s.again(created.ID); code != 0 {
			t.Errorf("the room is made: exit %d: %s", code, said)
		}
		said, code := s.again(settled.ID)
		if code != 2 || !strings.Contains(said, "battle.create") || strings.Contains(said, "DIFFERS") ||
			!strings.Contains(said, fmt.Sprintf("player %d has left this seat", b)) {
			t.Errorf("exit %d: %s", code, said)
		}
	})
}

func TestOfARoomThatKeepsNoCommandsTheAnswerSaysWhatItLacks(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		s := &site{Rig: r}
		_, err := rain.Open(r.Context(), r.Engine, r.Dir, rain.Create{Key: "round", PoolCents: 2000, Packets: 200,
			DurationMS: protocol.RainMS})
		if err == nil {
			_, err = roll.Open(r.Context(), r.Engine, r.Dir, roll.Create{Key: "roll", Publish: true, Setup: roll.Setup{
				Name: "Official", JoinType: protocol.RollJoinOpen, OpenAtMS: time.Now().Add(time.Minute).UnixMilli(),
				GemsCents: []int64{700}}})
		}
		if err != nil {
			t.Fatal(err)
		}
		for kind, lacks := range map[string]string{rain.KindCreate: "a hash of each claim's key, and not the key",
			roll.KindCreate: "the setup that it ended with, and not those that were edited before"} {
			said, code := s.again(r.Ops(kind)[0].ID)
			if code != 2 || !strings.Contains(said, lacks) || !strings.Contains(said, "jadebox audit") {
				t.Errorf("%s: exit %d: %s", kind, code, said)
			}
		}
	})
}

func TestWhatNoRoomHasDecidedIsNotPlayedAgain(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		s := &site{Rig: r}
		r.Player(100)
		for op, why := range map[store.OpID]string{store.MakeOpID(1, 1): "is of no room", 7: "not found"} {
			if said, code := s.again(op); code != 2 || !strings.Contains(said, why) {
				t.Errorf("exit %d: %s", code, said)
			}
		}
	})
}
