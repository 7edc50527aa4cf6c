package storetest

import (
	"fmt"
	"time"

	"jadebox/store"
)

func testRoomLife(w *world) {
	p, q := w.player(1000), w.player(1000)
	create := w.room(p, 300)
	r := w.commit(create)
	id := create.Room.Room
	w.equal("balances", r.Balances, []store.AccountBalance{{Account: store.PlayerGems(p), Cents: 700},
		{Account: store.RoomEscrow(id), Cents: 300}})
	room := must(w.e.Room(w.ctx(), id))(w)
	w.equal("room", room, store.Room{ID: id, Kind: "battle", Epoch: 1, Version: 1, Status: store.RoomOpen,
		State:    []byte("state 1"),
		Deadline: now.Add(time.Hour), At: now, Updated: now})

	join := w.next(room, store.RoomOpen, store.Posting{Debit: store.PlayerGems(q), Credit: store.RoomEscrow(id),
		AmountCents: 300})
	join.Player, join.Room.Member, join.At = q, q, now.Add(time.Second)
	w.commit(join)
	room = must(w.e.Room(w.ctx(), id))(w)
	w.equal("version and state", []any{room.Version, string(room.State), room.Updated, room.At},
		[]any{uint64(2), "state 2", now.Add(time.Second), now})

	for _, s := range []store.RoomStatus{store.RoomLocked, store.RoomRunning} {
		w.commit(w.next(room, s))
		room = must(w.e.Room(w.ctx(), id))(w)
		w.equal("status", room.Status, s)
	}
	settle := w.next(room, store.RoomSettled,
		store.Posting{Debit: store.RoomEscrow(id), Credit: store.House, AmountCents: 600},
		store.Posting{Debit: store.Bonus, Credit: store.PlayerGems(p), AmountCents: 1})
	settle.Key = fmt.Sprintf("battle:%d:settle", id)
	settle.NewItems = []store.NewItem{{Owner: q, Def: 1, ValueCents: 500, Source: store.FromBattle}}
	w.commit(settle)
	room = must(w.e.Room(w.ctx(), id))(w)
	w.equal("end", []any{room.Status, room.Version, room.Deadline}, []any{store.RoomSettled, uint64(5), time.Time{}})
	w.equal("escrow", w.balance(store.RoomEscrow(id)), int64(0))
	if again := w.commit(settle); !again.Replayed {
		w.Fatal("settled twice")
	}
	rec := must(w.e.Op(w.ctx(), must(w.e.Lookup(w.ctx(), 0, settle.Key))(w).Op))(w)
	want := *settle.Room
	want.State = nil
	w.equal("room write of the record", *rec.Room, want)
}

func testRoomFence(w *world) {
	p := w.player(1000)
	create := w.room(p, 100)
	w.commit(create)
	old := must(w.e.Room(w.ctx(), create.Room.Room))(w)
	claimed := must(w.e.ClaimRoom(w.ctx(), old.ID))(w)
	want := old
	want.Epoch = 2
	w.equal("claimed room", claimed, want)
	before := w.state()
	_, err := w.e.Commit(w.ctx(), w.next(old, store.RoomLocked))
	w.fails(err, store.ErrFenced, "write of the old owner")
	w.equal("state", w.state(), before)
	w.commit(w.next(claimed, store.RoomLocked))
	_, err = w.e.Commit(w.ctx(), w.next(claimed, store.RoomLocked))
	w.fails(err, store.ErrRoomState, "second write from the same version")
	_, err = w.e.ClaimRoom(w.ctx(), old.ID+1000)
	w.fails(err, store.ErrNotFound, "claim of no room")
	_, err = w.e.Room(w.ctx(), old.ID+1000)
	w.fails(err, store.ErrNotFound, "no room")
}

func testRoomLists(w *world) {
	p, q, stranger := w.player(10_000), w.player(10_000), w.player(10_000)
	var ids []store.RoomID
	for i := range 4 {
		create := w.room(p, 10)
		create.At = now.Add(time.Duration(i) * time.Minute)
		if i == 0 {
			create.Room.Listed = "teams"
		}
		w.commit(create)
		ids = append(ids, create.Room.Room)
	}
	other := w.room(p, 10)
	other.Room.Kind = "roll"
	w.commit(other)
	room := must(w.e.Room(w.ctx(), ids[1]))(w)
	join := w.next(room, store.RoomOpen)
	join.Room.Member = q
	w.commit(join)
	hidden := w.room(stranger, 10)
	hidden.Room.Listed = ""
	w.commit(hidden)
	gone := w.next(must(w.e.Room(w.ctx(), hidden.Room.Room))(w), store.RoomVoid,
		store.Posting{Debit: store.RoomEscrow(hidden.Room.Room), Credit: store.PlayerGems(stranger), AmountCents: 10})
	gone.Room.Listed = "normal" // counts at creation only
	w.commit(gone)
	for i, n := range []int{2, 0} { // room 2 ends before room 0
		r := must(w.e.Room(w.ctx(), ids[n]))(w)
		void := w.next(r, store.RoomVoid, store.Posting{Debit: store.RoomEscrow(r.ID), Credit: store.PlayerGems(p),
			AmountCents: 10})
		void.At = now.Add(time.Hour + time.Duration(i)*time.Minute)
		w.commit(void)
	}
	check := func(what string, rooms []store.Room, want ...store.RoomID) {
		w.Helper()
		var got []store.RoomID
		for _, r := range rooms {
			got = append(got, r.ID)
		}
		w.equal(what, got, want)
	}
	check("open", must(w.e.OpenRooms(w.ctx(), "battle"))(w), ids[3], ids[1])
	check("open rolls", must(w.e.OpenRooms(w.ctx(), "roll"))(w), other.Room.Room)
	page := store.Page{Limit: 10}
	rooms, n, err := w.e.PlayerRooms(w.ctx(), "battle", p, page)
	check("rooms of p", must(rooms, err)(w), ids[3], ids[2], ids[1], ids[0])
	w.equal("total", n, 4)
	rooms, n, err = w.e.PlayerRooms(w.ctx(), "battle", q, page)
	check("rooms of q", must(rooms, err)(w), ids[1])
	w.equal("total", n, 1)
	rooms, n, err = w.e.PlayerRooms(w.ctx(), "battle", p, store.Page{Offset: 2, Limit: 1})
	check("page", must(rooms, err)(w), ids[1])
	w.equal("total", n, 4)
	for listed, want := range map[string][]store.RoomID{"": {ids[0], ids[2]}, "normal": {ids[2]}, "teams": {ids[0]},
		"share": nil} {
		rooms, n, err = w.e.FinalRooms(w.ctx(), "battle", listed, page)
		check("final under "+listed, must(rooms, err)(w), want...)
		w.equal("total", n, len(want))
	}
	rooms, n, err = w.e.FinalRooms(w.ctx(), "battle", "", store.Page{Offset: 1, Limit: 1})
	check("second page", must(rooms, err)(w), ids[2])
	w.equal("total", n, 2)
	if a, b := must(w.e.NewRoomID(w.ctx()))(w), must(w.e.NewRoomID(w.ctx()))(w); a == b {
		w.Fatalf("room id %d twice", a)
	}
}
