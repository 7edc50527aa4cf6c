package storetest

import (
	"fmt"
	"time"

	"jadebox/store"
)

// Enough rows that an engine which finds a page by anchors has made some, of two kinds that mix.
const historyRows = 300

// history is a player with historyRows ops, the oldest first; some have the same time.
func (w *world) history() (p store.PlayerID, keys []string, at func(i int) time.Time) {
	p = w.player(1_000_000)
	at = func(i int) time.Time { return now.Add(time.Duration(i/3+1) * time.Minute) }
	for i := range historyRows {
		op := w.pay(p, 1)
		op.At, op.Kind = at(i), []string{"test.a", "test.a", "test.b"}[i%3]
		w.commit(op)
		keys = append(keys, op.Key)
	}
	return p, keys, at
}

func (w *world) keys(p store.PlayerID, page store.Page, kinds ...string) (keys []string, total int) {
	w.Helper()
	recs, total, err := w.e.Ops(w.ctx(), store.OpQuery{Player: p, Kinds: kinds, Page: page})
	if err != nil {
		w.Fatal(err)
	}
	for _, r := range recs {
		keys = append(keys, r.Key)
	}
	return keys, total
}

// Pages of every size put together are the list: no row twice, none left out, and the total is right on each.
func testPagesEverywhere(w *world) {
	p, keys, _ := w.history()
	w.history() // another player's
	newest := func(i int) string { return keys[historyRows-1-i] }
	for _, size := range []int{1, 7, 50, 127, 128, 129, 300, 400} {
		for offset := 0; offset < historyRows+size; offset += size * max(1, historyRows/size/10) {
			got, total := w.keys(p, store.Page{Offset: offset, Limit: size}, "test.a", "test.b")
			var want []string
			for i := offset; i < min(offset+size, historyRows); i++ {
				want = append(want, newest(i))
			}
			w.equal(fmt.Sprintf("%d rows at %d", size, offset), got, want)
			w.equal("total", total, historyRows)
		}
	}
	got, total := w.keys(p, store.Page{Offset: 99, Limit: 2}, "test.b")
	w.equal("the oldest of one kind", got, []string{keys[2]})
	w.equal("total", total, historyRows/3)
	got, total = w.keys(p, store.Page{Offset: historyRows, Limit: 5}) // and the welcome credit
	w.equal("every kind", len(got), 1)
	w.equal("total", total, historyRows+1)
	if got, total = w.keys(0, store.Page{Limit: 5}); len(got) != 0 || total != 0 {
		w.Fatalf("the house has a history: %v, %d", got, total)
	}
}

func testPageTimes(w *world) {
	p, keys, at := w.history()
	for _, c := range []struct{ from, to int }{{0, historyRows}, {3, 30}, {150, 153}, {90, 297}, {297, 300}, {30, 30}} {
		page := store.Page{Since: at(c.from), Until: at(c.to), Limit: 2, Offset: 1}
		var want []string
		for i := c.to - 2; i >= max(c.to-3, c.from); i-- {
			want = append(want, keys[i])
		}
		got, total := w.keys(p, page, "test.a", "test.b")
		w.equal(fmt.Sprint("rows ", c), got, want)
		w.equal(fmt.Sprint("total ", c), total, c.to-c.from)
	}
	got, total := w.keys(p, store.Page{Since: at(30), Until: at(3), Limit: 9})
	w.equal("backwards", len(got), 0)
	w.equal("backwards", total, 0)

	create := w.room(p, 10)
	create.At = at(5)
	w.commit(create)
	for _, c := range []struct {
		since, until time.Time
		want         int
	}{{at(5), at(8), 1}, {at(8), time.Time{}, 0}, {time.Time{}, at(5), 0}} {
		_, n, err := w.e.PlayerRooms(w.ctx(), "battle", p, store.Page{Since: c.since, Until: c.until, Limit: 1})
		w.equal("rooms", must(n, err)(w), c.want)
		_, n, err = w.e.Items(w.ctx(), store.ItemQuery{Owner: p, Page: store.Page{Since: c.since, Until: c.until,
			Limit: 1}})
		w.equal("items", must(n, err)(w), 0)
	}
}

// A row that comes later than its time says still stands where its time puts it, and the pages behind it move by one.
func testLateRows(w *world) {
	p, keys, at := w.history()
	w.keys(p, store.Page{Limit: 1}, "test.a", "test.b")
	late := w.pay(p, 1)
	late.Kind, late.At = "test.a", at(100).Add(time.Second)
	w.commit(late)
	got, total := w.keys(p, store.Page{Offset: historyRows - 1, Limit: 2}, "test.a", "test.b")
	w.equal("the oldest", got, []string{keys[1], keys[0]})
	w.equal("total", total, historyRows+1)
	all, _ := w.keys(p, store.Page{Limit: 400}, "test.a", "test.b")
	seen := map[string]bool{}
	for _, key := range all {
		if seen[key] {
			w.Fatalf("%s is there twice", key)
		}
		seen[key] = true
	}
	w.equal("rows", len(seen), historyRows+1)
	before, _ := w.keys(p, store.Page{Until: late.At, Limit: 1}, "test.a", "test.b")
	w.equal("before the late one", before, []string{keys[101]})

	// A player who comes into an old room has it first in the list: it is there since the entry.
	q := w.player(10)
	var rooms []store.RoomID
	for i := range 2 {
		create := w.room(p, 10)
		create.At = at(i * 30)
		w.commit(create)
		rooms = append(rooms, create.Room.Room)
	}
	for i, id := range []store.RoomID{rooms[1], rooms[0]} {
		join := w.next(must(w.e.Room(w.ctx(), id))(w), store.RoomOpen)
		join.Room.Member, join.At = q, at(100+3*i)
		w.commit(join)
		again := w.next(must(w.e.Room(w.ctx(), id))(w), store.RoomOpen)
		again.Room.Member, again.At = q, at(200-30*i) // is in it already
		w.commit(again)
	}
	list, n, err := w.e.PlayerRooms(w.ctx(), "battle", q, store.Page{Limit: 9})
	w.equal("joined", []store.RoomID{must(list, err)(w)[0].ID, list[1].ID}, []store.RoomID{rooms[0], rooms[1]})
	w.equal("total", n, 2)
}
