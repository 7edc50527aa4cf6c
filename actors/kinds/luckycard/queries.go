package luckycard

import (
	"context"
	"strings"

	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/fairness"
	fairlog "jadebox/fairness/log"
	"jadebox/protocol"
	"jadebox/store"
)

// Open opens a room of the house under a new id.
func Open(ctx context.Context, rooms room.Numbers, dir directory.Directory, d Deck) (Created, error) {
	return room.Open[Created](ctx, rooms, dir, Kind,
		func(id store.RoomID) any { return Create{Key: room.HouseKey(Kind, id, "create"), Deck: d} })
}

// SummaryOf reads the row of a stored room.
func SummaryOf(rec store.Room) (protocol.LuckycardSummary, error) {
	r, err := read(rec.State)
	if err != nil {
		return protocol.LuckycardSummary{}, err
	}
	return r.row(), nil
}

// FlipsOf reads a stored room as one player's record: its row, the player's flips and what they have cost.
func FlipsOf(rec store.Room, p store.PlayerID) (row protocol.LuckycardSummary, flips []protocol.LuckycardFlip,
	spentCents int64, err error) {
	r, err := decode(rec.State)
	if err != nil {
		return row, nil, 0, err
	}
	flips = []protocol.LuckycardFlip{}
	for i, t := range r.Flips {
		if t.Player == p {
			flips, spentCents = append(flips, r.flip(i)), spentCents+r.flipCents(i)
		}
	}
	return r.row(), flips, spentCents, nil
}

// Bundle proves a flip, or a whole deck once its top prize went, from the stored record alone, and says under which key
// its leaf stands in the log. id is what ResultPrefix begins.
func Bundle(ctx context.Context, rooms room.Reader, id string) (b *fairness.Bundle, leafKey string, err error) {
	return proofs(ctx, rooms, nil, strings.TrimPrefix(id, ResultPrefix))
}

// The deck is dealt for what is proved, not for a card that lies face down: an audit asks for each of them.
var proofs = room.Proofs(Kind, read, Record.wholeBundle, Record.flipBundle)

func (r Record) wholeBundle() (*fairness.Bundle, string, error) {
	if r.State != store.RoomSettled {
		return nil, "", apierr.New(protocol.CodeNotFound)
	}
	if err := r.deal(); err != nil {
		return nil, "", err
	}
	b, err := fairness.NewDeckBundle(r.context(), r.Key, *r.Beacon, r.root(), r.proofFlips())
	return b, fairlog.KeyEnd.Of(r.scope()), err
}

func (r Record) flipBundle(place int) (*fairness.Bundle, string, error) {
	if !r.turned(place) {
		return nil, "", apierr.New(protocol.CodeNotFound)
	}
	if err := r.deal(); err != nil {
		return nil, "", err
	}
	key := ""
	if r.State.Final() {
		key = r.Key
	}
	opening, err := r.draw.Commitment.Open(place)
	if err != nil {
		return nil, "", err
	}
	for i, f := range r.proofFlips() {
		if f.Place == place {
			b, err := fairness.NewFlipBundle(r.context(), key, *r.Beacon, r.root(), r.proofFlips()[:i+1], opening)
			return b, LeafKey(r.Room, place), err
		}
	}
	return nil, "", apierr.New(protocol.CodeNotFound)
}

// LeafKey finds the leaf of a flip in the public log.
func LeafKey(id store.RoomID, place int) string {
	return fairlog.KeyResult.Of(fairness.ResultID(fairness.LuckycardScope(int64(id)), uint64(place)))
}
