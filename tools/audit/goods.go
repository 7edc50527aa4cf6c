package audit

import (
	"maps"
	"slices"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/shop/delivery"
	"jadebox/store"
)

// goods are what the journal says of items that were bought and of items on their way to a player: which order has
// which. Ops of two writers come in no order of time, so that orders are judged at the end.
type goods struct {
	taken map[store.RoomID]map[store.ItemID]bool // into an order
	ended map[store.RoomID]map[store.ItemID]bool // out of it
	final map[store.RoomID]int                   // ends of an order
}

func newGoods() goods {
	return goods{map[store.RoomID]map[store.ItemID]bool{}, map[store.RoomID]map[store.ItemID]bool{},
		map[store.RoomID]int{}}
}

func (g goods) feed(r *Report, e *store.JournalEntry) {
	bought(r, e)
	order := e.Room != nil && e.Room.Kind == delivery.Kind
	for _, m := range e.Moves {
		into, out := m.To.Status == store.ItemAwaitingDelivery, m.From.Status == store.ItemAwaitingDelivery
		switch {
		case !into && !out:
		case !order:
			r.violate(Items, "op %d (%s) moves item %d from status %d to %d without an order", e.ID, e.Kind, m.Item,
				m.From.Status, m.To.Status)
		case into:
			note(g.taken, e.Room.Room, m.Item)
		default:
			note(g.ended, e.Room.Room, m.Item)
		}
	}
	if order && e.Room.Status.Final() {
		g.final[e.Room.Room]++
	}
	if order { // one that is over, and came out as it went in, is forgotten
		id := e.Room.Room
		if g.final[id] == 1 && len(g.taken[id]) > 0 && maps.Equal(g.taken[id], g.ended[id]) {
			delete(g.taken, id)
			delete(g.ended, id)
			delete(g.final, id)
		}
	}
}

func note(in map[store.RoomID]map[store.ItemID]bool, room store.RoomID, item store.ItemID) {
	if in[room] == nil {
		in[room] = map[store.ItemID]bool{}
	}
	in[room][item] = true
}

// bought holds the mall to its rule: an item of the mall was paid for, with no less than its value.
func bought(r *Report, e *store.JournalEntry) {
	var value, paid int64
	_, items := limits.WithoutLock(&e.Op)
	for _, it := range items {
		if it.Source == store.FromMall {
			value += it.ValueCents
		}
	}
	for _, p := range e.Postings {
		if p.Debit == store.PlayerGems(e.Player) && p.Credit == store.House {
			paid += p.AmountCents
		}
	}
	if e.Kind == player.KindBuy && (len(items) != 1 || items[0].Source != store.FromMall || paid < value) ||
		e.Kind != player.KindBuy && value > 0 {
		r.violate(Items, "op %d (%s): items of the mall worth %d for %d cents", e.ID, e.Kind, value, paid)
	}
}

// check compares what went into every order with what came out of it. An order that began before the journal that was
// read is left out.
func (g goods) check(r *Report, now map[store.ItemID]store.ItemStatus) {
	holder := map[store.ItemID]store.RoomID{}
	for _, room := range slices.Sorted(maps.Keys(g.taken)) {
		taken := g.taken[room]
		if g.final[room] > 0 {
			if !maps.Equal(taken, g.ended[room]) {
				r.violate(Items, "order %d is over: %d items went in, %d came out", room, len(taken),
					len(g.ended[room]))
			}
			continue
		}
		if n := len(g.ended[room]); n > 0 {
			r.violate(Items, "order %d is open, and %d items have left it", room, n)
		}
		for item := range taken {
			if other, twice := holder[item]; twice {
				r.violate(Items, "item %d is in orders %d and %d", item, other, room)
			}
			holder[item] = room
			if status, known := now[item]; (known || r.Full) && status != store.ItemAwaitingDelivery {
				r.violate(Items, "item %d of the open order %d does not await its delivery", item, room)
			}
		}
	}
	if !r.Full {
		return
	}
	for item, status := range now {
		if _, has := holder[item]; status == store.ItemAwaitingDelivery && !has {
			r.violate(Items, "item %d awaits a delivery that no open order makes", item)
		}
	}
}
