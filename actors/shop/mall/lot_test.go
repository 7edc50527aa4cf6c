package mall

import (
	"errors"
	"testing"
	"time"

	"jadebox/store"
	"jadebox/store/memory"
)

// lotWorld is a store with item 2 limited to a lot of so many.
func lotWorld(t *testing.T, count int64) (db *memory.Engine, held Settings, id store.RoomID) {
	t.Helper()
	db = memory.New(memory.Options{})
	t.Cleanup(func() { _ = db.Close() })
	id, err := db.NewRoomID(t.Context())
	if err == nil {
		err = PutUp(t.Context(), db, id, lotAt, 2, count)
	}
	if err != nil {
		t.Fatal(err)
	}
	return db, Settings{Own: map[store.DefID]Own{2: {Lot: id}}}, id
}

var lotAt = time.Unix(1000, 0)

func lotOf(t *testing.T, db *memory.Engine, held Settings, def store.DefID) Lot {
	t.Helper()
	lot, err := held.ReadLot(t.Context(), db, def)
	if err != nil || lot == nil {
		t.Fatalf("lot of item %d: %+v, %v", def, lot, err)
	}
	return *lot
}

// buy commits what a purchase writes of a lot.
func buy(t *testing.T, db *memory.Engine, key string, lot Lot) error {
	t.Helper()
	w, err := lot.Take(lotAt)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Commit(t.Context(), &store.Op{Key: key, Kind: "test.buy", At: lotAt, Room: w})
	return err
}

func TestALotIsSoldOneByOneToTheLast(t *testing.T) {
	db, held, id := lotWorld(t, 3)
	for left := int64(3); left > 0; left-- {
		lot := lotOf(t, db, held, 2)
		if lot.Def != 2 || lot.Put != 3 || lot.Left != left {
			t.Fatalf("%+v, want %d of 3 left", lot, left)
		}
		if err := buy(t, db, string(rune('a'+left)), lot); err != nil {
			t.Fatal(err)
		}
		room, err := db.Room(t.Context(), id)
		if err != nil || room.Status.Final() != (left == 1) {
			t.Errorf("with %d left the lot is in status %d, %v", left-1, room.Status, err)
		}
	}
	if lot := lotOf(t, db, held, 2); lot.Left != 0 || lot.Put != 3 {
		t.Errorf("sold out: %+v", lot)
	}
}

func TestOfTwoWhoWantTheLastOneGetsIt(t *testing.T) {
	for _, count := range []int64{1, 2} { // the last of a lot, and one that is not: both have read the same
		db, held, _ := lotWorld(t, count)
		first, second := lotOf(t, db, held, 2), lotOf(t, db, held, 2)
		if err := buy(t, db, "first", first); err != nil {
			t.Fatal(err)
		}
		if err := buy(t, db, "second", second); !errors.Is(err, store.ErrRoomState) {
			t.Errorf("of %d both are sold what they have seen: %v", count, err)
		}
		if lot := lotOf(t, db, held, 2); lot.Left != count-1 {
			t.Errorf("%d of %d are left", lot.Left, count)
		}
	}
}

func TestALotHoldsForItsOwnItemOnly(t *testing.T) {
	db, held, id := lotWorld(t, 3)
	if lot, err := held.ReadLot(t.Context(), db, 3); lot != nil || err != nil {
		t.Errorf("an item without a lot: %+v, %v", lot, err)
	}
	held.Own[3] = Own{Lot: id}
	if lot, err := held.ReadLot(t.Context(), db, 3); err == nil {
		t.Errorf("the lot of item 2 is that of item 3: %+v", lot)
	}
	held.Own[3] = Own{Lot: id + 1}
	if lot, err := held.ReadLot(t.Context(), db, 3); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a lot that was never put up: %+v, %v", lot, err)
	}
	other, err := db.NewRoomID(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Commit(t.Context(), &store.Op{Key: "other", Kind: "test.room", At: lotAt,
		Room: &store.RoomWrite{Room: other, Kind: "other", Epoch: 1, Status: store.RoomOpen, State: []byte(`{"def":3}`),
			Deadline: lotAt.Add(time.Hour)}}); err != nil {
		t.Fatal(err)
	}
	held.Own[3] = Own{Lot: other}
	if lot, err := held.ReadLot(t.Context(), db, 3); err == nil {
		t.Errorf("a record of another kind is a lot: %+v", lot)
	}
}

func TestALotIsPutUpOnceAndWithinItsBounds(t *testing.T) {
	db, held, id := lotWorld(t, 3)
	for _, c := range []struct {
		def   store.DefID
		count int64
		want  error
	}{{2, 0, ErrLot}, {2, -1, ErrLot}, {2, lotMost + 1, ErrLot}, {0, 1, ErrLot}, {-1, 1, ErrLot}, {2, 1, nil},
		{2, lotMost, nil}} {
		fresh, err := db.NewRoomID(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := PutUp(t.Context(), db, fresh, lotAt, c.def, c.count); !errors.Is(err, c.want) {
			t.Errorf("%d of item %d: %v, want %v", c.count, c.def, err, c.want)
		}
	}
	if err := buy(t, db, "one", lotOf(t, db, held, 2)); err != nil {
		t.Fatal(err)
	}
	if err := PutUp(t.Context(), db, id, lotAt, 2, 3); err != nil { // asked again
		t.Error(err)
	}
	if lot := lotOf(t, db, held, 2); lot.Left != 2 {
		t.Errorf("asked again, a lot of which one is sold has %d of 3", lot.Left)
	}
}

// A search keeps to its bounds of price at both ends, and a lot's number is none below zero.
func TestSettingsAndSearchesKeepToTheirLastValues(t *testing.T) {
	for text, good := range map[string]bool{`{"markupPpm":1000000}`: true, `{"own":{"7":{"lot":-1}}}`: false,
		`{"own":{"7":{"priceCents":1099511627776}}}`: true, `{"own":{"7":{"priceCents":1099511627777}}}`: false,
		`{"leastCents":5,"mostCents":5}`: true, `{"leastCents":-1}`: false, `{"mostCents":-1}`: false,
		`{"own":{"-1":{}}}`: false} {
		if _, err := Setting.Parse([]byte(text)); (err == nil) != good {
			t.Errorf("%s: %v", text, err)
		}
	}
	for value, sold := range map[int64]bool{199: false, 200: true, 3_000: true, 3_001: false} {
		held := Settings{LeastCents: 200, MostCents: 3_000}
		if cents, ok := held.PriceCents(def(9, "Moss", "rare", "other", value)); ok != sold || ok && cents != value {
			t.Errorf("an item of %d: %d, sold is %v", value, cents, ok)
		}
	}
}
