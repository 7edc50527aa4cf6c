package wish

import (
	"strconv"

	"github.com/tinylib/msgp/msgp"

	"jadebox/actors/room"
	"jadebox/protocol"
	"jadebox/store"
)

func (r Record) statusText() string {
	switch r.State {
	case store.RoomSettled:
		return protocol.WishOver
	case store.RoomVoid:
		return protocol.WishVoided
	case store.RoomLocked:
		return protocol.WishLock
	default:
		return protocol.WishOpen
	}
}

// summary is the room in a list.
func (r Record) summary() protocol.WishSummary {
	c := protocol.WishSummary{ID: room.ID(r.Room), Name: r.Name, Status: r.statusText(), Def: int32(r.Def),
		PrizeCents: r.PrizeCents, Bottles: int32(r.Bottles),
		Taken: int32(r.taken()), CardNum: r.CardNum, BottleCents: r.BottleCents, Most: int32(r.most()),
		EndsAtMS: r.EndsMS, AtMS: r.CreatedMS}
	if r.State == store.RoomSettled {
		c.WinnerName = r.winner().Name
	}
	return c
}

func (t Taking) bottle(number int32) protocol.WishBottle {
	return protocol.WishBottle{Number: number, PlayerID: strconv.FormatInt(int64(t.Player), 10), Name: t.Name,
		Avatar: t.Avatar, Bot: t.Bot, Letter: t.Seed[:1]}
}

func (t Taking) bottles() []protocol.WishBottle {
	list := make([]protocol.WishBottle, len(t.Numbers))
	for i, n := range t.Numbers {
		list[i] = t.bottle(n)
	}
	return list
}

// hidden is why there is no room to see; nil where there is one.
func (r Record) hidden() error {
	if r.State == 0 {
		return ErrGone
	}
	return nil
}

// view is the room as everybody may see it.
func (r Record) view(at room.Moment) protocol.WishSnapshot {
	v := protocol.WishSnapshot{Summary: r.summary(), Bottles: []protocol.WishBottle{}, Commit: r.Commit,
		BeaconSource: r.BeaconSource, BeaconRound: r.BeaconRound,
		DrawsAtMS: r.drawsAtMS(), Drawn: r.drawn(), VoidReason: r.VoidReason, Spectators: int32(at.Spectators),
		ServerTimeMS: at.Now.UnixMilli()}
	for i, owner := range r.owners() {
		if owner >= 0 {
			v.Bottles = append(v.Bottles, r.Takes[owner].bottle(int32(i+1)))
		}
	}
	if r.BeaconRound > 0 {
		v.ContextHash, _ = r.context().Hash()
	}
	return v
}

// drawn is nil until the room is.
func (r Record) drawn() *protocol.WishDrawn {
	if r.State != store.RoomSettled {
		return nil
	}
	return &protocol.WishDrawn{Bottle: r.winner().bottle(int32(r.draw.Bottle)), Hash: r.draw.Hash,
		Server: r.draw.ServerSeed, Key: r.Key,
		DrawnAtMS: r.EndedMS, ResultID: r.resultID()}
}

func snapshotEvent() event {
	return event{Type: protocol.EventWishSnapshot, Body: func(r Record) msgp.Marshaler {
		v := r.view(room.Moment{})
		v.ServerTimeMS = 0
		return &v
	}}
}

func takenEvent(i int) event {
	return event{Type: protocol.EventWishTaken, Body: func(r Record) msgp.Marshaler {
		return &protocol.WishTaken{Bottles: r.Takes[i].bottles(), Taken: int32(r.taken())}
	}}
}

func lockedEvent() event {
	return event{Type: protocol.EventWishLocked, Body: func(r Record) msgp.Marshaler {
		hash, _ := r.context().Hash()
		return &protocol.WishLocked{ContextHash: hash, BeaconSource: r.BeaconSource, BeaconRound: r.BeaconRound,
			DrawsAtMS: r.drawsAtMS()}
	}}
}

func drawnEvent() event {
	return event{Type: protocol.EventWishDrawn, Body: func(r Record) msgp.Marshaler { return r.drawn() }}
}

// lobbyNotices notify the lobby, which publishes the change and opens the next room.
func (r Record) lobbyNotices() []room.Notice {
	return []room.Notice{listing.Notice(r.summary())}
}
