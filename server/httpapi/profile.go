package httpapi

import (
	"context"
	"net/http"

	"jadebox/actors/player"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/sms"
	"jadebox/store"
)

func (a *API) profile() {
	call.Add(a, call.Route{Name: "user.info", Method: http.MethodGet, Path: "/api/user/info", Access: call.NeedsPlayer,
		Summary: "The player behind the token."}, a.userInfo)
	call.Add(a, call.Route{Name: "user.status", Method: http.MethodPost, Path: "/api/user/update/status",
		Access:  call.NeedsPlayer,
		Summary: "Saves the welfare step.", Errors: []protocol.Code{protocol.CodeStatus}}, a.updateStatus)
	call.Add(a, call.Route{Name: "user.clientSeed", Method: http.MethodPost, Path: "/api/upgrade/updateClientSeed",
		Access:  call.NeedsPlayer,
		Summary: "Changes the user seed from the next draw on.", Errors: []protocol.Code{protocol.CodeSeedFormat}},
		a.updateUserSeed)
}

// userInfo is spec §3 "User".
type userInfo struct {
	ID              call.ID       `json:"id"`
	Name            string        `json:"name" doc:"public"`
	Phone           string        `json:"phone" doc:"account name: what the player logs in by; nothing played after a change of name shows it to others"`
	BoundPhone      string        `json:"boundPhone" doc:"first three and last two digits; empty while none is bound"`
	SteamURL        string        `json:"steamUrl" doc:"trade link"`
	Balance         protocol.Gems `json:"balance" doc:"gems"`
	OtherBalance    protocol.Gems `json:"otherBalance" doc:"R$"`
	Avatar          string        `json:"avatar"`
	HeadPortraitBox string        `json:"headPortraitBox"`
	CreateTime      int64         `json:"createTime" doc:"ms"`
	Status          int           `json:"status" minimum:"0" maximum:"6" doc:"welfare step"`
	Recharge        bool          `json:"recharge" doc:"has topped up"`
	SteamID         string        `json:"steamId"`
	SpreadCode      string        `json:"spreadCode"`
	IsRealName      int           `json:"isRealName" enum:"0,1"`
	RealNameState   string        `json:"realNameState" enum:"none,declared,confirmed" doc:"declared: before a registry was asked"`
	UserSeed        string        `json:"clientSeed"`
	VIPLevel        int           `json:"vipLevel"`
	BagNum          int           `json:"bagNum" doc:"items in the backpack"`
	GiftCents       int64         `json:"giftCents" doc:"of gems: what of gifts was not staked, and can be given back (POST /api/user/gift/back)"`
	ToPlayCents     int64         `json:"toPlayCents" doc:"of gems: what gifts still ask to be staked before anything is retrieved or withdrawn; 0: nothing"`
	RenameMS        int64         `json:"renameMs" doc:"from when the public name can be changed; 0: at once"`
	Streamer        bool          `json:"streamer" doc:"may open roll rooms"`
	ServerTimeMS    int64         `json:"serverTimeMs"`
}

func (a *API) userInfo(ctx context.Context, c *call.Caller, _ call.None) (userInfo, error) {
	p, err := a.Store.LoadPlayer(ctx, c.Player())
	if err != nil {
		return userInfo{}, err
	}
	if p.Vouchers > 0 {
		if err := a.notShutOut(ctx, p.ID); err != nil {
			return userInfo{}, err
		}
	}
	vipStatus, err := a.vipService().Level(ctx, c.Player())
	if err != nil {
		return userInfo{}, err
	}
	own, err := a.Store.Contact(ctx, c.Player())
	if err != nil {
		return userInfo{}, err
	}
	bound := ""
	if own.Phone != "" {
		bound = sms.Masked(own.Phone)
	}
	gifts, err := a.unplayed(ctx, &p)
	if err != nil {
		return userInfo{}, err
	}
	realName := 0
	if p.RealName {
		realName = 1
	}
	return userInfo{ID: call.ID(p.ID), Name: p.Name, Phone: p.Login, BoundPhone: bound, SteamURL: own.TradeURL,
		Balance: protocol.Gems(p.GemsCents), OtherBalance: protocol.Gems(p.RealCents),
		Avatar: p.Avatar, HeadPortraitBox: player.Worn(p.HeadFrame, vipStatus.Level), CreateTime: p.At.UnixMilli(),
		Status: int(p.Status), Recharge: vipStatus.Recharged, VIPLevel: vipStatus.Level,
		SteamID: p.SteamID, SpreadCode: p.SpreadCode, IsRealName: realName,
		RealNameState: realNameState(own.RealName), UserSeed: p.UserSeed,
		BagNum: p.BagCount, ToPlayCents: playthrough.Setting.Cached(a.Settings).HeldBack(p.ToPlayCents),
		GiftCents: gifts, RenameMS: renameFrom(&p, a.Now()),
		Streamer: p.Roles.Has(store.RoleStreamer), ServerTimeMS: a.Now().UnixMilli()}, nil
}

// statusChange is spec §7's payload.
type statusChange struct {
	Status int `json:"status" minimum:"0" maximum:"6"`
}

// updateStatus lets a client save a step that the server sees taken (spec §4, "Welfare step"): the first visit, a box
// of the welcome, a recharge, the welfare roll; the end of the guide is the client's to know.
func (a *API) updateStatus(ctx context.Context, c *call.Caller, in statusChange) (call.None, error) {
	if in.Status < 0 || in.Status > protocol.StatusMax {
		return call.None{}, apierr.New(protocol.CodeStatus)
	}
	p, err := a.Store.LoadPlayer(ctx, c.Player())
	if err != nil {
		return call.None{}, err
	}
	from, to := int(p.Status), in.Status
	if from == to {
		return call.None{}, nil
	}
	s, err := a.Newcomers().Of(ctx, c.Player())
	if err != nil {
		return call.None{}, err
	}
	if !s.May(from, to) {
		return call.None{}, apierr.New(protocol.CodeStatus)
	}
	status := uint8(to)
	return call.None{}, a.Store.SetProfile(ctx, p.ID, store.ProfileChange{Status: &status})
}

// userSeed is the payload of spec §7's updateClientSeed: path, operation and the field of userInfo keep the other name
// that the specification has for it, which clients know.
type userSeed struct {
	Key string `json:"key" minLength:"1" maxLength:"16" pattern:"^[0-9A-Za-z]+$"`
}

func (a *API) updateUserSeed(ctx context.Context, c *call.Caller, in userSeed) (seeds, error) {
	s, err := directory.Ask[player.Seeds](ctx, a.Directory, player.Kind, player.ID(c.Player()),
		player.SetUserSeed{Seed: in.Key})
	return seedsOf(s), err
}
