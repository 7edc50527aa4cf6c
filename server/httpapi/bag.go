package httpapi

import (
	"context"
	"net/http"

	"jadebox/actors/player"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

func (a *API) bag() {
	call.Add(a, call.Route{Name: "bag.list", Method: http.MethodGet, Path: "/api/personal/center/back/pack",
		Access:  call.NeedsPlayer,
		Summary: "The player's items, newest first."}, a.listBag)
	call.Add(a, call.Route{Name: "bag.sell", Method: http.MethodPost, Path: "/api/bag/sell", Access: call.Keyed,
		Summary: "Sells 1 to 50 own items at their sale price; all of them or none.",
		Errors: []protocol.Code{protocol.CodeItemCount, protocol.CodeItemForeign, protocol.CodeItemState,
			protocol.CodeBusy, protocol.CodeTimeout}}, a.sell)
	call.Add(a, call.Route{Name: "bag.sellAll", Method: http.MethodPost, Path: "/api/bag/sell/all", Access: call.Keyed,
		Summary: "Sells what is in the backpack, at most 1000 items at a time.",
		Errors:  []protocol.Code{protocol.CodeEmptyBag, protocol.CodeBusy, protocol.CodeTimeout}}, a.sellAll)
}

// bagQuery pages the backpack.
type bagQuery struct {
	call.Page
	Type int `json:"-" query:"type" enum:"1,2,3" doc:"1: in the backpack; 2: every status; 3: on the way to the player, or come back from it"`
}

// bagItem is spec §3 "Backpack item".
type bagItem struct {
	ID          call.ID          `json:"id"`
	Name        string           `json:"name" doc:"brand|name in the caller's language"`
	Status      store.ItemStatus `json:"status"`
	SalePrice   protocol.Gems    `json:"salePrice" doc:"gems"`
	SkinsRarity string           `json:"skinsRarity"`
	Category    string           `json:"category"`
	Def         store.DefID      `json:"def"`
	ValueCents  int64            `json:"valueCents"`
	Source      store.ItemSource `json:"source"`
	Image       string           `json:"image"`
	AtMS        int64            `json:"atMs"`
}

// bagPage is a page of the backpack.
type bagPage struct {
	Records []bagItem `json:"records"`
	Total   int       `json:"total"`
	Current int       `json:"current"`
}

func (a *API) listBag(ctx context.Context, c *call.Caller, in bagQuery) (bagPage, error) {
	at, err := in.Of(protocol.BagPageSize)
	if err != nil {
		return bagPage{}, err
	}
	q := store.ItemQuery{Owner: c.Player(), Page: at}
	switch in.Type {
	case 0, 1: // 0: left out
		q.Statuses = []store.ItemStatus{store.ItemInBackpack}
	case 2:
	case 3:
		q.Statuses = []store.ItemStatus{store.ItemAwaitingDelivery, store.ItemRetrievalFailed, store.ItemRejected,
			store.ItemRepeatedFailures, store.ItemOffersRejected}
	}
	items, total, err := a.Store.Items(ctx, q)
	if err != nil {
		return bagPage{}, err
	}
	p := bagPage{Records: make([]bagItem, len(items)), Total: total, Current: at.Offset/at.Limit + 1}
	for i, it := range items {
		def, _ := a.Catalog.Item(it.Def)
		p.Records[i] = bagItem{ID: call.ID(it.ID), Name: call.ItemName(def, c.Language), Status: it.Status,
			SalePrice:   protocol.Gems(it.ValueCents),
			SkinsRarity: def.Rarity, Category: def.Category, Def: it.Def, ValueCents: it.ValueCents, Source: it.Source,
			Image: def.Image,
			AtMS:  it.At.UnixMilli()}
	}
	return p, nil
}

// sellItems names the items.
type sellItems struct {
	Items []call.ID `json:"items" minItems:"1" maxItems:"50"`
}

// sold is what a sale brought.
type sold struct {
	OpID         call.ID `json:"opId"`
	SoldCents    int64   `json:"soldCents"`
	Count        int     `json:"count"`
	BalanceCents int64   `json:"balanceCents"`
	BagCount     int     `json:"bagCount"`
}

func soldOf(s player.Sold) sold {
	return sold{call.ID(s.Op), s.SoldCents, s.Count, s.BalanceCents, s.BagCount}
}

func (a *API) sell(ctx context.Context, c *call.Caller, in sellItems) (sold, error) {
	if len(in.Items) == 0 || len(in.Items) > protocol.ItemIDsMax {
		return sold{}, apierr.New(protocol.CodeItemCount)
	}
	items := make([]store.ItemID, len(in.Items))
	for i, id := range in.Items {
		items[i] = store.ItemID(id)
	}
	s, err := directory.Ask[player.Sold](ctx, a.Directory, player.Kind, player.ID(c.Player()),
		player.Sell{Key: c.Key, Items: items})
	return soldOf(s), err
}

func (a *API) sellAll(ctx context.Context, c *call.Caller, _ call.None) (sold, error) {
	s, err := directory.Ask[player.Sold](ctx, a.Directory, player.Kind, player.ID(c.Player()),
		player.SellAll{Key: c.Key})
	return soldOf(s), err
}
