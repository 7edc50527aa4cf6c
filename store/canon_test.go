package store_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"jadebox/store"
)

var at = time.Date(2026, 4, 1, 10, 0, 0, 123456789, time.UTC)

func full() *store.Op {
	return &store.Op{Player: 7, Key: "k", Kind: "battle.settle", At: at, Request: [32]byte{1},
		Postings: []store.Posting{{Debit: store.House, Credit: store.PlayerGems(7), AmountCents: 1<<53 - 1},
			{Debit: store.RoomEscrow(9), Credit: store.Bonus, AmountCents: 1}},
		NewItems: []store.NewItem{{Owner: 7, Def: 3, ValueCents: 99, Source: store.FromBattle}},
		Moves: []store.ItemMove{{Item: 1 << 60, From: store.ItemPlace{Owner: 7},
			To: store.ItemPlace{Owner: 8, Status: store.ItemSold}}},
		Nonce: &store.NonceUse{Player: 7, Epoch: 2, From: 1 << 40, Count: 5},
		Room: &store.RoomWrite{Room: 9, Kind: "battle", Epoch: 3, FromVersion: 4, FromStatus: store.RoomRunning,
			Status: store.RoomSettled, State: []byte("state"), Member: 7},
		Leaves: []store.LogLeaf{{Key: "result:{op}-0", Data: []byte("a")}, {Key: "plain", Data: []byte{}}},
		Events: []store.NewEvent{{Type: "drop", Body: []byte("b")}},
		Result: []byte("r"),
	}
}

func TestBodyHoldsTheWholeOp(t *testing.T) {
	id := store.MakeOpID(5, 77)
	original := full()
	op := original.Normal(id)
	body := store.AppendBody(nil, op)
	rec := store.OpRecord{ID: id, Op: store.Op{Player: op.Player, Key: op.Key, Kind: op.Kind, At: op.At,
		Request: op.Request, Result: op.Result}}
	if err := store.DecodeBody(body, &rec); err != nil {
		t.Fatal(err)
	}
	want := *op
	room := *op.Room
	room.State = nil
	want.Room = &room
	if d := cmp.Diff(want, rec.Op); d != "" {
		t.Error(d)
	}
	if rec.StateHash != sha256.Sum256([]byte("state")) {
		t.Error("state hash")
	}
	if !bytes.Equal(store.AppendRecord(nil, &rec), body) {
		t.Error("a record does not encode to the body it came from")
	}
	if rec.Leaves[0].Key != "result:5497558138957-0" || original.Leaves[0].Key != "result:{op}-0" {
		t.Errorf("op id in leaf keys: %q, in the caller's op: %q", rec.Leaves[0].Key, original.Leaves[0].Key)
	}
	if rec.At != at.Truncate(time.Microsecond) {
		t.Errorf("time %v", rec.At)
	}
}

// TestChainCoversEveryField changes one thing at a time.
func TestChainCoversEveryField(t *testing.T) {
	head := func(prev [32]byte, id store.OpID, op *store.Op) [32]byte {
		h, _ := store.NextChain(prev, id, op, store.AppendBody(nil, op), nil)
		return h
	}
	seen := map[[32]byte]string{head(store.ChainGenesis(1), 1, full()): "unchanged"}
	check := func(name string, h [32]byte) {
		t.Helper()
		if other, same := seen[h]; same {
			t.Errorf("%s gives the same chain as %s", name, other)
		}
		seen[h] = name
	}
	check("another writer", head(store.ChainGenesis(2), 1, full()))
	check("another id", head(store.ChainGenesis(1), 2, full()))
	for name, change := range map[string]func(*store.Op){
		"player": func(o *store.Op) { o.Player++ }, "key": func(o *store.Op) { o.Key = "l" },
		"kind":    func(o *store.Op) { o.Kind = "x" },
		"time":    func(o *store.Op) { o.At = o.At.Add(time.Microsecond) },
		"request": func(o *store.Op) { o.Request[31]++ },
		"amount":  func(o *store.Op) { o.Postings[0].AmountCents-- }, "posting order": func(o *store.Op) {
			o.Postings[0],
				o.Postings[1] = o.Postings[1], o.Postings[0]
		},
		"item": func(o *store.Op) { o.NewItems[0].Def++ }, "move": func(o *store.Op) { o.Moves[0].To.Owner++ },
		"nonce":        func(o *store.Op) { o.Nonce.From++ },
		"no nonce":     func(o *store.Op) { o.Nonce = nil },
		"room state":   func(o *store.Op) { o.Room.State = []byte("other") },
		"room version": func(o *store.Op) { o.Room.FromVersion++ },
		"deadline":     func(o *store.Op) { o.Room.Deadline = at },
		"leaf":         func(o *store.Op) { o.Leaves[1].Data = []byte("x") },
		"event":        func(o *store.Op) { o.Events[0].Type = "x" },
		"result":       func(o *store.Op) { o.Result = nil }, "bytes between key and kind": func(o *store.Op) {
			o.Key,
				o.Kind = "kb", "attle.settle"
		},
	} {
		op := full()
		change(op)
		check(name, head(store.ChainGenesis(1), 1, op))
	}
}

func FuzzDecodeBody(f *testing.F) {
	f.Add(store.AppendBody(nil, full()))
	f.Add([]byte{1, 0xff, 0xff, 0xff, 0xff, 0x7f}) // a count of postings that no body could hold
	f.Fuzz(func(t *testing.T, body []byte) {
		var rec store.OpRecord
		if store.DecodeBody(body, &rec) != nil {
			return
		}
		var again store.OpRecord
		if err := store.DecodeBody(store.AppendRecord(nil, &rec), &again); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(rec, again); d != "" {
			t.Error(d)
		}
	})
}

func TestOnlyLegalItemMovesPass(t *testing.T) {
	finals := []store.ItemStatus{store.ItemUpgraded, store.ItemSold, store.ItemRetrieved, store.ItemVoided,
		store.ItemReplaced}
	for _, from := range finals {
		for to := store.ItemInBackpack; to <= store.ItemReplaced; to++ {
			if store.LegalItemMove(from, to) {
				t.Errorf("from final status %d to %d", from, to)
			}
		}
	}
	for from, sells := range map[store.ItemStatus]bool{store.ItemInBackpack: true, store.ItemRetrievalFailed: true,
		store.ItemRejected:         true,
		store.ItemAwaitingDelivery: false, store.ItemRepeatedFailures: false, store.ItemOffersRejected: false} {
		if store.LegalItemMove(from, store.ItemSold) != sells {
			t.Errorf("sold from status %d: %v", from, !sells)
		}
	}
	for to := store.ItemInBackpack; to <= store.ItemReplaced; to++ {
		reachable := false
		for from := store.ItemInBackpack; from <= store.ItemReplaced; from++ {
			reachable = reachable || store.LegalItemMove(from, to)
		}
		if !reachable {
			t.Errorf("status %d cannot be reached", to)
		}
	}
}

// The version that a room is written from is a number as any other: up to the greatest, and not beyond.
func TestARoomsVersionEndsWhereNumbersEnd(t *testing.T) {
	for version, good := range map[uint64]bool{1: true, store.MaxAmountCents: true, store.MaxAmountCents + 1: false} {
		op := full()
		op.Room.FromVersion = version
		if err := op.Validate(); (err == nil) != good || !good && !errors.Is(err, store.ErrInvalid) {
			t.Errorf("version %d: %v", version, err)
		}
	}
}
