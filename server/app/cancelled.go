package app

import (
	"context"

	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/repeat"
	"jadebox/actors/settings"
	"jadebox/store"
)

// mustEnd says why a room is to end: the site went back to a backup, or an operator has cancelled it (only while it is
// room.Cancellable).
func (a *App) mustEnd(id store.RoomID) (reason string) {
	switch {
	case a.restored[id]:
		return room.ReasonRestored
	case room.CancelledSetting.Cached(a.db.watch).Has(id):
		return room.ReasonOperator
	}
	return ""
}

// endCancelled wakes the rooms that operators have cancelled, until each has ended: one without a player right now
// would not look.
func (a *App) endCancelled(ctx context.Context) {
	over := map[store.RoomID]bool{}
	repeat.After(ctx, settings.Every, func() {
		for _, o := range room.CancelledSetting.Cached(a.db.watch).Rooms {
			if over[o.ID] {
				continue
			}
			r, err := a.db.Room(ctx, o.ID)
			if err != nil {
				continue // with the next tick
			}
			if _, played := a.kinds.Of(r.Kind); !played || r.Status.Final() {
				over[o.ID] = true
				continue
			}
			a.directory.Post(r.Kind, room.ID(o.ID), directory.Wake{}, nil)
		}
	})
}
