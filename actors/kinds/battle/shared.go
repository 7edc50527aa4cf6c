package battle

import (
	"time"

	"jadebox/protocol"
	"jadebox/store"
)

// Shared is what a link to a battle shows any visitor.
type Shared struct {
	Summary protocol.BattleSummary
	Totals  []int64 // by seat, cents; none before the end
	Winners []int   // seats
}

// SharedOf reads a stored battle for a caller that has only its address: a private one is not there for them
// (ErrGone), as one that does not exist.
func SharedOf(rec store.Room, now time.Time) (Shared, error) {
	if rec.Kind != Kind {
		return Shared{}, ErrGone
	}
	r, err := decode(rec.State)
	if err != nil {
		return Shared{}, err
	}
	if r.Private || r.status == 0 {
		return Shared{}, ErrGone
	}
	s := Shared{Summary: r.asOf(now).summary()}
	if r.status == store.RoomSettled && r.draw != nil {
		s.Totals, s.Winners = r.draw.Score.Totals, r.draw.Score.Winners
	}
	return s, nil
}
