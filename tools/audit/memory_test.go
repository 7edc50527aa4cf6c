package audit_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"runtime"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/kinds/roll"
	"jadebox/actors/player"
	"jadebox/fairness/log"
	"jadebox/server/publiclog"
	"jadebox/store"
	"jadebox/tools/audit"
)

// endless is the database of a site that is as long as it is said to be and that is not kept: each row is made when it
// is asked for. A few players are given an item, sell it, play rooms of two kinds that come to nothing and so on, and
// the journal is sealed every half minute.
type endless struct {
	store.Snapshot // what an audit does not ask here
	ops            int
	most           uint64 // bytes of the heap
	tree           func(n int) [][32]byte
	before         uint64
	end            store.ChainHead // when the journal was read
}

const (
	playersOfEndless = 100
	cycleOfEndless   = 6 // a gift, its sale, and two rooms that are made and end
	cyclesOfSeal     = 100
	sealOfEndless    = cyclesOfSeal*cycleOfEndless + 1 // each so many ops one that seals those before it
	everyOfEndless   = 50 * time.Millisecond
	leavesOfSeal     = cyclesOfSeal + 1
)

func endlessAt(i int) time.Time { return at.Add(time.Duration(i) * everyOfEndless) }

// step is which op of its cycle the i-th is, and the number of the cycle; -1 for one that seals.
func (v *endless) step(i int) (step, cycle int) {
	if i%sealOfEndless == sealOfEndless-1 {
		return -1, 0
	}
	i -= i / sealOfEndless
	return i % cycleOfEndless, i / cycleOfEndless
}

// seal is the n-th one of the journal, from 1.
func (v *endless) seal(n int64) *store.JournalEntry {
	i := int(n)*sealOfEndless - 1
	text, err := log.Heads{N: n, AtMS: endlessAt(i).UnixMilli(), Heads: []log.Head{{Writer: 1, Seq: int64(i),
		MAC: log.HeadMAC("", 1, int64(i), [32]byte{})}}}.Leaf()
	if err != nil {
		panic(err)
	}
	e := &store.JournalEntry{}
	e.ID, e.Kind, e.Key = store.MakeOpID(1, int64(i+1)), publiclog.KindHeads, publiclog.HeadsKey(n)
	e.At, e.Leaves = endlessAt(i), []store.LogLeaf{{Key: e.Key, Data: text}}
	return e
}

func (v *endless) op(i int) *store.JournalEntry {
	step, cycle := v.step(i)
	if step < 0 {
		return v.seal(int64(i/sealOfEndless) + 1)
	}
	p := store.PlayerID(cycle%playersOfEndless + 1)
	e := &store.JournalEntry{}
	e.ID = store.MakeOpID(1, int64(i+1))
	e.Op = store.Op{Player: p, Key: fmt.Sprint("key-", i), At: endlessAt(i)}
	switch step {
	case 0:
		e.Kind = "demo.credit"
		e.Postings = money(store.PlayerGems(p), store.House, 7)
		e.NewItems = []store.NewItem{{Owner: p, Def: 1, ValueCents: 7, Source: store.FromBox}}
		e.Items = []store.Item{v.item(e.ID, p, e.At)}
		e.Leaves = []store.LogLeaf{{Key: fmt.Sprint("leaf:", i), Data: fmt.Append(nil, "leaf ", i)}}
	case 1:
		e.Kind, e.Result = player.KindSell, []byte(`{"soldCents":7,"count":1}`)
		e.Postings = money(store.House, store.PlayerGems(p), 7)
		e.Moves = []store.ItemMove{{Item: store.ItemID((e.ID - 1) << 7), From: store.ItemPlace{Owner: p},
			To: store.ItemPlace{Owner: p, Status: store.ItemSold}}}
	default:
		made := i - step%2
		room := store.RoomID(made)
		w := &store.RoomWrite{Room: room, Kind: v.kind(made), Epoch: 1, Status: store.RoomOpen, Deadline: e.At}
		e.Kind, e.Postings = w.Kind+".create", money(store.PlayerGems(p), store.RoomEscrow(room), 7)
		e.StateHash = sha256.Sum256([]byte("open"))
		if made < i {
			w.FromVersion, w.FromStatus, w.Status, w.Deadline = 1, store.RoomOpen, store.RoomVoid, time.Time{}
			e.Kind, e.Postings = w.Kind+".void", money(store.RoomEscrow(room), store.PlayerGems(p), 7)
			e.StateHash = sha256.Sum256([]byte("void"))
		}
		e.Room = w
	}
	e.Transfers = e.Postings
	return e
}

