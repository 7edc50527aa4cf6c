package httpapi

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

func (a *API) trend() {
	call.Add(a, call.Route{Name: "activity.trend", Method: http.MethodGet, Path: "/api/activity/trend/chart",
		Access: call.NeedsPlayer,
		Summary: "The numbers that the player has drawn, newest first, of one type of draws. A trend-chart card opens it for a time. " +
			"Numbers that were drawn say nothing about the next one.",
		Errors: []protocol.Code{protocol.CodeChartLocked}}, a.trendChart)
}

type trendQuery struct {
	Type int `json:"-" query:"type" enum:"trendType"`
}

// trendTypes are the charts that there are: of hash boxes, of upgrades, and of each kind of room that has one.
func (a *API) trendTypes() []numbered {
	list := []numbered{{trendHash, "hash boxes"}, {trendUpgrade, "upgrades"}}
	for _, k := range a.Kinds {
		if k.Chart != nil {
			list = append(list, numbered{k.Chart.Type, "rooms of " + k.Kind})
		}
	}
	slices.SortFunc(list, func(a, b numbered) int { return a.number - b.number })
	return list
}

// Trend is one number of product-spec §3 "Trend chart entry".
type Trend struct {
	Rate    float64 `json:"rate" doc:"0 … 1"`
	UserKey string  `json:"userKey" doc:"the player's seed of that draw"`
	AtMS    int64   `json:"atMs"`
}

// The chart shows 30 numbers at most (spec §9). Openings of classic boxes are passed over, so more of them are read,
// and so are battles that are not over or were refunded.
const (
	trendMost    = 30
	trendPart    = 50 // how many ops are read at a time
	trendOps     = 1_000
	trendRooms   = 50
	trendHash    = 1
	trendUpgrade = 2
)

func (a *API) trendChart(ctx context.Context, c *call.Caller, in trendQuery) ([]Trend, error) {
	f, err := a.inForce(ctx, c.Player())
	if err != nil {
		return nil, err
	}
	if !f.ChartUntil.After(a.Now()) {
		return nil, apierr.New(protocol.CodeChartLocked)
	}
	var list []Trend
	switch in.Type {
	case trendHash:
		list, err = a.trendOf(ctx, c.Player(), player.KindOpen, a.openingTrend)
	case trendUpgrade:
		list, err = a.trendOf(ctx, c.Player(), player.KindUpgrade, upgradeTrend)
	default:
		i := slices.IndexFunc(a.Kinds, func(k room.Spec) bool { return k.Chart != nil && k.Chart.Type == in.Type })
		if i < 0 {
			return nil, badRequest("type", "no such chart")
		}
		list, err = a.roomTrend(ctx, c.Player(), a.Kinds[i])
	}
	return list[:min(len(list), trendMost)], err
}

func (a *API) trendOf(ctx context.Context, p store.PlayerID, kind string, numbers func(*store.OpRecord) ([]Trend,
	error)) ([]Trend, error) {
	list := []Trend{}
	read := 0
	for op, err := range store.EachOp(ctx, a.Store, store.OpQuery{Player: p, Kinds: []string{kind},
		Page: store.Page{Limit: trendPart}}) {
		if err != nil {
			return nil, err
		}
		rows, err := numbers(op)
		if err != nil {
			return nil, err
		}
		list = append(list, rows...)
		if read++; len(list) >= trendMost || read >= trendOps {
			break
		}
	}
	return list, nil
}

func (a *API) openingTrend(op *store.OpRecord) ([]Trend, error) {
	o, err := player.ReadOpened(op.ID, op.Result)
	if err != nil {
		return nil, err
	}
	if box, known := a.Catalog.Box(o.Box); !known || box.Type != "hash" {
		return nil, nil
	}
	var rows []Trend
	for i := len(o.Results) - 1; i >= 0; i-- {
		r := o.Results[i]
		rows = append(rows, Trend{r.Number, r.UserSeed, o.AtMS})
	}
	return rows, nil
}

func upgradeTrend(op *store.OpRecord) ([]Trend, error) {
	u, err := player.ReadUpgraded(op.ID, op.Result)
	return []Trend{{fairness.Outcome{V: u.Result.V}.Number(), u.Result.UserSeed, u.AtMS}}, err
}

// roomTrend reads what the player drew in rooms of a kind; one that is not over keeps its numbers.
func (a *API) roomTrend(ctx context.Context, p store.PlayerID, kind room.Spec) ([]Trend, error) {
	rooms, _, err := a.Store.PlayerRooms(ctx, kind.Kind, p, store.Page{Limit: trendRooms})
	if err != nil {
		return nil, err
	}
	list := []Trend{}
	for _, rec := range rooms {
		if rec.Status != store.RoomSettled || len(list) >= trendMost {
			continue
		}
		draws, err := kind.Chart.Draws(rec, p)
		if err != nil {
			return nil, err
		}
		for i := len(draws) - 1; i >= 0; i-- {
			number, err := strconv.ParseFloat(draws[i].Number, 64)
			if err != nil {
				return nil, err
			}
			list = append(list, Trend{number, draws[i].UserSeed, rec.Updated.UnixMilli()})
		}
	}
	return list, nil
}
