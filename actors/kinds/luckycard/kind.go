package luckycard

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/tinylib/msgp/msgp"

	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/beacon"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// kind joins rules, preparation and views to a room.Kind.
type kind struct{ room.House }

var _ room.Kind[Record] = kind{}

func (kind) Name() string                                         { return Kind }
func (kind) Empty(id store.RoomID) Record                         { return Record{Room: id} }
func (kind) Encode(r Record) ([]byte, error)                      { return encode(r) }
func (kind) Decode(_ store.RoomID, state []byte) (Record, error)  { return decode(state) }
func (kind) Status(r Record) store.RoomStatus                     { return r.State }
func (kind) Deadline(r Record) time.Time                          { return r.deadline() }
func (kind) Wake(r Record) time.Time                              { return r.wake() }
func (kind) FinalKey(Record) string                               { return "" }
func (kind) Resume(r Record, _ time.Time) Record                  { return r }
func (kind) Bind(r Record, _ store.Receipt) Record                { return r }
func (kind) Announce(r Record, _ time.Time) []room.Notice         { return r.told() }
func (kind) Apply(r Record, cmd any, now time.Time) (step, error) { return apply(r, cmd, now) }

func (kind) Answer(r Record, cmd any, rec store.Receipt, _ room.Moment) (any, error) {
	switch cmd.(type) {
	case Create, createPrepared:
		var created Created
		err := json.Unmarshal(rec.Result, &created)
		return created, err
	case Flip, turn:
		var done result
		if err := json.Unmarshal(rec.Result, &done); err != nil {
			return nil, fmt.Errorf("luckycard: result of a flip: %w", err)
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
	if _, ok := msg.(View); !ok {
		return nil, false, nil
	}
	if r.State == 0 {
		return nil, true, ErrGone
	}
	return r.view(at), true, nil
}

func (kind) Snapshot(r Record, _ room.SnapshotRequest, at room.Moment) (uint16, msgp.Marshaler, error) {
	if r.State == 0 {
		return 0, nil, ErrGone
	}
	v := r.view(at)
	return protocol.EventLuckycardSnapshot, &v, nil
}

func (kind) Watched(count int) event {
	return event{Type: protocol.EventLuckycardSpectators, Body: func(Record) msgp.Marshaler {
		return &protocol.LuckycardSpectators{Count: int32(count)}
	}}
}

// Prepare asks what the rules may not know by themselves.
func (k kind) Prepare(r Record, cmd any, now time.Time, then func(any, error)) {
	switch c := cmd.(type) {
	case Create:
		key, err := fairness.NewKey(k.Rand)
		f := createPrepared{Create: c, key: key, source: k.Beacon.Source(), round: k.Beacon.RoundAfter(now.UnixMilli())}
		f.dueMS = k.Beacon.DueMS(f.round)
		then(f, err)
	case Flip:
		k.Directory.Post(player.Kind, player.ID(c.Player), player.Card{}, func(v any, err error) {
			who, _ := v.(player.Profile)
			then(turn{c, who}, err)
		})
	case room.Tick:
		then(k.prepareTick(r, now))
	case room.Void:
		then(c, nil)
	default:
		then(nil, apierr.New(protocol.CodeUnsupported))
	}
}

// prepareTick looks whether the beacon is there.
func (k kind) prepareTick(r Record, now time.Time) (any, error) {
	if r.State != store.RoomLocked || r.BeaconSource != k.Beacon.Source() {
		return room.Tick{}, nil
	}
	value, err := k.Beacon.Beacon(r.BeaconRound)
	if err == nil {
		return begin{value}, nil
	}
	if !errors.Is(err, beacon.ErrWait) && now.UnixMilli() < r.BeaconDueMS+beacon.WaitMax.Milliseconds() {
		return nil, err
	}
	return room.Tick{}, nil
}
