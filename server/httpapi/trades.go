package httpapi

import (
	"context"
	"net/http"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

func (a *API) trades() {
	call.Add(a, call.Route{Name: "bag.trade", Method: http.MethodPost, Path: "/api/bag/trade", Access: call.Keyed,
		Plays:   true,
		Summary: "Gives two items or more, or one and gems, for one target at the price the player saw; what is over comes back as gems. Gems buy as in the mall, at its price for the part that the items are not worth.",
		Errors: []protocol.Code{protocol.CodeItemCount, protocol.CodeTradeItems, protocol.CodeTradeTarget,
			protocol.CodeUpgradeTarget,
			protocol.CodeUpgradeGems, protocol.CodePriceChanged, protocol.CodeItemForeign, protocol.CodeItemState,
			protocol.CodeFunds, protocol.CodeMallGone, protocol.CodeMallSoldOut, protocol.CodeRealName,
			protocol.CodeBusy, protocol.CodeTimeout}}, a.tradeItems)
	call.Add(a, call.Route{Name: "bag.tradeRecord", Method: http.MethodGet, Path: "/api/replace/order/record",
		Access:  call.NeedsPlayer,
		Summary: "The player's own trade-ins, newest first."}, a.tradeRecord)
}

// tradeItems is one trade-in.
type tradeItems struct {
	Items       []call.ID   `json:"items" minItems:"1" maxItems:"50"`
	GemsCents   int64       `json:"gemsCents" minimum:"0"`
	Target      store.DefID `json:"target"`
	TargetCents int64       `json:"targetCents" doc:"as the player saw it"`
	PriceCents  int64       `json:"priceCents,omitempty" minimum:"0" doc:"with gems: the target's price in the mall, as the player saw it"`
}

// traded is the answer.
type traded struct {
	OpID         call.ID     `json:"opId"`
	ItemID       call.ID     `json:"itemId"`
	Target       store.DefID `json:"target"`
	TargetCents  int64       `json:"targetCents"`
	RefundCents  int64       `json:"refundCents"`
	BalanceCents int64       `json:"balanceCents"`
	BagCount     int         `json:"bagCount"`
}

func (a *API) tradeItems(ctx context.Context, c *call.Caller, in tradeItems) (traded, error) {
	if len(in.Items) == 0 || len(in.Items) > protocol.ItemIDsMax {
		return traded{}, apierr.New(protocol.CodeItemCount)
	}
	t, err := directory.Ask[player.Traded](ctx, a.Directory, player.Kind, player.ID(c.Player()),
		player.Trade{Key: c.Key, Items: itemIDs(in.Items),
			GemsCents: in.GemsCents, Target: in.Target, TargetCents: in.TargetCents, PriceCents: in.PriceCents})
	if err != nil {
		return traded{}, err
	}
	return traded{OpID: call.ID(t.Op), ItemID: call.ID(t.Item), Target: t.Target, TargetCents: t.TargetCents,
		RefundCents:  t.RefundCents,
		BalanceCents: t.BalanceCents, BagCount: t.BagCount}, nil
}

// tradeRecord is a past trade-in.
type tradeRecord struct {
	OpID        call.ID       `json:"opId"`
	CreatedTime string        `json:"createdTime" doc:"RFC 3339"`
	GivenDefs   []store.DefID `json:"givenDefs"`
	ItemsCents  int64         `json:"itemsCents"`
	GemsCents   int64         `json:"gemsCents"`
	Target      store.DefID   `json:"target"`
	TargetCents int64         `json:"targetCents"`
	RefundCents int64         `json:"refundCents"`
	AtMS        int64         `json:"atMs"`
}

// tradePage is a page of trade-ins.
type tradePage struct {
	Records []tradeRecord `json:"records"`
	Total   int           `json:"total"`
	Current int           `json:"current"`
}

func (a *API) tradeRecord(ctx context.Context, c *call.Caller, in call.Page) (tradePage, error) {
	at, err := in.Of(historySize)
	if err != nil {
		return tradePage{}, err
	}
	ops, total, err := a.Store.Ops(ctx, store.OpQuery{Player: c.Player(), Kinds: []string{player.KindTrade}, Page: at})
	if err != nil {
		return tradePage{}, err
	}
	p := tradePage{Records: make([]tradeRecord, len(ops)), Total: total, Current: at.Offset/at.Limit + 1}
	for i, op := range ops {
		t, err := player.ReadTraded(op.ID, op.Result)
		if err != nil {
			return tradePage{}, err
		}
		r := tradeRecord{OpID: call.ID(op.ID), CreatedTime: time.UnixMilli(t.AtMS).UTC().Format(time.RFC3339),
			GemsCents: t.GemsCents, Target: t.Target,
			TargetCents: t.TargetCents, RefundCents: t.RefundCents, AtMS: t.AtMS}
		for _, it := range t.Items {
			r.GivenDefs, r.ItemsCents = append(r.GivenDefs, store.DefID(it.Def)), r.ItemsCents+it.ValueCents
		}
		p.Records[i] = r
	}
	return p, nil
}
