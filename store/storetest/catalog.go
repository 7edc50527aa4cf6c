package storetest

import (
	"crypto/sha256"
	"fmt"
	"time"

	"jadebox/store"
)

func testCatalog(w *world) {
	text := func(s string) store.Text { return store.Text{Zh: s + "中", En: s, Pt: s + "ã"} }
	defs := []store.ItemDef{
		{ID: 2, Slug: "b", Brand: text("brand"), Name: text("two"), Rarity: "rare", Category: "knife", PriceCents: 200,
			Image: "i", Thumb: "t"},
		{ID: 1, Slug: "a", Brand: text("brand"), Name: text("one"), Rarity: "common", Category: "weapon",
			PriceCents: 100},
	}
	put := func(err error) {
		w.Helper()
		if err != nil {
			w.Fatal(err)
		}
	}
	put(w.e.PutItemDefs(w.ctx(), defs))
	w.equal("defs", must(w.e.ItemDefs(w.ctx()))(w), []store.ItemDef{defs[1], defs[0]})
	defs[0].PriceCents = 250
	put(w.e.PutItemDefs(w.ctx(), defs[:1]))
	w.equal("changed def", must(w.e.ItemDefs(w.ctx()))(w)[1].PriceCents, int64(250))

	box := store.Box{ID: 5, Version: 1, Slug: "vault", Name: text("vault"), Tagline: text("tag"), Type: "csgo",
		Tags: []string{"hot", "new"}, Accent: "#fff",
		Image: "v", PriceCents: 500, Entries: []store.BoxEntry{{Def: 2, Weight: 40_000_000},
			{Def: 1, Weight: 60_000_000}}, OddsHash: "h1", Enabled: true, Weight: 1, At: now}
	first := box
	top := store.Box{ID: 6, Version: 1, Slug: "top", Type: "hash", Weight: 9, At: now,
		Entries: []store.BoxEntry{{Def: 1, Weight: 100_000_000}}}
	put(w.e.PutBox(w.ctx(), box))
	put(w.e.PutBox(w.ctx(), top))
	w.equal("boxes", must(w.e.Boxes(w.ctx()))(w), []store.Box{top, box})

	dearer := box
	dearer.PriceCents++
	w.fails(w.e.PutBox(w.ctx(), dearer), store.ErrConflict, "another price in place")
	odds := box
	odds.Entries = []store.BoxEntry{{Def: 2, Weight: 50_000_000}, {Def: 1, Weight: 50_000_000}}
	w.fails(w.e.PutBox(w.ctx(), odds), store.ErrConflict, "other odds in place")
	w.equal("unchanged", must(w.e.Boxes(w.ctx()))(w), []store.Box{top, box})
	box.Enabled = false // no part of the odds
	put(w.e.PutBox(w.ctx(), box))
	w.equal("disabled", must(w.e.BoxVersion(w.ctx(), 5, 1))(w), box)

	odds.Version, odds.OddsHash = 2, "h2"
	put(w.e.PutBox(w.ctx(), odds))
	w.fails(w.e.PutBox(w.ctx(), first), store.ErrConflict, "an older version")
	w.equal("latest", must(w.e.Boxes(w.ctx()))(w), []store.Box{top, odds})
	w.equal("version 1", must(w.e.BoxVersion(w.ctx(), 5, 1))(w), box)
	_, err := w.e.BoxVersion(w.ctx(), 5, 3)
	w.fails(err, store.ErrNotFound, "version to come")

	_, err = w.e.Kept(w.ctx(), "beacon")
	w.fails(err, store.ErrNotFound, "kept under a key never put")
	put(w.e.PutKept(w.ctx(), "beacon", []byte{0, 1, 2}))
	put(w.e.PutKept(w.ctx(), "beacon", []byte{3}))
	put(w.e.PutKept(w.ctx(), "other", []byte{4}))
	w.equal("kept", must(w.e.Kept(w.ctx(), "beacon"))(w), []byte{3})
	put(w.e.DeleteKeptIf(w.ctx(), "beacon", sha256.Sum256([]byte{0, 1, 2})))
	w.equal("kept, and not what was read", must(w.e.Kept(w.ctx(), "beacon"))(w), []byte{3})
	for range 2 {
		put(w.e.DeleteKeptIf(w.ctx(), "beacon", sha256.Sum256([]byte{3})))
	}
	_, err = w.e.Kept(w.ctx(), "beacon")
	w.fails(err, store.ErrNotFound, "deleted")
	w.equal("kept under another key", must(w.e.Kept(w.ctx(), "other"))(w), []byte{4})
	w.equal("the first", must(w.e.KeepFirst(w.ctx(), "once", []byte{5}))(w), []byte{5})
	w.equal("the second", must(w.e.KeepFirst(w.ctx(), "once", []byte{6}))(w), []byte{5})
	w.equal("kept once", must(w.e.Kept(w.ctx(), "once"))(w), []byte{5})

	type rows = map[string][]byte
	w.equal("rows never put", must(w.e.KeptRows(w.ctx(), "follower"))(w), rows{})
	is := func(value ...byte) [32]byte { return sha256.Sum256(value) }
	nothing := [32]byte{}
	put(w.e.PutKeptIf(w.ctx(), "follower", nothing, []byte{1}, rows{"a": {1}, "b": {2}, "c/d": {}}))
	put(w.e.PutKeptIf(w.ctx(), "another", nothing, []byte{9}, rows{"a": {9}}))
	put(w.e.PutKeptIf(w.ctx(), "follower", is(1), []byte{2}, rows{"a": nil, "b": {3}, "never": nil}))
	put(w.e.PutKeptIf(w.ctx(), "follower", is(2), []byte{3}, nil))
	w.equal("what belongs to the rows", must(w.e.Kept(w.ctx(), "follower"))(w), []byte{3})
	w.equal("rows", must(w.e.KeptRows(w.ctx(), "follower"))(w), rows{"b": {3}, "c/d": {}})
	w.equal("another's", must(w.e.KeptRows(w.ctx(), "another"))(w), rows{"a": {9}})

	refused := func(was [32]byte, what string) {
		w.Helper()
		w.fails(w.e.PutKeptIf(w.ctx(), "position", was, []byte{8}, rows{"a": {8}}), store.ErrConflict, what)
	}
	refused(is(1), "nothing is kept")
	put(w.e.PutKeptIf(w.ctx(), "position", nothing, []byte{1}, rows{"a": {1}, "b": {1}}))
	refused(nothing, "something is kept")
	put(w.e.PutKeptIf(w.ctx(), "position", is(1), []byte{2}, rows{"a": {2}, "b": nil}))
	refused(is(1), "something else is kept")
	w.equal("kept by a caller that had read it", must(w.e.Kept(w.ctx(), "position"))(w), []byte{2})
	w.equal("and the rows", must(w.e.KeptRows(w.ctx(), "position"))(w), rows{"a": {2}})
	put(w.e.PutKeptIf(w.ctx(), "position", is(2), nil, nil))
	put(w.e.PutKeptIf(w.ctx(), "position", is(), []byte{4}, nil))
	w.equal("after nothing", must(w.e.Kept(w.ctx(), "position"))(w), []byte{4})
}

