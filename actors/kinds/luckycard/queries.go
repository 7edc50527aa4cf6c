package luckycard

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

// Numbers gives rooms their ids.
type Numbers interface {
	NewRoomID(context.Context) (store.RoomID, error)
}

// Open opens a room of the house under a new id.
func Open(ctx context.Context, rooms Numbers, dir directory.Directory, d Deck) (Created, error) {
	id, err := rooms.NewRoomID(ctx)
	if err != nil {
		return Created{}, fmt.Errorf("luckycard: room id: %w", err)
	}
	return directory.Ask[Created](ctx, dir, Kind, room.ID(id), Create{Key: houseKey(id, "create"), Deck: d})
}

// CardOf reads the row of a stored room.
func CardOf(rec store.Room) (protocol.LuckycardCard, error) {
	r, err := read(rec.State)
	if err != nil {
		return protocol.LuckycardCard{}, err
	}
	return r.row(), nil
}

// FlipsOf reads a stored room as one player's record: its row and the player's flips.
func FlipsOf(rec store.Room, p store.PlayerID) (protocol.LuckycardCard, []protocol.LuckycardFlip, error) {
	r, err := decode(rec.State)
	if err != nil {
		return protocol.LuckycardCard{}, nil, err
	}
	flips := []protocol.LuckycardFlip{}
	for i, t := range r.Flips {
		if t.Player == p {
			flips = append(flips, r.flip(i))
		}
	}
	return r.row(), flips, nil
}

// Bundle proves a flip, or a whole deck once its top prize went, from the stored record alone, and says under which key its
// leaf stands in the log. id is what ResultPrefix begins.
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
	if err != nil || strconv.Itoa(at) != place {
		return nil, "", apierr.New(protocol.CodeNotFound)
	}
	return r.flipBundle(at)
}

func (r Record) wholeBundle() (*fairness.Bundle, string, error) {
	if r.State != store.RoomSettled {
		return nil, "", apierr.New(protocol.CodeNotFound)
	}
	b, err := fairness.NewDeckBundle(r.context(), r.Key, *r.Beacon, r.root(), r.proofFlips())
	return b, "end:" + r.scope(), err
}

func (r Record) flipBundle(place int) (*fairness.Bundle, string, error) {
	if !r.turned(place) {
		return nil, "", apierr.New(protocol.CodeNotFound)
	}
	key := ""
	if r.State.Final() {
		key = r.Key
	}
	opening, err := r.draw.Commitment.Open(place)
	if err != nil {
		return nil, "", err
	}
	for _, f := range r.proofFlips() {
		if f.Place == place {
			b, err := fairness.NewFlipBundle(r.context(), key, *r.Beacon, r.root(), f, opening)
			return b, LeafKey(r.Room, place), err
		}
	}
	return nil, "", apierr.New(protocol.CodeNotFound)
}

// LeafKey finds the leaf of a flip in the public log.
func LeafKey(id store.RoomID, place int) string {
	return "result:" + fairness.ResultID(fairness.LuckycardScope(int64(id)), uint64(place))
}
