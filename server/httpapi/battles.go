package httpapi

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
	"jadebox/store"
)

func (a *API) battles() {
	enter := []protocol.Code{protocol.CodeBattleGone, protocol.CodeBattleCode, protocol.CodeBattleStarted, protocol.CodeBusy, protocol.CodeTimeout}
	setup := []protocol.Code{protocol.CodeBattleSetup, protocol.CodeBoxUnknown, protocol.CodeBoxDisabled, protocol.CodePriceChanged,
		protocol.CodeFunds, protocol.CodeBusy, protocol.CodeTimeout}
	add(a, route{name: "battle.list", method: http.MethodGet, path: "/api/battle/list", access: anyone,
		summary: "Public battles: the hall's, or finished ones."}, a.listBattles)
	add(a, route{name: "battle.mine", method: http.MethodGet, path: "/api/battle/mine", access: needsPlayer,
		summary: "Battles that the player took part in, newest first."}, a.ownBattles)
	add(a, route{name: "battle.create", method: http.MethodPost, path: "/api/battle/create", access: keyed, plays: true,
		summary: "Opens a battle and pays the host's entry.", errors: setup}, a.createBattle)
	add(a, route{name: "battle.view", method: http.MethodGet, path: "/api/battle/{id}", access: viewer,
		summary: "A battle as the caller may see it.", errors: []protocol.Code{protocol.CodeBattleGone, protocol.CodeBattleCode}}, a.viewBattle)
	add(a, route{name: "battle.join", method: http.MethodPost, path: "/api/battle/{id}/join", access: keyed, plays: true, summary: "Takes a seat and pays the entry.",
		errors: append(slices.Clone(enter), protocol.CodeBattleFull, protocol.CodeBattleJoined, protocol.CodeBattleSeat, protocol.CodePriceChanged, protocol.CodeFunds, protocol.CodeCardGone, protocol.CodeCardUsed, protocol.CodeCardTarget)}, a.joinBattle)
	add(a, route{name: "battle.leave", method: http.MethodPost, path: "/api/battle/{id}/leave", access: keyed, summary: "Gives the seat back before the start; the entry is refunded.",
		errors: append(slices.Clone(enter), protocol.CodeBattleLeave)}, a.leaveBattle)
	add(a, route{name: "battle.bots", method: http.MethodPost, path: "/api/battle/{id}/bots", access: keyed, summary: "The host seats house bots.",
		errors: append(slices.Clone(enter), protocol.CodeBattleHost, protocol.CodeBattleBots, protocol.CodeBattleSeat)}, a.addBots)
	add(a, route{name: "battle.again", method: http.MethodPost, path: "/api/battle/{id}/again", access: keyed, plays: true, summary: "Opens a battle with the setup of another at today's prices.",
		errors: append(slices.Clone(setup), protocol.CodeBattleCode)}, a.battleAgain)
}

// BattleQuery filters the lists.
type BattleQuery struct {
	page
	Status string `json:"-" query:"status" enum:"open,running,final"`
	Mode   string `json:"-" query:"mode" enum:"normal,inverse,terminal,share,teams"`
}

// BattlePage is a page of battles.
type BattlePage struct {
	Battles []protocol.BattleCard `json:"battles"`
	Total   int                   `json:"total"`
}

const battleListSize = 20

func (a *API) listBattles(ctx context.Context, _ *Caller, in BattleQuery) (BattlePage, error) {
	at, err := in.of(battleListSize)
	if err != nil {
		return BattlePage{}, err
	}
	switch in.Status {
	case "final":
		return battlePage(a.Store.FinalRooms(ctx, battle.Kind, in.Mode, at))
	case "", "open", "running":
	default:
		return BattlePage{}, apierr.New(protocol.CodeBadRequest)
	}
	cards, err := directory.Ask[[]protocol.BattleCard](ctx, a.Directory, battle.LobbyKind, lobby.ID, lobby.List{})
	if err != nil {
		return BattlePage{}, err
	}
	cards = slices.DeleteFunc(slices.Clone(cards), func(c protocol.BattleCard) bool {
		waiting := c.Status == protocol.BattleWaiting
		return !in.wants(c) || in.Status == "open" && !waiting || in.Status == "running" && waiting
	})
	from := min(at.Offset, len(cards))
	return BattlePage{Battles: cards[from:min(from+at.Limit, len(cards))], Total: len(cards)}, nil
}

func (q BattleQuery) wants(c protocol.BattleCard) bool { return cmp.Or(q.Mode, c.Mode) == c.Mode }

// battlePage reads stored rooms.
func battlePage(rooms []store.Room, total int, err error) (BattlePage, error) {
	if err != nil {
		return BattlePage{}, err
	}
	p := BattlePage{Battles: make([]protocol.BattleCard, 0, len(rooms)), Total: total}
	for _, r := range rooms {
		card, err := battle.CardOf(r)
		if err != nil {
			return BattlePage{}, err
		}
		p.Battles = append(p.Battles, card)
	}
	return p, nil
}

