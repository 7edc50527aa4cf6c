package storetest

import (
	"time"

	"jadebox/store"
)

func testItems(w *world) {
	p, q := w.player(1000), w.player(1000)
	item := w.commit(w.opening(p, 0, 100)).ItemID(0)
	move := func(from, to store.ItemPlace) *store.Op {
		op := w.pay(p, 42)
		op.Moves = []store.ItemMove{{Item: item, From: from, To: to}}
		return op
	}
	own := func(owner store.PlayerID, s store.ItemStatus) store.ItemPlace {
		return store.ItemPlace{Owner: owner, Status: s}
	}
	give := move(own(p, store.ItemInBackpack), own(q, store.ItemInBackpack))
	r := w.commit(give)
	w.equal("moves of the record", must(w.e.Op(w.ctx(), r.Op))(w).Moves, give.Moves)
	w.commit(move(own(q, store.ItemInBackpack), own(q, store.ItemAwaitingDelivery)))
	w.commit(move(own(q, store.ItemAwaitingDelivery), own(q, store.ItemRetrieved)))
	got := must(w.e.ItemsByID(w.ctx(), []store.ItemID{item}))(w)
	w.equal("place", store.ItemPlace{Owner: got[0].Owner, Status: got[0].Status}, own(q, store.ItemRetrieved))
	w.equal("bags", []int{must(w.e.LoadPlayer(w.ctx(), p))(w).BagCount, must(w.e.LoadPlayer(w.ctx(), q))(w).BagCount},
		[]int{0, 0})

	// All or nothing: one item that is not there refuses the sale of the others.
	a, b := w.commit(w.opening(p, 1, 10)).ItemID(0), w.commit(w.opening(p, 2, 10)).ItemID(0)
	sale := w.pay(p, 84)
	for _, id := range []store.ItemID{b, item, a} {
		sale.Moves = append(sale.Moves, store.ItemMove{Item: id, From: own(p, store.ItemInBackpack),
			To: own(p, store.ItemSold)})
	}
	before := w.state()
	_, err := w.e.Commit(w.ctx(), sale)
	w.fails(err, store.ErrItemState, "sale of three with one gone")
	w.equal("state", w.state(), before)
	sale.Moves = append(sale.Moves[:1], sale.Moves[2:]...)
	w.commit(sale)
	w.equal("bag", must(w.e.LoadPlayer(w.ctx(), p))(w).BagCount, 0)
}

func testItemPages(w *world) {
	p, q := w.player(1000), w.player(1000)
	var ids []store.ItemID // newest first
	for i := range 5 {
		op := w.opening(p, uint64(i), 10)
		op.At = now.Add(time.Duration(i) * time.Second)
		if i == 3 {
			op.NewItems[0].Source = store.FromBattle
		}
		ids = append([]store.ItemID{w.commit(op).ItemID(0)}, ids...)
	}
	w.commit(w.opening(q, 0, 10))
	sale := w.pay(p, 1)
	sale.Moves = []store.ItemMove{{Item: ids[4], From: store.ItemPlace{Owner: p},
		To: store.ItemPlace{Owner: p, Status: store.ItemSold}}}
	w.commit(sale)
	list := func(q store.ItemQuery, total int, want ...store.ItemID) {
		w.Helper()
		items, n, err := w.e.Items(w.ctx(), q)
		if err != nil {
			w.Fatal(err)
		}
		var got []store.ItemID
		for _, it := range items {
			got = append(got, it.ID)
		}
		w.equal("items", got, want)
		w.equal("total", n, total)
	}
	all := store.Page{Limit: 10}
	list(store.ItemQuery{Owner: p, Page: all}, 5, ids...)
	list(store.ItemQuery{Owner: p, Page: store.Page{Offset: 1, Limit: 2}}, 5, ids[1], ids[2])
	list(store.ItemQuery{Owner: p, Page: store.Page{Offset: 9, Limit: 2}}, 5)
	list(store.ItemQuery{Owner: p, Statuses: []store.ItemStatus{store.ItemInBackpack}, Page: all}, 4, ids[:4]...)
	list(store.ItemQuery{Owner: p, Statuses: []store.ItemStatus{store.ItemSold, store.ItemUpgraded}, Page: all}, 1,
		ids[4])
	list(store.ItemQuery{Owner: p, Statuses: []store.ItemStatus{store.ItemInBackpack, store.ItemSold}, Page: all}, 5,
		ids...)
	list(store.ItemQuery{Owner: p, Sources: []store.ItemSource{store.FromBattle}, Page: all}, 1, ids[1])
	list(store.ItemQuery{Owner: q + 100, Page: all}, 0)
}

