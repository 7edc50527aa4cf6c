package roll

import (
	"context"

	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// Open creates a roll room under a new id. The same key gives the room that it opened first; the id taken for the
// repetition stays unused.
func Open(ctx context.Context, rooms room.Numbers, dir directory.Directory, c Create) (Created, error) {
	return room.Open[Created](ctx, rooms, dir, Kind, func(store.RoomID) any { return c })
}

// SummaryOf reads the row of a stored room without its roster. public is false for a room that was never published.
func SummaryOf(rec store.Room) (summary protocol.RollSummary, public bool, err error) {
	h, _, err := readHeader(rec.State)
	if err != nil {
		return summary, false, err
	}
	return h.Record.summary(h.Joined), !h.draft(), nil
}

// HostOf is whose prizes a stored room gives; 0: the house's.
func HostOf(rec store.Room) (store.PlayerID, error) {
	h, _, err := readHeader(rec.State)
	return h.Host, err
}

// RecordRow is one line of a player's history.
type RecordRow struct {
	Summary protocol.RollSummary
	Hosted  bool
	Me      *protocol.RollEntrant
	Won     []protocol.RollPrize
}

// RecordOf reads what a room was for one player.
func RecordOf(rec store.Room, p store.PlayerID) (RecordRow, error) {
	r, err := decode(rec.State)
	if err != nil {
		return RecordRow{}, err
	}
	row := RecordRow{Summary: r.summary(len(r.entrants)), Hosted: r.Host == p}
	place := r.placeOf(p)
	if place < 0 {
		return row, nil
	}
	me := r.entrant(place)
	row.Me = &me
	for _, w := range r.wins {
		if w.Place == place {
			prize := r.Prizes[w.Prize-1]
			row.Won = append(row.Won, protocol.RollPrize{ID: int32(w.Prize), ItemID: idText(int64(prize.Item)),
				Def: int32(prize.Def), ValueCents: prize.ValueCents})
		}
	}
	return row, nil
}

// BundleOf proves a drawn room from its stored record alone; before the draw there is no proof (ErrGone).
func BundleOf(rec store.Room) (*fairness.Bundle, error) {
	r, err := decode(rec.State)
	if err != nil {
		return nil, err
	}
	if r.status != store.RoomSettled {
		return nil, ErrGone
	}
	return fairness.NewRollBundle(r.context(), r.Key, *r.Beacon, r.wins)
}
