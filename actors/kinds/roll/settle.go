package roll

import (
	"time"

	"jadebox/actors/room"
	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/store"
)

// applyLock fixes roster and weights and names the beacon round, at least three seconds ahead: its value
// is not known now.
func applyLock(r Record, c room.Lock, now time.Time) (step, error) {
	if !r.ripe(now) {
		return step{}, ErrClosed
	}
	next := r.clone()
	next.status, next.LockedMS, next.Awaited = store.RoomLocked, now.UnixMilli(), c.Awaited
	next.helpers = nil
	op, err := r.promise().Lock(Kind, r.Room, next.context())
	return step{State: next, Op: op, Events: []event{lockedEvent()}, Notices: next.lobbyNotices()}, err
}

// applyBegin draws and pays: one op gives every winner a prize, the rest back to the host, and opens the key.
func applyBegin(r Record, c room.Begin, now time.Time) (step, error) {
	if r.status != store.RoomLocked {
		return step{}, ErrClosed
	}
	next := r.clone()
	next.status, next.Beacon, next.EndedMS = store.RoomSettled, &c.Value, now.UnixMilli()
	if err := next.deal(); err != nil {
		return step{}, err
	}
	op := &room.Op{Key: room.HouseKey(Kind, r.Room, "settle"), Kind: KindSettle}
	to := make([]store.PlayerID, len(r.Prizes))
	for _, w := range next.wins {
		to[w.Prize-1] = store.PlayerID(w.Player)
	}
	r.award(op, to)
	op.Outbox = next.drops()
	kept, err := r.promise().Kept(next.EndedMS)
	if err != nil {
		return step{}, err
	}
	op.Leaves = []store.LogLeaf{kept}
	return step{State: next, Op: op, Events: []event{drawnEvent()}, Notices: next.settledNotices()}, nil
}

// drops are the items that were won, one line each in the ticker: once the draw on screen is over. The chance is that
// of the first prize.
func (r Record) drops() []store.NewEvent {
	var list []store.NewEvent
	total := r.totalWeight()
	for _, w := range r.wins {
		e, p := r.entrants[w.Place], r.Prizes[w.Prize-1]
		if p.Def == 0 {
			continue // gems have no picture
		}
		ppm := int32(int64(e.weight()) * 1_000_000 / total)
		list = append(list, publish.OutboxEvent(protocol.Drop{PlayerName: e.Name, Avatar: e.Avatar, Def: int32(p.Def),
			ValueCents: p.ValueCents, OddsPPM: ppm,
			Source: uint8(store.FromRoll), Lucky: publish.Lucky(ppm, p.ValueCents, 0), Bot: e.Bot, AtMS: r.EndedMS +
				protocol.RollDrawMS}))
	}
	return list
}

// award hands out every prize: to[i] takes prize i, 0 stands for the host. What the house would have made for a winner
// who is not there is not made.
func (r Record) award(op *room.Op, to []store.PlayerID) {
	var back int64
	for i, p := range r.Prizes {
		winner := to[i]
		switch {
		case p.Item != 0 && winner != 0:
			op.Moves = append(op.Moves, r.gives(p.Item, winner))
		case p.Item != 0:
			op.Moves = append(op.Moves, r.gives(p.Item, r.Host))
		case p.Def != 0 && winner != 0:
			op.NewItems = append(op.NewItems, store.NewItem{Owner: winner, Def: p.Def, ValueCents: p.ValueCents,
				Source: store.FromRoll})
		case p.Def != 0:
		case winner != 0:
			op.Postings = append(op.Postings, store.Posting{Debit: store.RoomEscrow(r.Room),
				Credit: store.PlayerGems(winner), AmountCents: p.ValueCents})
		default:
			back += p.ValueCents
		}
	}
	if back > 0 {
		op.Postings = append(op.Postings, store.Posting{Debit: store.RoomEscrow(r.Room), Credit: r.purse(),
			AmountCents: back})
	}
}

// void ends a room without a draw: every prize goes back, and the key is opened, so that all can see what was not
// drawn. by is the host who cancels, or nil.
func (r Record) void(by room.Keyed, reason string, now time.Time) (step, error) {
	next := r.clone()
	next.status, next.VoidReason, next.EndedMS = store.RoomVoid, reason, now.UnixMilli()
	op, err := r.promise().Void(Kind, r.Room, by, reason, next.EndedMS)
	if err != nil {
		return step{}, err
	}
	r.award(op, make([]store.PlayerID, len(r.Prizes)))
	return step{State: next, Op: op, Events: []event{voidedEvent()}, Notices: next.settledNotices()}, nil
}

func (r Record) promise() room.Promise {
	return room.Promise{Scope: r.scope(), Commit: r.Commit, Key: r.Key}
}

// settledNotices notifies the lobby, and makes the actors of all who got something read balance and backpack.
func (r Record) settledNotices() []room.Notice {
	list := r.lobbyNotices()
	tell := func(p store.PlayerID) {
		if p != 0 {
			list = append(list, room.Credited(p))
		}
	}
	tell(r.Host)
	for _, w := range r.wins {
		tell(store.PlayerID(w.Player))
	}
	return list
}
