package storetest

import (
	"time"

	"jadebox/store"
)

// testVouchers: vouchers move as items do, and no question about items brings or counts them.
func testVouchers(w *world) {
	p, q := w.player(1000), w.player(1000)
	const effect = store.VoucherBase + 100
	var ids []store.ItemID // newest first
	for i, def := range []store.DefID{store.VoucherBase, store.VoucherBase + 7, effect} {
		r := w.commit(&store.Op{Key: "give " + string(rune('a'+i)) + time.Now().String(), Kind: "test",
			At:       now.Add(time.Duration(i) * time.Second),
			NewItems: []store.NewItem{{Owner: p, Def: def, Source: store.FromReward}}})
		ids = append([]store.ItemID{r.ItemID(0)}, ids...)
	}
	item := w.commit(w.opening(p, 0, 10)).ItemID(0)
	rec := must(w.e.LoadPlayer(w.ctx(), p))(w)
	w.equal("bag and vouchers", []int{rec.BagCount, rec.Vouchers}, []int{1, 3})
	items, total, err := w.e.Items(w.ctx(), store.ItemQuery{Owner: p, Page: store.Page{Limit: 10}})
	w.equal("items", []any{len(items), total, err, items[0].ID}, []any{1, 1, nil, item})
	w.equal("vouchers as items", len(must(w.e.ItemsByID(w.ctx(), append([]store.ItemID{item}, ids...)))(w)), 1)
	w.equal("an item as a voucher", len(must(w.e.VouchersByID(w.ctx(), append([]store.ItemID{item}, ids...)))(w)), 3)

	vouchers := func(query store.VoucherQuery) (list []store.ItemID, total int) {
		w.Helper()
		found, total, err := w.e.Vouchers(w.ctx(), query)
		w.equal("error", err, nil)
		for _, c := range found {
			list = append(list, c.ID)
		}
		return list, total
	}
	page := store.Page{Limit: 10}
	list, total := vouchers(store.VoucherQuery{Owner: p, Page: page})
	w.equal("vouchers", []any{list, total}, []any{ids, 3})
	list, total = vouchers(store.VoucherQuery{Owner: p, To: effect, Page: store.Page{Offset: 1, Limit: 1}})
	w.equal("a page of vouchers", []any{list, total}, []any{ids[2:], 2})
	list, total = vouchers(store.VoucherQuery{Owner: p, From: effect, Page: page})
	w.equal("effects", []any{list, total}, []any{ids[:1], 1})
	_, total = vouchers(store.VoucherQuery{Owner: q, Page: page})
	w.equal("another player's", total, 0)

	use := w.pay(p, 1)
	use.Moves = []store.ItemMove{{Item: ids[2], From: store.ItemPlace{Owner: p},
		To: store.ItemPlace{Owner: p, Status: store.ItemReplaced}}}
	w.commit(use)
	list, total = vouchers(store.VoucherQuery{Owner: p, To: effect, Held: true, Page: page})
	w.equal("held", []any{list, total}, []any{ids[1:2], 1})
	again := w.pay(p, 1)
	again.Moves = use.Moves
	_, err = w.e.Commit(w.ctx(), again)
	w.fails(err, store.ErrItemState, "a voucher used twice")
}
