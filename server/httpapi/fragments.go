package httpapi

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"jadebox/actors/player"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/runtime/directory"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

func (a *API) fragments() {
	call.Add(a, call.Route{Name: "exchange.list", Method: http.MethodGet, Path: "/api/exchange/list",
		Access:  call.Viewer,
		Summary: "What fragments are exchanged for, the cheapest first, and how many the player has."}, a.exchangeList)
	call.Add(a, call.Route{Name: "exchange.take", Method: http.MethodPost, Path: "/api/exchange", Access: call.Keyed,
		Plays:   true,
		Summary: "Gives fragments for one item, at the price the player saw.",
		Errors: []protocol.Code{protocol.CodeFragments, protocol.CodeFragmentTarget, protocol.CodePriceChanged,
			protocol.CodeBusy,
			protocol.CodeTimeout}}, a.exchange)
	call.Add(a, call.Route{Name: "exchange.records", Method: http.MethodGet, Path: "/api/exchange/record",
		Access:  call.NeedsPlayer,
		Summary: "The player's own exchanges, newest first."}, a.exchangeRecords)
}

type exchangeQuery struct {
	call.Page
	Most int64 `json:"-" query:"most" minimum:"0" doc:"fragments that an item may cost; 0: all"`
}

// exchangeList is a page of what is on offer.
type exchangeList struct {
	Records   []exchangeItem `json:"records"`
	Total     int            `json:"total"`
	Current   int            `json:"current"`
	Fragments int64          `json:"fragments" doc:"the player's; 0 for a visitor"`
}

// exchangeItem is spec §3 "Skin item" as far as an exchange needs it.
type exchangeItem struct {
	Def         store.DefID   `json:"def"`
	Name        string        `json:"name" doc:"brand|name in the caller's language"`
	Image       string        `json:"image"`
	Rarity      string        `json:"rarity"`
	Price       protocol.Gems `json:"price" doc:"gems"`
	PriceCents  int64         `json:"priceCents"`
	DebrisPrice int64         `json:"debrisPrice" doc:"fragments"`
}

const exchangeSize = 24

func (a *API) exchangeList(ctx context.Context, c *call.Caller, in exchangeQuery) (exchangeList, error) {
	at, err := in.Of(exchangeSize)
	if err != nil {
		return exchangeList{}, err
	}
	out := exchangeList{Current: at.Offset/at.Limit + 1}
	if c.Player() != 0 {
		purse, err := a.purse(ctx, c.Player())
		if err != nil {
			return exchangeList{}, err
		}
		out.Fragments = purse.Fragments
	}
	held := prize.Setting.Cached(a.Settings)
	defs := slices.DeleteFunc(a.Catalog.Items(), func(d store.ItemDef) bool {
		return d.PriceCents < 1 || in.Most > 0 && held.Fragments(d.PriceCents) > in.Most
	})
	slices.SortFunc(defs, func(x, y store.ItemDef) int {
		return cmp.Or(cmp.Compare(x.PriceCents, y.PriceCents), cmp.Compare(x.ID, y.ID))
	})
	out.Total = len(defs)
	defs = call.Cut(defs, at)
	out.Records = make([]exchangeItem, len(defs))
	for i, d := range defs {
		out.Records[i] = exchangeItem{Def: d.ID, Name: call.ItemName(d, c.Language), Image: d.Image, Rarity: d.Rarity,
			Price:      protocol.Gems(d.PriceCents),
			PriceCents: d.PriceCents, DebrisPrice: held.Fragments(d.PriceCents)}
	}
	return out, nil
}

func (a *API) purse(ctx context.Context, p store.PlayerID) (player.Purse, error) {
	return directory.Ask[player.Purse](ctx, a.Directory, player.Kind, player.ID(p), player.Purse{})
}

// exchange names the item and what the player saw as its price.
type exchange struct {
	Def         store.DefID `json:"def"`
	DebrisPrice int64       `json:"debrisPrice" minimum:"1" doc:"as the player saw it"`
}

// exchanged is what an exchange brought.
type exchanged struct {
	OpID      call.ID     `json:"opId"`
	ItemID    call.ID     `json:"itemId"`
	Def       store.DefID `json:"def"`
	Cost      int64       `json:"cost" doc:"fragments"`
	Fragments int64       `json:"fragments" doc:"that are left"`
	BagCount  int         `json:"bagCount"`
}

func (a *API) exchange(ctx context.Context, c *call.Caller, in exchange) (exchanged, error) {
	e, err := directory.Ask[player.Exchanged](ctx, a.Directory, player.Kind, player.ID(c.Player()),
		player.Exchange{Key: c.Key, Def: in.Def, Fragments: in.DebrisPrice})
	if err != nil {
		return exchanged{}, err
	}
	return exchanged{call.ID(e.Op), call.ID(e.Item), e.Def, e.Fragments, e.Left, e.BagCount}, nil
}

// exchangePage is a page of exchanges.
type exchangePage struct {
	Records []exchangeRecord `json:"records"`
	Total   int              `json:"total"`
	Current int              `json:"current"`
}

// exchangeRecord is one exchange and where its item is now.
type exchangeRecord struct {
	ID         call.ID          `json:"id" doc:"of the item"`
	StuffName  string           `json:"stuffName" doc:"brand|name in the caller's language"`
	StuffImage string           `json:"stuffImage"`
	Def        store.DefID      `json:"def"`
	ValueCents int64            `json:"valueCents"`
	Fragments  int64            `json:"fragments" doc:"that were given"`
	Status     store.ItemStatus `json:"status"`
	Elsewhere  bool             `json:"elsewhere" doc:"the item is another player's or a room's by now"`
	AtMS       int64            `json:"atMs"`
}

// exchangeRecords is a history: nothing leaves it, so that every page of it costs the same.
func (a *API) exchangeRecords(ctx context.Context, c *call.Caller, in call.Page) (exchangePage, error) {
	at, err := in.Of(historySize)
	if err != nil {
		return exchangePage{}, err
	}
	ops, total, err := a.Store.Ops(ctx, store.OpQuery{Player: c.Player(), Kinds: []string{player.KindExchange},
		Page: at})
	if err != nil {
		return exchangePage{}, err
	}
	itemOf, err := a.firstItems(ctx, ops)
	if err != nil {
		return exchangePage{}, err
	}
	p := exchangePage{Records: make([]exchangeRecord, len(ops)), Total: total, Current: at.Offset/at.Limit + 1}
	for i, op := range ops {
		e, err := player.ReadExchanged(op.ID, op.Result)
		if err != nil {
			return exchangePage{}, err
		}
		def, _ := a.Catalog.Item(e.Def)
		r := exchangeRecord{ID: call.ID(e.Item), StuffName: call.ItemName(def, c.Language), StuffImage: def.Image,
			Def: e.Def, ValueCents: e.ValueCents,
			Fragments: e.Fragments, AtMS: e.AtMS}
		if it, ok := itemOf[e.Item]; ok {
			r.Status, r.Elsewhere = it.Status, it.Owner != c.Player()
		}
		p.Records[i] = r
	}
	return p, nil
}
