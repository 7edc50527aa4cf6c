package audit

import "jadebox/store"

// Kinds of ops that a roll room begins and ends with.
const (
	rollCreate = "roll.create"
	rollSettle = "roll.settle"
)

// winners are what the journal says of roll rooms: who opened one, and how many prizes each player was given at its draw.
type winners struct {
	hosts map[store.RoomID]store.PlayerID
	won   map[store.RoomID]map[store.PlayerID]int
}

func newWinners() winners {
	return winners{map[store.RoomID]store.PlayerID{}, map[store.RoomID]map[store.PlayerID]int{}}
}

func (w winners) feed(e *store.JournalEntry) {
	switch {
	case e.Room == nil:
	case e.Kind == rollCreate:
		w.hosts[e.Room.Room] = e.Player
	case e.Kind == rollSettle:
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
		w.won[e.Room.Room] = won
	}
}

// check looks at the rooms whose host is known: what nobody won goes back to the host, several prizes at once.
func (w winners) check(r *Report) {
	for room, won := range w.won {
		host, known := w.hosts[room]
		if !known {
			continue
		}
		for p, n := range won {
			if n > 1 && p != host {
				r.violate(Winners, "player %d won %d prizes of roll %d", p, n, room)
			}
		}
	}
}
