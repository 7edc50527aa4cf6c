package rain

import (
	"context"
	"strconv"
	"strings"

	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/fairness"
	fairlog "jadebox/fairness/log"
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
func Open(ctx context.Context, rooms room.Numbers, dir directory.Directory, c Create) (Created, error) {
	return room.Open[Created](ctx, rooms, dir, Kind, func(store.RoomID) any { return c })
}

// RoundOf reads a stored round as any visitor may see it.
func RoundOf(rec store.Room) (protocol.RainRound, error) {
	r, err := decode(rec.State)
	return r.round(), err
}

// Bundle proves a claim, or a whole round once it is over, from the stored record alone, and says under which key its
// leaf stands in the log. id is what ResultPrefix begins.
func Bundle(ctx context.Context, rooms room.Reader, id string) (b *fairness.Bundle, leafKey string, err error) {
	return proofs(ctx, rooms, nil, strings.TrimPrefix(id, ResultPrefix))
}

var proofs = room.Proofs(Kind, decode, Record.wholeBundle, Record.claimBundle)

func (r Record) wholeBundle() (*fairness.Bundle, string, error) {
	if r.status != store.RoomSettled {
		return nil, "", apierr.New(protocol.CodeNotFound)
	}
	b, err := fairness.NewRainBundle(r.context(), r.Key, *r.Beacon, r.Root, r.proofClaims())
	return b, fairlog.KeyEnd.Of(r.scope()), err
}

func (r Record) claimBundle(place int) (*fairness.Bundle, string, error) {
	c, claimed := r.claimAt(place)
	if !claimed {
		return nil, "", apierr.New(protocol.CodeNotFound)
	}
	key := ""
	if r.status.Final() {
		key = r.Key
	}
	opening, err := r.draw.Commitment.Open(place)
	if err != nil {
		return nil, "", err
	}
	b, err := fairness.NewRainClaimBundle(r.context(), key, *r.Beacon, r.Root, r.proofClaim(c), opening)
	return b, LeafKey(r.Room, place), err
}

// LeafKey finds the leaf of a claim in the public log.
func LeafKey(id store.RoomID, place int) string {
	return fairlog.KeyResult.Of(fairness.ResultID(fairness.RainScope(int64(id)), uint64(place)))
}
