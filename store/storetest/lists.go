package storetest

import (
	"time"

	"jadebox/store"
)

// An op says on which lists of which players it stands: it is found there and on no other, in the order of time, once.
func testLists(w *world) {
	p, q := w.player(1000), w.player(1000)
	won, lost := store.Entry{Player: p, List: "test.won"}, store.Entry{Player: p, List: "test.lost"}
	var keys []string
	for i, on := range []store.Entry{won, lost, won, won} {
		op := w.pay(p, 1)
		op.At, op.Lists = now.Add(time.Duration(i)*time.Second), []store.Entry{on}
		w.commit(op)
		if again := w.commit(op); !again.Replayed {
			w.Fatal("done twice")
		}
		keys = append(keys, op.Key)
	}
	list := func(who store.PlayerID, name string, page store.Page, total int, want ...string) {
		w.Helper()
		recs, n, err := w.e.Ops(w.ctx(), store.OpQuery{Player: who, List: name, Page: page})
		if err != nil {
			w.Fatal(err)
		}
		var got []string
		for _, r := range recs {
			got = append(got, r.Key)
		}
		w.equal(name, got, want)
		w.equal("total", n, total)
	}
	all := store.Page{Limit: 10}
	list(p, "test.won", all, 3, keys[3], keys[2], keys[0])
	list(p, "test.lost", all, 1, keys[1])
	list(p, "test.won", store.Page{Offset: 1, Limit: 1}, 3, keys[2])
	list(p, "test.won", store.Page{Since: now.Add(time.Second), Until: now.Add(3 * time.Second), Limit: 9}, 1, keys[2])
	list(q, "test.won", all, 0)
	list(p, "test.pay", all, 0)

	// The op of a room puts the room there, for every player whom it names.
	create := w.room(p, 10)
	w.commit(create)
	end := w.next(must(w.e.Room(w.ctx(), create.Room.Room))(w), store.RoomVoid,
		store.Posting{Debit: store.RoomEscrow(create.Room.Room), Credit: store.PlayerGems(p), AmountCents: 10})
	end.Lists = []store.Entry{{Player: p, List: "room.won"}, {Player: q, List: "room.lost"}}
	w.commit(end)
	for _, c := range []struct {
		who  store.PlayerID
		list string
		want int
	}{{p, "room.won", 1}, {q, "room.lost", 1}, {p, "room.lost", 0}, {q, "room.won", 0}} {
		rooms, n, err := w.e.RoomsOn(w.ctx(), c.list, c.who, all)
		w.equal(c.list, must(n, err)(w), c.want)
		if len(rooms) != c.want || c.want == 1 && rooms[0].ID != create.Room.Room {
			w.Fatalf("%s: %v", c.list, rooms)
		}
	}

	bad := w.pay(p, 1)
	bad.Lists = []store.Entry{{Player: p}}
	_, err := w.e.Commit(w.ctx(), bad)
	w.fails(err, store.ErrInvalid, "a list without a name")
}
