package battle

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/lists/lobby"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	sites "jadebox/server/site"
	"jadebox/store"
)

func calls(to call.Edge, on *call.Site) {
	s := site{on}
	enter := []protocol.Code{protocol.CodeBattleGone, protocol.CodeBattleCode, protocol.CodeBattleStarted,
		protocol.CodeBusy, protocol.CodeTimeout}
	setup := []protocol.Code{protocol.CodeBattleSetup, protocol.CodeBoxUnknown, protocol.CodeBoxDisabled,
		protocol.CodePriceChanged,
		protocol.CodeFunds, protocol.CodeBusy, protocol.CodeTimeout}
	call.Add(to, call.Route{Name: "battle.list", Method: http.MethodGet, Path: "/api/battle/list", Access: call.Anyone,
		Summary: "Public battles: the lobby's, or finished ones."}, s.listBattles)
	call.Add(to, call.Route{Name: "battle.mine", Method: http.MethodGet, Path: "/api/battle/mine",
		Access:  call.NeedsPlayer,
		Summary: "Battles that the player took part in, newest first."}, s.ownBattles)
	call.Add(to, call.Route{Name: "battle.create", Method: http.MethodPost, Path: "/api/battle/create",
		Access: call.Keyed, Plays: true,
		Summary: "Opens a battle and pays the host's entry.", Errors: append(slices.Clone(setup),
			protocol.CodeVoucherGone, protocol.CodeVoucherUsed, protocol.CodeVoucherTarget)}, s.createBattle)
	call.Add(to, call.Route{Name: "battle.view", Method: http.MethodGet, Path: "/api/battle/{id}", Access: call.Viewer,
		Summary: "A battle as the caller may see it.", Errors: []protocol.Code{protocol.CodeBattleGone,
			protocol.CodeBattleCode}}, s.viewBattle)
	call.Add(to, call.Route{Name: "battle.join", Method: http.MethodPost, Path: "/api/battle/{id}/join",
		Access: call.Keyed, Plays: true, Summary: "Takes a seat and pays the entry.",
		Errors: append(slices.Clone(enter), protocol.CodeBattleFull, protocol.CodeBattleJoined, protocol.CodeBattleSeat,
			protocol.CodePriceChanged, protocol.CodeFunds, protocol.CodeVoucherGone, protocol.CodeVoucherUsed,
			protocol.CodeVoucherTarget)}, s.joinBattle)
	call.Add(to, call.Route{Name: "battle.leave", Method: http.MethodPost, Path: "/api/battle/{id}/leave",
		Access: call.Keyed, Summary: "Gives the seat back before the start; the entry is refunded.",
		Errors: append(slices.Clone(enter), protocol.CodeBattleLeave)}, s.leaveBattle)
	call.Add(to, call.Route{Name: "battle.bots", Method: http.MethodPost, Path: "/api/battle/{id}/bots",
		Access: call.Keyed, Summary: "The host seats house bots.",
		Errors: append(slices.Clone(enter), protocol.CodeBattleHost, protocol.CodeBattleBots,
			protocol.CodeBattleSeat)}, s.addBots)
	call.Add(to, call.Route{Name: "battle.again", Method: http.MethodPost, Path: "/api/battle/{id}/again",
		Access: call.Keyed, Plays: true, Summary: "Opens a battle with the setup of another at today's prices.",
		Errors: append(slices.Clone(setup), protocol.CodeBattleCode)}, s.battleAgain)
	call.Add(to, call.Route{Name: "site.battleOpen", Method: http.MethodGet, Path: "/api/battle/open",
		Access:  call.Anyone,
		Summary: "0 shows the battle entry, 1 hides it."}, s.entryOpen)
	s.invites(to)
}

// BattleQuery filters the lists.
type BattleQuery struct {
	call.Page
	Status string `json:"-" query:"status" enum:"open,running,final"`
	Mode   string `json:"-" query:"mode" enum:"normal,inverse,terminal,share,teams"`
}

// BattlePage is a page of battles.
type BattlePage struct {
	Battles []protocol.BattleSummary `json:"battles"`
	Total   int                      `json:"total"`
}

const battleListSize = 20

func (s site) listBattles(ctx context.Context, _ *call.Caller, in BattleQuery) (BattlePage, error) {
	at, err := in.Of(battleListSize)
	if err != nil {
		return BattlePage{}, err
	}
	switch in.Status {
	case "final":
		return battlePage(s.Store.FinalRooms(ctx, battle.Kind, in.Mode, at))
	case "", "open", "running":
	default:
		return BattlePage{}, apierr.Invalid(protocol.CodeBadRequest, "status", "no such list")
	}
	summaries, err := directory.Ask[[]protocol.BattleSummary](ctx, s.Directory, battle.LobbyKind, lobby.ID,
		lobby.List{})
	if err != nil {
		return BattlePage{}, err
	}
	summaries = slices.DeleteFunc(slices.Clone(summaries), func(c protocol.BattleSummary) bool {
		waiting := c.Status == protocol.BattleWaiting
		return !in.wants(c) || in.Status == "open" && !waiting || in.Status == "running" && waiting
	})
	return BattlePage{Battles: call.Cut(summaries, at), Total: len(summaries)}, nil
}

func (q BattleQuery) wants(c protocol.BattleSummary) bool { return cmp.Or(q.Mode, c.Mode) == c.Mode }

