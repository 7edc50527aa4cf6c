package room

import (
	"fmt"
	"slices"

	"jadebox/actors/settings"
	"jadebox/store"
)

// ReasonCancelled is the reason of a room that an operator has ended: everything in it goes back.
const ReasonCancelled = "cancelled"

// CancelledSetting is which rooms operators end: jadebox rooms cancel.
var CancelledSetting = &settings.Setting[Cancelled]{Name: "rooms.cancelled",
	Says:     "rooms that operators end, whose stakes go back; see jadebox rooms cancel",
	Free:     "a room that ends so gives back what was put in",
	Standard: func() Cancelled { return Cancelled{Rooms: []Order{}} }, Check: Cancelled.check}

// Cancelled are the rooms that are to end. One that has ended before keeps its outcome.
type Cancelled struct {
	Rooms []Order `json:"rooms"`
}

// Order names a room that is to end, and when that was written.
type Order struct {
	ID   store.RoomID `json:"id"`
	AtMS int64        `json:"atMs"`
}

// Has reports whether a room is to end.
func (c Cancelled) Has(id store.RoomID) bool {
	return slices.ContainsFunc(c.Rooms, func(o Order) bool { return o.ID == id })
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
