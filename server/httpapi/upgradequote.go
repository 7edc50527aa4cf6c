package httpapi

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"jadebox/actors/runtime/apierr"
	"jadebox/actors/settings/rates"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

func (a *API) upgradeQuote() {
	call.Add(a, call.Route{Name: "upgrade.quote", Method: http.MethodGet, Path: "/api/upgrade/quote",
		Access:  call.NeedsPlayer,
		Summary: "What own items and gems can be played for now: every target whose rate lies between 1 % and certainty, the cheapest first, with the rate and the price at which an upgrade is taken.",
		Errors: []protocol.Code{protocol.CodeUpgradeItems, protocol.CodeUpgradeGems, protocol.CodeItemForeign,
			protocol.CodeItemState}}, a.quoteUpgrade)
}

// upgradeStake is what would be given.
type upgradeStake struct {
	Items     string `json:"-" query:"items" maxLength:"210" doc:"ids of own items, with commas between them; at most 10"`
	GemsCents int64  `json:"-" query:"gemsCents" minimum:"0"`
}

// upgradeQuote is what a stake can be played for.
type upgradeQuote struct {
	StakeCents int64         `json:"stakeCents" doc:"of the items and the gems"`
	ItemsCents int64         `json:"itemsCents"`
	Targets    []upgradeOdds `json:"targets"`
}

// upgradeOdds is one target as upgrade.play takes it.
type upgradeOdds struct {
	Target      store.DefID `json:"target"`
	TargetCents int64       `json:"targetCents"`
	RateE8      int64       `json:"rateE8" doc:"10⁸ is certainty"`
	ReturnPPM   int64       `json:"returnPpm" doc:"average of what comes back for what is given, parts per million"`
}

func (a *API) quoteUpgrade(ctx context.Context, c *call.Caller, in upgradeStake) (upgradeQuote, error) {
	q := upgradeQuote{Targets: []upgradeOdds{}}
	if in.GemsCents > fairness.ItemValueMax {
		return q, apierr.New(protocol.CodeUpgradeGems)
	}
	var err error
	if q.ItemsCents, err = a.ownValue(ctx, c.Player(), in.Items); err != nil {
		return q, err
	}
	if q.StakeCents = q.ItemsCents + in.GemsCents; q.StakeCents > fairness.ItemValueMax {
		return q, apierr.New(protocol.CodeUpgradeGems)
	}
	if q.ItemsCents == 0 { // gems alone cannot be played
		return q, nil
	}
	held, err := rates.Setting.Read(ctx, a.Store)
	if err != nil {
		return q, err
	}
	for _, d := range a.Catalog.Items() {
		rate, err := held.Upgrade.RateE8(q.StakeCents, d.PriceCents)
		if err != nil || rate < fairness.RateLeast || rate > fairness.RateUnit { // err: what has no price is no target
			continue
		}
		q.Targets = append(q.Targets, upgradeOdds{d.ID, d.PriceCents, rate,
			rate / fairness.RateStep * d.PriceCents * 100 / q.StakeCents})
	}
	slices.SortStableFunc(q.Targets, func(x, y upgradeOdds) int { return cmp.Compare(x.TargetCents, y.TargetCents) })
	return q, nil
}

// ownValue is what items of a player's backpack are worth, refused as an upgrade of them would be.
func (a *API) ownValue(ctx context.Context, who store.PlayerID, list string) (cents int64, err error) {
	if list == "" {
		return 0, nil
	}
	texts := strings.Split(list, ",")
	ids := make([]store.ItemID, len(texts))
	for i, text := range texts {
		var id call.ID
		if id.UnmarshalText([]byte(text)) != nil {
			return 0, badRequest("items", "no ids with commas between them")
		}
		ids[i] = store.ItemID(id)
	}
	slices.Sort(ids)
	if len(ids) > fairness.UpgradeItemsMax || len(slices.Compact(slices.Clone(ids))) != len(ids) {
		return 0, apierr.New(protocol.CodeUpgradeItems)
	}
	items, err := a.Store.ItemsByID(ctx, ids)
	if err != nil {
		return 0, apierr.FromStore(err)
	}
	if len(items) != len(ids) {
		return 0, apierr.New(protocol.CodeItemForeign)
	}
	for _, it := range items {
		switch {
		case it.Owner != who:
			return 0, apierr.New(protocol.CodeItemForeign)
		case it.Status != store.ItemInBackpack:
			return 0, apierr.New(protocol.CodeItemState)
		}
		cents += it.ValueCents
	}
	return cents, nil
}
