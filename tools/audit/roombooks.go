package audit

import (
	"fmt"
	"slices"

	"jadebox/actors/room"
	"jadebox/fairness"
	"jadebox/store"
)

// roomBooks hold the ops of rooms to what their rooms came to: what goes in and out while they are open, and what their
// outcome, recomputed from its seeds, gives whom. Whatever must be equal between ops and rooms is kept as sets, so that
// memory does not grow with the rooms.
type roomBooks struct {
	// rooms that the chunk at hand writes, as they are now
	now map[store.RoomID]store.RoomStatus
	// what went into rooms that are void, less what came out, by room and account
	voids setHash
	// parts of rooms: entries, flips, claims, as ops made them, less as rooms have them
	parts setHash
	decks map[string]fairness.LuckycardContext
}

// rule holds an op of a room to what any may do: it moves money between its own room, its own player and the house, in
// the currencies that rooms hold, and what players have only if its kind says so.
func (b *roomBooks) rule(p *prices, spec room.Spec, e *store.JournalEntry) error {
	if e.Room == nil || e.Room.Kind != spec.Kind {
		return wrongf("it writes no room of its kind")
	}
	moves, items := withoutLock(e)
	declared := slices.ContainsFunc(spec.Ops, func(o room.OpKind) bool { return o.Kind == e.Kind })
	escrow, wishCards := store.RoomEscrow(e.Room.Room), store.RoomWishCards(e.Room.Room)
	for _, entry := range e.Postings {
		for _, a := range []store.AccountID{entry.Debit, entry.Credit} {
			switch a.Class() {
			case store.ClassHouse, store.ClassHouseWishCards, store.ClassBonus, store.ClassRounding:
			case store.ClassPlayerGems, store.ClassPlayerWishCards:
				if !declared {
					return wrongf("it changes what player %d has", a.Owner())
				}
			default:
				if a != escrow && a != wishCards {
					return wrongf("it moves %v", entry)
				}
			}
		}
		if entry.Debit.OfPlayer() && entry.Debit.Owner() != int64(e.Player) {
			return wrongf("it takes from player %d", entry.Debit.Owner())
		}
	}
	if !declared && len(moves)+len(items) > 0 {
		return wrongf("it moves items")
	}
	holder := store.RoomHolder(e.Room.Room)
	for _, m := range moves {
		if m.From.Owner < 0 && m.From.Owner != holder || m.To.Owner < 0 && m.To.Owner != holder ||
			m.From.Owner > 0 && (m.From.Owner != e.Player || m.To.Owner != holder) {
			return wrongf("item %d goes from %v to %v", m.Item, m.From, m.To)
		}
	}
	if b.now[e.Room.Room] == store.RoomVoid {
		b.void(e, moves)
	}
	if rule, has := kindsAudited[spec.Kind].ops[e.Kind]; has {
		return rule(b, p, e)
	}
	return nil
}

// void: every player gets back from a room without a result what they put in, and nothing else is paid.
func (b *roomBooks) void(e *store.JournalEntry, moves []store.ItemMove) {
	ofRoom := func(a store.AccountID) bool {
		return a.Class() == store.ClassRoomEscrow || a.Class() == store.ClassRoomWishCards
	}
	b.backToPlay(e)
	for _, entry := range e.Postings {
		if ofRoom(entry.Credit) {
			b.voids.add(entry.AmountCents, fmt.Appendf(nil, "%d %d", entry.Credit, entry.Debit))
		}
		if ofRoom(entry.Debit) {
			b.voids.add(-entry.AmountCents, fmt.Appendf(nil, "%d %d", entry.Debit, entry.Credit))
		}
	}
	for _, m := range moves {
		if m.To.Owner < 0 {
			b.voids.add(1, fmt.Appendf(nil, "item %d %v", m.Item, m.From))
		} else if m.From.Owner < 0 {
			b.voids.add(-1, fmt.Appendf(nil, "item %d %v", m.Item, m.To))
		}
	}
}

func partText(what string, id store.RoomID, a ...any) []byte {
	return fmt.Appendf(nil, "%s %d %v", what, id, a)
}
