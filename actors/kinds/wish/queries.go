package wish

import (
	"context"
	"slices"

	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// Open opens a room of the house under a new id.
func Open(ctx context.Context, rooms room.Numbers, dir directory.Directory, s Setup) (Created, error) {
	return room.Open[Created](ctx, rooms, dir, Kind,
		func(id store.RoomID) any { return Create{Key: room.HouseKey(Kind, id, "create"), Setup: s} })
}

// SummaryOf reads the row of a stored room.
func SummaryOf(rec store.Room) (protocol.WishSummary, error) {
	r, err := decode(rec.State)
	if err != nil {
		return protocol.WishSummary{}, err
	}
	return r.summary(), nil
}

// Met reports whether a player who is not the house's has a bottle in a stored room.
func Met(rec store.Room) (bool, error) {
	r, err := decode(rec.State)
	return slices.ContainsFunc(r.Takes, func(t Taking) bool { return !t.Bot }), err
}

// RecordRow is what a room was for one player.
type RecordRow struct {
	Summary        protocol.WishSummary
	Bottles        []int32 // ascending
	SpentCents     int64
	SpentWishCards int64
	Won            bool
	Refunded       bool
	ResultID       string // "" until the draw
	AtMS           int64  // of the player's last bottle
}

// RecordOf reads a stored room as one player's record.
func RecordOf(rec store.Room, p store.PlayerID) (RecordRow, error) {
	r, err := decode(rec.State)
	if err != nil {
		return RecordRow{}, err
	}
	row := RecordRow{Summary: r.summary(), Bottles: r.of(p), Refunded: r.State == store.RoomVoid}
	slices.Sort(row.Bottles)
	row.SpentCents, row.SpentWishCards = r.BottleCents*int64(len(row.Bottles)), r.CardNum*int64(len(row.Bottles))
	for _, t := range r.Takes {
		if t.Player == p {
			row.AtMS = t.AtMS
		}
	}
	if r.State == store.RoomSettled {
		row.Won, row.ResultID = r.winner().Player == p, r.resultID()
	}
	return row, nil
}

// BundleOf proves a drawn room from its stored record alone; before the draw there is no proof (ErrGone).
func BundleOf(rec store.Room) (*fairness.Bundle, error) {
	r, err := decode(rec.State)
	if err != nil {
		return nil, err
	}
	if r.State != store.RoomSettled {
		return nil, ErrGone
	}
	return fairness.NewWishBundle(r.context(), r.Key, *r.Beacon, r.draw)
}
