package audit

import (
	"context"
	"slices"
	"strconv"

	"jadebox/actors/kinds/roll"
	"jadebox/fairness"
	"jadebox/store"
)

var _ = audited(roll.Kind, kindRules{outcome: (*outcomes).roll,
	plain: map[string]string{roll.KindJoin: "nothing is paid", roll.KindCreate: "prizes are held until the end",
		roll.KindEdit: "prizes are held until the end", roll.KindSettle: byOutcome, roll.KindVoid: byVoid},
	unasked: map[string]string{roll.KindCreate: "the host gives the prizes", roll.KindEdit: noValue,
		roll.KindJoin: noValue, roll.KindSettle: "lots are not asked for (docs/rules.md)",
		roll.KindVoid: "prizes go back to those who gave them"}})

// roll: each winner takes the prize that was drawn; what was not won goes back to one host, or to the house.
func (o *outcomes) roll(ctx context.Context, view store.Snapshot, rec store.Room, b *fairness.Bundle) error {
	c, err := fairness.ParseRollContext(b.Context.Leaf)
	if err != nil {
		return wrongf("%v", err)
	}
	official, err := roll.Official(rec.State)
	if err != nil {
		return wrongf("%v", err)
	}
	if official && !o.p.trial {
		return wrongf("the house gives prizes of its own only where a site is tried out")
	}
	op, err := end(ctx, view, rec, "settle")
	if err != nil {
		return err
	}
	to := map[int64]store.PlayerID{}
	for _, w := range b.Roll.Winners {
		to[w.Prize] = store.PlayerID(w.Player)
	}
	var rest, back int64
	owners := map[store.ItemID]store.PlayerID{} // 0: the host
	paid := map[store.AccountID]int64{}
	var items []store.NewItem
	for _, prize := range c.Prizes {
		who := to[prize.ID]
		switch item, _ := strconv.ParseInt(prize.Item, 10, 64); {
		case item != 0:
			owners[store.ItemID(item)] = who
		case prize.Def != 0 && who != 0:
			items = append(items, store.NewItem{Owner: who, Def: store.DefID(prize.Def), ValueCents: prize.ValueCents,
				Source: store.FromRoll})
		case prize.Def != 0:
		case who != 0:
			paid[store.PlayerGems(who)] += prize.ValueCents
		default:
			rest += prize.ValueCents
		}
	}
	var host store.AccountID
	for _, p := range op.Postings {
		if p.Debit != store.RoomEscrow(rec.ID) {
			return wrongf("op %d moves %v", op.ID, p)
		}
		if left := paid[p.Credit]; left >= p.AmountCents {
			paid[p.Credit] -= p.AmountCents
			continue
		}
		host, back = p.Credit, back+p.AmountCents
		if p.AmountCents != rest {
			return wrongf("op %d gives %v, which nobody has won", op.ID, p)
		}
	}
	for _, cents := range paid {
		if cents != 0 {
			return wrongf("op %d pays %v, the draw gives other prizes", op.ID, op.Postings)
		}
	}
	if back != rest || !slices.Equal(op.NewItems, items) || len(op.Moves) != len(owners) {
		return wrongf("op %d gives %v and %v, the draw %v and %d back", op.ID, op.NewItems, op.Moves, items, rest)
	}
	for _, m := range op.Moves {
		who, known := owners[m.Item]
		if known && who == 0 && host != 0 && host != store.Bonus {
			who = store.PlayerID(host.Owner())
		}
		if !known || m.From.Owner != store.RoomHolder(rec.ID) || who != 0 && m.To.Owner != who ||
			m.To.Status != store.ItemInBackpack {
			return wrongf("op %d gives item %d to %v, the draw to player %d", op.ID, m.Item, m.To, who)
		}
	}
	return nil
}
