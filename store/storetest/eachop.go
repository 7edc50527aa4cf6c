package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"jadebox/store"
)

// visit is what EachOp visits while something comes in, and in how many parts it was read.
func (w *world) visit(q store.OpQuery, meanwhile func(part int)) (keys []string, parts int) {
	w.Helper()
	var last store.OpPlace
	for op, err := range store.EachOp(w.ctx(), Moving{w.e, func() { parts++; meanwhile(parts) }}, q) {
		if err != nil {
			w.Fatal(err)
		}
		if !last.IsZero() && op.Place().Compare(last) >= 0 {
			w.Fatalf("op %d of %v stands behind op %d of %v", op.ID, op.At, last.ID, last.At)
		}
		last = op.Place()
		keys = append(keys, op.Key)
	}
	return keys, parts
}

// Every op that was there is visited once, the newest first, though newer ones come in between any two parts, and one
// that comes late is visited where its time is still to come.
func testEachOp(w *world) {
	p, keys, at := w.history()
	w.player(1000) // another player, with a welcome credit
	slices.Reverse(keys)
	paid := func(at time.Time) string {
		op := w.pay(p, 1)
		op.Kind, op.At = "test.a", at
		w.commit(op)
		return op.Key
	}
	kinds := []string{"test.a", "test.b"}
	for i, size := range []int{0, 64} {
		var oldest string
		got, _ := w.visit(store.OpQuery{Player: p, Kinds: kinds, Page: store.Page{Limit: size, Offset: 9,
			Until: at(historyRows)}}, func(part int) {
			if paid(at(historyRows - 1).Add(time.Duration(i*100+part) * time.Millisecond)); part == 1 {
				oldest = paid(now.Add(-time.Duration(i+1) * time.Second))
			}
		})
		w.equal(fmt.Sprintf("in parts of %d", size), got, append(slices.Clone(keys), oldest))
		keys = w.all(p, kinds, at(historyRows))
	}
	quiet := func(int) {}
	got, _ := w.visit(store.OpQuery{Player: p, Kinds: kinds, Page: store.Page{Since: at(90), Until: at(200),
		Limit: 10}}, quiet)
	want, _ := w.keys(p, store.Page{Since: at(90), Until: at(200), Limit: 10 * historyRows}, kinds...)
	w.equal("of a time", got, want)

	want = nil
	everything := must(w.everything(p))(w)
	for _, rec := range everything {
		if rec.Kind != "test.a" {
			want = append(want, rec.Key)
		}
	}
	got, _ = w.visit(store.OpQuery{Player: p, Except: []string{"test.a"}, Page: store.Page{Limit: 64}}, quiet)
	w.equal("but a kind", got, want)
	if len(want) == 0 || len(want) == len(everything) {
		w.Fatalf("%d of %d ops are of other kinds", len(want), len(everything))
	}
	if got, _ = w.visit(store.OpQuery{Player: p, Kinds: kinds, Except: kinds}, quiet); len(got) > 0 {
		w.Fatalf("%d ops are of no kind", len(got))
	}

	parts := 0
	for range store.EachOp(w.ctx(), Moving{w.e, func() { parts++ }}, store.OpQuery{Player: p,
		Page: store.Page{Limit: 10}}) {
		break
	}
	w.equal("whoever ends early reads one part; parts", parts, 1)
	if got, _ := w.visit(store.OpQuery{}, quiet); len(got) > 0 {
		w.Fatalf("the house has a history: %v", got)
	}
}

// everything is what one page says of a player's ops.
func (w *world) everything(p store.PlayerID) ([]store.OpRecord, error) {
	recs, _, err := w.e.Ops(w.ctx(), store.OpQuery{Player: p, Page: store.Page{Limit: 100 * historyRows}})
	return recs, err
}

// all is what one page says of a player's ops before a time.
func (w *world) all(p store.PlayerID, kinds []string, until time.Time) []string {
	w.Helper()
	keys, _ := w.keys(p, store.Page{Limit: 10 * historyRows, Until: until}, kinds...)
	return keys
}

// A list, and a statement with what others did, are visited as one's own ops are.
func testEachOpOfAList(w *world) {
	p, q := w.player(1000), w.player(1000)
	var list, statement []string
	for i := range 25 {
		op := w.pay(p, 1)
		if i%2 == 0 { // of the house, for p
			op.Player = 0
		} else {
			op.Lists = []store.Entry{{Player: p, List: "test.won"}}
			list = append([]string{op.Key}, list...)
		}
		op.At = now.Add(time.Duration(i/3+1) * time.Second)
		w.commit(op)
		statement = append([]string{op.Key}, statement...)
	}
	byTime := func(q store.OpQuery) []string {
		q.Page.Limit = 1000
		recs, _, err := w.e.Ops(w.ctx(), q)
		var keys []string
		for _, rec := range must(recs, err)(w) {
			keys = append(keys, rec.Key)
		}
		return keys
	}
	since := store.Page{Since: now.Add(time.Millisecond)}
	for _, c := range []struct {
		what string
		q    store.OpQuery
		want []string
	}{
		{"a list", store.OpQuery{Player: p, List: "test.won", Page: since}, list},
		{"nobody's list", store.OpQuery{Player: q, List: "test.won", Page: since}, nil},
		{"a statement", store.OpQuery{Player: p, Others: true, Page: since}, statement},
		{"one's own", store.OpQuery{Player: p, Page: since}, list},
	} {
		want := byTime(c.q)
		c.q.Page.Limit = 4
		got, _ := w.visit(c.q, func(int) {
			op := w.pay(p, 1)
			op.At, op.Lists = now.Add(time.Hour), []store.Entry{{Player: p, List: "test.won"}}
			w.commit(op)
		})
		w.equal(c.what, got, want)
		c.q.Page.Until = now.Add(time.Minute)
		want = byTime(c.q)
		c.q.Page.Limit = 3
		got, _ = w.visit(c.q, func(int) {})
		w.equal(c.what+", before what came", got, want)
		slices.Sort(c.want)
		w.equal(c.what+", all of it", slices.Sorted(slices.Values(got)), c.want) // writers number their ops apart
	}

	asked := false
	for op, err := range store.EachOp(w.ctx(), away{w.e}, store.OpQuery{Player: p}) {
		if op != nil || !errors.Is(err, store.ErrAway) {
			w.Fatalf("an engine that is away: %v, %v", op, err)
		}
		asked = true
	}
	if !asked {
		w.Fatal("an engine that is away shows as an empty history")
	}
}

// away is an engine that answers no question of a history.
type away struct{ store.Engine }

func (away) Ops(context.Context, store.OpQuery) ([]store.OpRecord, int, error) {
	return nil, 0, store.ErrAway
}
