package luckycard

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
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

func calls(to call.Edge, on *call.Site) {
	s := site{on}
	call.Add(to, call.Route{Name: "luckycard.rooms", Method: http.MethodGet, Path: "/api/luckycard/rooms",
		Access:  call.Anyone,
		Summary: "Open lucky-card rooms."}, s.luckycardRooms)
	call.Add(to, call.Route{Name: "luckycard.ended", Method: http.MethodGet, Path: "/api/luckycard/ended",
		Access:  call.Anyone,
		Summary: "Rooms that are over by page, the last first."}, s.luckycardEnded)
	call.Add(to, call.Route{Name: "luckycard.records", Method: http.MethodGet, Path: "/api/luckycard/records",
		Access:  call.NeedsPlayer,
		Summary: "Rooms in which the player has turned cards, with those cards."}, s.luckycardRecords)
	call.Add(to, call.Route{Name: "luckycard.view", Method: http.MethodGet, Path: "/api/luckycard/room/{id}",
		Access:  call.Anyone,
		Summary: "A lucky-card room.", Errors: []protocol.Code{protocol.CodeLuckycardGone}}, s.viewLuckycard)
	call.Add(to, call.Route{Name: "luckycard.flip", Method: http.MethodPost, Path: "/api/luckycard/room/{id}/flip",
		Access: call.Keyed, Plays: true,
		Summary: "Turns one card: charged once, what lies there is the player's.",
		Errors: []protocol.Code{protocol.CodeLuckycardGone, protocol.CodeLuckycardTaken, protocol.CodeLuckycardOver,
			protocol.CodeLuckycardWait,
			protocol.CodeLuckycardPlace, protocol.CodeLuckycardPrice, protocol.CodeFunds, protocol.CodeBusy,
			protocol.CodeTimeout}}, s.flipLuckycard)
}

func (s site) luckycardRooms(ctx context.Context, _ *call.Caller, _ call.None) ([]protocol.LuckycardSummary, error) {
	return directory.Ask[[]protocol.LuckycardSummary](ctx, s.Directory, luckycard.LobbyKind, lobby.ID, lobby.List{})
}

// LuckycardRecord is a room with the player's own flips in it.
type LuckycardRecord struct {
	Card  protocol.LuckycardSummary `json:"card"`
	Flips []protocol.LuckycardFlip  `json:"flips"`

	spentCents int64 // for the player's own list as a table
}

// LuckycardPage is a page of rooms.
type LuckycardPage struct {
	Records []LuckycardRecord `json:"records"`
	Total   int               `json:"total"`
	Current int               `json:"current"`
}

const luckycardPageSize = 10

func (s site) luckycardEnded(ctx context.Context, _ *call.Caller, in call.Page) (LuckycardPage, error) {
	at, err := in.Of(luckycardPageSize)
	if err != nil {
		return LuckycardPage{}, err
	}
	rooms, total, err := s.Store.FinalRooms(ctx, luckycard.Kind, "", at)
	if err != nil {
		return LuckycardPage{}, err
	}
	return luckycardPage(rooms, total, at, 0)
}

func (s site) luckycardRecords(ctx context.Context, c *call.Caller, in call.Page) (LuckycardPage, error) {
	at, err := in.Of(luckycardPageSize)
	if err != nil {
		return LuckycardPage{}, err
	}
	rooms, total, err := s.Store.PlayerRooms(ctx, luckycard.Kind, c.Player(), at)
	if err != nil {
		return LuckycardPage{}, err
	}
	return luckycardPage(rooms, total, at, c.Player())
}

func luckycardPage(rooms []store.Room, total int, at store.Page, p store.PlayerID) (LuckycardPage, error) {
	out := LuckycardPage{Records: []LuckycardRecord{}, Total: total, Current: at.Offset/at.Limit + 1}
	for _, r := range rooms {
		card, flips, spent, err := luckycard.FlipsOf(r, p)
		if err != nil {
			return LuckycardPage{}, err
		}
		out.Records = append(out.Records, LuckycardRecord{card, flips, spent})
	}
	return out, nil
}

func (s site) viewLuckycard(ctx context.Context, _ *call.Caller, in call.ByID) (protocol.LuckycardSnapshot, error) {
	return directory.Ask[protocol.LuckycardSnapshot](ctx, s.Directory, luckycard.Kind, room.ID(store.RoomID(in.ID)),
		luckycard.View{})
}

// FlipLuckycard names the card and the price that the client saw.
type FlipLuckycard struct {
	ID         call.ID `json:"id,omitzero" path:"id"`
	Place      int     `json:"place"`
	PriceCents int64   `json:"priceCents"`
}

// FlippedLuckycard is the card, with the proof that it lay there.
type FlippedLuckycard struct {
	Flip    protocol.LuckycardFlip `json:"flip"`
	ItemID  string                 `json:"itemId"`
	Opening fairness.Opening       `json:"opening"`
	Over    bool                   `json:"over"`
}

func (s site) flipLuckycard(ctx context.Context, c *call.Caller, in FlipLuckycard) (FlippedLuckycard, error) {
	got, err := directory.Ask[luckycard.Flipped](ctx, s.Directory, luckycard.Kind, room.ID(store.RoomID(in.ID)),
		luckycard.Flip{Key: c.Key, Player: c.Player(), Place: in.Place, PriceCents: in.PriceCents})
	if err != nil {
		return FlippedLuckycard{}, err
	}
	return FlippedLuckycard{Flip: got.Flip, ItemID: strconv.FormatInt(int64(got.Item), 10), Opening: got.Opening,
		Over: got.Over}, nil
}
