package mall

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"jadebox/actors/settings"
	"jadebox/store"
)

// A lot is how many of one item are left where the settings limit it (Own.Lot). It is a record without an actor: a
// purchase writes it in its own op, under the version that it has read, so that of two who want the last one the store
// lets one pass. A request that is refused for that is tried again (player.Buy).
const (
	KindLot   = "mall.lot"   // of the record
	KindStock = "mall.stock" // op kind of putting a lot up
	// lotWithin is no deadline in truth: a lot stays until it is sold.
	lotWithin = 50 * 365 * 24 * time.Hour
	lotMost   = 1_000_000
)

// Lot is such a record.
type Lot struct {
	Def  store.DefID `json:"def"`
	Put  int64       `json:"put"` // so many were put up
	Left int64       `json:"left"`

	room store.Room
}

// Records is where lots are read and put up.
type Records interface {
	Room(ctx context.Context, id store.RoomID) (store.Room, error)
}

// Shelf is what holds for one item: the settings, and how many are left.
type Shelf struct {
	Settings
	Lot *Lot // nil: as many as players want
}

// ReadShelf reads the settings that hold now and the lot of an item.
func ReadShelf(ctx context.Context, db interface {
	settings.Source
	Records
}, def store.DefID) (Shelf, error) {
	t, err := Setting.Read(ctx, db)
	if err != nil {
		return Shelf{}, err
	}
	lot, err := t.ReadLot(ctx, db, def)
	return Shelf{t, lot}, err
}

// ReadLot reads the lot of an item, nil when it is not limited.
func (t Settings) ReadLot(ctx context.Context, db Records, def store.DefID) (*Lot, error) {
	id := t.Own[def].Lot
	if id == 0 {
		return nil, nil
	}
	r, err := db.Room(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("mall: lot of item %d: %w", def, err)
	}
	var lot Lot
	if err := json.Unmarshal(r.State, &lot); err != nil || r.Kind != KindLot || lot.Def != def {
		return nil, fmt.Errorf("mall: record %d is no lot of item %d", id, def)
	}
	lot.room = r
	return &lot, nil
}

// Take is the write of a purchase of one; there must be one left.
func (l Lot) Take(now time.Time) (*store.RoomWrite, error) {
	l.Left--
	w := &store.RoomWrite{Room: l.room.ID, Kind: KindLot, Epoch: l.room.Epoch, FromVersion: l.room.Version,
		FromStatus: l.room.Status,
		Status:     store.RoomOpen, Deadline: now.Add(lotWithin)}
	if l.Left == 0 {
		w.Status, w.Deadline = store.RoomSettled, time.Time{}
	}
	var err error
	w.State, err = json.Marshal(l)
	return w, err
}

// ErrLot is a number of items that cannot be put up.
var ErrLot = errors.New("mall: a lot has 1 to 1,000,000 items")

// Ledger is what putting a lot up needs of a store.
type Ledger interface {
	Commit(ctx context.Context, op *store.Op) (store.Receipt, error)
}

// PutUp makes a lot of a new number; it is not offered until the settings name it.
func PutUp(ctx context.Context, db Ledger, id store.RoomID, now time.Time, def store.DefID, count int64) error {
	if count < 1 || count > lotMost || def <= 0 {
		return ErrLot
	}
	state, err := json.Marshal(Lot{Def: def, Put: count, Left: count})
	if err != nil {
		return err
	}
	_, err = db.Commit(ctx, &store.Op{Key: "mall:lot:" + strconv.FormatInt(int64(id), 10), Kind: KindStock, At: now,
		Result: state,
		Room: &store.RoomWrite{Room: id, Kind: KindLot, Epoch: 1, Status: store.RoomOpen, State: state,
			Deadline: now.Add(lotWithin)}})
	return err
}
