package retrievals

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"jadebox/actors/shop/delivery"
	"jadebox/actors/shop/payment"
	"jadebox/store"
	"jadebox/store/memory"
	"jadebox/tools/operator/operatortest"
)

var at = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// order makes a player with one item on its way.
func order(t *testing.T, db *memory.Engine, name string) (store.RoomID, store.ItemID) {
	t.Helper()
	ctx := t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	p, err := db.Register(ctx, store.NewPlayer{Name: name, SpreadCode: name, At: at}, nil)
	must(err)
	made, err := db.Commit(ctx, &store.Op{Key: "give " + name, Kind: "test", At: at,
		NewItems: []store.NewItem{{Owner: p.ID, Def: 1, ValueCents: 500}}})
	must(err)
	item := made.ItemID(0)
	room, err := db.NewRoomID(ctx)
	must(err)
	items := []delivery.Item{{ID: item, Def: 1, ValueCents: 500}}
	state, err := json.Marshal(delivery.Order{Player: p.ID, Items: items, TradeURL: "https://steamcommunity.com/x",
		AtMS: at.UnixMilli()})
	must(err)
	result, err := json.Marshal(delivery.Record{ID: room, Items: items})
	must(err)
	_, err = db.Commit(ctx, &store.Op{Player: p.ID, Key: "request", Kind: delivery.KindRequest, At: at, Result: result,
		Moves: []store.ItemMove{{Item: item, From: store.ItemPlace{Owner: p.ID}, To: store.ItemPlace{Owner: p.ID,
			Status: store.ItemAwaitingDelivery}}},
		Room: &store.RoomWrite{Room: room, Kind: delivery.Kind, Epoch: 1, Status: store.RoomOpen, State: state,
			Deadline: at.Add(time.Hour), Member: p.ID}})
	must(err)
	return room, item
}

func TestARetrievalIsReviewed(t *testing.T) {
	db := memory.New(memory.Options{Clock: func() time.Time { return at }})
	sent, a := order(t, db, "alice01")
	kept, b := order(t, db, "bobby02")
	run := func(format string, args ...any) (string, error) {
		return operatortest.Run(t.Context(), &Command{}, db, at, "", strings.Fields(fmt.Sprintf(format, args...))...)
	}
	status := func(id store.ItemID) store.ItemStatus {
		items, err := db.ItemsByID(t.Context(), []store.ItemID{id})
		if err != nil {
			t.Fatal(err)
		}
		return items[0].Status
	}
	for _, bad := range []string{"", "list all", "approve", "approve x", "ship t1", fmt.Sprintf("ship t%d E1", sent),
		"reject t1", "approve t999", "release x", fmt.Sprintf("release %d", a), "steal t1"} {
		if out, err := run("%s", bad); err == nil {
			t.Errorf("%q: %s", bad, out)
		}
	}
	if out, err := run("list"); err != nil || strings.Count(out, "\n") != 2 || !strings.Contains(out, "5.00 gems") {
		t.Errorf("%s %v", out, err)
	}
	found, err := db.ItemsByID(t.Context(), []store.ItemID{b})
	if err != nil {
		t.Fatal(err)
	}
	debtor := found[0].Owner
	if _, err := db.Commit(t.Context(), &store.Op{Player: debtor, Key: payment.ReversedKey(4),
		Kind: store.KindReversed, At: at,
		Result: fmt.Appendf(nil, `{"player":%d,"order":4,"boughtCents":700,"bonusCents":7}`, debtor)}); err != nil {
		t.Fatal(err)
	}
	if out, err := run("list"); err != nil || strings.Count(out, "owes ") != 1 || !strings.Contains(out,
		"owes 7.07 gems of recharges that were taken back\n") {
		t.Errorf("one of two accounts owes 7.07 gems, and the list says %s %v", out, err)
	}
	if out, err := run("approve t%d", sent); err != nil || !strings.Contains(out, "approved") {
		t.Errorf("%s %v", out, err)
	}
	if out, err := run("ship t%d E1 by hand", sent); err != nil || !strings.Contains(out, "shipped") ||
		status(a) != store.ItemRetrieved {
		t.Errorf("%s %v, status %d", out, err, status(a))
	}
	if _, err := run("fail t%d too late", sent); err == nil {
		t.Error("a shipped order failed")
	}
	if out, err := run("reject t%d no", kept); err != nil || status(b) != store.ItemRejected {
		t.Errorf("%s %v, status %d", out, err, status(b))
	}
	if _, err := run("giveup t%d E1", kept); err == nil {
		t.Error("an order that is over was given up")
	}
	if out, err := run("release %d", b); err != nil || status(b) != store.ItemInBackpack {
		t.Errorf("%s %v, status %d", out, err, status(b))
	}
	if out, err := run("list"); err != nil || out != "" {
		t.Errorf("still to do: %s %v", out, err)
	}
}
