package audit

import (
	"context"
	"slices"

	"jadebox/actors/kinds/battle"
	"jadebox/fairness"
	"jadebox/store"
)

var _ = audited(battle.Kind, kindRules{outcome: (*outcomes).battle,
	ops: map[string]opRule{battle.KindCreate: (*roomBooks).entry, battle.KindJoin: (*roomBooks).entry,
		battle.KindLeave: (*roomBooks).entry},
	plain: map[string]string{battle.KindSettle: byOutcome, battle.KindVoid: byVoid},
	unasked: map[string]string{battle.KindCreate: byBattleCard, battle.KindJoin: byBattleCard,
		battle.KindLeave: givenBack, battle.KindVoid: givenBack,
		battle.KindSettle: "what was won was staked for, and the cent of a player who loses is a part of the game"}})

const byBattleCard = "the entry is a stake; what a battle card pays of it is not asked for yet"

// battle: one winner takes every item, several share their worth, one who loses gets a cent; no other account anything.
// What a bot wins stays with the house, and only the room knows which of the flagged seats are bots.
func (o *outcomes) battle(ctx context.Context, view store.Snapshot, rec store.Room, b *fairness.Bundle) error {
	c, err := fairness.ParseBattleContext(b.Context.Leaf)
	if err != nil {
		return wrongf("%v", err)
	}
	op, err := end(ctx, view, rec, "settle")
	if err != nil {
		return err
	}
	entry, err := o.entryCents(ctx, view, c)
	if err != nil {
		return err
	}
	for _, s := range c.Seats {
		if !s.Bot {
			o.asked = append(o.asked,
				ended(store.PlayerID(s.Player), slices.Contains(b.Battle.Winners, s.Seat), op))
		}
	}
	due := battleShares(c, b)
	if got := o.toPlayers(rec, op, c, entry, due.may); !slices.Equal(sorted(got), sorted(due.must)) {
		return wrongf("op %d pays %v, the draw %v", op.ID, op.Postings, due.must)
	}
	if !slices.ContainsFunc(due.items, func(list []store.NewItem) bool { return slices.Equal(op.NewItems, list) }) {
		return wrongf("op %d makes %v, the draw one of %v", op.ID, op.NewItems, due.items)
	}
	for _, m := range op.Moves { // vouchers that paid an entry are used
		if m.From.Owner != store.RoomHolder(rec.ID) || m.To.Status != store.ItemReplaced {
			return wrongf("op %d moves item %d from %v to %v", op.ID, m.Item, m.From, m.To)
		}
	}
	return nil
}

// entryCents is what a seat costs: the boxes at their prices of then.
func (o *outcomes) entryCents(ctx context.Context, view store.Snapshot, c fairness.BattleContext) (int64, error) {
	var entry int64
	for _, hash := range c.OddsHashes {
		t, err := o.seeds.table(ctx, view, hash)
		if err != nil {
			return 0, err
		}
		entry += o.p.rulebook.boxes[store.BoxID(t.BoxID())][t.Version()].PriceCents
	}
	return entry, nil
}

// shares are what a draw gives whom. A flagged seat is a bot or belongs to the house.
type shares struct {
	must  []store.Posting
	may   map[store.AccountID]store.Posting // to flagged seats
	items [][]store.NewItem                 // one of them
}

func battleShares(c fairness.BattleContext, b *fairness.Bundle) shares {
	due := shares{may: map[store.AccountID]store.Posting{}}
	all := battleItems(b)
	var pot int64
	for _, total := range b.Battle.Totals {
		pot += total
	}
	winners := int64(len(b.Battle.Winners))
	for _, s := range c.Seats {
		who := store.PlayerID(s.Player)
		var get store.Posting
		switch won := slices.Contains(b.Battle.Winners, s.Seat); {
		case won && winners == 1:
			mine := slices.Clone(all)
			for i := range mine {
				mine[i].Owner = who
			}
			due.items = append(due.items, mine)
			if s.Bot {
				due.items = append(due.items, nil)
			}
			continue
		case won:
			get = store.Posting{Debit: store.House, Credit: store.PlayerGems(who), AmountCents: pot / winners}
		default:
			get = store.Posting{Debit: store.Bonus, Credit: store.PlayerGems(who), AmountCents: consolationCents}
		}
		if s.Bot {
			due.may[get.Credit] = get
		} else {
			due.must = append(due.must, get)
		}
	}
	if winners > 1 {
		due.items = [][]store.NewItem{nil}
		if rest := pot % winners; rest > 0 {
			due.must = append(due.must, store.Posting{Debit: store.House,
				Credit: store.Account(0, store.ClassRounding), AmountCents: rest})
		}
	}
	return due
}

// battleItems are the items of all results, at the values of their odds, with no owner yet.
func battleItems(b *fairness.Bundle) (all []store.NewItem) {
	values := map[string]map[int64]int64{}
	for _, t := range b.Odds {
		values[t.Hash] = map[int64]int64{}
		for _, e := range t.Entries {
			values[t.Hash][e.Item] = e.ValueCents
		}
	}
	for _, r := range b.Results {
		all = append(all, store.NewItem{Def: store.DefID(r.Item), ValueCents: values[r.OddsHash][r.Item],
			Source: store.FromBattle})
	}
	return all
}

// toPlayers are an op's postings but the entries that it takes from escrow, which it notes, and what flagged seats may
// have got, each once.
func (o *outcomes) toPlayers(rec store.Room, op store.OpRecord, c fairness.BattleContext, entry int64,
	may map[store.AccountID]store.Posting) (got []store.Posting) {
	for _, p := range op.Postings {
		if p.Debit == store.RoomEscrow(rec.ID) && p.Credit == store.House && entry > 0 && p.AmountCents%entry == 0 &&
			p.AmountCents/entry <= int64(len(c.Seats)) {
			o.p.rooms.parts.add(-p.AmountCents/entry, partText("entry", rec.ID, entry))
			continue
		}
		if may[p.Credit] == p && p.AmountCents > 0 {
			delete(may, p.Credit)
			continue
		}
		got = append(got, p)
	}
	return got
}

// consolationCents is docs/rules.md, "Battles".
const consolationCents = 1

// ended are the lists of a battle that was settled. Which flagged seats are bots, who have none, only the room knows.
func ended(who store.PlayerID, won bool, op store.OpRecord) store.Listing {
	list := battle.ListLost
	if won {
		list = battle.ListWon
	}
	return store.Listing{Entry: store.Entry{Player: who, List: list}, Room: op.Room.Room, At: op.At}
}

// entry: the own money and a voucher's worth, which the house pays, are one entry; leaving gives it back.
func (b *roomBooks) entry(_ *prices, e *store.JournalEntry) error {
	var cents int64
	escrow := store.RoomEscrow(e.Room.Room)
	for _, entry := range e.Postings {
		in, out := entry.Credit == escrow, entry.Debit == escrow
		other := entry.Debit
		if out {
			other = entry.Credit
		}
		if in == out || other != store.PlayerGems(e.Player) && (other != store.Bonus || len(e.Moves) == 0) ||
			out != (e.Kind == battle.KindLeave) {
			return wrongf("it moves %v", entry)
		}
		cents += entry.AmountCents
	}
	n := int64(1)
	if e.Kind == battle.KindLeave {
		n = -1
	}
	if b.now[e.Room.Room] == store.RoomSettled {
		b.parts.add(n, partText("entry", e.Room.Room, cents))
	}
	return nil
}
