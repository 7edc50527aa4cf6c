package progress

import (
	"context"
	"time"

	"jadebox/store"
)

// EndMax is how long a room may take from its last entrant to its end: its lock, its beacon, its rounds, and a while in
// which no server runs.
const EndMax = time.Hour

// Rooms is what Ended reads.
type Rooms interface {
	PlayerRooms(ctx context.Context, kind string, p store.PlayerID, page store.Page) ([]store.Room, int, error)
}

// Ended visits a player's rooms of a kind that were played to their end from since on and before until (zero: no end),
// each once and the newest first. The store knows them by the time of entry; none waits for entrants longer than
// waitMax. Every count of what rooms brought uses this, so that all find the same ones.
func Ended(ctx context.Context, from Rooms, kind string, who store.PlayerID, since, until time.Time,
	waitMax time.Duration, visit func(store.Room) error) error {
	seen := map[store.RoomID]bool{} // a newer room moves the pages
	for page := range pagesMax {
		rooms, _, err := from.PlayerRooms(ctx, kind, who, store.Page{Offset: page * pageSize, Limit: pageSize,
			Since: since.Add(-waitMax - EndMax), Until: until})
		if err != nil {
			return err
		}
		for _, rec := range rooms {
			if seen[rec.ID] || rec.Status != store.RoomSettled ||
				!(Count{Since: since, Until: until}).holds(rec.Updated) {
				continue
			}
			seen[rec.ID] = true
			if err := visit(rec); err != nil {
				return err
			}
		}
		if len(rooms) < pageSize {
			return nil
		}
	}
	return nil
}
