package httpapi

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"jadebox/actors/shop/delivery"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

func (a *API) retrievals() {
	call.Add(a, call.Route{Name: "retrieve.request", Method: http.MethodPost, Path: "/api/retrieve/request",
		Access:  call.Keyed,
		Summary: "Asks for 1 to 50 own items on the game platform, all or none, as one trade offer. Needs a trade link (5402) and an inventory that can be seen (5512).",
		Errors: []protocol.Code{protocol.CodeItemCount, protocol.CodeItemForeign, protocol.CodeItemState,
			protocol.CodeTradeLink, protocol.CodePrivate,
			protocol.CodePayDebt, protocol.CodeToPlay, protocol.CodeBusy, protocol.CodeTimeout}}, a.retrieve)
	call.Add(a, call.Route{Name: "retrieve.cancel", Method: http.MethodPost, Path: "/api/retrieve/{id}/cancel",
		Access:  call.Keyed,
		Summary: "Takes back one's own retrieval that has not been reviewed yet: its items are where they were before.",
		Errors: []protocol.Code{protocol.CodeRetrieveGone, protocol.CodeRetrieveStep, protocol.CodeBusy,
			protocol.CodeTimeout}}, a.cancelRetrieval)
	call.Add(a, call.Route{Name: "retrieve.records", Method: http.MethodGet, Path: "/api/retrieve/record",
		Access:  call.NeedsPlayer,
		Summary: "One's own retrievals, newest first."}, a.retrieveRecords)
}

// retrieve names the items.
type retrieve struct {
	Items []call.ID `json:"items" minItems:"1" maxItems:"50"`
}

// retrieving is the answer: ask for each item at /finance/assets/status.
type retrieving struct {
	OrderID  call.ID   `json:"orderId"`
	Items    []call.ID `json:"items"`
	BagCount int       `json:"bagCount"`
}

func (a *API) retrievalService() *delivery.Service {
	return &delivery.Service{Store: a.Store, Contacts: a.Store, Directory: a.Directory, Bot: a.Bot, Now: a.Now}
}

func (a *API) retrieve(ctx context.Context, c *call.Caller, in retrieve) (retrieving, error) {
	if err := a.unowed(ctx, c); err != nil {
		return retrieving{}, err
	}
	rec, err := a.retrievalService().Request(ctx, c.Player(), c.Key, itemIDs(in.Items))
	return a.retrieving(ctx, c, rec, err)
}

func (a *API) cancelRetrieval(ctx context.Context, c *call.Caller, in call.ByID) (retrieving, error) {
	rec, err := a.retrievalService().Cancel(ctx, c.Player(), c.Key, store.RoomID(in.ID))
	return a.retrieving(ctx, c, rec, err)
}

func (a *API) retrieving(ctx context.Context, c *call.Caller, rec delivery.Record, err error) (retrieving, error) {
	if err != nil {
		return retrieving{}, err
	}
	r := retrieving{OrderID: call.ID(rec.ID)}
	for _, it := range rec.Items {
		r.Items = append(r.Items, call.ID(it.ID))
	}
	p, err := a.Store.LoadPlayer(ctx, c.Player())
	r.BagCount = p.BagCount
	return r, err
}

type retrieveFilter struct {
	call.Page
	State string `json:"-" query:"state" enum:"all,shipped,failed,cancelled" default:"all"`
}

// retrieveRecord is one order.
type retrieveRecord struct {
	OrderID     call.ID        `json:"orderId"`
	Status      int            `json:"status" enum:"0,1,2,6" doc:"product-spec §4: 0 and 6 failed, 1 in progress, 2 shipped"`
	Step        string         `json:"step" enum:"review,progress,shipped,failed,cancelled"`
	Outcome     string         `json:"outcome" enum:",shipped,failed,declined,private,refused,cancelled" doc:"how it ended; empty while it has not"`
	Items       []retrieveItem `json:"items"`
	CreatedTime string         `json:"createdTime" doc:"RFC 3339"`
	AtMS        int64          `json:"atMs"`
	ChangedMS   int64          `json:"changedMs"`
}

