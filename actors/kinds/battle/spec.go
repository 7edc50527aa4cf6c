package battle

import (
	"cmp"
	"slices"
	"time"

	"github.com/tinylib/msgp/msgp"

	"jadebox/actors/lists/lobby"
	"jadebox/actors/rewards/season"
	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/shop/catalog"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// LobbyKind is the directory's kind of the list of open battles; its id is lobby.ID.
const LobbyKind = "lobby"

// Kinds of ops: those of a player, then the room's own.
const (
	KindCreate = "battle.create"
	KindJoin   = "battle.join"
	KindLeave  = "battle.leave"
	KindBots   = "battle.bots"
	KindStart  = "battle.start"
	KindSettle = "battle.settle"
	KindVoid   = "battle.void"
)

// Spec is the kind.
var Spec = room.Spec{
	Kind:   Kind,
	Rooms:  func(h room.Deps) directory.Kind { return room.Register(kind{h}, h.Ports) },
	Beside: []room.Singleton{listing.Singleton()},
	Stake:  stake,
	Return: room.Return{Play: &room.Play{Name: "play battles", How: "and sell what is won",
		AlsoCents: consolationCents * float64(protocol.SeatsMax-1) / protocol.SeatsMax, // one seat alone wins
		Tasks:     []room.PlayTask{{Task: protocol.TaskBattleCount}, {Task: protocol.TaskBattleCents, Cents: true}}}},
	Bundle: room.Whole(Kind, fairness.BattleScope, func(rec store.Room, c *catalog.Catalog) (*fairness.Bundle, error) {
		return BundleOf(rec, c.ItemName)
	}),
	Heard: "everybody; a private one only by a player who has a seat, or with its code",
	Pages: []string{"/page/battle/", "/page/battleBattle/", "/page/battleV2/"}, OwnPicture: true, Announced: true,
	Ops: []room.OpKind{{Kind: KindCreate, Record: Kind, Stakes: true}, {Kind: KindJoin, Record: Kind, Stakes: true},
		{Kind: KindLeave, Record: Kind, Returns: true}, {Kind: KindSettle, Record: Kind},
		{Kind: KindVoid, Record: Kind, Returns: true}},
	Roster: true,
	Chart:  &room.Chart{Type: 3, Draws: DrawsOf},
	Counts: &room.Counts{Tasks: []int32{protocol.TaskBattleCount, protocol.TaskBattleCents, protocol.TaskSpentCents},
		Lives: WaitMax, Part: part,
		Season: int(season.Battle), Streak: int(season.Streak)},
	Vouchers: true, Replay: room.ReplayOf(kind{}, made),
}

// listing is the list of public battles, newest first.
var listing = lobby.Lobby[protocol.BattleSummary]{
	Kind: LobbyKind, RoomKind: Kind, Topic: protocol.TopicLobby,
	Summary: func(rec store.Room, now time.Time) (protocol.BattleSummary, bool, error) {
		r, err := decode(rec.State)
		if err != nil || r.Private {
			return protocol.BattleSummary{}, false, err
		}
		return r.asOf(now).summary(), true, nil
	},
	ID: func(c protocol.BattleSummary) string { return c.ID },
	Over: func(c protocol.BattleSummary) bool {
		return c.Status == protocol.BattleFinished || c.Status == protocol.BattleVoid
	},
	Order: func(a, b protocol.BattleSummary) int {
		return cmp.Or(cmp.Compare(b.AtMS, a.AtMS), cmp.Compare(lobby.Number(b.ID), lobby.Number(a.ID)))
	},
	Snapshot: func(list []protocol.BattleSummary, _ time.Time) (uint16, msgp.Marshaler) {
		return protocol.EventLobbySnapshot, &protocol.LobbySnapshot{Battles: list[:min(listMax, len(list))]}
	},
	Changed: func(c protocol.BattleSummary) (uint16, msgp.Marshaler) {
		if c.Status == protocol.BattleFinished || c.Status == protocol.BattleVoid {
			return protocol.EventBattleGone, &protocol.BattleGone{ID: c.ID}
		}
		return protocol.EventBattleSummary, &c
	},
}

// listMax bounds the snapshot to the wire's own limit of a list; the page of battles goes beyond it over HTTP.
const listMax = 512

// stake is what the players have paid, until the room is over.
func stake(rec store.Room) (room.Stake, error) {
	r, err := decode(rec.State)
	if err != nil || r.status.Final() {
		return room.Stake{}, err
	}
	return room.Stake{Cents: r.escrowCents()}, nil
}

// part reads a stored battle as one player's: whether it was played to its end with that player, for which entry, and
// won. Of the entry that is spent which the player paid: the house pays what a voucher is worth.
func part(rec store.Room, p store.PlayerID) (room.Part, error) {
	r, err := decode(rec.State)
	if err != nil {
		return room.Part{}, err
	}
	seat := r.seatOf(p)
	if seat < 0 || r.status != store.RoomSettled || r.draw == nil {
		return room.Part{}, nil
	}
	out := room.Part{Played: true, Won: slices.Contains(r.draw.Score.Winners, seat), EntryCents: r.EntryCents,
		OwnCents: r.Seats[seat].ownCents(),
		Tasks: []room.Counted{{Task: protocol.TaskBattleCount, N: 1}, {Task: protocol.TaskBattleCents,
			N: r.EntryCents}}}
	prizes, _, _ := r.prizes()
	for _, p := range prizes {
		if p.seat != seat {
			continue
		}
		out.WonCents = p.paidCents
		for _, i := range p.draws {
			out.WonCents += r.valueCents(i)
		}
	}
	return out, nil
}
