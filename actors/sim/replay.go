package sim

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"jadebox/actors/room"
	"jadebox/store"
)

// checkReplays: every room that is over and keeps what its commands said is played again as it is stored.
func (s *simulation) checkReplays(ctx context.Context) {
	ops := map[store.RoomID][]store.OpRecord{}
	s.journal(ctx, func(op *store.OpRecord) {
		if op.Room != nil {
			ops[op.Room.Room] = append(ops[op.Room.Room], *op)
		}
	})
	for _, k := range s.workload.rooms() {
		if k.Replay == nil {
			continue
		}
		for _, rec := range append(s.final(ctx, k.Kind, store.RoomSettled), s.final(ctx, k.Kind, store.RoomVoid)...) {
			of := ops[rec.ID]
			slices.SortFunc(of, func(a, b store.OpRecord) int {
				return cmp.Compare(a.Room.FromVersion, b.Room.FromVersion)
			})
			done, err := k.Replay(rec, of, len(of))
			switch {
			case errors.Is(err, room.ErrNotKept):
				continue
			case err != nil:
				s.fail("%s %d cannot be played again: %v", k.Kind, rec.ID, err)
			}
			for _, r := range done {
				if len(r.Differs) > 0 {
					s.fail("%s %d is played again otherwise than it was, op %d (%s): %q", k.Kind, rec.ID, r.Op, r.Kind,
						r.Differs)
				}
			}
			s.replayed++
		}
	}
}
