package audit

import (
	"context"
	"slices"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/rewards/prize"
	"jadebox/fairness"
	"jadebox/store"
)

var _ = audited(battle.Kind, kindRules{outcome: (*outcomes).battle,
	ops: map[string]opRule{battle.KindCreate: (*roomBooks).entry, battle.KindJoin: (*roomBooks).entry,
		battle.KindLeave: (*roomBooks).entry, battle.KindSettle: ended("settle"), battle.KindVoid: voided},
	unasked: map[string]string{battle.KindCreate: byBattleCard, battle.KindJoin: byBattleCard,
		battle.KindLeave: givenBack, battle.KindVoid: givenBack,
		battle.KindSettle: "what was won was staked for, and the cent of a player who loses is a part of the game"}})

const byBattleCard = "the entry is a stake; what a battle card pays of it is not asked for yet"

// battle: one winner takes every item, several share their worth, one who loses gets a cent; no other account anything,
// and the entries go to the house. What a bot wins stays with the house.
func (o *outcomes) battle(ctx context.Context, view store.Snapshot, rec store.Room, b *fairness.Bundle) error {
	c, err := fairness.ParseBattleContext(b.Context.Leaf)
	if err != nil {
		return wrongf("%v", err)
	}
	op, err := end(ctx, view, rec, "settle")
	if err != nil {
		return err
	}
	entry, err := o.entryCents(ctx, view, rec, c)
	if err != nil {
		return err
	}
	postings, items := battleShares(c, b)
	for _, s := range c.Seats {
		if isBot(s) {
			continue
		}
		if !s.Bot { // a player of the house's, which is flagged as well, need not have a list
			o.asked = append(o.asked,
				battleList(store.PlayerID(s.Player), slices.Contains(b.Battle.Winners, s.Seat), op))
		}
		o.p.rooms.parts.add(-1, partText("entry", rec.ID, s.Player, entry))
		postings = append(postings, store.Posting{Debit: store.RoomEscrow(rec.ID), Credit: store.House,
			AmountCents: entry})
	}
	if got := summed(op.Postings); !slices.Equal(got, summed(postings)) {
		return wrongf("op %d pays %v, the draw %v", op.ID, got, summed(postings))
	}
	if !slices.Equal(op.NewItems, items) {
		return wrongf("op %d makes %v, the draw %v", op.ID, op.NewItems, items)
	}
	for _, m := range op.Moves { // vouchers that paid an entry are used
		if m.From.Owner != store.RoomHolder(rec.ID) || m.To.Status != store.ItemReplaced {
			return wrongf("op %d moves item %d from %v to %v", op.ID, m.Item, m.From, m.To)
		}
		o.p.rooms.parts.add(-1, partText("card", rec.ID, m.Item, m.To.Owner))
	}
	return nil
}

// entryCents is what a seat costs: the boxes at their prices of then, which were sold when the battle was made.
func (o *outcomes) entryCents(ctx context.Context, view store.Snapshot, rec store.Room,
	c fairness.BattleContext) (int64, error) {
	var entry int64
	for _, hash := range c.OddsHashes {
		t, err := o.seeds.table(ctx, view, hash)
		if err != nil {
			return 0, err
		}
		id := store.BoxID(t.BoxID())
		if err := o.p.rulebook.draws(id, t.Version(), hash); err != nil {
			return 0, err
		}
		if !o.p.rulebook.sells(id, t.Version(), rec.At) {
			return 0, wrongf("box %d was not sold in version %d when it was made", id, t.Version())
		}
		entry += o.p.rulebook.boxes[id][t.Version()].PriceCents
	}
	return entry, nil
}

// isBot reports whether a seat has no account: a bot pays nothing and gets nothing (fairness.BotIDs). A flagged seat
// that is not one is a player of the house's, who has an account like any other.
func isBot(s fairness.Seat) bool { return s.Player > fairness.BotIDs }

