package audit

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"jadebox/actors/kinds"
	"jadebox/actors/room"
	"jadebox/actors/shop/catalog"
	"jadebox/fairness"
	"jadebox/fairness/log"
	"jadebox/store"
)

// outcomes recompute what rooms came to from their seeds, and compare it with what their ops gave whom.
type outcomes struct {
	p       *prices
	seeds   *seeds
	waiting bool // leaves wait for the log
	asked   []store.Listing
}

// reader is one stored room, for those who prove it.
type reader struct{ r store.Room }

func (r reader) Room(_ context.Context, id store.RoomID) (store.Room, error) {
	if id != r.r.ID {
		return store.Room{}, store.ErrNotFound
	}
	return r.r, nil
}

// unnamed is a catalogue without a store: proofs of rooms hold their tables themselves.
var unnamed = catalog.New(nil, time.Now)

func (o *outcomes) room(ctx context.Context, r *Report, view store.Snapshot, rec store.Room) error {
	spec, known := kinds.All.Of(rec.Kind)
	if !known || spec.Bundle == nil {
		return nil
	}
	var err error
	switch {
	case rec.Status == store.RoomSettled:
		err = o.settled(ctx, view, spec, rec)
	case rec.Status == store.RoomRunning || rec.Status == store.RoomVoid:
		err = o.some(ctx, view, spec, rec)
	}
	var wrong wrongDraw
	if errors.As(err, &wrong) {
		r.violate(Results, "room %d (%s): %s", rec.ID, rec.Kind, wrong)
		return nil
	}
	return err
}

// settled proves a whole room.
func (o *outcomes) settled(ctx context.Context, view store.Snapshot, spec room.Spec, rec store.Room) error {
	b, _, err := spec.Bundle(ctx, reader{rec}, unnamed, strconv.FormatInt(int64(rec.ID), 10))
	if err != nil {
		return wrongf("it cannot be proved: %v", err)
	}
	if err := o.verified(ctx, view, b); err != nil {
		return err
	}
	return kindsAudited[spec.Kind].outcome(o, ctx, view, rec, b)
}

// verified checks a proof, and that it is of what was published before the beacon's value existed.
func (o *outcomes) verified(ctx context.Context, view store.Snapshot, b *fairness.Bundle) error {
	if err := o.seeds.chains.check(ctx, view, b.Beacon); err != nil {
		return err
	}
	for _, c := range fairness.VerifyWith(b, fairness.Trust{Anchors: o.seeds.chains.anchors}).Checks {
		if !c.OK && !c.Skipped {
			return wrongf("%s: %s", c.Name, c.Detail)
		}
	}
	published := func(key string) ([]byte, error) {
		leaf, err := view.LogLeaf(ctx, key)
		if errors.Is(err, store.ErrNotFound) {
			if o.waiting {
				return nil, nil
			}
			return nil, wrongf("%s was never published", key)
		}
		return leaf.Data, err
	}
	locked, err := published(log.KeyLock.Of(b.Scope))
	if err != nil {
		return err
	}
	if locked != nil && string(locked) != b.Context.Leaf {
		return wrongf("it was drawn from other things than were locked")
	}
	text, err := published(log.KeyCommit.Of(b.Scope))
	if err != nil || text == nil {
		return err
	}
	leaf, err := log.Parse(text)
	if c, ok := leaf.(*log.Commit); err != nil || !ok || c.Commit != b.Commit {
		return wrongf("its key is not the one that was committed")
	}
	return nil
}

// some proves the parts of a room that is under way, or was broken off: flips of a deck, claims of a rain.
func (o *outcomes) some(ctx context.Context, view store.Snapshot, spec room.Spec, rec store.Room) error {
	if spec.Roster || spec.Lots != nil {
		return nil // it has no parts
	}
	for place, missed := 0, 0; missed < partsMissed; place++ {
		b, _, err := spec.Bundle(ctx, reader{rec}, unnamed, fmt.Sprintf("%d-%d", rec.ID, place))
		if err != nil {
			missed++
			continue
		}
		missed = 0
		if err := o.verified(ctx, view, b); err != nil {
			return err
		}
		if err := kindsAudited[spec.Kind].outcome(o, ctx, view, rec, b); err != nil {
			return err
		}
	}
	return nil
}

// partsMissed is how many places in a row may be face down: a deck has at most so many cards.
const partsMissed = 100

// end is the op that ended a room.
func end(ctx context.Context, view store.Snapshot, rec store.Room, step string) (store.OpRecord, error) {
	op, err := view.Keyed(ctx, 0, fmt.Sprintf("%s:%d:%s", rec.Kind, rec.ID, step))
	if errors.Is(err, store.ErrNotFound) {
		return op, wrongf("no op has ended it")
	}
	if err == nil && (op.Room == nil || op.Room.Room != rec.ID || !op.Room.Status.Final()) {
		err = wrongf("op %d has not ended it", op.ID)
	}
	return op, err
}

// check walks the rooms when the journal was read.
func (o *outcomes) check(ctx context.Context, r *Report, view store.Snapshot) error {
	if o.seeds.chains.anchors == nil {
		if err := o.seeds.chains.read(ctx, view); err != nil {
			return err
		}
	}
	if err := view.Rooms(ctx, nil, func(rec store.Room) error {
		err := o.room(ctx, r, view, rec)
		if err == nil && len(o.asked) >= chunkOps {
			err, o.asked = lists(ctx, r, view, o.asked), o.asked[:0]
		}
		return err
	}); err != nil {
		return err
	}
	if err := lists(ctx, r, view, o.asked); err != nil {
		return err
	}
	if !o.p.rooms.parts.empty() {
		r.violate(Results, "entries, bottles, flips or claims of rooms are not those that ops have made")
	}
	if !o.p.rooms.voids.empty() {
		r.violate(Rooms, "a room without a result gave back something else than was put into it")
	}
	return nil
}
