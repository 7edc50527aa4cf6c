package wish

import (
	"context"
	"net/http"

	"jadebox/actors/kinds/wish"
	"jadebox/actors/lists/lobby"
	"jadebox/actors/player"
	"jadebox/actors/rewards/wishtree"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

func calls(to call.Edge, on *call.Site) {
	s := site{on}
	call.Add(to, call.Route{Name: "wish.list", Method: http.MethodGet, Path: "/api/wish/list", Access: call.Anyone,
		Summary: "Wish rooms by page: open ones, or those that are over."}, s.listWishes)
	call.Add(to, call.Route{Name: "wish.view", Method: http.MethodGet, Path: "/api/wish/{id}", Access: call.Anyone,
		Summary: "A wish room.", Errors: []protocol.Code{protocol.CodeWishGone}}, s.viewWish)
	call.Add(to, call.Route{Name: "wish.take", Method: http.MethodPost, Path: "/api/wish/{id}/take", Access: call.Keyed,
		Plays:   true,
		Summary: "Takes bottles of a wish room: those that are named, or as many as asked for.",
		Errors: []protocol.Code{protocol.CodeWishGone, protocol.CodeWishTaken, protocol.CodeWishCap,
			protocol.CodeWishClosed, protocol.CodeWishBottles,
			protocol.CodeWishCards, protocol.CodeWishPay, protocol.CodePriceChanged, protocol.CodeFunds,
			protocol.CodeBusy, protocol.CodeTimeout}}, s.takeWish)
	call.Add(to, call.Route{Name: "wish.tree", Method: http.MethodGet, Path: "/api/wish/tree", Access: call.NeedsPlayer,
		Summary: "The player's wish cards and the day's tasks."}, s.wishTree)
	call.Add(to, call.Route{Name: "wish.claim", Method: http.MethodPost, Path: "/api/wish/tree/claim",
		Access:  call.Keyed,
		Gift:    call.ForComing,
		Summary: "Takes the wish card of a task that was done today, once.",
		Errors:  []protocol.Code{protocol.CodeWishTask, protocol.CodeBusy, protocol.CodeTimeout}}, s.claimWish)
	call.Add(to, call.Route{Name: "wish.mine", Method: http.MethodGet, Path: "/api/wish/mine", Access: call.NeedsPlayer,
		Summary: "Wish rooms in which the player has taken bottles."}, s.ownWishes)
}

// WishQuery pages rooms.
type WishQuery struct {
	call.Page
	Status string `json:"-" query:"status" enum:"open,final"`
}

// WishRooms is a page of rooms.
type WishRooms struct {
	Rooms   []protocol.WishSummary `json:"rooms"`
	Total   int                    `json:"total"`
	Current int                    `json:"current"`
}

const wishPageSize = 12

func (s site) listWishes(ctx context.Context, _ *call.Caller, in WishQuery) (WishRooms, error) {
	at, err := in.Of(wishPageSize)
	if err != nil {
		return WishRooms{}, err
	}
	out := WishRooms{Rooms: []protocol.WishSummary{}, Current: at.Offset/at.Limit + 1}
	switch in.Status {
	case "", "open":
		summaries, err := directory.Ask[[]protocol.WishSummary](ctx, s.Directory, wish.LobbyKind, lobby.ID,
			lobby.List{})
		if err != nil {
			return WishRooms{}, err
		}
		out.Total = len(summaries)
		out.Rooms = append(out.Rooms, call.Cut(summaries, at)...)
	case "final":
		rooms, total, err := s.Store.FinalRooms(ctx, wish.Kind, "", at)
		if err != nil {
			return WishRooms{}, err
		}
		out.Total = total
		if out.Rooms, err = call.RowsOf(rooms, wish.SummaryOf); err != nil {
			return WishRooms{}, err
		}
	default:
		return WishRooms{}, apierr.Invalid(protocol.CodeBadRequest, "status", "no such list")
	}
	return out, nil
}

func (s site) viewWish(ctx context.Context, _ *call.Caller, in call.ByID) (protocol.WishSnapshot, error) {
	return directory.Ask[protocol.WishSnapshot](ctx, s.Directory, wish.Kind, room.ID(store.RoomID(in.ID)), wish.View{})
}

// TakeWish names bottles, or how many, and the price that the client saw.
type TakeWish struct {
	ID          call.ID `json:"id,omitzero" path:"id"`
	Bottles     []int32 `json:"bottles" doc:"numbers from 1; empty for a quick pick"`
	Count       int     `json:"count,omitzero" doc:"of a quick pick"`
	Pay         string  `json:"pay" enum:"cards,gems"`
	CardNum     int64   `json:"cardNum" doc:"wish cards for a bottle"`
	BottleCents int64   `json:"bottleCents" doc:"gems for a bottle"`
}

// TakenWish is what the player has taken, and what is left to take.
type TakenWish struct {
	Bottles      []protocol.WishBottle `json:"bottles"`
	Room         protocol.WishSnapshot `json:"room"`
	WishCards    int64                 `json:"wishCards"`
	BalanceCents int64                 `json:"balanceCents"`
}

func (s site) takeWish(ctx context.Context, c *call.Caller, in TakeWish) (TakenWish, error) {
	got, err := directory.Ask[wish.Taken](ctx, s.Directory, wish.Kind, room.ID(store.RoomID(in.ID)),
		wish.Take{Key: c.Key, Player: c.Player(),
			Bottles: in.Bottles, Count: in.Count, Pay: in.Pay, CardNum: in.CardNum, BottleCents: in.BottleCents})
	if err != nil {
		return TakenWish{}, err
	}
	purse, err := directory.Ask[player.Purse](ctx, s.Directory, player.Kind, player.ID(c.Player()), player.Purse{})
	return TakenWish{Bottles: got.Bottles, Room: got.Room, WishCards: purse.WishCards,
		BalanceCents: purse.GemsCents}, err
}

// WishTree is the player's wish cards and how to get more.
type WishTree struct {
	WishCards  int64      `json:"wishCards"`
	Tasks      []WishTask `json:"tasks"`
	ResetsAtMS int64      `json:"resetsAtMs"`
	Repeated   bool       `json:"repeated" doc:"the answer to a claim: the card was taken before"`
}

// WishTask is a task of the day.
type WishTask struct {
	Key     string `json:"key" enum:"open,battle,upgrade"`
	Done    bool   `json:"done"`
	Claimed bool   `json:"claimed"`
}

func (s site) wishTree(ctx context.Context, c *call.Caller, _ call.None) (WishTree, error) {
	return s.askTree(ctx, c, wishtree.Look{Player: c.Player()})
}

func (s site) askTree(ctx context.Context, c *call.Caller, msg any) (WishTree, error) {
	t, err := directory.Ask[wishtree.Tree](ctx, s.Directory, wishtree.Kind, player.ID(c.Player()), msg)
	if err != nil {
		return WishTree{}, err
	}
	out := WishTree{WishCards: t.WishCards, Tasks: []WishTask{}, ResetsAtMS: t.Resets.UnixMilli(),
		Repeated: t.Repeated}
	for _, task := range t.Tasks {
		out.Tasks = append(out.Tasks, WishTask(task))
	}
	return out, nil
}

// ClaimWish names a task of the day.
type ClaimWish struct {
	Task string `json:"task" enum:"open,battle,upgrade"`
}

// claimWish needs no key of the client's: the day and the task are the key.
func (s site) claimWish(ctx context.Context, c *call.Caller, in ClaimWish) (WishTree, error) {
	return s.askTree(ctx, c, wishtree.Claim{Player: c.Player(), Task: in.Task})
}

// WishRecord is a room with what it was for the player.
type WishRecord struct {
	Room           protocol.WishSummary `json:"room"`
	Bottles        []int32              `json:"bottles"`
	SpentCents     int64                `json:"spentCents"`
	SpentWishCards int64                `json:"spentCards"`
	Won            bool                 `json:"won"`
	Refunded       bool                 `json:"refunded"`
	ResultID       string               `json:"resultId" doc:"of the proof; empty until the draw"`
	AtMS           int64                `json:"atMs"`
}

// WishPage is a page of the player's rooms.
type WishPage struct {
	Records []WishRecord `json:"records"`
	Total   int          `json:"total"`
	Current int          `json:"current"`
}

func (s site) ownWishes(ctx context.Context, c *call.Caller, in call.Page) (WishPage, error) {
	at, err := in.Of(wishPageSize)
	if err != nil {
		return WishPage{}, err
	}
	rooms, total, err := s.Store.PlayerRooms(ctx, wish.Kind, c.Player(), at)
	if err != nil {
		return WishPage{}, err
	}
	out := WishPage{Records: []WishRecord{}, Total: total, Current: at.Offset/at.Limit + 1}
	for _, r := range rooms {
		row, err := wish.RecordOf(r, c.Player())
		if err != nil {
			return WishPage{}, err
		}
		out.Records = append(out.Records, WishRecord{Room: row.Summary, Bottles: row.Bottles,
			SpentCents:     row.SpentCents,
			SpentWishCards: row.SpentWishCards,
			Won:            row.Won, Refunded: row.Refunded, ResultID: row.ResultID, AtMS: row.AtMS})
	}
	return out, nil
}
