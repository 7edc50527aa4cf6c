package rooms

import (
	"context"
	"strings"
	"testing"
	"time"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/kinds/luckycard"
	"jadebox/actors/kinds/rain"
	"jadebox/actors/room"
	"jadebox/store"
	"jadebox/store/memory"
	"jadebox/tools/operator/operatortest"
)

// shelf has one room, as it is when it is looked at for the first time, and for the second.
type shelf struct {
	*memory.Engine
	rooms []store.Room
}

func (s *shelf) Room(context.Context, store.RoomID) (store.Room, error) {
	r := s.rooms[0]
	if len(s.rooms) > 1 {
		s.rooms = s.rooms[1:]
	}
	return r, nil
}

func TestARoomIsCancelledBeforeItsDrawIsNamedOrWhenItIsStuck(t *testing.T) {
	now := time.Unix(1_900_000_000, 0).UTC()
	for _, c := range []struct {
		kind   string
		status store.RoomStatus
		late   time.Duration // since its deadline
		says   string        // in the refusal; "" for none
	}{
		{battle.Kind, store.RoomOpen, -time.Hour, ""},
		{battle.Kind, store.RoomLocked, -time.Second,
			"its draw is named; it ends as committed, by 2030-03-17T17:46:41Z"},
		{battle.Kind, store.RoomRunning, time.Minute, "its draw is named"},
		{battle.Kind, store.RoomRunning, time.Minute + 1, ""},
		{rain.Kind, store.RoomRunning, -time.Second, "its draw is named"},
		{luckycard.Kind, store.RoomRunning, -time.Hour, "its draw is named"},
		{battle.Kind, store.RoomSettled, 0, "what it gave stays given"},
		{battle.Kind, store.RoomVoid, 0, "what it gave stays given"},
	} {
		db := &shelf{memory.New(memory.Options{}),
			[]store.Room{{ID: 7, Kind: c.kind, Status: c.status, Deadline: now.Add(-c.late)}}}
		said, err := operatortest.Run(t.Context(), &Command{}, db, now, "", "cancel", "7")
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s at status %d, %v late: %v, %s", c.kind, c.status, c.late, err, said)
		}
		l, failed := room.CancelledSetting.Read(t.Context(), db)
		if failed != nil || l.Has(7) != (err == nil) {
			t.Errorf("%s at status %d: the orders are %+v, %v", c.kind, c.status, l, failed)
		}
		db.Close()
	}
}

func TestWhatACancelledRoomGaveBackIsToldAsItIs(t *testing.T) {
	now := time.Unix(1_900_000_000, 0).UTC()
	for _, c := range []struct {
		kind string
		end  store.RoomStatus
		says string
	}{
		{battle.Kind, store.RoomVoid, "has ended without a result, everything is back; by"},
		{battle.Kind, store.RoomSettled, "has ended with its result; by"},
		{battle.Kind, store.RoomOpen, "is to end, by"},
		{rain.Kind, store.RoomVoid, "has ended without a result, everything is back; by"},
		{rain.Kind, store.RoomSettled, "has ended: what was claimed stays claimed, the rest is back; by"},
		{luckycard.Kind, store.RoomVoid,
			"has ended without its result; every play before was whole, so that nothing goes back; by"},
	} {
		stuck := store.Room{ID: 7, Kind: c.kind, Status: store.RoomLocked, Deadline: now.Add(-time.Hour)}
		over := stuck
		over.Status = c.end
		db := &shelf{memory.New(memory.Options{}), []store.Room{stuck, over}}
		said, err := operatortest.Run(t.Context(), &Command{}, db, now, "", "cancel", "7")
		if err != nil || !strings.Contains(said, "room 7 ("+c.kind+") "+c.says) {
			t.Errorf("%s at status %d: %q, %v", c.kind, c.end, said, err)
		}
		db.Close()
	}
}
