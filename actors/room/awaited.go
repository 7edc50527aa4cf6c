package room

import (
	"errors"
	"fmt"
	"time"

	"jadebox/actors/runtime/beacon"
	"jadebox/fairness"
	"jadebox/store"
)

// Awaited is the round of the beacon that decides a room, as the record of the room holds it: its value was not known
// when it was named. Beacon is nil until it has come.
type Awaited struct {
	BeaconSource string           `json:"beaconSource,omitempty"`
	BeaconRound  uint64           `json:"beaconRound,omitempty"`
	BeaconDueMS  int64            `json:"beaconDueMs,omitempty"`
	Beacon       *fairness.Beacon `json:"beacon,omitempty"`
}

// GivenUp is when a room no longer waits for the round.
func (a Awaited) GivenUp() time.Time { return time.UnixMilli(a.BeaconDueMS).Add(beacon.WaitMax) }

// Unanswered is what was awaited before its value came.
func (a Awaited) Unanswered() Awaited {
	a.Beacon = nil
	return a
}

// Begun is the command that brought the value to a room, which is told as what it is ("battle"); ErrNotKept where none
// has come.
func (a Awaited) Begun(what string, id store.RoomID) (Begin, error) {
	if a.Beacon == nil {
		return Begin{}, fmt.Errorf("%w: %s %d has no value of the beacon", ErrNotKept, what, id)
	}
	return Begin{Value: *a.Beacon}, nil
}

// Drawn draws with a room's key and the value of the round that it waited for.
func Drawn[C, D any](draw func(fairness.Key, C, fairness.Beacon) (D, error), key string, context C, a Awaited) (d D,
	err error) {
	k, err := fairness.ParseKey(key)
	if err != nil {
		return d, err
	}
	return draw(k, context, *a.Beacon)
}

// Lock is the command of a room that is ready for its draw: it fixes what the draw depends on, and names the round.
type Lock struct{ Awaited }

// Begin is the command of a room whose round has come.
type Begin struct{ Value fairness.Beacon }

// NextRound is the first round of the beacon whose value is not known at now.
func (h Deps) NextRound(now time.Time) Awaited {
	round := h.Beacon.RoundAfter(now.UnixMilli())
	return Awaited{BeaconSource: h.Beacon.Source(), BeaconRound: round, BeaconDueMS: h.Beacon.DueMS(round)}
}

// AtTick makes the command of a room's tick: Lock when the room is ready for it, Begin when it is locked and its round
// has come, otherwise a Tick. A round that is of another source, or has not come within beacon.WaitMax, is given up by
// the rules.
func (h Deps) AtTick(r Awaited, status store.RoomStatus, ready bool, now time.Time) (any, error) {
	switch {
	case ready:
		return Lock{h.NextRound(now)}, nil
	case status != store.RoomLocked, r.BeaconSource != h.Beacon.Source():
		return Tick{}, nil
	}
	value, err := h.Beacon.Beacon(r.BeaconRound)
	switch {
	case err == nil:
		return Begin{value}, nil
	case errors.Is(err, beacon.ErrWait) || beacon.Missed(r.BeaconDueMS, now):
		return Tick{MayCome: beacon.MayCome(err)}, nil
	}
	return nil, err
}
