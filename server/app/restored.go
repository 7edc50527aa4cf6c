package app

import (
	"context"
	"fmt"
	"time"

	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/store"
)

// readRestored are the rooms that were open when the site went back to a backup, until all of them have ended.
func readRestored(ctx context.Context, db *database) (map[store.RoomID]bool, error) {
	ids, err := db.RestoredRooms(ctx)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	rooms := make(map[store.RoomID]bool, len(ids))
	for _, id := range ids {
		rooms[id] = true
	}
	return rooms, nil
}

// endedWithin bounds the end of the rooms after a restore; a start that takes longer goes on with the next.
const endedWithin = 2 * time.Minute

// endRestored ends the rooms that were open when the site went back to a backup, each in its kind's way, before any
// player is let in. A room that does not end keeps the site from starting: what it would draw is known.
func (a *App) endRestored(ctx context.Context) error {
	if a.restored == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, endedWithin)
	defer cancel()
	n := 0
	for id := range a.restored {
		ended, err := a.endRoom(ctx, id)
		if err != nil {
			return fmt.Errorf("room %d, open when the site went back to a backup, does not end: %w", id, err)
		}
		if ended {
			n++
		}
	}
	a.log.Warn().Int("rooms", n).Msg("the site went back to a backup: what was open has ended, and stakes are back")
	return a.db.RestoredEnded(ctx)
}

// endRoom waits until a room has ended; false for what is no room to play in (a delivery, a withdrawal).
func (a *App) endRoom(ctx context.Context, id store.RoomID) (bool, error) {
	for wait := time.Millisecond; ; wait = min(2*wait, 100*time.Millisecond) {
		r, err := a.db.Room(ctx, id)
		if err != nil {
			return false, err
		}
		if _, played := a.kinds.Of(r.Kind); !played {
			return false, nil
		}
		if r.Status.Final() {
			return true, nil
		}
		a.directory.Post(r.Kind, room.ID(id), directory.Wake{}, nil)
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-time.After(wait):
		}
	}
}