func testCatalogueChange(w *world) {
	at := time.Now().Add(time.Hour).UTC().Truncate(time.Millisecond)
	def := func(cents int64) store.ItemDef { return store.ItemDef{ID: 1, Slug: "a", PriceCents: cents} }
	box := func(version uint32, from time.Time, hash string) store.Box {
		return store.Box{ID: 5, Version: version, Slug: "vault", Type: "csgo", Tags: []string{}, PriceCents: 500,
			At: from, Entries: []store.BoxEntry{{Def: 1, Weight: 100_000_000}}, OddsHash: hash, Enabled: true}
	}
	change := func(c *store.CatalogueChange) (seen store.Rules) {
		w.Helper()
		if err := w.e.ChangeCatalogue(w.ctx(), func(r store.Rules) (*store.CatalogueChange, error) {
			seen = r
			return c, nil
		}); err != nil {
			w.Fatal(err)
		}
		return seen
	}
	stamp := func() (int64, time.Time) {
		w.Helper()
		n, next, err := w.e.CatalogueStamp(w.ctx())
		if err != nil {
			w.Fatal(err)
		}
		return n, next
	}
	change(&store.CatalogueChange{FromMS: now.UnixMilli(), Items: []store.ItemChange{{Def: def(100), New: true}},
		Boxes: []store.Box{box(1, now, "h1")}, Author: "ana"})
	first, next := stamp()
	w.equal("nothing waits", next, time.Time{})
	change(&store.CatalogueChange{FromMS: at.UnixMilli(), Items: []store.ItemChange{{Def: def(150), FromCents: 100}},
		Boxes: []store.Box{box(2, at, "h2")}, Author: "ana"})
	second, next := stamp()
	w.equal("what waits", []any{second > first, next}, []any{true, at})
	w.equal("items in force", must(w.e.ItemDefs(w.ctx()))(w), []store.ItemDef{def(100)})
	w.equal("boxes in force", must(w.e.Boxes(w.ctx()))(w), []store.Box{box(1, now, "h1")})
	seen := change(nil)
	w.equal("what all changes come to", []any{seen.Items, seen.Boxes},
		[]any{[]store.ItemDef{def(150)}, []store.Box{box(1, now, "h1"), box(2, at, "h2")}})
	w.equal("items at its time", store.ItemsAt(seen.Dated, at), []store.ItemDef{def(150)})
	if again, _ := stamp(); again != second {
		w.Errorf("no change moves the stamp from %d to %d", second, again)
	}
	if err := w.e.PutItemDefs(w.ctx(), []store.ItemDef{def(170)}); err != nil {
		w.Fatal(err)
	}
	w.equal("put behind a change", must(w.e.ItemDefs(w.ctx()))(w), []store.ItemDef{def(170)})
}

