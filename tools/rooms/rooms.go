// Package rooms ends a room at once and gives back what was put in: the operator's command.
//
// It writes which rooms are to end (the setting rooms.cancelled, with its history of who and why) to the database
// beside a running server, whose rooms look at it before each of their steps. A room whose draw is named ends as
// committed: from then on its outcome can be known before it is shown, and an operator who could end it then would
// choose. Only one that is stuck, a minute after its deadline, ends all the same (room.Cancellable). Deliberately
// absent: a way to do this over the network, and a change of a room that has ended.
package rooms

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"jadebox/actors/kinds"
	"jadebox/actors/room"
	"jadebox/server/registry"
	"jadebox/store"
	"jadebox/tools/operator"
)

// Command is `jadebox rooms`.
type Command struct {
	operator.Database
	Cancel Cancel `cmd:"" help:"End a room before its draw is named, or one that is stuck; what is in it goes back."`
	Show   Show   `cmd:"" help:"What a room is, and whether it has ended."`
}

// Steps of the command.
type (
	Cancel struct {
		operator.By
		Room string `arg:"" help:"Number of the room."`
	}
	Show struct {
		Room string `arg:"" help:"Number of the room."`
	}
)

// find reads a room that is played in.
func find(ctx context.Context, db operator.View, text string) (store.Room, error) {
	id, err := room.ParseID(text)
	if err != nil {
		return store.Room{}, fmt.Errorf("%q is no number of a room", text)
	}
	r, err := db.Room(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return r, fmt.Errorf("there is no room %d", id)
	}
	if _, played := kinds.All.Of(r.Kind); err == nil && !played {
		return r, fmt.Errorf("%d is no room that is played in, but of the kind %q", id, r.Kind)
	}
	return r, err
}

// Run writes that the room is to end, and says whether it has.
func (o Cancel) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.Act(ctx, c.Database, o.By, func(db operator.Ledger) error {
		r, err := find(ctx, db, o.Room)
		switch {
		case err != nil:
			return err
		case r.Status.Final():
			return fmt.Errorf("room %d has ended: what it gave stays given", r.ID)
		case !room.Cancellable(r.Status, r.Deadline, s.Now()):
			return fmt.Errorf("room %d (%s): its draw is named; it ends as committed, by %s", r.ID, r.Kind,
				r.Deadline.UTC().Format(time.RFC3339))
		}
		stakes, err := db.Balance(ctx, store.RoomEscrow(r.ID))
		if err == nil {
			err = operator.Above(ctx, db, stakes)
		}
		if err != nil {
			return err
		}
		who := o.Who(s.Now())
		err = registry.Set(ctx, db, room.CancelledSetting, who, func(l room.Cancelled) (room.Cancelled, error) {
			if l.Rooms, err = open(ctx, db, l.Rooms); err == nil && !l.Has(r.ID) {
				l.Rooms = append(l.Rooms, room.Cancellation{ID: r.ID, AtMS: who.At.UnixMilli()})
			}
			return l, err
		})
		if err != nil {
			return err
		}
		s.InForce()
		if r, err = db.Room(ctx, r.ID); err != nil {
			return err
		}
		if r.Status.Final() {
			s.Printf("room %d (%s) has %s; by %s\n", r.ID, r.Kind, ended(r), who.Author)
			return nil
		}
		s.Printf("room %d (%s) is to end, by %s: it does as soon as a server runs, unless its draw is named first\n",
			r.ID, r.Kind, who.Author)
		return nil
	})
}

// open are those of a list that have not ended: the others need not be named any more.
func open(ctx context.Context, db operator.View, list []room.Cancellation) ([]room.Cancellation, error) {
	var failed error
	left := slices.DeleteFunc(slices.Clone(list), func(o room.Cancellation) bool {
		r, err := db.Room(ctx, o.ID)
		failed = errors.Join(failed, err)
		return err == nil && r.Status.Final()
	})
	return left, failed
}

// ended says how a room has: what a kind gives before the end of a room is not taken back.
func ended(r store.Room) string {
	spec, _ := kinds.All.Of(r.Kind)
	switch void := r.Status == store.RoomVoid; {
	case void && spec.AtOnce:
		return "ended without its result; every play before was whole, so that nothing goes back"
	case void:
		return "ended without a result, everything is back"
	case spec.Pool != nil:
		return "ended: what was claimed stays claimed, the rest is back"
	}
	return "ended with its result"
}

// Run prints it.
func (o Show) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.With(ctx, c.Database, func(db operator.View) error {
		r, err := find(ctx, db, o.Room)
		if err != nil {
			return err
		}
		what := "open"
		switch {
		case r.Status.Final():
			what = ended(r)
		case r.Status != store.RoomOpen:
			what = "its draw is named"
		}
		s.Printf("room %d (%s), begun %s, last changed %s: %s\n", r.ID, r.Kind, r.At.UTC().Format(time.RFC3339),
			r.Updated.UTC().Format(time.RFC3339), what)
		return nil
	})
}
