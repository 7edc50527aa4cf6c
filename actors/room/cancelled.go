package room

import (
	"fmt"
	"slices"
	"time"

	"jadebox/actors/settings"
	"jadebox/store"
)

// ReasonOperator is the reason of a room that an operator has ended: everything in it goes back. A host who leaves has
// another.
const ReasonOperator = "operator"

// stuckAfter is how long after its deadline a room counts as stuck.
const stuckAfter = time.Minute

// Cancellable reports whether an operator may end a room at now: while it is open, for its draw is not named yet, or
// when its deadline passed more than a minute ago. In between its outcome can be known before it is shown, so that
// an operator who could end it could choose the outcome.
func Cancellable(status store.RoomStatus, deadline, now time.Time) bool {
	return status == store.RoomOpen || stuck(status, deadline, now)
}

func stuck(status store.RoomStatus, deadline, now time.Time) bool {
	return status != 0 && !status.Final() && now.After(deadline.Add(stuckAfter))
}

// CancelledSetting is which rooms operators end: jadebox rooms cancel.
var CancelledSetting = &settings.Setting[Cancelled]{Name: "rooms.cancelled",
	Says:            "rooms that operators end, whose stakes go back; see jadebox rooms cancel",
	CostlessBecause: "a room that ends so gives back what was put in",
	Standard:        func() Cancelled { return Cancelled{Rooms: []Cancellation{}} }, Check: Cancelled.check}

// Cancelled are the rooms that are to end. One that has ended before keeps its outcome, and one whose draw was named
// before ends as committed (Cancellable).
type Cancelled struct {
	Rooms []Cancellation `json:"rooms"`
}

// Cancellation names a room that is to end, and when that was written.
type Cancellation struct {
	ID   store.RoomID `json:"id"`
	AtMS int64        `json:"atMs"`
}

// Has reports whether a room is to end.
func (c Cancelled) Has(id store.RoomID) bool {
	return slices.ContainsFunc(c.Rooms, func(o Cancellation) bool { return o.ID == id })
}

// cancelledMost bounds the list, which every open room looks through before each of its steps.
const cancelledMost = 100

func (c Cancelled) check() error {
	if len(c.Rooms) > cancelledMost {
		return fmt.Errorf("rooms: %d are to end, at most %d at once", len(c.Rooms), cancelledMost)
	}
	for i, o := range c.Rooms {
		if o.ID < 1 || o.AtMS < 1 || (Cancelled{c.Rooms[:i]}).Has(o.ID) {
			return fmt.Errorf("rooms: %d at %d is no room, or stands twice", o.ID, o.AtMS)
		}
	}
	return nil
}