// battleShares are what a draw gives whom, without the entries.
func battleShares(c fairness.BattleContext, b *fairness.Bundle) (postings []store.Posting, items []store.NewItem) {
	var pot int64
	for _, total := range b.Battle.Totals {
		pot += total
	}
	winners := int64(len(b.Battle.Winners))
	for _, s := range c.Seats {
		who, won := store.PlayerID(s.Player), slices.Contains(b.Battle.Winners, s.Seat)
		switch {
		case isBot(s):
		case won && winners == 1:
			items = battleItems(b, who)
		case won:
			postings = append(postings, store.Posting{Debit: store.House, Credit: store.PlayerGems(who),
				AmountCents: pot / winners})
		default:
			postings = append(postings, store.Posting{Debit: store.Bonus, Credit: store.PlayerGems(who),
				AmountCents: consolationCents})
		}
	}
	if winners > 1 {
		postings = append(postings, store.Posting{Debit: store.House, Credit: store.Account(0, store.ClassRounding),
			AmountCents: pot % winners})
	}
	return postings, items
}

// battleItems are the items of all results, at the values of their odds.
func battleItems(b *fairness.Bundle, who store.PlayerID) (all []store.NewItem) {
	values := map[string]map[int64]int64{}
	for _, t := range b.Odds {
		values[t.Hash] = map[int64]int64{}
		for _, e := range t.Entries {
			values[t.Hash][e.Item] = e.ValueCents
		}
	}
	for _, r := range b.Results {
		all = append(all, store.NewItem{Owner: who, Def: store.DefID(r.Item), ValueCents: values[r.OddsHash][r.Item],
			Source: store.FromBattle})
	}
	return all
}

// consolationCents is docs/rules.md, "Battles".
const consolationCents = 1

// battleList is the list that a player has a settled battle on.
func battleList(who store.PlayerID, won bool, op store.OpRecord) store.Listing {
	list := battle.ListLost
	if won {
		list = battle.ListWon
	}
	return store.Listing{Entry: store.Entry{Player: who, List: list}, Room: op.Room.Room, At: op.At}
}

// entry: the own money and a battle card's worth, which the house pays, are one entry; leaving gives both back.
func (b *roomBooks) entry(p *prices, e *store.JournalEntry) error {
	leaves := e.Kind == battle.KindLeave
	var cents, byCard int64
	for _, entry := range e.Postings {
		from, to := entry.Debit, entry.Credit
		if leaves {
			from, to = to, from
		}
		if to != store.RoomEscrow(e.Room.Room) || from != store.PlayerGems(e.Player) && from != store.Bonus {
			return wrongf("it moves %v", entry)
		}
		cents += entry.AmountCents
		if from == store.Bonus {
			byCard += entry.AmountCents
		}
	}
	n := int64(1)
	if leaves {
		n = -1
	}
	settled := b.now[e.Room.Room] == store.RoomSettled
	moves, items := withoutLock(e)
	switch {
	case len(items) > 0:
		return wrongf("it makes %v", items)
	case len(moves) == 0 && byCard == 0:
	case len(moves) != 1 || !p.cardMoves(e, moves[0]) || !p.cardPays(e, moves[0].Item, cents, byCard):
		return wrongf("for %v the house pays %d of %d", moves, byCard, cents)
	case settled:
		b.parts.add(n, partText("card", e.Room.Room, moves[0].Item, e.Player))
	}
	if settled {
		b.parts.add(n, partText("entry", e.Room.Room, e.Player, cents))
	}
	return nil
}

// cardMoves reports whether an item goes from its player into the room, or comes back as it was.
func (p *prices) cardMoves(e *store.JournalEntry, m store.ItemMove) bool {
	own, held := store.ItemPlace{Owner: e.Player}, store.ItemPlace{Owner: store.RoomHolder(e.Room.Room)}
	if e.Kind == battle.KindLeave {
		own, held = held, own
	}
	return m.From == own && m.To == held
}

// cardPays reports whether an item is a battle card that pays so much of an entry: up to its worth when it was put in,
// which the op that gives it back does not say.
func (p *prices) cardPays(e *store.JournalEntry, card store.ItemID, entryCents, cents int64) bool {
	held := inForce(p.rulebook, prize.Setting, e.At)
	if e.Kind == battle.KindLeave {
		held = ever(p.rulebook, prize.Setting)
	}
	return slices.ContainsFunc(held, func(t prize.Settings) bool {
		c, known := t.Voucher(p.items[card].Def)
		return known && c.Def() == p.items[card].Def && c.Kind == prize.Competition &&
			min(c.WorthCents, entryCents) == cents
	})
}