func testStats(w *world) {
	w.equal("empty", must(w.e.Stats(w.ctx()))(w), store.Stats{})
	p, q := w.player(10_000), w.player(10_000)
	two := w.opening(p, 0, 10)
	two.NewItems = append(two.NewItems, two.NewItems[0], store.NewItem{Owner: p, Def: 1, Source: store.FromBattle})
	two.Nonce.Count = 2
	w.commit(two)
	w.equal("after an opening of two", must(w.e.Stats(w.ctx()))(w), store.Stats{Players: 2, BoxesOpened: 2})
	w.commit(w.opening(q, 0, 10))
	w.equal("later", must(w.e.Stats(w.ctx()))(w), store.Stats{Players: 2, BoxesOpened: 3})
}

func testSpent(w *world) {
	p := w.player(10_000)
	bought := w.opening(p, 0, 300)
	sold := w.opening(p, 1, 0)
	sold.Postings = []store.Posting{{Debit: store.House, Credit: store.PlayerGems(p), AmountCents: 50}}
	given := w.opening(p, 2, 0)
	given.Postings = []store.Posting{{Debit: store.PlayerGems(p), Credit: store.Bonus, AmountCents: 70}}
	late := w.opening(p, 3, 20)
	other := w.opening(p, 4, 500)
	other.Kind = "item.trade"
	late.At = bought.At.Add(time.Hour)
	for _, op := range []*store.Op{bought, sold, given, late, other} {
		w.commit(op)
	}
	from := bought.At.UTC().Truncate(time.Microsecond)
	w.equal("that hour", must(w.e.Spent(w.ctx(), from, from.Add(time.Hour)))(w), int64(800))
	w.equal("with the next", must(w.e.Spent(w.ctx(), from, from.Add(time.Hour+time.Microsecond)))(w), int64(820))
	w.equal("but a kind", must(w.e.Spent(w.ctx(), from, from.Add(time.Hour), "mall.buy", "item.trade"))(w), int64(300))
	w.equal("before", must(w.e.Spent(w.ctx(), from.Add(-time.Hour), from))(w), int64(0))
}

