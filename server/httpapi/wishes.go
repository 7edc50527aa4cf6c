package httpapi

import (
	"context"
	"net/http"

	"jadebox/actors/fault"
	"jadebox/protocol"
)

func (a *API) wishes() {
	add(a, route{name: "wish.list", method: http.MethodGet, path: "/api/wish/list", access: anyone,
		summary: "Wish rooms by page: open ones, or those that are over."}, a.listWishes)
	add(a, route{name: "wish.view", method: http.MethodGet, path: "/api/wish/{id}", access: anyone,
		summary: "A wish room.", errors: []protocol.Code{protocol.CodeWishGone}}, a.viewWish)
	add(a, route{name: "wish.take", method: http.MethodPost, path: "/api/wish/{id}/take", access: keyed,
		summary: "Takes bottles of a wish room: those that are named, or as many as asked for.",
		errors: []protocol.Code{protocol.CodeWishGone, protocol.CodeWishTaken, protocol.CodeWishCap, protocol.CodeWishClosed, protocol.CodeWishBottles,
			protocol.CodeWishCards, protocol.CodeWishPay, protocol.CodePriceChanged, protocol.CodeFunds, protocol.CodeBusy, protocol.CodeTimeout}}, a.takeWish)
	add(a, route{name: "wish.tree", method: http.MethodGet, path: "/api/wish/tree", access: needsPlayer,
		summary: "The player's wish cards and the day's tasks."}, a.wishTree)
	add(a, route{name: "wish.claim", method: http.MethodPost, path: "/api/wish/tree/claim", access: keyed,
		summary: "Takes the wish card of a task that was done today, once.",
		errors:  []protocol.Code{protocol.CodeWishTask, protocol.CodeBusy, protocol.CodeTimeout}}, a.claimWish)
	add(a, route{name: "wish.mine", method: http.MethodGet, path: "/api/wish/mine", access: needsPlayer,
		summary: "Wish rooms in which the player has taken bottles."}, a.ownWishes)
}

// WishQuery pages rooms.
type WishQuery struct {
	page
	Status string `json:"-" query:"status" enum:"open,final"`
}

// WishRooms is a page of rooms.
type WishRooms struct {
	Rooms   []protocol.WishCard `json:"rooms"`
	Total   int                 `json:"total"`
	Current int                 `json:"current"`
}

func (a *API) listWishes(_ context.Context, _ *Caller, in WishQuery) (WishRooms, error) {
	return WishRooms{}, fault.New(protocol.CodeUnsupported)
}

// WishID names a room in a path.
type WishID struct {
	ID ID `json:"id,omitzero" path:"id"`
}

func (a *API) viewWish(_ context.Context, _ *Caller, in WishID) (protocol.WishSnapshot, error) {
	return protocol.WishSnapshot{}, fault.New(protocol.CodeUnsupported)
}

// TakeWish names bottles, or how many, and what the client believes that one costs.
type TakeWish struct {
	ID          ID      `json:"id,omitzero" path:"id"`
	Bottles     []int32 `json:"bottles" doc:"numbers from 1; empty for a quick pick"`
	Count       int     `json:"count,omitzero" doc:"of a quick pick"`
	Pay         string  `json:"pay" enum:"cards,gems"`
	CardNum     int64   `json:"cardNum" doc:"wish cards for a bottle"`
	BottleCents int64   `json:"bottleCents" doc:"gems for a bottle"`
}

// TakenWish is what the player has taken, and what is left to him.
type TakenWish struct {
	Bottles      []protocol.WishBottle `json:"bottles"`
	Room         protocol.WishSnapshot `json:"room"`
	WishCards    int64                 `json:"wishCards"`
	BalanceCents int64                 `json:"balanceCents"`
}

func (a *API) takeWish(_ context.Context, _ *Caller, in TakeWish) (TakenWish, error) {
	return TakenWish{}, fault.New(protocol.CodeUnsupported)
}

// WishTree is the player's wish cards and how to get more.
type WishTree struct {
	WishCards  int64      `json:"wishCards"`
	Tasks      []WishTask `json:"tasks"`
	ResetsAtMS int64      `json:"resetsAtMs"`
}

// WishTask is a task of the day.
type WishTask struct {
	Key     string `json:"key" enum:"open,battle,upgrade"`
	Done    bool   `json:"done"`
	Claimed bool   `json:"claimed"`
}

func (a *API) wishTree(_ context.Context, _ *Caller, _ none) (WishTree, error) {
	return WishTree{}, fault.New(protocol.CodeUnsupported)
}

// ClaimWish names a task of the day.
type ClaimWish struct {
	Task string `json:"task" enum:"open,battle,upgrade"`
}

func (a *API) claimWish(_ context.Context, _ *Caller, in ClaimWish) (WishTree, error) {
	return WishTree{}, fault.New(protocol.CodeUnsupported)
}

// WishRecord is a room with what it was for the player.
type WishRecord struct {
	Room       protocol.WishCard `json:"room"`
	Bottles    []int32           `json:"bottles"`
	SpentCents int64             `json:"spentCents"`
	SpentCards int64             `json:"spentCards"`
	Won        bool              `json:"won"`
	Refunded   bool              `json:"refunded"`
	ResultID   string            `json:"resultId" doc:"of the proof; empty until the draw"`
	AtMS       int64             `json:"atMs"`
}

// WishPage is a page of the player's rooms.
type WishPage struct {
	Records []WishRecord `json:"records"`
	Total   int          `json:"total"`
	Current int          `json:"current"`
}

func (a *API) ownWishes(_ context.Context, _ *Caller, in page) (WishPage, error) {
	return WishPage{}, fault.New(protocol.CodeUnsupported)
}
