package battle

import (
	"context"
	"encoding/base32"
	"fmt"
	"io"
	"slices"
	"time"

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

// Open creates a battle under a new id. The same key gives the battle that it opened first; the id taken for the repetition
// stays unused.
func Open(ctx context.Context, rooms store.Rooms, dir directory.Directory, c Create) (Created, error) {
	id, err := rooms.NewRoomID(ctx)
	if err != nil {
		return Created{}, fmt.Errorf("battle: room id: %w", err)
	}
	return directory.Ask[Created](ctx, dir, Kind, room.ID(id), c)
}

// Again opens a battle with the setup of an earlier one, at today's prices.
func Again(ctx context.Context, rooms store.Rooms, dir directory.Directory, prices func(store.BoxID) (int64, bool), of store.RoomID, key string, host store.PlayerID) (Created, error) {
	setup, err := directory.Ask[Setup](ctx, dir, Kind, room.ID(of), SetupOf{Viewer: host})
	if err != nil {
		return Created{}, err
	}
	c := Create{Key: key, Host: host, Setup: setup}
	for _, id := range setup.Boxes {
		price, ok := prices(id)
		if !ok {
			return Created{}, ErrSetup
		}
		c.PriceCents += price
	}
	return Open(ctx, rooms, dir, c)
}

// Sweep brings every room that is not final back into memory after a start, so that its timers run. Rooms come back one
// after another in the background of their actors; a room that fails to load is tried again by the next sweep or visitor.
func Sweep(ctx context.Context, rooms store.Rooms, dir directory.Directory) (int, error) {
	open, err := rooms.OpenRooms(ctx, Kind)
	if err != nil {
		return 0, fmt.Errorf("battle: sweep: %w", err)
	}
	for _, r := range open {
		dir.Post(Kind, room.ID(r.ID), room.Wake{}, nil)
	}
	return len(open), nil
}

// Cards is the hall as the store has it: the public rooms that are not final, newest first.
func Cards(ctx context.Context, rooms store.Rooms, now time.Time) ([]protocol.BattleCard, error) {
	open, err := rooms.OpenRooms(ctx, Kind)
	if err != nil {
		return nil, fmt.Errorf("battle: cards: %w", err)
	}
	var cards []protocol.BattleCard
	for _, rec := range open {
		if r, err := decode(rec.State); err == nil && !r.Private {
			cards = append(cards, r.asOf(now).card())
		}
	}
	return cards, nil
}

// CardOf reads the row of a stored room as of its last change, final ones included: for lists and histories.
func CardOf(rec store.Room) (protocol.BattleCard, error) {
	r, err := decode(rec.State)
	if err != nil {
		return protocol.BattleCard{}, err
	}
	return r.asOf(rec.Updated).card(), nil
}

// Part is what a stored battle was for one player: whether it was played to its end with him, for which entry, and won.
type Part struct {
	Played     bool
	Won        bool
	EntryCents int64
	OwnCents   int64 // of the entry, what the player paid: the house pays what a card is worth
	WonCents   int64 // items at their values
}

// PartOf reads a stored battle as one player's.
func PartOf(rec store.Room, p store.PlayerID) (Part, error) {
	r, err := decode(rec.State)
	if err != nil {
		return Part{}, err
	}
	seat := r.seatOf(p)
	if seat < 0 || r.status != store.RoomSettled || r.draw == nil {
		return Part{}, nil
	}
	part := Part{Played: true, Won: slices.Contains(r.draw.Score.Winners, seat), EntryCents: r.EntryCents, OwnCents: r.Seats[seat].ownCents()}
	prizes, _, _ := r.prizes()
	for _, p := range prizes {
		if p.seat != seat {
			continue
		}
		part.WonCents = p.paidCents
		for _, i := range p.draws {
			part.WonCents += r.valueCents(i)
		}
	}
	return part, nil
}

// Stake is what the escrow of a stored room must hold, in cents: for auditors.
func Stake(rec store.Room) (int64, error) {
	r, err := decode(rec.State)
	if err != nil || r.status.Final() {
		return 0, err
	}
	return r.escrowCents(), nil
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
