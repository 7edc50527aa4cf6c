package httpapi

import (
	"context"
	"net/http"

	"jadebox/actors/rewards/vip"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
)

func (a *API) vip() {
	call.Add(a, call.Route{Name: "vip.config", Method: http.MethodGet, Path: "/api/pay/selectVipConfig",
		Access:  call.Anyone,
		Summary: "What each VIP level asks and gives, from level 1 on. Level 0 asks and gives nothing."}, a.vipConfig)
	call.Add(a, call.Route{Name: "vip.user", Method: http.MethodGet, Path: "/api/pay/selectUserVip",
		Access:  call.NeedsPlayer,
		Summary: "The player's level, what was recharged this month, and which bonuses were claimed."}, a.vipUser)
	call.Add(a, call.Route{Name: "vip.claim", Method: http.MethodPost, Path: "/api/pay/receiveVipAmount",
		Access:  call.NeedsPlayer,
		Summary: "Claims the bonus of a level, once for ever and in order. A claim that was made is answered again.",
		Errors: []protocol.Code{protocol.CodeVIPLevel, protocol.CodeVIPOrder, protocol.CodeBusy,
			protocol.CodeTimeout}}, a.vipClaim)
}

func (a *API) vipService() *vip.Service {
	return &vip.Service{Store: a.Store, Directory: a.Directory, Settings: a.Settings, Now: a.Now}
}

// vipLevel is product-spec §3 "VIP config".
type vipLevel struct {
	Level     int           `json:"level" minimum:"1" maximum:"10"`
	VIPNum    protocol.Gems `json:"vipNum" doc:"R$ to recharge in a calendar month of the site"`
	VIPRate   float64       `json:"vipRate" doc:"share of the gems bought that comes on top of a recharge"`
	VIPAmount protocol.Gems `json:"vipAmount" doc:"gems, once"`
}

func (a *API) vipConfig(ctx context.Context, _ *call.Caller, _ call.None) ([]vipLevel, error) {
	held, err := vip.Setting.Read(ctx, a.Store)
	list := make([]vipLevel, len(held.Levels))
	for i, l := range held.Levels {
		list[i] = vipLevel{i + 1, protocol.Gems(l.NeedCents), float64(l.RatePPM) / 1_000_000,
			protocol.Gems(l.BonusCents)}
	}
	return list, err
}

// userVIP is product-spec §3 "User VIP".
type userVIP struct {
	VIPLevel       int           `json:"vipLevel"`
	MonthPayAmount protocol.Gems `json:"monthPayAmount" doc:"R$ recharged this month"`
	RedPacketLevel int           `json:"redPacketLevel" doc:"highest level whose bonus was claimed"`
	LastMonthLevel int           `json:"lastMonthLevel" doc:"level by last month's recharges: it holds to the end of this month"`
	VIPExperience  protocol.Gems `json:"vipExperience" doc:"what counts towards the next level: what was recharged this month"`
	MonthEndsMS    int64         `json:"monthEndsMs"`
}

func (a *API) vipUser(ctx context.Context, c *call.Caller, _ call.None) (userVIP, error) {
	s, err := a.vipService().Of(ctx, c.Player())
	return userVIP{VIPLevel: s.Level, MonthPayAmount: protocol.Gems(s.MonthCents), RedPacketLevel: s.Claimed,
		LastMonthLevel: s.LastMonth,
		VIPExperience:  protocol.Gems(s.MonthCents), MonthEndsMS: s.Until.UnixMilli()}, err
}

// vipClaim is product-spec §7's payload.
type vipClaim struct {
	Level int `json:"level" minimum:"1" maximum:"10"`
}

// vipClaimed is what was paid.
type vipClaimed struct {
	RedPacketLevel int           `json:"redPacketLevel"`
	VIPAmount      protocol.Gems `json:"vipAmount" doc:"gems"`
	Repeated       bool          `json:"repeated" doc:"it was claimed before, and this answer tells what it brought then"`
}

func (a *API) vipClaim(ctx context.Context, c *call.Caller, in vipClaim) (vipClaimed, error) {
	got, err := a.vipService().Claim(ctx, c.Player(), in.Level)
	return vipClaimed{got.Level, protocol.Gems(got.BonusCents), got.Repeated}, err
}
