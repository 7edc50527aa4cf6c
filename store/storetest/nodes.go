package storetest

import (
	"fmt"
	"time"

	"jadebox/store"
)

const (
	longLease  = time.Hour
	shortLease = time.Millisecond
)

func (w *world) enter(name string, lease time.Duration) store.NodeID {
	w.Helper()
	return must(w.e.EnterNode(w.ctx(), store.NodeEntry{Name: name}, lease))(w)
}

// living are the ids of the nodes that are listed.
func (w *world) living() (ids []store.NodeID) {
	w.Helper()
	for _, n := range must(w.e.Nodes(w.ctx()))(w) {
		ids = append(ids, n.ID)
	}
	return ids
}

// buried waits until a node can be buried, and has it buried.
func (w *world) buried(id store.NodeID) {
	w.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if must(w.e.BuryNode(w.ctx(), id))(w) {
			return
		}
	}
	w.Fatalf("node %d is not buried", id)
}

func testNodes(w *world) {
	before := time.Now().Add(-time.Second)
	entry := store.NodeEntry{Name: "a", Address: "10.0.0.1:7000", Role: store.NodeGame, Release: "1.2", WireMin: 3,
		WireMax: 4}
	a := must(w.e.EnterNode(w.ctx(), entry, longLease))(w)
	b := w.enter("b", shortLease)
	w.equal("of two lives the second one's id is greater", b > a, true)
	now := must(w.e.RenewNode(w.ctx(), a, store.NodeLoad{Load: 5, Online: 6}, longLease))(w)
	list := must(w.e.Nodes(w.ctx()))(w)
	until := list[0].LeaseUntil
	list[0].LeaseUntil = time.Time{}
	w.equal("a node", list[0], store.Node{ID: a, NodeEntry: entry, NodeLoad: store.NodeLoad{Load: 5, Online: 6}})
	if now.Before(before) || until.Before(now.Add(longLease)) || until.After(now.Add(longLease+time.Minute)) {
		w.Fatalf("a lease of %v from %v runs until %v", longLease, now, until)
	}

	buried := must(w.e.BuryNode(w.ctx(), a))(w)
	w.equal("a node that lives is buried", buried, false)
	time.Sleep(2 * shortLease)
	_, err := w.e.RenewNode(w.ctx(), b, store.NodeLoad{}, longLease)
	w.fails(err, store.ErrNodeLost, "a renewal of a lease that has run out")
	w.equal("until it is buried it is listed", w.living(), []store.NodeID{a, b})
	w.buried(b)
	w.equal("buried twice", must(w.e.BuryNode(w.ctx(), b))(w), false)
	_, err = w.e.RenewNode(w.ctx(), b, store.NodeLoad{}, longLease)
	w.fails(err, store.ErrNodeLost, "a renewal after the burial")
	w.equal("without the one that is buried", w.living(), []store.NodeID{a})
	if err := w.e.LeaveNode(w.ctx(), a); err != nil {
		w.Fatal(err)
	}
	_, err = w.e.RenewNode(w.ctx(), a, store.NodeLoad{}, longLease)
	w.fails(err, store.ErrNodeLost, "a renewal after leaving")
	w.equal("with nobody", w.living(), []store.NodeID(nil))
	if c := w.enter("c", longLease); c <= b {
		w.Fatalf("node %d after node %d", c, b)
	}
}

func testOwners(w *world) {
	quarter := func() int64 { return time.Since(time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)).Milliseconds() / 250 }
	actor := func(id string) store.Actor { return store.Actor{Kind: "battle", ID: id} }
	claim := func(by store.NodeID, actors ...store.Actor) []store.Owner {
		w.Helper()
		return must(w.e.ClaimActors(w.ctx(), by, actors))(w)
	}
	owner := func(o store.Owner) []any { return []any{o.Actor, o.Node} }
	a, b := w.enter("a", longLease), w.enter("b", longLease)
	from := quarter()
	first := claim(a, actor("2"), actor("1"), actor("2"), store.Actor{Kind: "Roll", ID: "1"})
	w.equal("by kind and id, each once", []any{owner(first[0]), owner(first[1]), owner(first[2]), len(first)},
		[]any{[]any{store.Actor{Kind: "Roll", ID: "1"}, a}, []any{actor("1"), a}, []any{actor("2"), a}, 3})
	if e := first[0].Epoch; e < from-4 || e > quarter()+4 {
		w.Fatalf("the first epoch is %d, it is quarter %d", e, quarter())
	}
	second := claim(b, actor("1"), actor("3"))
	w.equal("what another runs stays there", second[0], first[1])
	w.equal("what nobody runs", owner(second[1]), []any{actor("3"), b})

	again := claim(a, actor("1"))[0]
	if again.Node != a || again.Epoch < first[1].Epoch+store.EpochStep {
		w.Fatalf("claimed again: %+v after %+v", again, first[1])
	}
	if err := w.e.ReleaseActors(w.ctx(), []store.Owner{first[1], first[2]}); err != nil {
		w.Fatal(err)
	}
	third := claim(b, actor("1"), actor("2"))
	w.equal("a release under an older epoch", third[0], again)
	w.equal("what was released", owner(third[1]), []any{actor("2"), b})
	if third[1].Epoch < first[2].Epoch+store.EpochStep {
		w.Fatalf("epoch %d after %d", third[1].Epoch, first[2].Epoch)
	}

	if err := w.e.LeaveNode(w.ctx(), a); err != nil {
		w.Fatal(err)
	}
	taken := claim(b, actor("1"))[0]
	if taken.Node != b || taken.Epoch < again.Epoch+store.EpochStep {
		w.Fatalf("from a node that is dead: %+v after %+v", taken, again)
	}
	_, err := w.e.ClaimActors(w.ctx(), a, []store.Actor{actor("4")})
	w.fails(err, store.ErrNodeLost, "a claim of a dead node")
	w.equal("and nothing came of it", owner(claim(b, actor("4"))[0]), []any{actor("4"), b})
}

