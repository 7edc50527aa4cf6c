package audit_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"runtime"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"jadebox/store"
	"jadebox/tools/audit"
)

// endless is a database that is as long as it is said to be and that nobody keeps: each row is made when it is asked
// for. A few players open a box, sell what was in it, play a room to its end and so on.
type endless struct {
	store.Snapshot // what an audit of a ledger alone does not ask
	ops            int
	most           uint64 // bytes of the heap
	tree           func(n int) [][32]byte
	before         uint64
}

const (
	playersOfEndless = 100
	cycleOfEndless   = 4 // opening, sale, a room that is made, a room that ends
)

func (v *endless) op(i int) *store.JournalEntry {
	at := at.Add(time.Duration(i) * 50 * time.Millisecond)
	p := store.PlayerID(i/cycleOfEndless%playersOfEndless + 1)
	e := &store.JournalEntry{}
	e.ID = store.MakeOpID(1, int64(i+1))
	e.Op = store.Op{Player: p, Key: fmt.Sprint("key-", i), At: at}
	switch first := e.ID - store.OpID(i%cycleOfEndless); i % cycleOfEndless {
	case 0:
		e.Kind = "box.open"
		e.Postings = []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(p), AmountCents: 7}}
		e.NewItems = []store.NewItem{{Owner: p, Def: 1, ValueCents: 7, Source: store.FromBox}}
		e.Items = []store.Item{{ID: store.ItemID(e.ID << 7), Owner: p, Def: 1, ValueCents: 7, Source: store.FromBox,
			Status: store.ItemSold, Op: e.ID, At: at}}
		e.Leaves = []store.LogLeaf{{Key: fmt.Sprint("leaf:", i), Data: fmt.Append(nil, "leaf ", i)}}
	case 1:
		e.Kind = "item.sell"
		e.Moves = []store.ItemMove{{Item: store.ItemID(first << 7), From: store.ItemPlace{Owner: p},
			To: store.ItemPlace{Owner: p, Status: store.ItemSold}}}
	case 2:
		e.Kind = "battle.create"
		e.Postings = []store.Posting{{Debit: store.PlayerGems(p), Credit: store.RoomEscrow(store.RoomID(i)),
			AmountCents: 7}}
		e.Room = &store.RoomWrite{Room: store.RoomID(i), Kind: "battle", Epoch: 1, Status: store.RoomOpen, Deadline: at}
		e.StateHash = sha256.Sum256([]byte("open"))
	case 3:
		e.Kind = "battle.void"
		e.Postings = []store.Posting{{Debit: store.RoomEscrow(store.RoomID(i - 1)), Credit: store.Bonus,
			AmountCents: 7}}
		e.Room = &store.RoomWrite{Room: store.RoomID(i - 1), Kind: "battle", Epoch: 1, FromVersion: 1,
			FromStatus: store.RoomOpen, Status: store.RoomVoid}
		e.StateHash = sha256.Sum256([]byte("void"))
	}
	e.Transfers = e.Postings
	return e
}

func (v *endless) measure() {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	v.most = max(v.most, m.HeapAlloc-min(v.before, m.HeapAlloc))
}

func (v *endless) JournalAfter(_ context.Context, _ store.Cursor, yield func(*store.JournalEntry) error) error {
	chain := store.ChainGenesis(1)
	for i := range v.ops {
		e := v.op(i)
		chain, _ = store.NextChain(chain, e.ID, &e.Op, store.AppendRecord(nil, &e.OpRecord), nil)
		e.Chain = chain
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

func (v *endless) Heads(ctx context.Context) (map[int64]store.ChainHead, error) {
	var head store.ChainHead
	chain := store.ChainGenesis(1)
	for i := range v.ops {
		e := v.op(i)
		chain, _ = store.NextChain(chain, e.ID, &e.Op, store.AppendRecord(nil, &e.OpRecord), nil)
		head = store.ChainHead{Seq: e.ID.Seq(), Chain: chain}
	}
	return map[int64]store.ChainHead{1: head}, nil
}

func (v *endless) Counts(context.Context) (store.RowCounts, error) {
	n := int64(v.ops / cycleOfEndless)
	return store.RowCounts{Ops: int64(v.ops), Transfers: 3 * n, Items: n}, nil
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
	for i := 2; i < v.ops; i += cycleOfEndless {
		if err := yield(store.Room{ID: store.RoomID(i), Kind: "battle", Epoch: 1, Version: 2, Status: store.RoomVoid,
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
		h.ID, h.Kind, h.Epoch, h.Version, h.Status = id, "battle", 1, 2, store.RoomVoid
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

func (v *endless) leaves() int64 { return int64(v.ops / cycleOfEndless) }

func (v *endless) Log(context.Context) (store.LogHead, error) {
	return store.LogHead{Size: v.leaves(), Hashes: tlog.StoredHashCount(v.leaves()), Checkpoint: []byte("unsigned"),
		Cursor: store.Cursor{1: int64(v.ops)}}, nil
}

func (v *endless) LogPage(_ context.Context, from int64, n int) (page []store.LoggedLeaf, err error) {
	for i := from; i < min(from+int64(n), v.leaves()); i++ {
		e := v.op(int(i) * cycleOfEndless)
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
	var edge [64]tlog.Hash
	return func(n int) (made [][32]byte) {
		for len(made) < n {
			h := tlog.RecordHash(leaf(next))
			made = append(made, h)
			level := 0
			for ; next>>level&1 == 1; level++ {
				h = tlog.NodeHash(edge[level], h)
				made = append(made, h)
			}
			edge[level] = h
			next++
		}
		return made
	}
}

type endlessSource struct{ *endless }

func (s endlessSource) Snapshot(context.Context) (store.Snapshot, error) { return s.endless, nil }

// Ten times the ops take no more memory: an audit of a hundred million of them is one of a few.
func TestTheAuditsMemoryDoesNotGrowWithTheJournal(t *testing.T) {
	heap := func(ops int) uint64 {
		v := &endless{ops: ops}
		v.tree = treeOf(func(i int64) []byte { return v.op(int(i) * cycleOfEndless).Leaves[0].Data })
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		v.before = m.HeapAlloc
		r, err := audit.Check(t.Context(), endlessSource{v}, audit.Options{Now: clock})
		if err != nil {
			t.Fatal(err)
		}
		// of a log that nobody has signed that much is said, and nothing else
		if r.Ops != int64(ops) || r.Total() != 1 || r.Counts[audit.Log] != 1 {
			t.Fatalf("%+v", r)
		}
		return v.most
	}
	few, many := heap(20_000), heap(200_000)
	t.Logf("%d bytes, with ten times the ops %d", few, many)
	if many > few*5/4+(64<<10) {
		t.Errorf("20,000 ops take %d bytes of the heap, 200,000 take %d", few, many)
	}
}
