package httpapi

import (
	"context"
	"net/http"
	"strconv"

	"jadebox/actors/kinds/luckycard"
	"jadebox/actors/lists/lobby"
	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

func (a *API) luckycards() {
	add(a, route{name: "luckycard.rooms", method: http.MethodGet, path: "/api/luckycard/rooms", access: anyone,
		summary: "Open lucky-card rooms."}, a.luckycardRooms)
	add(a, route{name: "luckycard.ended", method: http.MethodGet, path: "/api/luckycard/ended", access: anyone,
		summary: "Rooms that are over by page, the last first."}, a.luckycardEnded)
	add(a, route{name: "luckycard.records", method: http.MethodGet, path: "/api/luckycard/records", access: needsPlayer,
		summary: "Rooms in which the player has turned cards, with those cards."}, a.luckycardRecords)
	add(a, route{name: "luckycard.view", method: http.MethodGet, path: "/api/luckycard/room/{id}", access: anyone,
		summary: "A lucky-card room.", errors: []protocol.Code{protocol.CodeLuckycardGone}}, a.viewLuckycard)
	add(a, route{name: "luckycard.flip", method: http.MethodPost, path: "/api/luckycard/room/{id}/flip", access: keyed, plays: true,
		summary: "Turns one card: charged once, what lies there is the player's.",
		errors: []protocol.Code{protocol.CodeLuckycardGone, protocol.CodeLuckycardTaken, protocol.CodeLuckycardOver, protocol.CodeLuckycardWait,
			protocol.CodeLuckycardPlace, protocol.CodeLuckycardPrice, protocol.CodeFunds, protocol.CodeBusy, protocol.CodeTimeout}}, a.flipLuckycard)
}

func (a *API) luckycardRooms(ctx context.Context, _ *Caller, _ none) ([]protocol.LuckycardCard, error) {
	return directory.Ask[[]protocol.LuckycardCard](ctx, a.Directory, luckycard.LobbyKind, lobby.ID, lobby.List{})
}

// LuckycardRecord is a room with the player's own flips in it.
type LuckycardRecord struct {
	Card  protocol.LuckycardCard   `json:"card"`
	Flips []protocol.LuckycardFlip `json:"flips"`
}

// LuckycardPage is a page of rooms.
type LuckycardPage struct {
	Records []LuckycardRecord `json:"records"`
	Total   int               `json:"total"`
	Current int               `json:"current"`
}

const luckycardPageSize = 10

func (a *API) luckycardEnded(ctx context.Context, _ *Caller, in page) (LuckycardPage, error) {
	at, err := in.of(luckycardPageSize)
	if err != nil {
		return LuckycardPage{}, err
	}
	rooms, total, err := a.Store.FinalRooms(ctx, luckycard.Kind, "", at)
	if err != nil {
		return LuckycardPage{}, err
	}
	return luckycardPage(rooms, total, at, 0)
}

func (a *API) luckycardRecords(ctx context.Context, c *Caller, in page) (LuckycardPage, error) {
	at, err := in.of(luckycardPageSize)
	if err != nil {
		return LuckycardPage{}, err
	}
	rooms, total, err := a.Store.PlayerRooms(ctx, luckycard.Kind, c.Player(), at)
	if err != nil {
		return LuckycardPage{}, err
	}
	return luckycardPage(rooms, total, at, c.Player())
}

func luckycardPage(rooms []store.Room, total int, at store.Page, p store.PlayerID) (LuckycardPage, error) {
	out := LuckycardPage{Records: []LuckycardRecord{}, Total: total, Current: at.Offset/at.Limit + 1}
	for _, r := range rooms {
		card, flips, err := luckycard.FlipsOf(r, p)
		if err != nil {
			return LuckycardPage{}, err
		}
		out.Records = append(out.Records, LuckycardRecord{card, flips})
	}
	return out, nil
}

// LuckycardID names a room in a path.
type LuckycardID struct {
	ID ID `json:"id,omitzero" path:"id"`
}

func (a *API) viewLuckycard(ctx context.Context, _ *Caller, in LuckycardID) (protocol.LuckycardSnapshot, error) {
	return directory.Ask[protocol.LuckycardSnapshot](ctx, a.Directory, luckycard.Kind, room.ID(store.RoomID(in.ID)), luckycard.View{})
}

// FlipLuckycard names the card and what the client believes that it costs.
type FlipLuckycard struct {
	ID         ID    `json:"id,omitzero" path:"id"`
	Place      int   `json:"place"`
	PriceCents int64 `json:"priceCents"`
}

// FlippedLuckycard is the card, with the proof that it lay there.
type FlippedLuckycard struct {
	Flip    protocol.LuckycardFlip `json:"flip"`
	ItemID  string                 `json:"itemId"`
	Opening fairness.Opening       `json:"opening"`
	Over    bool                   `json:"over"`
}

func (a *API) flipLuckycard(ctx context.Context, c *Caller, in FlipLuckycard) (FlippedLuckycard, error) {
	got, err := directory.Ask[luckycard.Flipped](ctx, a.Directory, luckycard.Kind, room.ID(store.RoomID(in.ID)),
		luckycard.Flip{Key: c.Key, Player: c.Player(), Place: in.Place, PriceCents: in.PriceCents})
	if err != nil {
		return FlippedLuckycard{}, err
	}
	return FlippedLuckycard{Flip: got.Flip, ItemID: strconv.FormatInt(int64(got.Item), 10), Opening: got.Opening, Over: got.Over}, nil
}