func testHistory(w *world) {
	p := w.player(1000)
	open := w.opening(p, 0, 10)
	open.At = now.Add(time.Second)
	w.commit(open)
	pay := w.pay(p, 5)
	pay.At = now.Add(2 * time.Second)
	w.commit(pay)
	list := func(kinds []string, page store.Page, total int, want ...string) {
		w.Helper()
		recs, n, err := w.e.Ops(w.ctx(), store.OpQuery{Player: p, Kinds: kinds, Page: page})
		if err != nil {
			w.Fatal(err)
		}
		var got []string
		for _, r := range recs {
			got = append(got, r.Kind)
		}
		w.equal("kinds", got, want)
		w.equal("total", n, total)
	}
	list(nil, store.Page{Limit: 10}, 3, "test.pay", "box.open", "player.welcome")
	list([]string{"box.open", "none"}, store.Page{Limit: 10}, 1, "box.open")
	list(nil, store.Page{Offset: 1, Limit: 1}, 3, "box.open")
	recs, _, _ := w.e.Ops(w.ctx(), store.OpQuery{Player: p, Kinds: []string{"box.open"}, Page: store.Page{Limit: 1}})
	w.equal("record", recs[0], must(w.e.Op(w.ctx(), recs[0].ID))(w))
}

// An item in a room's escrow is in no backpack, and only an op of that room moves it.
func testItemsHeldByARoom(w *world) {
	p, q := w.player(1000), w.player(1000)
	item := w.commit(w.opening(p, 0, 100)).ItemID(0)
	create := w.room(p, 10)
	id := create.Room.Room
	own := func(owner store.PlayerID) store.ItemPlace { return store.ItemPlace{Owner: owner} }
	held := own(store.RoomHolder(id))
	create.Moves = []store.ItemMove{{Item: item, From: own(p), To: held}}
	w.commit(create)
	where := func(want store.ItemPlace) {
		w.Helper()
		got := must(w.e.ItemsByID(w.ctx(), []store.ItemID{item}))(w)
		w.equal("place", store.ItemPlace{Owner: got[0].Owner, Status: got[0].Status}, want)
	}
	where(held)
	w.equal("bag of the giver", must(w.e.LoadPlayer(w.ctx(), p))(w).BagCount, 0)

	room := must(w.e.Room(w.ctx(), id))(w)
	before := w.state()
	other := w.room(q, 10)
	other.Moves = []store.ItemMove{{Item: item, From: held, To: own(q)}}
	steal := w.pay(q, 1)
	steal.Moves = other.Moves
	sold := w.pay(p, 1)
	sold.Moves = []store.ItemMove{{Item: item, From: own(p), To: store.ItemPlace{Owner: p, Status: store.ItemSold}}}
	parked := w.next(room, store.RoomOpen)
	parked.Moves = []store.ItemMove{{Item: item, From: own(p), To: store.ItemPlace{Owner: held.Owner,
		Status: store.ItemAwaitingDelivery}}}
	again := w.next(room, store.RoomOpen)
	again.Moves = create.Moves
	for what, c := range map[string]struct {
		op   *store.Op
		want error
	}{
		"taken by an op without a room": {steal, store.ErrInvalid},
		"taken by another room":         {other, store.ErrInvalid},
		"held in another status":        {parked, store.ErrInvalid},
		"given by one without it":       {again, store.ErrItemState},
		"sold from escrow":              {sold, store.ErrItemState},
	} {
		_, err := w.e.Commit(w.ctx(), c.op)
		w.fails(err, c.want, what)
	}
	w.equal("state", w.state(), before)

	settle := w.next(room, store.RoomSettled, store.Posting{Debit: store.RoomEscrow(id), Credit: store.PlayerGems(q),
		AmountCents: 10})
	settle.Moves = []store.ItemMove{{Item: item, From: held, To: own(q)}}
	w.commit(settle)
	where(own(q))
	w.equal("bag of the winner", must(w.e.LoadPlayer(w.ctx(), q))(w).BagCount, 1)
}
