package audit

import (
	"context"
	"encoding/json"

	"jadebox/actors/kinds/wish"
	"jadebox/fairness"
	"jadebox/store"
)

var _ = audited(wish.Kind, kindRules{outcome: (*outcomes).wish,
	ops: map[string]opRule{wish.KindTake: (*roomBooks).bottles, wish.KindDraw: ended("draw"), wish.KindVoid: voided},
	unasked: map[string]string{wish.KindTake: ownStake, wish.KindVoid: givenBack,
		wish.KindDraw: "gems have paid for the prize; where wish cards have, it asks (playthrough.Given)"}})

// wish: the prize goes to the player who took the bottle, and the room's money to the house. It is worth what the
// catalogue said when the room opened, and the bottles pay for it: both are the room's own word otherwise.
func (o *outcomes) wish(ctx context.Context, view store.Snapshot, rec store.Room, b *fairness.Bundle) error {
	c, err := fairness.ParseWishContext(b.Context.Leaf)
	if err != nil {
		return wrongf("%v", err)
	}
	n := int64(len(c.Bottles))
	switch {
	case !o.p.rulebook.costs(store.DefID(c.PrizeDef), c.PrizeCents, rec.At):
		return wrongf("its prize, item %d, was not worth %d", c.PrizeDef, c.PrizeCents)
	case !wish.Pays(n, c.PrizeCents, c.BottleCents, c.BottleCards):
		return wrongf("%d bottles of %d cents or %d wish cards do not pay for a prize of %d", n, c.BottleCents,
			c.BottleCards, c.PrizeCents)
	}
	op, err := end(ctx, view, rec, "draw")
	if err != nil {
		return err
	}
	postings := []store.Posting{{Debit: store.RoomEscrow(rec.ID), Credit: store.House, AmountCents: c.BottleCents * n},
		{Debit: store.RoomWishCards(rec.ID), Credit: store.HouseWishCards, AmountCents: c.BottleCards * n}}
	items := []store.NewItem{{Owner: store.PlayerID(b.Wish.Player), Def: store.DefID(c.PrizeDef),
		ValueCents: c.PrizeCents, Source: store.FromWish}}
	for i, bottle := range c.Bottles {
		o.p.rooms.parts.add(-1, partText("bottle", rec.ID, i+1, bottle.Player, c.BottleCards > 0,
			max(c.BottleCards, c.BottleCents)))
	}
	if err := does(&store.JournalEntry{OpRecord: op}, postings, items, nil); err != nil {
		return wrongf("op %d: %v", op.ID, err)
	}
	return nil
}

// bottles: each costs the same, and is its player's who paid for it.
func (b *roomBooks) bottles(_ *prices, e *store.JournalEntry) error {
	var taken struct{ Numbers []int32 }
	if err := json.Unmarshal(e.Result, &taken); err != nil || len(taken.Numbers) == 0 || len(e.Postings) != 1 {
		return wrongf("it takes bottles as %s for %v", e.Result, e.Postings)
	}
	n, entry := int64(len(taken.Numbers)), e.Postings[0]
	cost := store.Posting{Debit: store.PlayerGems(e.Player), Credit: store.RoomEscrow(e.Room.Room),
		AmountCents: entry.AmountCents}
	inWishCards := entry.Debit == store.PlayerWishCards(e.Player)
	if inWishCards {
		cost.Debit, cost.Credit = entry.Debit, store.RoomWishCards(e.Room.Room)
	}
	if entry.AmountCents%n != 0 {
		return wrongf("%d bottles cost %v", n, entry)
	}
	if b.now[e.Room.Room] == store.RoomSettled {
		for _, number := range taken.Numbers {
			b.parts.add(1, partText("bottle", e.Room.Room, number, e.Player, inWishCards, entry.AmountCents/n))
		}
	}
	return does(e, []store.Posting{cost}, nil, nil)
}
