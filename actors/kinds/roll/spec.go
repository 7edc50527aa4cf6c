package roll

import (
	"cmp"
	"time"

	"jadebox/actors/lists/lobby"
	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/shop/catalog"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// LobbyKind is the directory's kind of the list of open rooms; its id is lobby.ID.
const LobbyKind = "rolllobby"

// Kinds of ops: of the host, of an entrant, of the draw.
const (
	KindCreate    = "roll.create"
	KindJoin      = "roll.join"
	KindSettle    = "roll.settle"
	KindEdit      = "roll.edit"
	KindPublish   = "roll.publish"
	KindPasswords = "roll.passwords"
	KindVoid      = "roll.void"
)

// Spec is the kind. A roll room counts nothing for a stake: what its host puts in is given away.
var Spec = room.Spec{
	Kind:   Kind,
	Rooms:  func(h room.Deps) directory.Kind { return room.Register(kind{Deps: h}, h.Ports) },
	Beside: []room.Singleton{listing.Singleton()},
	Stake:  stake,
	Return: room.Return{Nothing: "an entrant pays nothing, and what is won is what the room's host has put in"},
	Bundle: room.Whole(Kind, fairness.RollScope, func(rec store.Room, _ *catalog.Catalog) (*fairness.Bundle, error) {
		return BundleOf(rec)
	}),
	Heard: "everybody; a draft only by its host, or with its overlay's token as the code",
	Pages: []string{"/page/roll/"}, Announced: true,
	Welcome: func(rec store.Room) (bool, error) { // an official one
		c, _, err := SummaryOf(rec)
		return !c.Streamer, err
	},
	Source: store.FromRoll,
	Lots:   &room.Lots{Create: KindCreate, Settle: KindSettle},

	Unplayed: "a roll room keeps the setup that it ended with, and not those that were edited before",
	Ops: []room.OpKind{{Kind: KindJoin, Record: Kind, Counted: true, Task: protocol.TaskRollJoins},
		{Kind: KindCreate, Record: Kind}, {Kind: KindEdit, Record: Kind},
		{Kind: KindSettle, Record: Kind}, {Kind: KindVoid, Record: Kind}},
}

// listing is the list of published rooms, the next draw first.
var listing = lobby.Lobby[protocol.RollSummary]{
	Kind: LobbyKind, RoomKind: Kind,
	Summary: func(rec store.Room, _ time.Time) (protocol.RollSummary, bool, error) { return SummaryOf(rec) },
	ID:      func(c protocol.RollSummary) string { return c.ID },
	Over: func(c protocol.RollSummary) bool {
		return c.Status == protocol.RollStatusDrawn || c.Status == protocol.RollStatusVoid
	},
	Order: func(a, b protocol.RollSummary) int {
		return cmp.Or(cmp.Compare(a.OpenAtMS/1000, b.OpenAtMS/1000), cmp.Compare(lobby.Number(a.ID),
			lobby.Number(b.ID)))
	},
}

// lobbyNotices notify the lobby; a room that was never published is not in it.
func (r Record) lobbyNotices() []room.Notice {
	if r.draft() {
		return nil
	}
	return []room.Notice{listing.Notice(r.summary(len(r.entrants)))}
}

// stake are the gems of the prizes, until the room is over.
func stake(rec store.Room) (room.Stake, error) {
	h, _, err := readHeader(rec.State)
	if err != nil || h.status.Final() {
		return room.Stake{}, err
	}
	return room.Stake{Cents: h.gemsCents()}, nil
}
