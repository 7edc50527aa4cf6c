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
	ops: map[string]opRule{roll.KindJoin: (*roomBooks).rollEntrant, roll.KindCreate: (*roomBooks).rollPrizes,
		roll.KindEdit: (*roomBooks).rollEdit, roll.KindSettle: ended("settle"), roll.KindVoid: voided},
	unasked: map[string]string{roll.KindCreate: "the host gives the prizes", roll.KindEdit: noValue,
		roll.KindJoin: noValue, roll.KindSettle: "lots are not asked for (docs/rules.md)",
		roll.KindVoid: "prizes go back to those who gave them"}})

// roll: each winner takes the prize that was drawn; what was not won goes back to the host, or to the house.
func (o *outcomes) roll(ctx context.Context, view store.Snapshot, rec store.Room, b *fairness.Bundle) error {
	c, err := fairness.ParseRollContext(b.Context.Leaf)
	if err != nil {
		return wrongf("%v", err)
	}
	host, err := roll.HostOf(rec)
	if err != nil {
		return wrongf("%v", err)
	}
	if host == 0 && !o.p.trial {
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
	for _, in := range c.Entrants {
		o.p.rooms.parts.add(-1, partText("entrant", rec.ID, in.Player))
	}
	var rest, back int64
	owners := map[store.ItemID]store.PlayerID{} // 0: the host
	paid := map[store.AccountID]int64{}
	var items []store.NewItem
	for _, prize := range c.Prizes {
		who := to[prize.ID]
		if prize.Item != "0" {
			o.p.rooms.parts.add(-1, partText("prize", rec.ID, prize.Item, host))
		} else if prize.Def == 0 {
			o.p.rooms.parts.add(-prize.ValueCents, partText("gems", rec.ID, host))
		}
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
	for _, p := range op.Postings {
		if p.Debit != store.RoomEscrow(rec.ID) {
			return wrongf("op %d moves %v", op.ID, p)
		}
		if left := paid[p.Credit]; left >= p.AmountCents {
			paid[p.Credit] -= p.AmountCents
			continue
		}
		back += p.AmountCents
		if p.Credit != rollPurse(host) || p.AmountCents != rest {
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
		if who == 0 {
			who = host
		}
		if !known || m.From.Owner != store.RoomHolder(rec.ID) || m.To.Owner != who ||
			m.To.Status != store.ItemInBackpack {
			return wrongf("op %d gives item %d to %v, the draw to player %d", op.ID, m.Item, m.To, who)
		}
	}
	return nil
}

// rollPurse is where the gems of a host's prizes come from and go back to.
func rollPurse(host store.PlayerID) store.AccountID {
	if host == 0 {
		return store.Bonus
	}
	return store.PlayerGems(host)
}

// rollEntrant: nothing is paid, and the place is the player's who has taken it.
func (b *roomBooks) rollEntrant(p *prices, e *store.JournalEntry) error {
	if b.now[e.Room.Room] == store.RoomSettled {
		b.parts.add(1, partText("entrant", e.Room.Room, e.Player))
	}
	return nothing(p, e)
}

// rollPrizes: the host's own gems and items, or the house's bonus, go into the room, and come back from it.
func (b *roomBooks) rollPrizes(_ *prices, e *store.JournalEntry) error {
	moves, items := withoutLock(e)
	if len(items) > 0 {
		return wrongf("it makes %v", items)
	}
	purse, escrow := rollPurse(e.Player), store.RoomEscrow(e.Room.Room)
	settled := b.now[e.Room.Room] == store.RoomSettled
	for _, entry := range e.Postings {
		n := entry.AmountCents
		switch {
		case entry.Debit == purse && entry.Credit == escrow:
		case entry.Debit == escrow && entry.Credit == purse && e.Kind == roll.KindEdit:
			n = -n
		default:
			return wrongf("it moves %v", entry)
		}
		if settled {
			b.parts.add(n, partText("gems", e.Room.Room, e.Player))
		}
	}
	own, held := store.ItemPlace{Owner: e.Player}, store.ItemPlace{Owner: store.RoomHolder(e.Room.Room)}
	for _, m := range moves {
		n := int64(1)
		switch {
		case e.Player == 0:
			return wrongf("the house has no item such as %d", m.Item)
		case m.From == own && m.To == held:
		case m.From == held && m.To == own && e.Kind == roll.KindEdit:
			n = -1
		default:
			return wrongf("item %d goes from %v to %v", m.Item, m.From, m.To)
		}
		if settled {
			b.parts.add(n, partText("prize", e.Room.Room, m.Item, e.Player))
		}
	}
	return nil
}

// rollEdit: only the host changes what is in a room.
func (b *roomBooks) rollEdit(p *prices, e *store.JournalEntry) error {
	var host store.PlayerID
	if err := p.view.Rooms(p.ctx, []store.RoomID{e.Room.Room}, func(rec store.Room) (err error) {
		if host, err = roll.HostOf(rec); err != nil {
			err = wrongf("its room cannot be read: %v", err)
		}
		return err
	}); err != nil {
		return err
	}
	if host != e.Player {
		return wrongf("the host of room %d is player %d", e.Room.Room, host)
	}
	return b.rollPrizes(p, e)
}