func (v *endless) item(op store.OpID, owner store.PlayerID, at time.Time) store.Item {
	return store.Item{ID: store.ItemID(op << 7), Owner: owner, Def: 1, ValueCents: 7, Source: store.FromBox,
		Status: store.ItemSold, Op: op, At: at}
}

// kind is that of the room that the i-th op makes; "" for one that makes none.
func (v *endless) kind(i int) string {
	switch step, _ := v.step(i); step {
	case 2:
		return battle.Kind
	case 4:
		return roll.Kind
	}
	return ""
}

func (v *endless) measure() {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	v.most = max(v.most, m.HeapAlloc-min(v.before, m.HeapAlloc))
}

func (v *endless) JournalAfter(_ context.Context, _ store.Cursor, yield func(*store.JournalEntry) error) error {
	v.end.Chain = store.ChainGenesis(1)
	for i := range v.ops {
		e := v.op(i)
		v.end.Seq = e.ID.Seq()
		v.end.Chain, _ = store.NextChain(v.end.Chain, e.ID, &e.Op, store.AppendRecord(nil, &e.OpRecord), nil)
		e.Chain = v.end.Chain
		if err := yield(e); err != nil {
			return err
		}
		if i%(v.ops/8) == 0 {
			v.measure()
		}
	}
	v.measure()
	return nil
}

// Heads are asked for when the journal was read.
func (v *endless) Heads(context.Context) (map[int64]store.ChainHead, error) {
	return map[int64]store.ChainHead{1: v.end}, nil
}

// Chains are what every seal is of.
func (v *endless) Chains(_ context.Context, ids []store.OpID) (map[store.OpID][32]byte, error) {
	chains := map[store.OpID][32]byte{}
	for _, id := range ids {
		chains[id] = [32]byte{}
	}
	return chains, nil
}

func (v *endless) Keyed(_ context.Context, _ store.PlayerID, key string) (store.OpRecord, error) {
	var n int64
	if _, err := fmt.Sscanf(key, "heads:%d", &n); err == nil &&
		n <= int64(v.ops/sealOfEndless) {
		return v.seal(n).OpRecord, nil
	}
	return store.OpRecord{}, store.ErrNotFound
}

func (v *endless) Items(_ context.Context, ids []store.ItemID, yield func(store.Item) error) error {
	for _, id := range ids {
		if err := yield(v.op(int(id.OpID().Seq()) - 1).Items[0]); err != nil {
			return err
		}
	}
	return nil
}

func (v *endless) Counts(context.Context) (store.RowCounts, error) {
	n := int64(v.ops / sealOfEndless * cyclesOfSeal)
	return store.RowCounts{Ops: int64(v.ops), Transfers: cycleOfEndless * n, Items: n}, nil
}

func (v *endless) Accounts(_ context.Context, _ []store.AccountID, yield func(store.AccountState) error) error {
	for p := range playersOfEndless {
		var s store.AccountState
		s.Account = store.PlayerGems(store.PlayerID(p + 1))
		if err := yield(s); err != nil {
			return err
		}
	}
	return nil
}

func (v *endless) Rooms(_ context.Context, _ []store.RoomID, yield func(store.Room) error) error {
	for i := range v.ops {
		kind := v.kind(i)
		if kind == "" {
			continue
		}
		if err := yield(store.Room{ID: store.RoomID(i), Kind: kind, Epoch: 1, Version: 2, Status: store.RoomVoid,
			State: []byte("void")}); err != nil {
			return err
		}
	}
	v.measure()
	return nil
}

func (v *endless) RoomHeads(_ context.Context, ids []store.RoomID, yield func(store.RoomHead) error) error {
	for _, id := range ids {
		h := store.RoomHead{StateHash: sha256.Sum256([]byte("void"))}
		h.ID, h.Kind, h.Epoch, h.Version, h.Status = id, v.kind(int(id)), 1, 2, store.RoomVoid
		if err := yield(h); err != nil {
			return err
		}
	}
	return nil
}