func testLog(w *world) {
	leaf := func(n int) store.LogLeaf {
		return store.LogLeaf{Key: fmt.Sprint([]string{"a", "b", "c"}[n%3], ":", n/3), Data: []byte{byte(n)}}
	}
	// Leaves 0 to 2 are of one subject, which two ops name.
	commit := func(leaves ...store.LogLeaf) (at []store.PendingLeaf) {
		op := w.pay(w.player(1), 1)
		op.Leaves = leaves
		r := w.commit(op)
		for i, l := range leaves {
			at = append(at, store.PendingLeaf{LogLeaf: l, Op: r.Op, Place: i})
		}
		return at
	}
	first, second, third := commit(leaf(0), leaf(1), leaf(3)), commit(leaf(1), leaf(2), leaf(4)), commit(leaf(9))
	hash := func(n int) [32]byte { return [32]byte{byte(n), 1} }
	checkpoint, cursor, err := w.e.LogCheckpoint(w.ctx())
	if err != nil || len(checkpoint) != 0 || len(cursor) != 0 {
		w.Fatalf("empty log: %q, %v, %v", checkpoint, cursor, err)
	}
	if err := w.e.AppendLog(w.ctx(), 0, first[:2], [][32]byte{hash(0), hash(1), hash(2)}, store.Cursor{1: 5},
		[]byte("cp 2")); err != nil {
		w.Fatal(err)
	}
	for name, try := range map[string]func() error{
		"old size": func() error {
			return w.e.AppendLog(w.ctx(), 0, third, [][32]byte{hash(9)}, nil, []byte("x"))
		},
		"too large": func() error {
			return w.e.AppendLog(w.ctx(), 3, third, [][32]byte{hash(9)}, nil, []byte("x"))
		},
		"same key": func() error {
			return w.e.AppendLog(w.ctx(), 2, second[:1], [][32]byte{hash(9)}, nil, []byte("x"))
		},
		"same key twice": func() error {
			return w.e.AppendLog(w.ctx(), 2, append(third[:1:1], third...), [][32]byte{hash(9)}, nil, []byte("x"))
		},
	} {
		w.fails(try(), store.ErrConflict, name)
	}
	w.equal("size", must(w.e.LogSize(w.ctx()))(w), int64(2))
	if err := w.e.AppendLog(w.ctx(), 2, []store.PendingLeaf{second[1], first[2], second[2]}, [][32]byte{hash(3)},
		store.Cursor{1: 7, 2: 1}, []byte("cp 3")); err != nil {
		w.Fatal(err)
	}
	w.equal("hashes", must(w.e.LogHashes(w.ctx(), []int64{3, 0}))(w), [][32]byte{hash(3), hash(0)})
	_, err = w.e.LogHashes(w.ctx(), []int64{4})
	w.fails(err, store.ErrNotFound, "hash to come")
	i, got, err := w.e.LogLeafByKey(w.ctx(), leaf(2).Key)
	w.equal("leaf", []any{i, must(got, err)(w)}, []any{int64(2), leaf(2)})
	_, _, err = w.e.LogLeafByKey(w.ctx(), leaf(9).Key)
	w.fails(err, store.ErrNotFound, "leaf of a refused append")
	all := []store.LogLeaf{leaf(0), leaf(1), leaf(2), leaf(3), leaf(4)}
	for from := range all {
		w.equal("leaves", must(w.e.LogLeaves(w.ctx(), int64(from), 10))(w), all[from:])
		w.equal("a leaf", must(w.e.LogLeaves(w.ctx(), int64(from), 1))(w), all[from:from+1])
	}
	w.equal("grown", must(w.e.LogSize(w.ctx()))(w), int64(len(all)))
	checkpoint, cursor, err = w.e.LogCheckpoint(w.ctx())
	w.equal("checkpoint", []any{string(must(checkpoint, err)(w)), cursor}, []any{"cp 3", store.Cursor{1: 7, 2: 1}})
	if err := w.e.AppendLog(w.ctx(), int64(len(all)), nil, nil, store.Cursor{1: 8, 2: 1}, []byte("cp 2")); err != nil {
		w.Fatal(err)
	}
	checkpoint, cursor, err = w.e.LogCheckpoint(w.ctx())
	w.equal("checkpoint after no leaves", []any{string(must(checkpoint, err)(w)), cursor},
		[]any{"cp 3", store.Cursor{1: 8, 2: 1}})
}

func testPendingLeaves(w *world) {
	p := w.player(1000)
	w.commit(w.pay(p, 1))
	r := w.commit(w.opening(p, 0, 10))
	op := w.opening(p, 1, 10)
	op.Leaves = append(op.Leaves, store.LogLeaf{Key: "second", Data: []byte("2")})
	s := w.commit(op)
	var keys []string
	cursor := store.Cursor{}
	for range 100 {
		leaves, next, err := w.e.PendingLeaves(w.ctx(), cursor, 1)
		if err != nil {
			w.Fatal(err)
		}
		for _, l := range leaves {
			keys = append(keys, l.Key)
		}
		if cursor = next; len(keys) >= 3 {
			break
		}
	}
	w.equal("keys", keys, []string{fmt.Sprintf("result:%d-0", r.Op), fmt.Sprintf("result:%d-0", s.Op), "second"})
	leaves, next, err := w.e.PendingLeaves(w.ctx(), cursor, 10)
	w.equal("behind the end", []any{len(leaves), next, err}, []any{0, cursor, nil})
}
