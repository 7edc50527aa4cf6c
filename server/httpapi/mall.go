package httpapi

import (
	"context"
	"net/http"
	"slices"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/shop/mall"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

func (a *API) mall() {
	call.Add(a, call.Route{Name: "mall.list", Method: http.MethodGet, Path: "/api/mall/items", Access: call.NeedsPlayer,
		Summary: "What the mall sells, by words, price range and order."}, a.mallItems)
	call.Add(a, call.Route{Name: "mall.item", Method: http.MethodGet, Path: "/api/mall/item/{id}",
		Access:  call.NeedsPlayer,
		Summary: "One item of the mall with others of its brand.", Errors: []protocol.Code{protocol.CodeMallGone}},
		a.mallItem)
	call.Add(a, call.Route{Name: "mall.buy", Method: http.MethodPost, Path: "/api/mall/item/{id}/buy",
		Access: call.Keyed, Plays: true,
		Summary: "Buys one item at the price the player saw. Needs a verified real name.",
		Errors: []protocol.Code{protocol.CodeMallGone, protocol.CodeMallSoldOut, protocol.CodeRealName,
			protocol.CodePriceChanged, protocol.CodeFunds, protocol.CodeBusy,
			protocol.CodeTimeout}}, a.mallBuy)
	call.Add(a, call.Route{Name: "mall.orders", Method: http.MethodGet, Path: "/api/mall/order/record",
		Access:  call.NeedsPlayer,
		Summary: "The player's own purchases, newest first. The state of an order is that of the item it brought."},
		a.mallOrders)
}

// mallSearch is what a player looks for.
type mallSearch struct {
	call.Page
	Q        string `json:"-" query:"q" maxLength:"60" doc:"words of brand and name, in any language"`
	Type     string `json:"-" query:"type" enum:"skin" doc:"the one kind of goods there is"`
	Category string `json:"-" query:"category" maxLength:"40"`
	Rarity   string `json:"-" query:"rarity" maxLength:"40"`
	Min      int64  `json:"-" query:"minCents" minimum:"0"`
	Max      int64  `json:"-" query:"maxCents" minimum:"0" doc:"0: no bound"`
	Sort     string `json:"-" query:"sort" enum:"price_desc,price_asc,rarity" default:"price_desc"`
}

// MallItem is one offer.
type MallItem struct {
	ID         store.DefID   `json:"id"`
	Name       string        `json:"name" doc:"brand|name in the caller's language"`
	Image      string        `json:"image"`
	Rarity     string        `json:"rarity"`
	Category   string        `json:"category"`
	Price      protocol.Gems `json:"price" doc:"gems"`
	PriceCents int64         `json:"priceCents"`
	SalePrice  protocol.Gems `json:"salePrice" doc:"gems: for which it can be sold again"`
	ValueCents int64         `json:"valueCents"`
	Left       int64         `json:"left" doc:"how many are left; -1: as many as anybody wants"`
}

// mallPage is a page of offers.
type mallPage struct {
	Records    []MallItem `json:"records"`
	Total      int        `json:"total"`
	Current    int        `json:"current"`
	Categories []string   `json:"categories" doc:"of everything that is sold"`
	MarkupPPM  int64      `json:"markupPpm" doc:"of the value, on top of it, where an item has no price of its own"`
}

// mallSize is six rows of eight (product-spec §2).
const mallSize = 48

func (a *API) mallItems(ctx context.Context, c *call.Caller, in mallSearch) (mallPage, error) {
	at, err := in.Of(mallSize)
	if err != nil {
		return mallPage{}, err
	}
	sort := mall.Sort(in.Sort)
	held, err := mall.Setting.Read(ctx, a.Store)
	if err != nil {
		return mallPage{}, err
	}
	items := a.Catalog.Items()
	found := held.Find(items, mall.Search{Words: in.Q, LeastCents: in.Min, MostCents: in.Max, Rarity: in.Rarity,
		Category: in.Category, Sort: sort})
	p := mallPage{Records: []MallItem{}, Total: len(found), Current: at.Offset/at.Limit + 1, Categories: []string{},
		MarkupPPM: held.MarkupPPM}
	for _, o := range call.Cut(found, at) {
		it, err := a.mallItemOf(ctx, held, o, c.Language)
		if err != nil {
			return mallPage{}, err
		}
		p.Records = append(p.Records, it)
	}
	for _, o := range held.Find(items, mall.Search{}) {
		p.Categories = append(p.Categories, o.Item.Category)
	}
	slices.Sort(p.Categories)
	p.Categories = slices.Compact(p.Categories)
	return p, nil
}

func (a *API) mallItemOf(ctx context.Context, held mall.Settings, o mall.Offer, l protocol.Language) (MallItem, error) {
	left := int64(-1)
	lot, err := held.ReadLot(ctx, a.Store, o.Item.ID)
	if lot != nil {
		left = lot.Left
	}
	return MallItem{ID: o.Item.ID, Name: call.ItemName(o.Item, l), Image: o.Item.Image, Rarity: o.Item.Rarity,
		Category: o.Item.Category,
		Price:    protocol.Gems(o.PriceCents), PriceCents: o.PriceCents, SalePrice: protocol.Gems(o.Item.PriceCents),
		ValueCents: o.Item.PriceCents, Left: left}, err
}

// mallDetail is one offer with others of its brand.
type mallDetail struct {
	MallItem
	Related []MallItem `json:"related"`
}

// relatedMax is two rows of six (product-spec §2).
const relatedMax = 12

// DefPath is an item of the catalogue.
type DefPath struct {
	ID store.DefID `json:"id,omitzero" path:"id"`
}

func (a *API) mallItem(ctx context.Context, c *call.Caller, in DefPath) (mallDetail, error) {
	held, err := mall.Setting.Read(ctx, a.Store)
	if err != nil {
		return mallDetail{}, err
	}
	def, known := a.Catalog.Item(in.ID)
	price, sold := held.PriceCents(def)
	if !known || !sold {
		return mallDetail{}, apierr.New(protocol.CodeMallGone)
	}
	it, err := a.mallItemOf(ctx, held, mall.Offer{Item: def, PriceCents: price}, c.Language)
	if err != nil {
		return mallDetail{}, err
	}
	d := mallDetail{it, []MallItem{}}
	for _, o := range held.Find(a.Catalog.Items(), mall.Search{Category: def.Category}) {
		if o.Item.Brand == def.Brand && o.Item.ID != def.ID && len(d.Related) < relatedMax {
			it, err := a.mallItemOf(ctx, held, o, c.Language)
			if err != nil {
				return mallDetail{}, err
			}
			d.Related = append(d.Related, it)
		}
	}
	return d, nil
}

// buyItem is one purchase.
type buyItem struct {
	DefPath
	PriceCents int64 `json:"priceCents" minimum:"1" doc:"as the player saw it"`
}

// boughtItem is the answer.
type boughtItem struct {
	OrderID      call.ID     `json:"orderId"`
	ItemID       call.ID     `json:"itemId"`
	Def          store.DefID `json:"def"`
	PriceCents   int64       `json:"priceCents"`
	BalanceCents int64       `json:"balanceCents"`
	BagCount     int         `json:"bagCount"`
}

func (a *API) mallBuy(ctx context.Context, c *call.Caller, in buyItem) (boughtItem, error) {
	b, err := directory.Ask[player.Bought](ctx, a.Directory, player.Kind, player.ID(c.Player()),
		player.Buy{Key: c.Key, Def: in.ID, PriceCents: in.PriceCents})
	if err != nil {
		return boughtItem{}, err
	}
	return boughtItem{OrderID: call.ID(b.Op), ItemID: call.ID(b.Item), Def: b.Def, PriceCents: b.PriceCents,
		BalanceCents: b.BalanceCents, BagCount: b.BagCount}, nil
}

// mallOrder is one purchase. Its state is one of the eleven of its item (product-spec §3: both lists have 0 to 10).
type mallOrder struct {
	OrderID     call.ID          `json:"orderId"`
	ItemID      call.ID          `json:"itemId"`
	Name        string           `json:"name" doc:"brand|name in the caller's language"`
	Def         store.DefID      `json:"def"`
	Image       string           `json:"image"`
	PriceCents  int64            `json:"priceCents"`
	ValueCents  int64            `json:"valueCents"`
	State       store.ItemStatus `json:"state" doc:"0 in the backpack, 1 upgraded, 2 sold again, 3 awaiting delivery, 4 retrieval failed, 5 retrieved, 6 voided, 7 rejected, 8 repeated failures, 9 two offers rejected, 10 replaced"`
	Elsewhere   bool             `json:"elsewhere" doc:"the item is another player's or a room's by now"`
	CreatedTime string           `json:"createdTime" doc:"RFC 3339"`
	AtMS        int64            `json:"atMs"`
}

// mallOrders is a page of them.
type mallOrders struct {
	Records []mallOrder `json:"records"`
	Total   int         `json:"total"`
	Current int         `json:"current"`
}

func (a *API) mallOrders(ctx context.Context, c *call.Caller, in call.Page) (mallOrders, error) {
	at, err := in.Of(historySize)
	if err != nil {
		return mallOrders{}, err
	}
	ops, total, err := a.Store.Ops(ctx, store.OpQuery{Player: c.Player(), Kinds: []string{player.KindBuy}, Page: at})
	if err != nil {
		return mallOrders{}, err
	}
	p := mallOrders{Records: make([]mallOrder, len(ops)), Total: total, Current: at.Offset/at.Limit + 1}
	itemOf, err := a.firstItems(ctx, ops)
	if err != nil {
		return mallOrders{}, err
	}
	for i, op := range ops {
		b, err := player.ReadBought(op.ID, op.Result)
		if err != nil {
			return mallOrders{}, err
		}
		def, _ := a.Catalog.Item(b.Def)
		o := mallOrder{OrderID: call.ID(b.Op), ItemID: call.ID(b.Item), Name: call.ItemName(def, c.Language),
			Def: b.Def, Image: def.Image, PriceCents: b.PriceCents,
			ValueCents: b.ValueCents, CreatedTime: time.UnixMilli(b.AtMS).UTC().Format(time.RFC3339), AtMS: b.AtMS}
		if it, ok := itemOf[b.Item]; ok {
			o.State, o.Elsewhere = it.Status, it.Owner != c.Player()
		}
		p.Records[i] = o
	}
	return p, nil
}

// firstItems are the items that ops made first, as they are now.
func (a *API) firstItems(ctx context.Context, ops []store.OpRecord) (map[store.ItemID]store.Item, error) {
	ids := make([]store.ItemID, len(ops))
	for i, op := range ops {
		ids[i] = store.Receipt{Op: op.ID}.ItemID(0)
	}
	items, err := a.Store.ItemsByID(ctx, ids)
	byID := make(map[store.ItemID]store.Item, len(items))
	for _, it := range items {
		byID[it.ID] = it
	}
	return byID, err
}
