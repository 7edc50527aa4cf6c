package battle

import (
	"context"
	"encoding/base32"
	"fmt"
	"io"

	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// SetupOf asks what a room was made from; the answer is a Setup.
type SetupOf struct {
	Viewer store.PlayerID
	Code   string
}

func (r Record) setup() Setup {
	s := Setup{Seats: len(r.Seats), Mode: r.Mode, Private: r.Private}
	for _, t := range r.Rounds {
		s.Boxes = append(s.Boxes, r.Tables[t].Box)
	}
	return s
}

// Open creates a battle under a new id. The same key gives the battle that it opened first; the id taken for the
// repetition stays unused.
func Open(ctx context.Context, rooms room.Numbers, dir directory.Directory, c Create) (Created, error) {
	return room.Open[Created](ctx, rooms, dir, Kind, func(store.RoomID) any { return c })
}

// Again opens a battle with the setup of an earlier one, at today's prices.
func Again(ctx context.Context, rooms store.Rooms, dir directory.Directory, prices func(store.BoxID) (int64, bool),
	of store.RoomID, key string, host store.PlayerID) (Created, error) {
	setup, err := directory.Ask[Setup](ctx, dir, Kind, room.ID(of), SetupOf{Viewer: host})
	if err != nil {
		return Created{}, err
	}
	c := Create{Key: key, Host: host, Setup: setup}
	for _, id := range setup.Boxes {
		price, ok := prices(id)
		if !ok {
			return Created{}, badSetup("boxes", fmt.Sprintf("box %d is in no battle", id))
		}
		c.PriceCents += price
	}
	return Open(ctx, rooms, dir, c)
}

// SummaryOf reads the row of a stored room as of its last change, final ones included: for lists and histories.
func SummaryOf(rec store.Room) (protocol.BattleSummary, error) {
	r, err := decode(rec.State)
	if err != nil {
		return protocol.BattleSummary{}, err
	}
	return r.asOf(rec.Updated).summary(), nil
}

// secrets draws what a new room keeps to itself: its key, and the invite code when it is private.
func (k kind) secrets(f *createPrepared) error {
	key, err := fairness.NewKey(k.Rand)
	if err != nil {
		return err
	}
	f.key = key
	if f.Setup.Private {
		var b [10]byte // 80 bits: not guessed within the hour that a room waits
		if _, err := io.ReadFull(k.Rand, b[:]); err != nil {
			return fmt.Errorf("battle: invite code: %w", err)
		}
		f.code = base32.StdEncoding.EncodeToString(b[:])
	}
	return nil
}
