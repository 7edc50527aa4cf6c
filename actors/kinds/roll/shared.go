package roll

import (
	"slices"

	"jadebox/protocol"
	"jadebox/store"
)

// Shared is what a link to a room shows any visitor: the row of the list, and who won what, the most valuable first.
type Shared struct {
	Summary protocol.RollSummary
	Winners []SharedWin // none before the draw
}

// SharedWin is one winner.
type SharedWin struct {
	Name       string
	Place      int32 // in the roster
	ValueCents int64
}

// SharedOf reads a stored room for any caller that has its address. One that was never published is not there for them
// (ErrGone).
func SharedOf(rec store.Room) (Shared, error) {
	r, err := decode(rec.State)
	if err != nil {
		return Shared{}, err
	}
	if r.draft() {
		return Shared{}, ErrGone
	}
	s := Shared{Summary: r.summary(len(r.entrants))}
	for _, w := range r.wins {
		e := r.entrant(w.Place)
		s.Winners = append(s.Winners, SharedWin{e.Name, e.Place, r.Prizes[w.Prize-1].ValueCents})
	}
	slices.SortStableFunc(s.Winners, func(a, b SharedWin) int { return int(b.ValueCents - a.ValueCents) })
	return s, nil
}
