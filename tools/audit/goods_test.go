package audit_test

import (
	"strings"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/shop/delivery"
	"jadebox/store"
	"jadebox/store/memory"
	"jadebox/tools/audit"
)

// story tells a purchase and a retrieval, with one thing in it that is wrong.
func story(t *testing.T, wrong string) *audit.Report {
	t.Helper()
	ctx := t.Context()
	e := memory.New(memory.Options{Clock: func() time.Time { return at }})
	p, err := e.Register(ctx, store.NewPlayer{Name: "player", At: at}, &store.Op{Key: "welcome", Kind: "player.welcome",
		At:       at,
		Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(0), AmountCents: 1000}}})
	if err != nil {
		t.Fatal(err)
	}
	commit := func(op *store.Op) store.Receipt {
		t.Helper()
		op.Player, op.At = p.ID, at
		r, err := e.Commit(ctx, op)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	buy := func(key, kind string, paid int64) store.ItemID {
		return commit(&store.Op{Key: key, Kind: kind,
			Postings: []store.Posting{{Debit: store.PlayerGems(p.ID), Credit: store.House, AmountCents: paid}},
			NewItems: []store.NewItem{{Owner: p.ID, Def: 1, ValueCents: 100, Source: store.FromMall}}}).ItemID(0)
	}
	paid, kind := int64(103), player.KindBuy
	switch wrong {
	case "too cheap":
		paid = 99
	case "another kind":
		kind = "box.open"
	}
	a, b := buy("a", kind, paid), buy("b", player.KindBuy, 103)
	move := func(id store.ItemID, from, to store.ItemStatus) store.ItemMove {
		return store.ItemMove{Item: id, From: store.ItemPlace{Owner: p.ID, Status: from},
			To: store.ItemPlace{Owner: p.ID, Status: to}}
	}
	room, err := e.NewRoomID(ctx)
	if err != nil {
		t.Fatal(err)
	}
	write := func(version uint64, from, to store.RoomStatus) *store.RoomWrite {
		w := &store.RoomWrite{Room: room, Kind: delivery.Kind, Epoch: 1, FromVersion: version, FromStatus: from,
			Status: to, State: []byte("{}")}
		if !to.Final() {
			w.Deadline = at.Add(time.Hour)
		}
		return w
	}
	request := &store.Op{Key: "r", Kind: delivery.KindRequest, Room: write(0, 0, store.RoomOpen),
		Moves: []store.ItemMove{move(a, 0, store.ItemAwaitingDelivery), move(b, 0, store.ItemAwaitingDelivery)}}
	if wrong == "no order" {
		request.Room = nil
		commit(request)
		return check(t, e, audit.Options{Now: func() time.Time { return at }})
	}
	commit(request)
	if wrong == "open" {
		return check(t, e, audit.Options{Now: func() time.Time { return at }})
	}
	if wrong == "one left" {
		next := &store.Op{Key: "x", Kind: delivery.KindApprove, Room: write(1, store.RoomOpen, store.RoomLocked),
			Moves: []store.ItemMove{move(a, store.ItemAwaitingDelivery, store.ItemInBackpack)}}
		commit(next)
		return check(t, e, audit.Options{Now: func() time.Time { return at }})
	}
	end := &store.Op{Key: "end", Kind: delivery.KindShip, Room: write(1, store.RoomOpen, store.RoomSettled),
		Moves: []store.ItemMove{move(a, store.ItemAwaitingDelivery, store.ItemRetrieved),
			move(b, store.ItemAwaitingDelivery, store.ItemRetrieved)}}
	if wrong == "one forgotten" {
		end.Moves = end.Moves[:1]
	}
	commit(end)
	return check(t, e, audit.Options{Now: func() time.Time { return at }})
}

func TestGoodsAreHeldToTheirPrices(t *testing.T) {
	for wrong, says := range map[string]string{"": "", "open": "", "too cheap": "worth 100 for 99",
		"another kind": "items of the mall", "no order": "without an order",
		"one left": "have left it", "one forgotten": "2 items went in, 1 came out"} {
		r := story(t, wrong)
		var text []string
		for _, v := range r.Violations {
			text = append(text, v.What)
		}
		if all := strings.Join(text, "\n"); says == "" && all != "" || !strings.Contains(all, says) {
			t.Errorf("%q: %s", wrong, all)
		}
	}
}
