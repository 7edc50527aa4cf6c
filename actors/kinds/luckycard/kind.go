package luckycard

import (
	"fmt"
	"time"

	"github.com/tinylib/msgp/msgp"

	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// kind joins rules, preparation and views to a room.Kind.
type kind struct {
	room.Deps
	room.Plain[Record]
}

var _ room.Kind[Record] = kind{}

func (kind) Name() string                                        { return Kind }
func (kind) Empty(id store.RoomID) Record                        { return Record{Room: id} }
func (kind) Decode(_ store.RoomID, state []byte) (Record, error) { return decode(state) }
func (kind) Announce(r Record, _ time.Time) []room.Notice        { return r.lobbyNotices() }

func (kind) Answer(r Record, cmd any, rec store.Receipt, _ room.Moment) (any, error) {
	switch cmd.(type) {
	case Create, createPrepared:
		return room.ResultOf[Created](rec)
	case Flip, flipPrepared:
		done, err := room.ResultOf[result](rec)
		if err != nil {
			return nil, err
		}
		return r.flipped(done.Place, rec)
	}
	return nil, nil
}

// flipped answers a flip, also one that is repeated.
func (r Record) flipped(place int, rec store.Receipt) (any, error) {
	for i, t := range r.Flips {
		if t.Place != place {
			continue
		}
		o, err := r.draw.Commitment.Open(place)
		id, _ := r.card(place)
		return Flipped{Flip: r.flip(i), Item: rec.ItemID(0), Opening: o, Over: id == fairness.TopCard}, err
	}
	return nil, fmt.Errorf("luckycard: the record of room %d lacks the flip at %d: %w", r.Room, place, room.ErrBehind)
}

func (kind) Query(r Record, msg any, at room.Moment) (any, bool, error) {
	return room.Shown[View](msg, r.hidden(), func() protocol.LuckycardSnapshot { return r.view(at) })
}

func (kind) Snapshot(r Record, _ room.SnapshotRequest, at room.Moment) (uint16, msgp.Marshaler, error) {
	return room.Snapshot(protocol.EventLuckycardSnapshot, r.hidden(),
		func() protocol.LuckycardSnapshot { return r.view(at) })
}

func (kind) Watched(count int) event {
	return room.Spectators[Record](protocol.EventLuckycardSpectators,
		&protocol.LuckycardSpectators{Count: int32(count)})
}

// Prepare reads what the pure rules cannot read themselves.
func (k kind) Prepare(r Record, cmd any, now time.Time, then func(any, error)) {
	switch c := cmd.(type) {
	case Create:
		key, err := fairness.NewKey(k.Rand)
		f := createPrepared{Create: c, key: key}
		f.awaits = k.NextRound(now)
		then(f, err)
	case Flip:
		k.Profile(c.Player, func(who player.Profile, err error) { then(flipPrepared{c, who}, err) })
	case room.Tick:
		then(k.AtTick(r.Awaited, r.State, false, now))
	case room.Void:
		then(c, nil)
	default:
		then(nil, apierr.New(protocol.CodeUnsupported))
	}
}
