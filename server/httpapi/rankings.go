package httpapi

import (
	"context"
	"net/http"

	"jadebox/actors/rewards/ranking"
	"jadebox/actors/runtime/directory"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

func (a *API) rankings() {
	call.Add(a, call.Route{Name: "ranking.upgrades", Method: http.MethodGet, Path: "/api/newActivity/upgradeTop10",
		Access:  call.Anyone,
		Summary: "The best upgrades by value per success rate: yesterday's with what they received, and today's as last made."},
		func(ctx context.Context, c *call.Caller, _ call.None) (top10, error) {
			return a.top10(ctx, c, ranking.Upgrades)
		})
	call.Add(a, call.Route{Name: "ranking.openings", Method: http.MethodGet, Path: "/api/newActivity/openBoxTop10",
		Access:  call.Anyone,
		Summary: "The best openings by value per price of the box: yesterday's with what they received, and today's as last made."},
		func(ctx context.Context, c *call.Caller, _ call.None) (top10, error) {
			return a.top10(ctx, c, ranking.Openings)
		})
}

// top10 is a ranking. Days begin at 0:00 of the site's zone.
type top10 struct {
	Yesterday     []rankRow `json:"yesterday"`
	Today         []rankRow `json:"today"`
	Date          string    `json:"date"`
	YesterdayDate string    `json:"yesterdayDate"`
	MadeMS        int64     `json:"madeMs"`
	NextMS        int64     `json:"nextMs" doc:"when today's list is made again"`
	ClosesMS      int64     `json:"closesMs"`
	Paid          bool      `json:"paid" doc:"yesterday's rewards are in the balances"`
	AwardsCents   []int64   `json:"awardsCents" doc:"of today, by place among the players who do not belong to the house; a change holds from the next day on"`
	LeastCents    int64     `json:"leastCents" doc:"of today: the stake of an upgrade, or the price of a box, from which a result is ranked"`
	SpentCents    int64     `json:"spentCents" doc:"of today: gems that whoever is rewarded has spent on play on that day"`
	Identity      bool      `json:"identity" doc:"of today: whoever is rewarded has a phone or a recharge"`
}

// rankRow is spec §3 "Ranking row"; what is not there stands behind it.
type rankRow struct {
	Name          string        `json:"name"`
	Avatar        string        `json:"avatar"`
	Magnification float64       `json:"magnification"`
	AwardAmount   protocol.Gems `json:"awardAmount"`

	Rank       int32       `json:"rank"`
	HeadFrame  string      `json:"headPortraitBox" doc:"as worn when the list was made"`
	Bot        bool        `json:"bot"`
	Score      float64     `json:"score"`
	StuffName  string      `json:"stuffName"`
	StuffImage string      `json:"stuffImage"`
	Def        store.DefID `json:"def"`
	ValueCents int64       `json:"valueCents"`
	RateE8     uint32      `json:"rateE8" doc:"0 for a box"`
	BoxID      store.BoxID `json:"boxId" doc:"0 for an upgrade"`
	ResultID   string      `json:"resultId"`
	AtMS       int64       `json:"atMs"`
}

func (a *API) top10(ctx context.Context, c *call.Caller, board string) (top10, error) {
	l, err := directory.Ask[ranking.Lists](ctx, a.Directory, ranking.Kind, ranking.ID, ranking.Of{Board: board})
	if err != nil {
		return top10{}, err
	}
	return top10{Yesterday: a.rankRows(c, l.Yesterday, l.Frames), Today: a.rankRows(c, l.Today, l.Frames), Date: l.Date,
		YesterdayDate: l.YesterdayDate,
		MadeMS:        l.MadeMS, NextMS: l.NextMS, ClosesMS: l.ClosesMS, Paid: l.Paid, AwardsCents: l.AwardsCents,
		LeastCents: l.Asks.LeastCents, SpentCents: l.Asks.SpentCents, Identity: l.Asks.Identity}, nil
}

func (a *API) rankRows(c *call.Caller, rows []protocol.RankRow, frames map[string]string) []rankRow {
	out := make([]rankRow, len(rows))
	for i, r := range rows {
		def, _ := a.Catalog.Item(store.DefID(r.Def))
		out[i] = rankRow{Name: r.Name, Avatar: r.Avatar, Magnification: float64(r.Magnification) / 100,
			AwardAmount: protocol.Gems(r.AwardCents),
			Rank:        r.Rank, HeadFrame: frames[r.Name], Bot: r.Bot, Score: float64(r.Score) / 100,
			StuffName: call.ItemName(def, c.Language), StuffImage: def.Image,
			Def: store.DefID(r.Def), ValueCents: r.ValueCents, RateE8: r.RateE8, BoxID: store.BoxID(r.BoxID),
			ResultID: r.ResultID, AtMS: r.AtMS}
	}
	return out
}
