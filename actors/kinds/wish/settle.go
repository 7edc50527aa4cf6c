package wish

import (
	"time"

	"jadebox/actors/room"
	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/store"
)

// applyLock fixes the bottles and names the beacon round, at least three seconds ahead: the player who took the last
// bottle could not know its value.
func applyLock(r Record, c room.Lock, _ time.Time) (step, error) {
	if r.State != store.RoomOpen || !r.full() {
		return step{}, ErrClosed
	}
	next := r
	next.State, next.Awaited = store.RoomLocked, c.Awaited
	op, err := r.promise().Lock(Kind, r.Room, next.context())
	return step{State: next, Op: op, Events: []event{lockedEvent()}, Notices: next.lobbyNotices()}, err
}

// applyBegin draws: one op gives the prize, takes the escrow to the house and opens the key.
func applyBegin(r Record, c room.Begin, now time.Time) (step, error) {
	if r.State != store.RoomLocked {
		return step{}, ErrClosed
	}
	next := r
	next.State, next.Beacon, next.EndedMS = store.RoomSettled, &c.Value, now.UnixMilli()
	if err := next.deal(); err != nil {
		return step{}, err
	}
	winner := next.winner()
	op := &room.Op{Key: room.HouseKey(Kind, r.Room, "draw"), Kind: KindDraw, Outbox: []store.NewEvent{next.drop()},
		NewItems: []store.NewItem{{Owner: winner.Player, Def: r.Def, ValueCents: r.PrizeCents, Source: store.FromWish}}}
	for _, l := range r.price(winner.Player, r.Bottles) {
		op.Postings = append(op.Postings, store.Posting{Debit: l.room, Credit: l.house, AmountCents: l.amount})
	}
	kept, err := next.promise().Kept(next.EndedMS)
	op.Leaves = []store.LogLeaf{kept}
	return step{State: next, Op: op, Events: []event{drawnEvent()},
			Notices: append(next.lobbyNotices(), next.credited()...)},
		err
}

// drop is the winner's line in the ticker, once the draw on screen is over.
func (r Record) drop() store.NewEvent {
	w := r.winner()
	bottles := len(r.of(w.Player))
	ppm := int32(bottles * 1_000_000 / r.Bottles)
	return publish.OutboxEvent(protocol.Drop{PlayerName: w.Name, Avatar: w.Avatar, Def: int32(r.Def),
		ValueCents: r.PrizeCents, OddsPPM: ppm,
		Source: uint8(store.FromWish), Lucky: publish.Lucky(ppm, r.PrizeCents, r.BottleCents*int64(bottles)),
		Bot: w.Bot, AtMS: r.EndedMS + protocol.WishDrawMS})
}

// void ends a room without a draw: the price of each bottle is refunded, and the key is opened.
func (r Record) void(reason string, now time.Time) (step, error) {
	next := r
	next.State, next.VoidReason, next.EndedMS = store.RoomVoid, reason, now.UnixMilli()
	op, err := r.promise().Void(Kind, r.Room, nil, reason, next.EndedMS)
	if err != nil {
		return step{}, err
	}
	for _, p := range r.players() {
		for _, l := range r.price(p, len(r.of(p))) {
			op.Postings = append(op.Postings, store.Posting{Debit: l.room, Credit: l.player, AmountCents: l.amount})
		}
	}
	return step{State: next, Op: op, Events: []event{snapshotEvent()},
		Notices: append(next.lobbyNotices(), next.credited()...)}, nil
}

func (r Record) promise() room.Promise {
	return room.Promise{Scope: r.scope(), Commit: r.Commit, Key: r.Key}
}

// players lists who has bottles, each once, in the order of their first.
func (r Record) players() []store.PlayerID {
	var list []store.PlayerID
	seen := map[store.PlayerID]bool{}
	for _, t := range r.Takes {
		if !seen[t.Player] {
			seen[t.Player] = true
			list = append(list, t.Player)
		}
	}
	return list
}

// credited makes the actors of all who got something read balances and backpack.
func (r Record) credited() []room.Notice {
	var to []store.PlayerID
	switch r.State {
	case store.RoomSettled:
		to = []store.PlayerID{r.winner().Player}
	case store.RoomVoid:
		to = r.players()
	}
	var list []room.Notice
	for _, p := range to {
		list = append(list, room.Credited(p))
	}
	return list
}
