package audit

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"jadebox/actors/kinds"
	"jadebox/server/publiclog"
	"jadebox/store"
)

// replay is the state that the journal alone leads to. Ops come by ascending id, which is the order of each writer and
// not that of time between writers, so whatever depends on order between writers is settled by counting.
type replay struct {
	opt    Options
	report *Report

	heads    map[int64]store.ChainHead
	keys     map[[16]byte]store.OpID
	balances map[store.AccountID]int64
	seeds    *seeds
	roomsOf  map[store.RoomID]*roomTrack
	moved    map[store.ItemID]map[store.ItemPlace]int // moves in minus moves out
	away     map[store.ItemID][2]store.ItemPlace      // items that are not where they were created: created, now
	statuses map[store.RoomID]store.RoomStatus        // of the rooms seen, as they are now
	packets  packets
	counted  store.RowCounts
	others   others
	body     []byte
	scratch  []byte
	winners  winners
	goods    goods
	payments payments
	again    []againClaim
	backs    []backClaim
	log      publicLog
	played   bool // there is an op of a player
	prices   *prices
	seals    seals

	signatures *signatures
	late       overdue

	// the highest number of a room so far, and the one before the newest restore
	newestRoom, restoredUpTo store.RoomID

	// A whole audit sums up first, and looks closer only at what does not come out (sieve.go).
	sieve    *sieve
	only     *guilty
	inRooms  map[store.AccountID]int64         // what rooms hold, as their accounts have it
	heldNow  map[store.ItemID]store.ItemPlace  // by rooms
	awaiting map[store.ItemID]store.ItemStatus // a delivery
}

// roomTrack counts the writes of a room. Versions are 1, 2, 3 … each once, so their number and sum tell.
type roomTrack struct {
	writes, versions uint64
	finals           int
	last             store.RoomWrite
	lastVersion      uint64
	hash             [32]byte
}

func newReplay(opt Options, r *Report) *replay {
	return &replay{opt: opt, report: r, heads: map[int64]store.ChainHead{}, keys: map[[16]byte]store.OpID{},
		balances: map[store.AccountID]int64{},
		seeds:    newSeeds(), roomsOf: map[store.RoomID]*roomTrack{},
		moved: map[store.ItemID]map[store.ItemPlace]int{}, away: map[store.ItemID][2]store.ItemPlace{},
		statuses: map[store.RoomID]store.RoomStatus{}, packets: newPackets(), winners: newWinners(), goods: newGoods(),
		payments: newPayments(), others: others{}, log: newPublicLog(opt.Site != nil), late: overdue{}}
}

func (c *replay) feed(e *store.JournalEntry) error {
	r := c.report
	r.Ops++
	c.late.feed(e.At)
	c.chain(e)
	if err := e.Validate(); err != nil {
		r.violate(Ledger, "op %d: %v", e.ID, err)
	}
	if c.keys != nil { // a whole audit asks the store
		key := keyHash(e.Player, e.Key)
		if other, twice := c.keys[key]; twice {
			r.violate(Keys, "ops %d and %d have the same key %q of player %d", other, e.ID, e.Key, e.Player)
		}
		c.keys[key] = e.ID
	}
	if entries := e.Entries(); !slices.Equal(entries, e.Transfers) {
		r.violate(Ledger, "op %d: the ledger has %v, the journal %v", e.ID, e.Transfers, entries)
	}
	c.postings(e)
	c.seeds.feed(r, e)
	c.statement(e)
	c.packets.feed(&e.Op)
	c.claim(e)
	c.items(e)
	c.wentBack(e)
	c.room(e)
	c.winners.feed(r, e)
	c.goods.feed(r, e)
	c.payments.feed(e, r)
	for _, l := range e.Leaves {
		result, err := c.opt.Leaf(l)
		if result {
			r.Results++
		}
		if err != nil {
			r.violate(Results, "op %d, leaf %q: %v", e.ID, l.Key, err)
		}
	}
	return nil
}

func (c *replay) chain(e *store.JournalEntry) {
	writer := e.ID.Writer()
	head, known := c.heads[writer]
	if !known {
		head.Chain = store.ChainGenesis(writer)
	}
	if e.ID.Seq() != head.Seq+1 {
		c.report.violate(Chain, "writer %d: op %d follows %d", writer, e.ID.Seq(), head.Seq)
	} else {
		var next [32]byte
		c.body = store.AppendRecord(c.body[:0], &e.OpRecord)
		next, c.scratch = store.NextChain(head.Chain, e.ID, &e.Op, c.body, c.scratch)
		if next != e.Chain {
			c.report.violate(Chain, "op %d: hash chain broken", e.ID)
		}
	}
	c.heads[writer] = store.ChainHead{Seq: e.ID.Seq(), Chain: e.Chain}
}

func keyHash(p store.PlayerID, key string) [16]byte {
	b := binary.BigEndian.AppendUint64(make([]byte, 0, 8+store.MaxKeyBytes), uint64(p))
	sum := sha256.Sum256(append(b, key...))
	return [16]byte(sum[:16])
}

func (c *replay) items(e *store.JournalEntry) {
	c.counted.Ops++
	c.counted.Transfers += int64(len(e.Transfers))
	c.counted.Items += int64(len(e.Items))
	if len(e.Items) != len(e.NewItems) {
		c.report.violate(Items, "op %d created %d items, %d are there", e.ID, len(e.NewItems), len(e.Items))
		return
	}
	for i, n := range e.NewItems {
		it := e.Items[i]
		if it.ID != store.ItemID(int64(e.ID)<<7|int64(i)) || it.Def != n.Def || it.ValueCents != n.ValueCents ||
			it.Source != n.Source || !it.At.Equal(e.At) {
			c.report.violate(Items, "item %d is %+v, created as %+v", it.ID, it, n)
		}
	}
	c.report.Items += int64(len(e.Items))
	c.places(e)
}

func place(it store.Item) store.ItemPlace {
	return store.ItemPlace{Owner: it.Owner, Status: it.Status}
}

// wentBack holds rooms of before a restore to their end. Writers and numbers of rooms are others since (store/postgres,
// MarkRestored), and the journal is read by writers: what comes behind the restore was done after it, and a room with a
// number up to the highest that came before it is of before it.
func (c *replay) wentBack(e *store.JournalEntry) {
	if e.Kind == publiclog.KindRestored {
		c.restoredUpTo = c.newestRoom
	}
	w := e.Room
	if w == nil {
		return
	}
	if _, played := kinds.All.Of(w.Kind); played && w.Room <= c.restoredUpTo && w.Status != store.RoomVoid {
		c.report.violate(Rooms, "room %d was open when the site went back to a backup, and goes on by op %d (%s)",
			w.Room, e.ID, e.Kind)
	}
	c.newestRoom = max(c.newestRoom, w.Room)
}

func (c *replay) room(e *store.JournalEntry) {
	w := e.Room
	if w == nil {
		return
	}
	if c.sieve != nil {
		c.sieve.write(e)
		return
	}
	if !c.only.room(w.Room) {
		return
	}
	t := c.roomsOf[w.Room]
	if t == nil {
		t = &roomTrack{}
		c.roomsOf[w.Room] = t
	}
	version := w.FromVersion + 1
	t.writes++
	t.versions += version
	if w.Status.Final() {
		t.finals++
	}
	if version > t.lastVersion {
		t.last, t.lastVersion, t.hash = *w, version, e.StateHash
	}
}
