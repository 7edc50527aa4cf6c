// Package replay plays the room of an operation again, by the rules of the program, up to that operation, and compares
// each step with what the database holds: states, money, items, leaves of the public log, events, and at its end the
// room itself. Where a site behaved unexpectedly, this shows the step at which it did, or that the rules say so.
// Deliberately absent: any write, and what no room has decided (an opening's proof is `jadebox verify`'s).
package replay

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"jadebox/actors/kinds"
	"jadebox/actors/room"
	"jadebox/store"
	"jadebox/tools/command"
	"jadebox/tools/operator"
)

// Command is `jadebox replay`. It ends with 0 when everything is what is stored, 1 when a step differs, 2 when the room
// cannot be played.
type Command struct {
	operator.Database
	Op int64 `arg:"" help:"Number of the operation: of a record, or before the - of a proof."`
}

// Run carries it out.
func (c *Command) Run(ctx context.Context, s *operator.Session) error {
	return s.With(ctx, c.Database, func(db operator.View) error {
		op, err := db.Op(ctx, store.OpID(c.Op))
		if err != nil {
			return fmt.Errorf("operation %d: %w", c.Op, err)
		}
		if op.Room == nil {
			return fmt.Errorf("operation %d (%s) is of no room", op.ID, op.Kind)
		}
		spec, played := kinds.All.Of(op.Room.Kind)
		if !played {
			return fmt.Errorf("operation %d (%s) is of the kind of rooms %q, which this program does not play", op.ID,
				op.Kind, op.Room.Kind)
		}
		if spec.Replay == nil {
			return fmt.Errorf("%w: %s; jadebox audit holds it to its proof", room.ErrNotKept,
				cmp.Or(spec.Unplayed, "a room of "+spec.Kind+" keeps no commands"))
		}
		rec, ops, err := history(ctx, db, op.Room.Room)
		if err != nil {
			return err
		}
		upTo := slices.IndexFunc(ops, func(o store.OpRecord) bool { return o.ID == op.ID }) + 1
		done, err := spec.Replay(rec, ops, upTo)
		differs := tell(s, done)
		switch {
		case err != nil:
			return err
		case differs:
			return command.Exit(1)
		}
		s.Printf("room %d (%s): %d of %d operations are what the rules make of them\n", rec.ID, rec.Kind, len(done),
			len(ops))
		return nil
	})
}

// history is a room and the ops that wrote it, the first one first, as of one instant.
func history(ctx context.Context, db store.Auditable, id store.RoomID) (rec store.Room, ops []store.OpRecord,
	err error) {
	view, err := db.Snapshot(ctx)
	if err != nil {
		return rec, nil, err
	}
	defer view.Close()
	if err := view.Rooms(ctx, []store.RoomID{id}, func(r store.Room) error { rec = r; return nil }); err != nil {
		return rec, nil, err
	}
	err = view.JournalAfter(ctx, nil, func(e *store.JournalEntry) error {
		if e.Room != nil && e.Room.Room == id {
			ops = append(ops, e.OpRecord)
		}
		return nil
	})
	slices.SortFunc(ops, func(a, b store.OpRecord) int { return cmp.Compare(a.Room.FromVersion, b.Room.FromVersion) })
	return rec, ops, err
}

// statuses in words.
var statuses = map[store.RoomStatus]string{store.RoomOpen: "open", store.RoomLocked: "locked",
	store.RoomRunning: "running", store.RoomSettled: "settled", store.RoomVoid: "void"}

// tell prints each step, and reports whether one differs.
func tell(s *operator.Session, done []room.Replayed) (differs bool) {
	for _, r := range done {
		s.Printf("%s  operation %d  %s  %s  events %v\n", r.At.UTC().Format(time.RFC3339Nano), r.Op, r.Kind,
			statuses[r.Status], r.Events)
		for _, d := range r.Differs {
			s.Printf("  DIFFERS  %s\n", d)
			differs = true
		}
	}
	return differs
}
