package luckycard

import (
	"time"

	"github.com/tinylib/msgp/msgp"

	"jadebox/actors/lists/lobby"
	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/protocol"
	"jadebox/store"
)

// LobbyKind is the directory's kind of the list of open rooms; its id is lobby.ID.
const LobbyKind = "luckycardlobby"

// Spec is the kind.
var Spec = room.Spec{
	Kind:   Kind,
	Rooms:  func(h room.Deps) directory.Kind { return room.Register(kind{Deps: h}, h.Ports) },
	Beside: []room.Singleton{listing.Singleton()},
	Stake:  func(store.Room) (room.Stake, error) { return room.Stake{}, nil },
	Return: room.Return{Play: &room.Play{Name: "flip lucky cards", How: "when the best are left", Rate: rate,
		Tasks: []room.PlayTask{{Task: protocol.TaskFlips}}}},
	AtOnce: true,
	Bundle: proofs,
	Source: store.FromReward,
	Pages:  []string{"/luckycard/"},
	Ops: []room.OpKind{{Kind: KindFlip, Record: "lucky", Counted: true, Task: protocol.TaskFlips, Stakes: true},
		{Kind: KindVoid, Record: "lucky"}},
	Replay: room.ReplayOf(kind{}, made),
}

// listing keeps a room of every deck open.
var listing = lobby.Lobby[protocol.LuckycardSummary]{
	Kind: LobbyKind, RoomKind: Kind, Topic: protocol.TopicLuckycards,
	Summary: func(rec store.Room, _ time.Time) (protocol.LuckycardSummary, bool, error) {
		c, err := SummaryOf(rec)
		return c, err == nil, err
	},
	ID: func(c protocol.LuckycardSummary) string { return c.ID },
	Over: func(c protocol.LuckycardSummary) bool {
		return c.Status == protocol.LuckycardOver || c.Status == protocol.LuckycardVoid
	},
	Snapshot: func(list []protocol.LuckycardSummary, now time.Time) (uint16, msgp.Marshaler) {
		return protocol.EventLuckycardLobby, &protocol.LuckycardLobby{Rooms: list, ServerTimeMS: now.UnixMilli()}
	},
	Changed: func(c protocol.LuckycardSummary) (uint16, msgp.Marshaler) { return protocol.EventLuckycardSummary, &c },
	Stock: &lobby.Stock[protocol.LuckycardSummary]{
		Templates: Templates,
		Template:  func(c protocol.LuckycardSummary) string { return c.Deck },
		Make: func(h room.Deps, template string, _ int, key string) (any, bool) {
			deck, ok := FromBox(h.Catalog, template) // an empty catalogue has no cards
			return Create{Key: key, Deck: deck}, ok
		},
	},
}
