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
	opPages
}

// InRooms is what a player's stakes have lowered that lie in rooms which are not over and may give them back: it counts
// as played only then, or who joins, retrieves and leaves would have played nothing. It reads the player's own ops
// since the oldest of those rooms was made.
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
		err = eachOp(ctx, from, store.OpQuery{Player: who, Kinds: staked,
			Page: store.Page{Since: oldest.Add(-clockSlack)}}, func(op *store.OpRecord) {
			if op.Room != nil && open[op.Room.Room] {
				cents += Lowered(&op.Op, who)
			}
		}, func() bool { return false })
		if err != nil {
			return 0, err
		}
	}
	return max(cents, 0), nil
}

// clockSlack is by how much the clocks of processes may differ.
const clockSlack = time.Minute

// opPages is what eachOp reads.
type opPages interface {
	Ops(ctx context.Context, q store.OpQuery) ([]store.OpRecord, int, error)
}

// eachOp takes every op of a query once, newest first, until a page's end at which it is enough.
func eachOp(ctx context.Context, from opPages, q store.OpQuery, take func(*store.OpRecord), enough func() bool) error {
	seen := map[store.OpID]bool{} // a newer op moves the pages
	for page := 0; ; page++ {
		q.Page.Offset, q.Page.Limit = page*pageSize, pageSize
		ops, total, err := from.Ops(ctx, q)
		if err != nil {
			return err
		}
		for i := range ops {
			if op := &ops[i]; !seen[op.ID] {
				seen[op.ID] = true
				take(op)
			}
		}
		if enough() || len(ops) == 0 || (page+1)*pageSize >= total {
			return nil
		}
	}
}
