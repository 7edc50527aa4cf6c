package roll

import (
	"context"
	"net/http"

	"jadebox/actors/rewards/taskbox"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
)

func (s site) welfare(to call.Edge) {
	call.Add(to, call.Route{Name: "task.welfare", Method: http.MethodGet, Path: "/api/task/register/welfare",
		Access:  call.NeedsPlayer,
		Summary: "What welcomes a new player within a day of the account's creation.",
		Errors:  []protocol.Code{protocol.CodeWelfareOver}}, s.registerWelfare)
}

// Welfare is spec §3 "Welfare data" with how far the player has come.
type Welfare struct {
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

func (s site) registerWelfare(ctx context.Context, c *call.Caller, _ call.None) (Welfare, error) {
	state, err := s.Newcomers().Of(ctx, c.Player())
	switch {
	case err != nil:
		return Welfare{}, err
	case state.Over:
		return Welfare{}, taskbox.ErrWelcomeOver
	}
	held := taskbox.Setting.Cached(s.Settings).Welcome
	out := Welfare{WelfareTaskBox: s.giftBoxes(held.Free, c.Language),
		RechargeTaskBox: s.giftBoxes(held.Recharge, c.Language), RollList: []welfareRoll{},
		Opened: state.Opened, Recharged: state.Recharged, Gifted: state.Gifted, Rolled: state.Rolled,
		EndsAtMS: state.Ends.UnixMilli(), SysTime: s.Now().UnixMilli()}
	rolls, err := s.openRolls(ctx)
	if err != nil {
		return Welfare{}, err
	}
	for _, r := range rolls {
		// those that are left are open to all players
		if r.Streamer || r.JoinType != protocol.RollJoinOpen || r.TaskCount > 0 {
			continue
		}
		w := welfareRoll{Status: r.Status, Roll: s.rollRow(r)}
		if r.Status != protocol.RollStatusOpen || r.Joined >= r.JoinMax {
			w.IsOff = 1
		}
		out.RollList = append(out.RollList, w)
	}
	return out, nil
}

func (s site) giftBoxes(list []taskbox.Gift, l protocol.Language) []giftBox {
	out := []giftBox{}
	for _, g := range list {
		out = append(out, giftBox{g.ID, call.TextIn(g.Name, l), s.BoxImage(g.Image, g.Box)})
	}
	return out
}
