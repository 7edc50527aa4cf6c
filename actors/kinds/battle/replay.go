package battle

import (
	"fmt"
	"slices"

	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/fairness"
	"jadebox/store"
)

// made is the command of the rules that has made the first of some ops of a battle. The record keeps tables, key and
// beacon, and who sat where to the end; of a player who left it keeps nothing, so that a battle is not played past the
// op by which such a player sat down.
func made(before, final Record, ops []store.OpRecord) (any, error) {
	switch op := &ops[0]; op.Kind {
	case KindCreate:
		return final.created(op)
	case KindJoin:
		seat := final.seatOf(op.Player)
		if seat < 0 || slices.ContainsFunc(ops, func(later store.OpRecord) bool {
			return later.Kind == KindLeave && later.Player == op.Player
		}) {
			return nil, fmt.Errorf("%w: player %d has left this seat, and no battle keeps one who has", room.ErrNotKept,
				op.Player)
		}
		s := final.Seats[seat]
		return joinPrepared{Join{Key: op.Key, Player: op.Player, Seat: seat, Code: final.Code,
			PriceCents: final.EntryCents, Voucher: s.Voucher}, s.profile(), s.VoucherCents}, nil
	case KindLeave:
		return Leave{Key: op.Key, Player: op.Player}, nil
	case KindBots:
		for seat := range before.Seats { // one seat was asked for, or all that were free
			if c := (AddBots{Key: op.Key, Player: op.Player, Seat: seat}); requested(c, final.Room) == op.Request {
				return c, nil
			}
		}
		return AddBots{Key: op.Key, Player: op.Player, Seat: -1}, nil
	case Kind + ".lock":
		return room.Lock{Awaited: final.Unanswered()}, nil
	case KindStart:
		return final.Begun("battle", final.Room)
	case KindSettle:
		return room.Tick{}, nil
	case KindVoid:
		if op.Player != 0 {
			return Leave{Key: op.Key, Player: op.Player}, nil
		}
		return room.Void{Reason: final.VoidReason}, nil
	}
	return nil, fmt.Errorf("battle: no command makes a %s", ops[0].Kind)
}

func requested(c room.Keyed, id store.RoomID) [32]byte {
	_, _, request := c.Idempotency(id)
	return request
}

// created is the command that has made the room.
func (r Record) created(op *store.OpRecord) (any, error) {
	key, err := fairness.ParseKey(r.Key)
	if err != nil {
		return nil, err
	}
	host := r.Seats[0]
	c := createPrepared{Create: Create{Key: op.Key, Host: op.Player, PriceCents: r.EntryCents, Voucher: host.Voucher,
		Setup: Setup{Seats: len(r.Seats), Mode: r.Mode, Private: r.Private}}, host: host.profile(), tables: r.Tables,
		rounds: r.Rounds, key: key, code: r.Code, worth: host.VoucherCents}
	for _, t := range r.Rounds {
		c.Setup.Boxes = append(c.Setup.Boxes, r.Tables[t].Box)
	}
	return c, nil
}

// profile is who sits on a seat, as it was when they sat down.
func (s Seat) profile() player.Profile {
	return player.Profile{ID: s.Player, Name: s.Name, Avatar: s.Avatar, HeadFrame: s.Frame, VIP: s.VIP, Bot: s.House,
		UserSeed: s.UserSeed}
}