// retrieveItem is one item of an order.
type retrieveItem struct {
	ID         call.ID     `json:"id"`
	Name       string      `json:"name" doc:"brand|name in the caller's language"`
	Def        store.DefID `json:"def"`
	ValueCents int64       `json:"valueCents"`
}

// retrievePage is a page of them.
type retrievePage struct {
	Records []retrieveRecord `json:"records"`
	Total   int              `json:"total"`
	Current int              `json:"current"`
}

var retrieveKinds = map[string][]string{"": {delivery.KindRequest}, "all": {delivery.KindRequest},
	"shipped": {delivery.KindShip}, "failed": {delivery.KindFail},
	"cancelled": {delivery.KindCancel}}

var retrieveSteps = map[store.RoomStatus]string{store.RoomOpen: "review", store.RoomLocked: "progress",
	store.RoomRunning: "progress",
	store.RoomSettled: "shipped", store.RoomVoid: "failed"}

func (a *API) retrieveRecords(ctx context.Context, c *call.Caller, in retrieveFilter) (retrievePage, error) {
	at, err := in.Of(historySize)
	if err != nil {
		return retrievePage{}, err
	}
	kinds := retrieveKinds[in.State]
	if kinds == nil {
		return retrievePage{}, badRequest("state", "no such list")
	}
	ops, total, err := a.Store.Ops(ctx, store.OpQuery{Player: c.Player(), Kinds: kinds, Page: at})
	if err != nil {
		return retrievePage{}, err
	}
	p := retrievePage{Records: make([]retrieveRecord, len(ops)), Total: total, Current: at.Offset/at.Limit + 1}
	for i, op := range ops {
		rec, err := delivery.ReadRecord(op.ID, op.Result)
		if err != nil {
			return retrievePage{}, err
		}
		if p.Records[i], err = a.retrieveRecord(ctx, c, rec); err != nil {
			return retrievePage{}, err
		}
	}
	return p, nil
}

func (a *API) retrieveRecord(ctx context.Context, c *call.Caller, rec delivery.Record) (retrieveRecord, error) {
	room, err := a.Store.Room(ctx, rec.ID)
	if err != nil {
		return retrieveRecord{}, err
	}
	o, err := delivery.ReadOrder(room)
	if err != nil {
		return retrieveRecord{}, err
	}
	r := retrieveRecord{OrderID: call.ID(o.ID), Status: o.Status(), Step: retrieveSteps[o.Step],
		Outcome: string(o.Outcome), Items: make([]retrieveItem, len(o.Items)),
		CreatedTime: time.UnixMilli(o.AtMS).UTC().Format(time.RFC3339), AtMS: o.AtMS, ChangedMS: o.ChangedMS}
	if o.Outcome == delivery.Cancelled {
		r.Step = string(delivery.Cancelled)
	}
	for i, it := range o.Items {
		def, _ := a.Catalog.Item(it.Def)
		r.Items[i] = retrieveItem{call.ID(it.ID), call.ItemName(def, c.Language), it.Def, it.ValueCents}
	}
	return r, nil
}

// itemStatuses adds one's own items that are on their way or have been: all others are left out alike.
func (a *API) itemStatuses(ctx context.Context, c *call.Caller, list []assetStatus, ids []store.ItemID) ([]assetStatus,
	error) {
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) == 0 {
		return list, nil
	}
	items, err := a.Store.ItemsByID(ctx, ids)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	for _, it := range items {
		status, known := delivery.StatusOf(it.Status)
		if !known || it.Owner != c.Player() {
			continue
		}
		def, _ := a.Catalog.Item(it.Def)
		list = append(list, assetStatus{ID: strconv.FormatInt(int64(it.ID), 10), Name: call.ItemName(def, c.Language),
			Status: status})
	}
	return list, nil
}
