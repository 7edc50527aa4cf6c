package httpapi

import (
	"context"
	"net/http"

	"jadebox/actors/player"
	"jadebox/actors/rewards/props"
	"jadebox/actors/runtime/directory"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

func (a *API) props() {
	call.Add(a, call.Route{Name: "drop.today", Method: http.MethodGet, Path: "/api/activity/drop", Access: call.Viewer,
		Summary: "The extra drops of a day: what they are given for, and how far the player has come."}, a.dropsToday)
	call.Add(a, call.Route{Name: "drop.records", Method: http.MethodGet, Path: "/api/activity/drop/record",
		Access:  call.NeedsPlayer,
		Summary: "What the player was given beside all play, newest first."}, a.dropRecords)
}

// dropStep is an extra drop for a player who spends so much on boxes in one day.
type dropStep struct {
	SpentCents int64        `json:"spentCents"`
	Def        store.DefID  `json:"def"`
	StuffName  string       `json:"stuffName"`
	StuffImage string       `json:"stuffImage"`
	ValueCents int64        `json:"valueCents"`
	Rewards    []TaskReward `json:"rewards" doc:"beside the item"`
}

// dropsToday is the activity as the caller sees it. A day begins at 0:00 of the site's zone.
type dropsToday struct {
	Steps      []dropStep `json:"steps"`
	SpentCents int64      `json:"spentCents" doc:"0 for a visitor"`
	EndsAtMS   int64      `json:"endsAtMs"`
}

func (a *API) dropsToday(ctx context.Context, c *call.Caller, _ call.None) (dropsToday, error) {
	var who player.Profile
	if c.Player() != 0 {
		var err error
		if who, err = directory.Ask[player.Profile](ctx, a.Directory, player.Kind, player.ID(c.Player()),
			player.GetProfile{}); err != nil {
			return dropsToday{}, err
		}
	}
	p, err := directory.Ask[props.Progress](ctx, a.Directory, props.Kind, props.ID, props.Today{Account: who.Name})
	out := dropsToday{Steps: make([]dropStep, len(p.Steps)), SpentCents: p.SpentCents, EndsAtMS: p.EndsAtMS}
	for i, s := range p.Steps {
		def, _ := a.Catalog.Item(s.Def)
		out.Steps[i] = dropStep{SpentCents: s.SpentCents, Def: s.Def, StuffName: call.ItemName(def, c.Language),
			StuffImage: def.Image, ValueCents: s.ValueCents,
			Rewards: rewardsOf(s.Prizes)}
	}
	return out, err
}

// dropRecord is one item that was given.
type dropRecord struct {
	ID         call.ID          `json:"id"`
	StuffName  string           `json:"stuffName" doc:"brand|name in the caller's language"`
	StuffImage string           `json:"stuffImage"`
	Def        store.DefID      `json:"def"`
	ValueCents int64            `json:"valueCents"`
	Price      protocol.Gems    `json:"price" doc:"gems"`
	Status     store.ItemStatus `json:"status"`
	SpentCents int64            `json:"spentCents" doc:"of the day's step that it was for; 0: a gift of the house"`
	AtMS       int64            `json:"atMs"`
}

// dropPage is a page of them. Total counts gifts, each of one item or more.
type dropPage struct {
	Records []dropRecord `json:"records"`
	Total   int          `json:"total"`
	Current int          `json:"current"`
}

const dropPageSize = 12

func (a *API) dropRecords(ctx context.Context, c *call.Caller, in call.Page) (dropPage, error) {
	at, err := in.Of(dropPageSize)
	if err != nil {
		return dropPage{}, err
	}
	ops, total, err := a.Store.Ops(ctx, store.OpQuery{Player: c.Player(), Kinds: []string{props.KindGive}, Page: at})
	if err != nil {
		return dropPage{}, err
	}
	var ids []store.ItemID
	reasons := map[store.OpID]props.Reason{}
	for _, op := range ops {
		if reasons[op.ID], err = props.ReadReason(op); err != nil {
			return dropPage{}, err
		}
		for i := range op.NewItems {
			ids = append(ids, store.Receipt{Op: op.ID}.ItemID(i))
		}
	}
	items, err := a.Store.ItemsByID(ctx, ids) // as they are now, whichever account has them
	if err != nil {
		return dropPage{}, err
	}
	p := dropPage{Records: make([]dropRecord, len(items)), Total: total, Current: at.Offset/at.Limit + 1}
	for i, it := range items {
		def, _ := a.Catalog.Item(it.Def)
		p.Records[i] = dropRecord{ID: call.ID(it.ID), StuffName: call.ItemName(def, c.Language), StuffImage: def.Image,
			Def: it.Def, ValueCents: it.ValueCents,
			Price: protocol.Gems(it.ValueCents), Status: it.Status, SpentCents: reasons[it.Op].SpentCents,
			AtMS: it.At.UnixMilli()}
	}
	return p, nil
}
