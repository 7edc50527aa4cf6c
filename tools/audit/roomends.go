package audit

import (
	"jadebox/actors/room"
	"jadebox/store"
)

// ended is the rule of the kind of op that ends a room with a result, under the house's key for a step: the outcome
// compares that one op with the draw (end). Another one of its kind would be held to nothing, and pay once more.
func ended(step string) opRule {
	return func(_ *roomBooks, _ *prices, e *store.JournalEntry) error {
		if e.Player != 0 || e.Key != room.HouseKey(e.Room.Kind, e.Room.Room, step) ||
			e.Room.Status != store.RoomSettled {
			return wrongf("under the key %q it has not ended its room", e.Key)
		}
		return nil
	}
}

// voided is the rule of the kind of op that ends a room without a result: what the room holds goes out, and nothing
// comes from elsewhere. That each gets what they have put in is in void's sums.
func voided(_ *roomBooks, _ *prices, e *store.JournalEntry) error {
	moves, items := withoutLock(e)
	if e.Room.Status != store.RoomVoid || len(items) > 0 {
		return wrongf("it leaves its room as %d, and makes %v", e.Room.Status, items)
	}
	for _, entry := range e.Postings {
		if entry.Debit != store.RoomEscrow(e.Room.Room) && entry.Debit != store.RoomWishCards(e.Room.Room) {
			return wrongf("it moves %v", entry)
		}
	}
	for _, m := range moves {
		if m.From.Owner != store.RoomHolder(e.Room.Room) {
			return wrongf("item %d goes from %v to %v", m.Item, m.From, m.To)
		}
	}
	return nil
}
