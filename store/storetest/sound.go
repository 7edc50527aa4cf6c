package storetest

import (
	"cmp"
	"maps"
	"slices"
	"testing"

	"jadebox/store"
)

// seeds are the nonces of one epoch of a player's.
type seeds struct {
	player store.PlayerID
	epoch  store.Epoch
}

type opKey struct {
	player store.PlayerID
	key    string
}

// Sound fails a test whose journal and tables do not say the same: chains, keys, entries, balances, nonces and items.
// What an op may mean is the auditor's to say (tools/audit), who looks at all of it.
func Sound(t testing.TB, db store.Auditable) {
	t.Helper()
	view, err := db.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer view.Close()
	heads := map[int64]store.ChainHead{}
	keys := map[opKey]bool{}
	held := map[store.AccountID]int64{}
	uses := map[seeds][]store.NonceUse{}
	places := map[store.ItemID]map[store.ItemPlace]int{} // a path of moves cancels out but for its two ends
	step := func(id store.ItemID, at store.ItemPlace, n int) {
		if places[id] == nil {
			places[id] = map[store.ItemPlace]int{}
		}
		places[id][at] += n
	}
	var rows store.RowCounts
	err = view.JournalAfter(t.Context(), nil, func(e *store.JournalEntry) error {
		head, known := heads[e.ID.Writer()]
		if !known {
			head.Chain = store.ChainGenesis(e.ID.Writer())
		}
		chain, _ := store.NextChain(head.Chain, e.ID, &e.Op, store.AppendRecord(nil, &e.OpRecord), nil)
		if e.ID.Seq() != head.Seq+1 || chain != e.Chain {
			t.Errorf("op %d: the chain is broken", e.ID)
		}
		heads[e.ID.Writer()] = store.ChainHead{Seq: e.ID.Seq(), Chain: e.Chain}
		key := opKey{e.Player, e.Key}
		if keys[key] {
			t.Errorf("op %d: the key %q is used twice", e.ID, e.Key)
		}
		keys[key] = true
		if !slices.Equal(e.Entries(), e.Transfers) || len(e.Items) != len(e.NewItems) {
			t.Errorf("op %d: %v and %d items, stored as %v and %d", e.ID, e.Entries(), len(e.NewItems), e.Transfers,
				len(e.Items))
		}
		for _, p := range e.Entries() {
			held[p.Debit] -= p.AmountCents
			held[p.Credit] += p.AmountCents
		}
		if n := e.Nonce; n != nil {
			uses[seeds{n.Player, n.Epoch}] = append(uses[seeds{n.Player, n.Epoch}], *n)
		}
		for i, it := range e.Items {
			step(it.ID, store.ItemPlace{Owner: e.NewItems[i].Owner}, 1)
			step(it.ID, store.ItemPlace{Owner: it.Owner, Status: it.Status}, -1)
		}
		for _, m := range e.Moves {
			step(m.Item, m.From, -1)
			step(m.Item, m.To, 1)
		}
		rows.Ops++
		rows.Transfers += int64(len(e.Transfers))
		rows.Items += int64(len(e.Items))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if ends, err := view.Heads(t.Context()); err != nil || !maps.Equal(ends, heads) {
		t.Errorf("writers end at %v, the journal at %v, %v", ends, heads, err)
	}
	if n, err := view.Counts(t.Context()); err != nil || n != rows {
		t.Errorf("%+v are stored, %+v belong to ops, %v", n, rows, err)
	}
	for id, net := range places {
		for at, n := range net {
			if n != 0 {
				t.Errorf("item %d: its moves do not join at %+v", id, at)
			}
		}
	}
	next := map[seeds]uint64{}
	for of, list := range uses {
		slices.SortFunc(list, func(a, b store.NonceUse) int { return cmp.Compare(a.From, b.From) })
		for _, u := range list {
			if u.From != next[of] {
				t.Errorf("player %d, epoch %d: nonce %d is used where %d is next", of.player, of.epoch, u.From,
					next[of])
			}
			next[of] = u.From + uint64(u.Count)
		}
	}
	err = view.Accounts(t.Context(), nil, func(a store.AccountState) error {
		if a.Cents < 0 || a.Cents != held[a.Account] {
			t.Errorf("account %d holds %d, its entries sum to %d", a.Account, a.Cents, held[a.Account])
		}
		delete(held, a.Account)
		if player := store.PlayerID(a.Account.Owner()); a.Account.Class() == store.ClassPlayerGems &&
			a.NextNonce != next[seeds{player, a.Epoch}] {
			t.Errorf("player %d: the next nonce of epoch %d is %d, the journal used %d", player, a.Epoch, a.NextNonce,
				next[seeds{player, a.Epoch}])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for id, cents := range held {
		if cents != 0 && !id.Derived() {
			t.Errorf("account %d has entries of %d and no row", id, cents)
		}
	}
}