func (v *endless) OpenRooms(context.Context, func(store.Room) error) error { return nil }
func (v *endless) Others(context.Context, func(store.PlayerID, string, store.OpID, time.Time) error) error {
	return nil
}
func (v *endless) TwiceKeyed(context.Context, func(store.PlayerID, string, int) error) error {
	return nil
}
func (v *endless) SeedEpochs(context.Context, []store.EpochID, func(store.SeedEpoch) error) error {
	return nil
}
func (v *endless) ReadySeeds(context.Context) ([]store.ReadySeed, error) { return nil, nil }
func (v *endless) Kept(context.Context, string) ([]byte, error)          { return nil, store.ErrNotFound }
func (v *endless) Close() error                                          { return nil }

func (v *endless) BoxVersions(context.Context) ([]store.Box, error)      { return nil, nil }
func (v *endless) DatedItems(context.Context) ([]store.DatedItem, error) { return nil, nil }
func (v *endless) SettingVersions(context.Context) ([]store.SettingVersion, error) {
	return nil, nil
}

func (v *endless) leaves() int64 { return int64(v.ops / sealOfEndless * leavesOfSeal) }

// leaf is the op of the k-th leaf: a gift's, or a seal's.
func (v *endless) leaf(k int) *store.JournalEntry {
	first, gift := k/leavesOfSeal*sealOfEndless, k%leavesOfSeal
	if gift == cyclesOfSeal {
		return v.op(first + sealOfEndless - 1)
	}
	return v.op(first + gift*cycleOfEndless)
}

func (v *endless) Log(context.Context) (store.LogHead, error) {
	return store.LogHead{Size: v.leaves(), Hashes: tlog.StoredHashCount(v.leaves()), Checkpoint: []byte("unsigned"),
		Cursor: store.Cursor{1: int64(v.ops)}}, nil
}

func (v *endless) LogPage(_ context.Context, from int64, n int) (page []store.LoggedLeaf, err error) {
	for i := from; i < min(from+int64(n), v.leaves()); i++ {
		e := v.leaf(int(i))
		page = append(page, store.LoggedLeaf{Index: i, PendingLeaf: store.PendingLeaf{LogLeaf: e.Leaves[0], Op: e.ID}})
	}
	return page, nil
}

// LogRun gives the hashes in the order in which they are asked for.
func (v *endless) LogRun(_ context.Context, _ int64, n int) ([][32]byte, error) {
	return v.tree(n), nil
}

// treeOf makes the hashes of leaves one after another.
func treeOf(leaf func(i int64) []byte) func(n int) [][32]byte {
	var next int64
	var subtrees [64]tlog.Hash
	return func(n int) (made [][32]byte) {
		for len(made) < n {
			h := tlog.RecordHash(leaf(next))
			made = append(made, h)
			level := 0
			for ; next>>level&1 == 1; level++ {
				h = tlog.NodeHash(subtrees[level], h)
				made = append(made, h)
			}
			subtrees[level] = h
			next++
		}
		return made
	}
}

type endlessSource struct{ *endless }

func (s endlessSource) Snapshot(context.Context) (store.Snapshot, error) { return s.endless, nil }

// Ten times the ops take no more memory: an audit of a site's hundred million of them is one of a few.
func TestTheAuditsMemoryDoesNotGrowWithTheJournal(t *testing.T) {
	heap := func(seals int) uint64 {
		v := &endless{ops: seals * sealOfEndless}
		v.tree = treeOf(func(i int64) []byte { return v.leaf(int(i)).Leaves[0].Data })
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		v.before = m.HeapAlloc
		opt := audit.OfSite(true)
		opt.Now = func() time.Time { return endlessAt(v.ops) }
		r, err := audit.Check(t.Context(), endlessSource{v}, opt)
		if err != nil {
			t.Fatal(err)
		}
		// of a log without a signature that much is said, and nothing else
		if r.Ops != int64(v.ops) || r.Total() != 1 || r.Counts[audit.Log] != 1 {
			t.Fatalf("%+v", r)
		}
		return v.most
	}
	few, many := heap(10), heap(100)
	t.Logf("%d bytes, with ten times the ops %d", few, many)
	if many > few*5/4+(64<<10) {
		t.Errorf("%d ops take %d bytes of the heap, ten times as many take %d", 10*sealOfEndless, few, many)
	}
}
