package playthrough

import (
	"context"
	"slices"
	"time"

	"jadebox/actors/room"
	"jadebox/store"
)

// Rooms is what InRooms reads.
type Rooms interface {
	OpenRooms(ctx context.Context, kind string) ([]store.Room, error)
	store.OpReader
}

// InRooms is what a player's stakes have lowered that lie in rooms which are not over and may give them back: it counts
// as played only then, or a player who joins, retrieves and leaves would have played nothing. It reads the player's own
// ops since the oldest of those rooms was made.
func InRooms(ctx context.Context, from Rooms, kinds room.Specs, who store.PlayerID) (cents int64, err error) {
	for _, spec := range kinds {
		staked := kinds.Staked(spec.Kind)
		if !slices.ContainsFunc(staked, kinds.Returns) {
			continue
		}
		rooms, err := from.OpenRooms(ctx, spec.Kind)
		if err != nil {
			return 0, err
		}
		open, oldest := map[store.RoomID]bool{}, time.Time{}
		for _, r := range rooms {
			open[r.ID] = true
			if oldest.IsZero() || r.At.Before(oldest) {
				oldest = r.At
			}
		}
		if len(open) == 0 {
			continue
		}
		for op, err := range store.EachOp(ctx, from, store.OpQuery{Player: who, Kinds: staked,
			Page: store.Page{Since: oldest.Add(-clockSlack)}}) {
			if err != nil {
				return 0, err
			}
			if op.Room != nil && open[op.Room.Room] {
				cents += Lowered(&op.Op, who)
			}
		}
	}
	return max(cents, 0), nil
}

// clockSlack is by how much the clocks of processes may differ.
const clockSlack = time.Minute
