package storetest

import (
	"time"

	"jadebox/store"
)

// testCards: cards move as items do, and no question about items brings or counts them.
func testCards(w *world) {
	p, q := w.player(1000), w.player(1000)
	const effect = store.CardBase + 100
	var ids []store.ItemID // newest first
	for i, def := range []store.DefID{store.CardBase, store.CardBase + 7, effect} {
		r := w.commit(&store.Op{Key: "give " + string(rune('a'+i)) + time.Now().String(), Kind: "test",
			At:       now.Add(time.Duration(i) * time.Second),
			NewItems: []store.NewItem{{Owner: p, Def: def, Source: store.FromReward}}})
		ids = append([]store.ItemID{r.ItemID(0)}, ids...)
	}
	item := w.commit(w.opening(p, 0, 10)).ItemID(0)
	rec := must(w.e.LoadPlayer(w.ctx(), p))(w)
	w.equal("bag and cards", []int{rec.BagCount, rec.Cards}, []int{1, 3})
	items, total, err := w.e.Items(w.ctx(), store.ItemQuery{Owner: p, Page: store.Page{Limit: 10}})
	w.equal("items", []any{len(items), total, err, items[0].ID}, []any{1, 1, nil, item})
	w.equal("cards as items", len(must(w.e.ItemsByID(w.ctx(), append([]store.ItemID{item}, ids...)))(w)), 1)
	w.equal("an item as a card", len(must(w.e.CardsByID(w.ctx(), append([]store.ItemID{item}, ids...)))(w)), 3)

	cards := func(query store.CardQuery) (list []store.ItemID, total int) {
		w.Helper()
		found, total, err := w.e.Cards(w.ctx(), query)
		w.equal("error", err, nil)
		for _, c := range found {
			list = append(list, c.ID)
		}
		return list, total
	}
	page := store.Page{Limit: 10}
	list, total := cards(store.CardQuery{Owner: p, Page: page})
	w.equal("cards", []any{list, total}, []any{ids, 3})
	list, total = cards(store.CardQuery{Owner: p, To: effect, Page: store.Page{Offset: 1, Limit: 1}})
	w.equal("a page of cards", []any{list, total}, []any{ids[2:], 2})
	list, total = cards(store.CardQuery{Owner: p, From: effect, Page: page})
	w.equal("effects", []any{list, total}, []any{ids[:1], 1})
	_, total = cards(store.CardQuery{Owner: q, Page: page})
	w.equal("another player's", total, 0)

	use := w.pay(p, 1)
	use.Moves = []store.ItemMove{{Item: ids[2], From: store.ItemPlace{Owner: p},
		To: store.ItemPlace{Owner: p, Status: store.ItemReplaced}}}
	w.commit(use)
	list, total = cards(store.CardQuery{Owner: p, To: effect, Held: true, Page: page})
	w.equal("held", []any{list, total}, []any{ids[1:2], 1})
	again := w.pay(p, 1)
	again.Moves = use.Moves
	_, err = w.e.Commit(w.ctx(), again)
	w.fails(err, store.ErrItemState, "a card used twice")
}