// battlePage reads stored rooms.
func battlePage(rooms []store.Room, total int, err error) (BattlePage, error) {
	if err != nil {
		return BattlePage{}, err
	}
	rows, err := call.RowsOf(rooms, battle.SummaryOf)
	if err != nil {
		return BattlePage{}, err
	}
	return BattlePage{Battles: rows, Total: total}, nil
}

type ownBattles struct {
	call.Page
	call.EndFilter
}

func (s site) ownBattles(ctx context.Context, c *call.Caller, in ownBattles) (BattlePage, error) {
	at, err := in.Of(battleListSize)
	if err != nil {
		return BattlePage{}, err
	}
	list, err := in.List(battle.ListWon, battle.ListLost)
	switch {
	case err != nil:
		return BattlePage{}, err
	case list != "":
		return battlePage(s.Store.RoomsOn(ctx, list, c.Player(), at))
	}
	return battlePage(s.Store.PlayerRooms(ctx, battle.Kind, c.Player(), at))
}

// BattleSetup is what a host chooses: one box a round.
type BattleSetup struct {
	Boxes      []store.BoxID `json:"boxes" minItems:"1" maxItems:"15"`
	Seats      int           `json:"seats" minimum:"2" maximum:"4"`
	Mode       string        `json:"mode" enum:"normal,inverse,terminal,share,teams"`
	Private    bool          `json:"private,omitempty"`
	PriceCents int64         `json:"priceCents" doc:"the entry as the player saw it"`
	Voucher    call.ID       `json:"card,omitzero" doc:"an arms-race card that pays the entry up to its worth"`
}

// NewBattle is a battle that was opened. Code is empty for a public one.
type NewBattle struct {
	BattleID call.ID `json:"battleId"`
	Code     string  `json:"code"`
}

func (s site) createBattle(ctx context.Context, c *call.Caller, in BattleSetup) (NewBattle, error) {
	b, err := battle.Open(ctx, s.Store, s.Directory, battle.Create{Key: c.Key, Host: c.Player(),
		PriceCents: in.PriceCents, Voucher: store.ItemID(in.Voucher),
		Setup: battle.Setup{Boxes: in.Boxes, Seats: in.Seats, Mode: in.Mode, Private: in.Private}})
	return NewBattle{call.ID(b.ID), b.Code}, err
}

// BattleView asks for a battle; Code opens a private one.
type BattleView struct {
	ID   call.ID `json:"id,omitzero" path:"id"`
	Code string  `json:"-" query:"code" maxLength:"32"`
}

func (s site) viewBattle(ctx context.Context, c *call.Caller, in BattleView) (protocol.BattleSnapshot, error) {
	return s.ask(ctx, in.ID, in.Code, battle.View{Viewer: c.Player(), Code: in.Code})
}

// JoinBattle takes a seat.
type JoinBattle struct {
	ID         call.ID `json:"id,omitzero" path:"id"`
	Seat       int     `json:"seat" minimum:"-1" maximum:"3" doc:"-1: any"`
	Code       string  `json:"code,omitempty" maxLength:"32"`
	PriceCents int64   `json:"priceCents" doc:"the entry as the player saw it"`
	Voucher    call.ID `json:"card,omitzero" doc:"an arms-race card that pays the entry up to its worth"`
}

func (s site) joinBattle(ctx context.Context, c *call.Caller, in JoinBattle) (protocol.BattleSnapshot, error) {
	return s.ask(ctx, in.ID, in.Code, battle.Join{Key: c.Key, Player: c.Player(), Seat: in.Seat, Code: in.Code,
		PriceCents: in.PriceCents, Voucher: store.ItemID(in.Voucher)})
}

func (s site) leaveBattle(ctx context.Context, c *call.Caller, in call.ByID) (protocol.BattleSnapshot, error) {
	return s.ask(ctx, in.ID, "", battle.Leave{Key: c.Key, Player: c.Player()})
}

// BotSeats says where bots go.
type BotSeats struct {
	ID   call.ID `json:"id,omitzero" path:"id"`
	Seat int     `json:"seat" minimum:"-1" maximum:"3" doc:"-1: every free seat"`
}

func (s site) addBots(ctx context.Context, c *call.Caller, in BotSeats) (protocol.BattleSnapshot, error) {
	return s.ask(ctx, in.ID, "", battle.AddBots{Key: c.Key, Player: c.Player(), Seat: in.Seat})
}

func (s site) battleAgain(ctx context.Context, c *call.Caller, in call.ByID) (NewBattle, error) {
	prices := func(id store.BoxID) (int64, bool) {
		b, ok := s.Catalog.Box(id)
		if !ok || !b.Enabled {
			return 0, false
		}
		return b.PriceCents, true
	}
	b, err := battle.Again(ctx, s.Store, s.Directory, prices, store.RoomID(in.ID), c.Key, c.Player())
	return NewBattle{call.ID(b.ID), b.Code}, err
}

func (s site) ask(ctx context.Context, id call.ID, code string, msg any) (protocol.BattleSnapshot, error) {
	if call.TooLong(code, protocol.CodeLength) {
		return protocol.BattleSnapshot{}, apierr.New(protocol.CodeBattleCode)
	}
	return directory.Ask[protocol.BattleSnapshot](ctx, s.Directory, battle.Kind, room.ID(store.RoomID(id)), msg)
}

func (s site) entryOpen(ctx context.Context, _ *call.Caller, _ call.None) (int, error) {
	held, err := sites.Setting.Read(ctx, s.Store)
	if err != nil || !held.BattlesClosed {
		return 0, err
	}
	return 1, nil
}
