package wish

import (
	"time"

	"github.com/tinylib/msgp/msgp"

	"jadebox/actors/lists/lobby"
	"jadebox/actors/rewards/season"
	"jadebox/actors/rewards/wishtree"
	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/shop/catalog"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// LobbyKind is the directory's kind of the list of open rooms; its id is lobby.ID.
const LobbyKind = "wishlobby"

// Spec is the kind.
var Spec = room.Spec{
	Kind:   Kind,
	Rooms:  func(h room.Deps) directory.Kind { return room.Register(kind{Deps: h}, h.Ports) },
	Beside: []room.Singleton{listing.Singleton()},
	Stake:  stake,
	Return: room.Return{Play: &room.Play{Name: "take bottles of wish rooms", How: "for gems", Rate: rate,
		Tasks: []room.PlayTask{{Task: protocol.TaskWishBottles}}}},
	Bundle: room.Whole(Kind, fairness.WishScope, func(rec store.Room, _ *catalog.Catalog) (*fairness.Bundle, error) {
		return BundleOf(rec)
	}),
	Source: store.FromWish,
	Pages:  []string{"/wish/"}, Announced: true,
	// the tree's wish cards are for these rooms
	Ops: []room.OpKind{{Kind: KindTake, Record: Kind, Stakes: true},
		{Kind: wishtree.KindClaim, Record: Kind}, {Kind: KindDraw, Record: Kind},
		{Kind: KindVoid, Record: Kind, Returns: true}},
	Counts: &room.Counts{Tasks: []int32{protocol.TaskWishBottles, protocol.TaskSpentCents}, Lives: LifeMax, Part: part,
		Season: int(season.Wish)},
	Replay: room.ReplayOf(kind{}, made),
}

// listing keeps a room of every template open.
var listing = lobby.Lobby[protocol.WishSummary]{
	Kind: LobbyKind, RoomKind: Kind, Topic: protocol.TopicWishes,
	Summary: func(rec store.Room, _ time.Time) (protocol.WishSummary, bool, error) {
		c, err := SummaryOf(rec)
		return c, err == nil, err
	},
	ID: func(c protocol.WishSummary) string { return c.ID },
	Over: func(c protocol.WishSummary) bool {
		return c.Status == protocol.WishOver || c.Status == protocol.WishVoided
	},
	Snapshot: func(list []protocol.WishSummary, now time.Time) (uint16, msgp.Marshaler) {
		return protocol.EventWishLobby, &protocol.WishLobby{Rooms: list, ServerTimeMS: now.UnixMilli()}
	},
	Changed: func(c protocol.WishSummary) (uint16, msgp.Marshaler) { return protocol.EventWishSummary, &c },
	Stock: &lobby.Stock[protocol.WishSummary]{
		Templates: Templates,
		Template:  func(c protocol.WishSummary) string { return c.Name },
		Make: func(h room.Deps, template string, number int, key string) (any, bool) {
			s, ok := FromCatalog(h.Catalog.Items(), template, number)
			return Create{Key: key, Setup: s}, ok
		},
	},
}

// stake is what was paid for bottles, until the room is over.
func stake(rec store.Room) (room.Stake, error) {
	r, err := decode(rec.State)
	if err != nil || r.State.Final() {
		return room.Stake{}, err
	}
	n := int64(r.taken())
	return room.Stake{Cents: r.BottleCents * n, WishCards: r.CardNum * n}, nil
}

// part counts bottles of rooms that were drawn: what a void room gave back was not spent.
func part(rec store.Room, p store.PlayerID) (room.Part, error) {
	row, err := RecordOf(rec, p)
	if err != nil {
		return room.Part{}, err
	}
	bottles := int64(len(row.Bottles))
	out := room.Part{Played: bottles > 0, Won: row.Won, OwnCents: row.SpentCents, EntryCents: row.SpentCents,
		WishCards: row.SpentWishCards,
		Tasks:     []room.Counted{{Task: protocol.TaskWishBottles, N: bottles}}}
	if row.Won {
		out.WonCents = row.Summary.PrizeCents
	}
	return out, nil
}
