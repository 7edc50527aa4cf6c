package audit

import (
	"jadebox/actors/kinds"
	"jadebox/store"
)

// winners are what the journal says of rooms whose prizes are won by lot (room.Lots: roll rooms): who made one, and how
// many prizes each player was given at its draw.
type winners struct {
	creates, settles map[string]string // kinds of rooms by kinds of ops
	hosts            map[store.RoomID]store.PlayerID
	void             map[store.RoomID]bool // that ended without a draw, and whose creation was not read yet
	won              map[store.RoomID]map[store.PlayerID]int
	kind             map[store.RoomID]string
}

func newWinners() winners {
	w := winners{map[string]string{}, map[string]string{}, map[store.RoomID]store.PlayerID{},
		map[store.RoomID]bool{}, map[store.RoomID]map[store.PlayerID]int{}, map[store.RoomID]string{}}
	for _, k := range kinds.All {
		if k.Lots != nil {
			w.creates[k.Lots.Create], w.settles[k.Lots.Settle] = k.Kind, k.Kind
		}
	}
	return w
}

func (w winners) feed(r *Report, e *store.JournalEntry) {
	_, creates := w.creates[e.Kind]
	kind, settles := w.settles[e.Kind]
	switch {
	case e.Room == nil:
	case creates && w.void[e.Room.Room]:
		delete(w.void, e.Room.Room)
	case creates:
		w.hosts[e.Room.Room] = e.Player
	case settles:
		won := map[store.PlayerID]int{}
		for _, m := range e.Moves {
			won[m.To.Owner]++
		}
		for _, it := range e.NewItems {
			won[it.Owner]++
		}
		for _, p := range e.Postings {
			if p.Credit.Class() == store.ClassPlayerGems {
				won[store.PlayerID(p.Credit.Owner())]++
			}
		}
		w.won[e.Room.Room], w.kind[e.Room.Room] = won, kind
	case e.Room.Status == store.RoomVoid && w.drawn(e.Room.Kind):
		if _, made := w.hosts[e.Room.Room]; !made { // ops of two writers come in no order of time
			w.void[e.Room.Room] = true
		}
		delete(w.hosts, e.Room.Room)
	}
	if e.Room != nil && (creates || settles) {
		w.both(r, e.Room.Room)
	}
}

// drawn reports whether prizes of a kind of room are won by lot.
func (w winners) drawn(kind string) bool {
	spec, known := kinds.All.Of(kind)
	return known && spec.Lots != nil
}

// both judges a room of which host and winners are known, and drops what was kept of it.
func (w winners) both(r *Report, room store.RoomID) {
	host, known := w.hosts[room]
	won, settled := w.won[room]
	if !known || !settled {
		return
	}
	for p, n := range won {
		if n > 1 && p != host {
			r.violate(Winners, "player %d won %d prizes of %s %d", p, n, w.kind[room], room)
		}
	}
	delete(w.hosts, room)
	delete(w.won, room)
	delete(w.kind, room)
}
