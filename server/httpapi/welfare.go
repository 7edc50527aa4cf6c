package httpapi

import (
	"context"
	"net/http"

	"jadebox/actors/rewards/taskbox"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
)

func (a *API) welfare() {
	call.Add(a, call.Route{Name: "task.welfare", Method: http.MethodGet, Path: "/api/task/register/welfare", Access: call.NeedsPlayer,
		Summary: "What welcomes a new player within a day of the account's creation.", Errors: []protocol.Code{protocol.CodeWelfareOver}}, a.registerWelfare)
}

func (a *API) newcomers() *taskbox.Service {
	return &taskbox.Service{Store: a.Store, Directory: a.Directory, Kinds: a.Kinds, Settings: a.Settings, Now: a.Now}
}

// welfare is spec §3 "Welfare data" with how far the player has come.
type welfare struct {
	WelfareTaskBox  []giftBox     `json:"welfareTaskBox"`
	RechargeTaskBox []giftBox     `json:"rechargeTaskBox"`
	RollList        []welfareRoll `json:"rollList"`
	Opened          bool          `json:"opened" doc:"the free box"`
	Recharged       bool          `json:"recharged"`
	Gifted          bool          `json:"gifted" doc:"the first-recharge box was opened"`
	Rolled          bool          `json:"rolled" doc:"an official roll room was entered"`
	EndsAtMS        int64         `json:"endsAtMs"`
	SysTime         int64         `json:"sysTime" doc:"ms"`
}

// giftBox is a box of the welcome.
type giftBox struct {
	ID    int32  `json:"id"`
	Name  string `json:"name"`
	Image string `json:"image"`
}

// welfareRoll is spec §3 "Welfare roll list item". One that is off is being listed.
type welfareRoll struct {
	IsOff  int     `json:"isOff" enum:"0,1"`
	Status string  `json:"status"`
	Roll   RollRow `json:"roll"`
}

func (a *API) registerWelfare(ctx context.Context, c *call.Caller, _ call.None) (welfare, error) {
	s, err := a.newcomers().Of(ctx, c.Player())
	switch {
	case err != nil:
		return welfare{}, err
	case s.Over:
		return welfare{}, taskbox.ErrWelcomeOver
	}
	terms := taskbox.Setting.Held(a.Settings).Welcome
	out := welfare{WelfareTaskBox: a.giftBoxes(terms.Free, c.Language), RechargeTaskBox: a.giftBoxes(terms.Recharge, c.Language), RollList: []welfareRoll{},
		Opened: s.Opened, Recharged: s.Recharged, Gifted: s.Gifted, Rolled: s.Rolled, EndsAtMS: s.Ends.UnixMilli(), SysTime: a.Now().UnixMilli()}
	rolls, err := a.openRolls(ctx)
	if err != nil {
		return welfare{}, err
	}
	for _, r := range rolls {
		if r.Streamer || r.JoinType != protocol.RollJoinOpen || r.TaskCount > 0 { // everybody may enter those that are left
			continue
		}
		w := welfareRoll{Status: r.Status, Roll: a.rollRow(r)}
		if r.Status != protocol.RollStatusOpen || r.Joined >= r.JoinMax {
			w.IsOff = 1
		}
		out.RollList = append(out.RollList, w)
	}
	return out, nil
}

func (a *API) giftBoxes(list []taskbox.Gift, l protocol.Language) []giftBox {
	out := []giftBox{}
	for _, g := range list {
		out = append(out, giftBox{g.ID, textIn(g.Name, l), a.boxImage(g.Image, g.Box)})
	}
	return out
}
