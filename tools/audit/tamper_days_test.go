//go:build unix

package audit_test

import (
	"fmt"
	"time"

	"jadebox/actors/kinds/wish"
	"jadebox/actors/player"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/room"
	"jadebox/actors/shop/delivery"
	"jadebox/store"
	"jadebox/tools/audit"
)

// unseen forges an order that goes on without a reviewer: what lies in it, and what the step says of it.
func (h *handTamper) unseen(lies, says []delivery.Item) {
	h.Helper()
	id := store.RoomID(value[int64](h, `SELECT max(id) + 1 FROM room`))
	state := h.json(delivery.Order{Player: 2, Items: lies, Unseen: true})
	h.forge(&store.Op{Player: 2, Key: fmt.Sprintf("retrieval:%d:approve", id), Kind: delivery.KindApprove,
		Result: h.json(delivery.Record{ID: id, Items: says, Unseen: true}),
		Room: &store.RoomWrite{Room: id, Kind: delivery.Kind, Epoch: 1, Status: store.RoomOpen, State: state,
			Deadline: h.end.Add(time.Hour)}})
}

// wished plays a room for wishes to its end, by the site's own programs.
func wished(s wish.Setup) func(h *handTamper) {
	return func(h *handTamper) {
		h.end = inWorld(h.T, h.dsn, func(w *world) {
			time.Sleep(h.end.Sub(worldNow()))
			s.Name, s.Life = "forged", time.Hour
			made, err := wish.Open(w.Context(), w.Engine, w.dir, s)
			w.ok(err)
			for p := store.PlayerID(1); p <= 4; p++ {
				do[wish.Taken](w, wish.Kind, room.ID(made.ID), wish.Take{Key: w.key("forged"), Player: p, Count: 1,
					Pay: wish.PayGems, BottleCents: s.BottleCents})
			}
			w.untilFinal(made.ID, store.RoomSettled)
		})
	}
}

// ofDays are ops that are one too many of their day, and those that leave out what ops before theirs have told.
var ofDays = []tampering{
	{name: "a wish whose bottles do not pay for it", want: audit.Results,
		do: wished(wish.Setup{Def: 2, PrizeCents: 300, Bottles: 4, BottleCents: 1})},
	{name: "a wish for an item that was never worth as much", want: audit.Results,
		do: wished(wish.Setup{Def: 3, PrizeCents: 300, Bottles: 4, BottleCents: 90})},
	{name: "an official roll where no play money is given", want: audit.Results, do: func(*handTamper) {},
		opt: func(o *audit.Options, _ *handTamper) { o.Site = &audit.Site{} }},
	{name: "an upgrade said to be the tenth of its day", want: audit.Prices, do: repriced(player.KindUpgrade, 2,
		func(h *handTamper, rec *store.OpRecord) {
			u := readJSON[player.Upgraded](h, rec.Result)
			if u.Nth != 3 || len(u.Rewards) != 1 || u.Rewards[0].Kind != prize.Debris {
				h.Fatalf("the third upgrade is the %dth and brings %v", u.Nth, u.Rewards)
			}
			u.Nth, u.Rewards[0].Num = 10, 7
			rec.Result = h.json(u)
			for i, p := range rec.Postings {
				if p.Debit == store.HouseFragments {
					rec.Postings[i].AmountCents = 7
				}
			}
		})},
	{name: "many small retrievals of a day passed on unseen", want: audit.Prices, do: func(h *handTamper) {
		for i := range 3 {
			items := []delivery.Item{{ID: store.ItemID(i), ValueCents: 150}}
			h.unseen(items, items)
		}
	}},
	{name: "a dear retrieval passed on unseen as nothing", want: audit.Prices, do: func(h *handTamper) {
		h.unseen([]delivery.Item{{ID: 1, ValueCents: 20_000}}, nil)
	}},
	{name: "a trade-in that names no price of the mall", want: audit.Prices, do: func(h *handTamper) {
		id := h.heldBy(3, "def < 1000 AND value BETWEEN 100 AND 110")
		worth := value[int64](h, `SELECT value FROM item WHERE id = $1`, id)
		h.forge(&store.Op{Player: 3, Key: "traded", Kind: player.KindTrade,
			Result: h.json(player.Traded{GemsCents: 210, Target: 2, TargetCents: 300, RefundCents: worth - 90}),
			Postings: append(money(store.PlayerGems(3), store.House, 210),
				money(store.House, store.PlayerGems(3), worth-90)...),
			Moves: []store.ItemMove{{Item: id, From: store.ItemPlace{Owner: 3}, To: store.ItemPlace{Owner: 3,
				Status: store.ItemReplaced}}},
			NewItems: []store.NewItem{{Owner: 3, Def: 2, ValueCents: 300, Source: store.FromReplacement}}})
	}},
	{name: "a sale that does not tell what came of trade-ins", want: audit.Prices, do: func(h *handTamper) {
		id := h.heldBy(3, fmt.Sprintf("source = %d", store.FromReplacement))
		worth := value[int64](h, `SELECT value FROM item WHERE id = $1`, id)
		h.forge(&store.Op{Player: 3, Key: "sold", Kind: player.KindSell,
			Result:   h.json(player.Sold{SoldCents: worth, Count: 1}),
			Postings: money(store.House, store.PlayerGems(3), worth),
			Moves: []store.ItemMove{{Item: id, From: store.ItemPlace{Owner: 3}, To: store.ItemPlace{Owner: 3,
				Status: store.ItemSold}}}})
	}},
}