type ownBattles struct {
	page
	endFilter
}

func (a *API) ownBattles(ctx context.Context, c *Caller, in ownBattles) (BattlePage, error) {
	at, err := in.of(battleListSize)
	if err != nil {
		return BattlePage{}, err
	}
	list, err := in.list(battle.ListWon, battle.ListLost)
	switch {
	case err != nil:
		return BattlePage{}, err
	case list != "":
		return battlePage(a.Store.RoomsOn(ctx, list, c.Player(), at))
	}
	return battlePage(a.Store.PlayerRooms(ctx, battle.Kind, c.Player(), at))
}

// BattleSetup is what a host chooses: one box a round.
type BattleSetup struct {
	Boxes      []store.BoxID `json:"boxes" minItems:"1" maxItems:"15"`
	Seats      int           `json:"seats" minimum:"2" maximum:"4"`
	Mode       string        `json:"mode" enum:"normal,inverse,terminal,share,teams"`
	Private    bool          `json:"private,omitempty"`
	PriceCents int64         `json:"priceCents" doc:"the entry as the player saw it"`
	Card       ID            `json:"card,omitzero" doc:"an arms-race card that pays the entry up to its worth"`
}

// NewBattle is a battle that was opened. Code is empty for a public one.
type NewBattle struct {
	BattleID ID     `json:"battleId"`
	Code     string `json:"code"`
}

func (a *API) createBattle(ctx context.Context, c *Caller, in BattleSetup) (NewBattle, error) {
	b, err := battle.Open(ctx, a.Store, a.Directory, battle.Create{Key: c.Key, Host: c.Player(), PriceCents: in.PriceCents, Card: store.ItemID(in.Card),
		Setup: battle.Setup{Boxes: in.Boxes, Seats: in.Seats, Mode: in.Mode, Private: in.Private}})
	return NewBattle{ID(b.ID), b.Code}, err
}

// BattleID names a battle in a path.
type BattleID struct {
	ID ID `json:"id,omitzero" path:"id"`
}

// BattleView asks for a battle; Code opens a private one.
type BattleView struct {
	ID   ID     `json:"id,omitzero" path:"id"`
	Code string `json:"-" query:"code" maxLength:"32"`
}

func (a *API) viewBattle(ctx context.Context, c *Caller, in BattleView) (protocol.BattleSnapshot, error) {
	return a.ask(ctx, in.ID, in.Code, battle.View{Viewer: c.Player(), Code: in.Code})
}

// JoinBattle takes a seat.
type JoinBattle struct {
	ID         ID     `json:"id,omitzero" path:"id"`
	Seat       int    `json:"seat" minimum:"-1" maximum:"3" doc:"-1: any"`
	Code       string `json:"code,omitempty" maxLength:"32"`
	PriceCents int64  `json:"priceCents" doc:"the entry as the player saw it"`
	Card       ID     `json:"card,omitzero" doc:"an arms-race card that pays the entry up to its worth"`
}

func (a *API) joinBattle(ctx context.Context, c *Caller, in JoinBattle) (protocol.BattleSnapshot, error) {
	return a.ask(ctx, in.ID, in.Code, battle.Join{Key: c.Key, Player: c.Player(), Seat: in.Seat, Code: in.Code, PriceCents: in.PriceCents, Card: store.ItemID(in.Card)})
}

func (a *API) leaveBattle(ctx context.Context, c *Caller, in BattleID) (protocol.BattleSnapshot, error) {
	return a.ask(ctx, in.ID, "", battle.Leave{Key: c.Key, Player: c.Player()})
}

// BotSeats says where bots go.
type BotSeats struct {
	ID   ID  `json:"id,omitzero" path:"id"`
	Seat int `json:"seat" minimum:"-1" maximum:"3" doc:"-1: every free seat"`
}

func (a *API) addBots(ctx context.Context, c *Caller, in BotSeats) (protocol.BattleSnapshot, error) {
	return a.ask(ctx, in.ID, "", battle.AddBots{Key: c.Key, Player: c.Player(), Seat: in.Seat})
}

func (a *API) battleAgain(ctx context.Context, c *Caller, in BattleID) (NewBattle, error) {
	prices := func(id store.BoxID) (int64, bool) {
		b, ok := a.Catalog.Box(id)
		if !ok || !b.Enabled {
			return 0, false
		}
		return b.PriceCents, true
	}
	b, err := battle.Again(ctx, a.Store, a.Directory, prices, store.RoomID(in.ID), c.Key, c.Player())
	return NewBattle{ID(b.ID), b.Code}, err
}

func (a *API) ask(ctx context.Context, id ID, code string, msg any) (protocol.BattleSnapshot, error) {
	if len(code) > protocol.CodeLength {
		return protocol.BattleSnapshot{}, apierr.New(protocol.CodeBattleCode)
	}
	return directory.Ask[protocol.BattleSnapshot](ctx, a.Directory, battle.Kind, room.ID(store.RoomID(id)), msg)
}
