package storetest

import (
	"fmt"
	"slices"
	"time"

	"jadebox/store"
)

// A player's statement holds every op that changed what the player owns, whichever actor made it, and adds up to the
// balances.
func testStatement(w *world) {
	p, q := w.player(1000), w.player(1000)
	op := func(who store.PlayerID, kind string) *store.Op {
		return &store.Op{Player: who, Key: fmt.Sprint("other-", w.seq.Add(1)), Kind: kind}
	}
	own := w.pay(p, 10)
	own.At = now.Add(time.Second)
	w.commit(own)

	// The house pays two at once, and gives one of them an item.
	given := op(0, "test.share")
	given.At = now.Add(2 * time.Second)
	given.Postings = []store.Posting{
		{Debit: store.Bonus, Credit: store.PlayerGems(p), AmountCents: 7},
		{Debit: store.HouseReal, Credit: store.PlayerReal(p), AmountCents: 3},
		{Debit: store.Bonus, Credit: store.PlayerGems(q), AmountCents: 5},
	}
	given.NewItems = []store.NewItem{{Owner: q, Def: 1, ValueCents: 100, Source: store.FromReward}}
	w.commit(given)
	if !w.commit(given).Replayed {
		w.Fatal("done twice")
	}

	// Another player's op takes nothing from p but gives something.
	back := op(q, "test.back")
	back.At = now.Add(3 * time.Second)
	back.Postings = []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(p), AmountCents: 11}}
	w.commit(back)

	list := func(who store.PlayerID, filter []string, page store.Page, total int, want ...string) {
		w.Helper()
		recs, n, err := w.e.Ops(w.ctx(), store.OpQuery{Player: who, Kinds: filter, Others: true, Page: page})
		if err != nil {
			w.Fatal(err)
		}
		var got []string
		for _, r := range recs {
			got = append(got, r.Key)
		}
		w.equal("keys", got, want)
		w.equal("total", n, total)
	}
	recent := store.Page{Since: now.Add(time.Millisecond), Limit: 10}
	list(p, nil, recent, 3, back.Key, given.Key, own.Key)
	list(q, nil, recent, 2, back.Key, given.Key)
	list(p, []string{"test.share"}, recent, 1, given.Key)
	list(p, []string{"test.share", own.Kind}, recent, 2, given.Key, own.Key)
	list(p, []string{"test.share", "test.back"}, store.Page{Offset: 1, Limit: 1}, 2, given.Key)
	list(p, nil, store.Page{Since: now.Add(2 * time.Second), Until: now.Add(3 * time.Second), Limit: 9}, 1, given.Key)
	if _, n, err := w.e.Ops(w.ctx(), store.OpQuery{Player: p, Kinds: []string{"test.share"},
		Page: recent}); err != nil || n != 0 {
		w.Fatalf("ops of others are in the player's own history: %d, %v", n, err)
	}

	for _, who := range []store.PlayerID{p, q} {
		recs, _, err := w.e.Ops(w.ctx(), store.OpQuery{Player: who, Others: true, Page: store.Page{Limit: 100}})
		if err != nil {
			w.Fatal(err)
		}
		sum := map[store.AccountID]int64{}
		for _, r := range recs {
			for _, d := range r.Deltas() {
				sum[d.Account] += d.Cents
			}
		}
		for _, a := range []store.AccountID{store.PlayerGems(who), store.PlayerReal(who)} {
			w.equal("sum", sum[a], must(w.e.Balance(w.ctx(), a))(w))
		}
	}

	// An op that comes late stands where its time says, before what was read already.
	late := op(0, "test.late")
	late.At = now.Add(1500 * time.Millisecond)
	late.Postings = []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(p), AmountCents: 1}}
	w.commit(late)
	list(p, nil, recent, 4, back.Key, given.Key, late.Key, own.Key)

	// An auditor sees the same lists.
	view, err := w.e.(store.Auditable).Snapshot(w.ctx())
	if err != nil {
		w.Fatal(err)
	}
	defer func() { _ = view.Close() }()
	var kinds []string
	err = view.Others(w.ctx(), func(who store.PlayerID, kind string, _ store.OpID, _ time.Time) error {
		if who == p {
			kinds = append(kinds, kind)
		}
		return nil
	})
	slices.Sort(kinds)
	w.equal("lists", kinds, must([]string{"test.back", "test.late", "test.share"}, err)(w))

	var dated []string
	err = view.OpsOf(w.ctx(), p, own.Kind, own.At, own.At, func(rec store.OpRecord) error {
		dated = append(dated, rec.Key)
		return nil
	})
	w.equal("ops of a kind and a time", dated, must([]string{own.Key}, err)(w))
	for _, from := range []time.Time{own.At.Add(time.Millisecond), own.At.Add(-time.Millisecond)} {
		w.equal("ops of other times", view.OpsOf(w.ctx(), p, own.Kind, from, from, func(rec store.OpRecord) error {
			return fmt.Errorf("op %d is dated %v", rec.ID, rec.At)
		}), nil)
	}

	bad := w.pay(p, 1)
	bad.Lists = []store.Entry{{Player: p, List: store.OthersList("test.pay")}}
	_, err = w.e.Commit(w.ctx(), bad)
	w.fails(err, store.ErrInvalid, "a list that engines keep")
}