func testGuard(w *world) {
	p := w.player(1000)
	known, create := w.opening(p, 0, 100), w.room(p, 100)
	first := w.commit(known)
	w.commit(create)
	node := w.enter("a", longLease)
	w.e.Guard(node)
	w.commit(w.pay(p, 5)) // alone
	if err := w.e.PutKeptIf(w.ctx(), "position", [32]byte{}, []byte{1}, nil); err != nil {
		w.Fatal(err)
	}
	room := must(w.e.ClaimRoom(w.ctx(), create.Room.Room))(w)
	w.commit(w.next(room, store.RoomLocked))
	room = must(w.e.Room(w.ctx(), room.ID))(w)
	if err := w.e.LeaveNode(w.ctx(), node); err != nil {
		w.Fatal(err)
	}

	before := w.state()
	lost := func(err error, doing string) {
		w.Helper()
		w.fails(err, store.ErrNodeLost, doing)
		w.equal("after "+doing, w.state(), before)
	}
	_, err := w.e.Commit(w.ctx(), w.pay(p, 5))
	lost(err, "an op")
	_, err = w.e.Commit(w.ctx(), w.next(room, store.RoomRunning))
	lost(err, "an op of a room")
	_, err = w.e.Register(w.ctx(), store.NewPlayer{Name: "Late", At: now}, &store.Op{Key: "welcome", Kind: "welcome",
		At: now, Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(0), AmountCents: 1}}})
	lost(err, "a registration")
	_, err = w.e.Register(w.ctx(), store.NewPlayer{Name: "Later", At: now}, nil)
	lost(err, "a registration without an op")
	for _, name := range []string{"Late", "Later"} {
		_, err = w.e.PlayerByName(w.ctx(), name)
		w.fails(err, store.ErrNotFound, "a player who was not registered")
	}
	_, err = w.e.SetName(w.ctx(), store.NameChange{Name: "Another", Before: now}, &store.Op{Player: p, Key: "name",
		Kind: "name", At: now})
	lost(err, "a name")
	_, err = w.e.ClaimRoom(w.ctx(), room.ID)
	lost(err, "a claim of a room")
	lost(w.e.OpenSeedEpoch(w.ctx(), store.SeedEpoch{Player: p, Epoch: 2, Commit: "c", OpenedAt: now}), "a seed epoch")
	lost(w.e.AppendLog(w.ctx(), 0, nil, nil, store.Cursor{1: 1}, nil), "the log")
	lost(w.e.PutKeptIf(w.ctx(), "another", [32]byte{}, []byte{1}, nil), "a position")
	_, err = w.e.Kept(w.ctx(), "another")
	w.fails(err, store.ErrNotFound, "the position that was not kept")

	again := w.commit(known)
	w.equal("a key that is stored", []any{again.Op, again.Replayed}, []any{first.Op, true})
	other := *known
	other.Request[0]++
	_, err = w.e.Commit(w.ctx(), &other)
	w.fails(err, store.ErrKeyReused, "a stored key for something else")

	w.e.Guard(w.enter("a", shortLease)) // that comes back, and stands still
	time.Sleep(2 * shortLease)
	for i := range 3 {
		_, err = w.e.Commit(w.ctx(), w.pay(p, 5))
		lost(err, fmt.Sprint("op ", i, " after the lease, with nobody to bury it"))
	}
	w.e.Guard(w.enter("a", longLease))
	w.commit(w.pay(p, 5))
}
