package rain

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// ResultPrefix begins the result id of a round ("rain-7") or of one claim in it ("rain-7-17") in /api/fair/result.
const ResultPrefix = "rain-"

// ResultID names a claim.
func ResultID(round string, place int) string {
	return ResultPrefix + round + "-" + strconv.Itoa(place)
}

// Open makes a round under a new id. The same key gives the round that it made first.
func Open(ctx context.Context, rooms interface {
	NewRoomID(context.Context) (store.RoomID, error)
}, dir directory.Directory, c Create) (Created, error) {
	id, err := rooms.NewRoomID(ctx)
	if err != nil {
		return Created{}, fmt.Errorf("rain: room id: %w", err)
	}
	return directory.Ask[Created](ctx, dir, Kind, room.ID(id), c)
}

// RoundOf reads a stored round as everybody may see it.
func RoundOf(rec store.Room) (protocol.RainRound, error) {
	r, err := decode(rec.State)
	return r.round(), err
}

// Bundle proves a claim, or a whole round once it is over, from the stored record alone, and says under which key its leaf
// stands in the log. id is what ResultPrefix begins.
func Bundle(ctx context.Context, rooms room.Reader, id string) (b *fairness.Bundle, leafKey string, err error) {
	number, place, one := strings.Cut(strings.TrimPrefix(id, ResultPrefix), "-")
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n <= 0 || room.ID(store.RoomID(n)) != number {
		return nil, "", apierr.New(protocol.CodeNotFound)
	}
	rec, err := rooms.Room(ctx, store.RoomID(n))
	if err != nil || rec.Kind != Kind {
		return nil, "", apierr.New(protocol.CodeNotFound)
	}
	r, err := decode(rec.State)
	if err != nil {
		return nil, "", err
	}
	if !one {
		return r.wholeBundle()
	}
	at, err := strconv.Atoi(place)
	if err != nil || strconv.Itoa(at) != place || at < 0 || at >= len(r.claims) {
		return nil, "", apierr.New(protocol.CodeNotFound)
	}
	return r.claimBundle(at)
}

func (r Record) wholeBundle() (*fairness.Bundle, string, error) {
	if r.status != store.RoomSettled {
		return nil, "", apierr.New(protocol.CodeNotFound)
	}
	b, err := fairness.NewRainBundle(r.context(), r.Key, *r.Beacon, r.Root, r.proofClaims())
	return b, "end:" + r.scope(), err
}

func (r Record) claimBundle(place int) (*fairness.Bundle, string, error) {
	key := ""
	if r.status.Final() {
		key = r.Key
	}
	opening, err := r.draw.Commitment.Open(place)
	if err != nil {
		return nil, "", err
	}
	b, err := fairness.NewRainClaimBundle(r.context(), key, *r.Beacon, r.Root, r.proofClaims()[place], opening)
	return b, LeafKey(r.Room, place), err
}

// LeafKey finds the leaf of a claim in the public log.
func LeafKey(id store.RoomID, place int) string {
	return "result:" + fairness.ResultID(fairness.RainScope(int64(id)), uint64(place))
}
