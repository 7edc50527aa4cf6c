package httpapi

import (
	"context"
	"net/http"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/runtime/directory"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

func (a *API) vouchers() {
	call.Add(a, call.Route{Name: "card.list", Method: http.MethodGet, Path: "/api/user/cards", Access: call.NeedsPlayer,
		Summary: "The player's cards, newest first."}, a.listVouchers)
	call.Add(a, call.Route{Name: "card.use", Method: http.MethodPost, Path: "/api/user/cards/{id}/use",
		Access:  call.Keyed,
		Summary: "Uses one's own card. A reset card names what it opens once more; one that pays a battle entry is used where one joins.",
		Errors: []protocol.Code{protocol.CodeVoucherGone, protocol.CodeVoucherUsed, protocol.CodeVoucherActive,
			protocol.CodeVoucherTarget,
			protocol.CodeBusy, protocol.CodeTimeout}}, a.useVoucher)
	call.Add(a, call.Route{Name: "activity.time", Method: http.MethodGet, Path: "/api/activity/time",
		Access:  call.Viewer,
		Summary: "What the player's cards have in force: the discount on boxes and the history chart, each with its end."}, a.activityTime)
	call.Add(a, call.Route{Name: "activity.upgrades", Method: http.MethodGet, Path: "/api/activity/upgrades",
		Access:  call.Anyone,
		Summary: "What a day's upgrades bring."}, a.upgradeActivity)
}

type voucherFilter struct {
	call.Page
	State string `json:"-" query:"state" enum:"all,held" default:"held"`
}

// voucherPage is a page of vouchers, which paths and texts call cards.
type voucherPage struct {
	Records []voucherRecord `json:"records"`
	Total   int             `json:"total"`
	Current int             `json:"current"`
}

// voucherRecord is one voucher.
type voucherRecord struct {
	ID             call.ID `json:"id"`
	RewardTypeEnum string  `json:"rewardTypeEnum" enum:"OpenBox,TrendChart,armyCompetitionCard,resetOpenBox"`
	State          string  `json:"state" enum:"held,used,expired"`
	Percent        int64   `json:"percent" doc:"off the price of boxes"`
	Hours          int64   `json:"hours" doc:"in force once it is used"`
	WorthCents     int64   `json:"worthCents" doc:"of a battle entry"`
	ExpiresAtMS    int64   `json:"expiresAtMs"`
	AtMS           int64   `json:"atMs"`
}

const vouchersSize = 12

func (a *API) listVouchers(ctx context.Context, c *call.Caller, in voucherFilter) (voucherPage, error) {
	at, err := in.Of(vouchersSize)
	if err != nil {
		return voucherPage{}, err
	}
	items, total, err := a.Store.Vouchers(ctx, store.VoucherQuery{Owner: c.Player(), To: prize.VouchersTo,
		Held: in.State != "all", Page: at})
	if err != nil {
		return voucherPage{}, err
	}
	p := voucherPage{Records: make([]voucherRecord, len(items)), Total: total, Current: at.Offset/at.Limit + 1}
	held, now := prize.Setting.Cached(a.Settings), a.Now()
	for i, it := range items {
		voucher, _ := held.Voucher(it.Def)
		ends := voucher.ExpiresAt(it.At)
		r := voucherRecord{ID: call.ID(it.ID), RewardTypeEnum: string(voucher.Kind), State: "held",
			Percent:    voucher.Percent,
			Hours:      voucher.Hours,
			WorthCents: voucher.WorthCents, ExpiresAtMS: ends.UnixMilli(), AtMS: it.At.UnixMilli()}
		switch {
		case it.Status != store.ItemInBackpack:
			r.State = "used"
		case !ends.After(now):
			r.State = "expired"
		}
		p.Records[i] = r
	}
	return p, nil
}

// voucherUse names the voucher, and what a reset voucher is for.
type voucherUse struct {
	ID     call.ID `json:"id,omitzero" path:"id"`
	Target string  `json:"target,omitempty" maxLength:"40" doc:"of a reset card: wish:open, wish:battle, wish:upgrade, or task: and the id of a task box"`
}

// voucherUsed is what it brought.
type voucherUsed struct {
	OpID           call.ID `json:"opId"`
	RewardTypeEnum string  `json:"rewardTypeEnum"`
	EndsAtMS       int64   `json:"endsAtMs" doc:"of the effect; 0 without one"`
	Target         string  `json:"target"`
}

func (a *API) useVoucher(ctx context.Context, c *call.Caller, in voucherUse) (voucherUsed, error) {
	u, err := directory.Ask[player.VoucherUsed](ctx, a.Directory, player.Kind, player.ID(c.Player()),
		player.UseVoucher{Key: c.Key, Voucher: store.ItemID(in.ID), Target: in.Target})
	if err != nil {
		return voucherUsed{}, err
	}
	return voucherUsed{call.ID(u.Op), string(u.Voucher.Kind), u.EndsMS, u.Target}, nil
}

// activityTime is what is in force. A time of 0 is none.
type activityTime struct {
	Discount  int64 `json:"discount" doc:"per cent off the price of every box; a price of whole cents, rounded up"`
	EndsAtMS  int64 `json:"endsAtMs" doc:"of the discount"`
	ChartAtMS int64 `json:"chartEndsAtMs" doc:"of the history chart"`
	SysTime   int64 `json:"sysTime" doc:"ms"`
}

func (a *API) activityTime(ctx context.Context, c *call.Caller, _ call.None) (activityTime, error) {
	now := a.Now()
	out := activityTime{SysTime: now.UnixMilli()}
	if c.Player() == 0 {
		return out, nil
	}
	f, err := a.inForce(ctx, c.Player())
	if f.DiscountUntil.After(now) {
		out.Discount, out.EndsAtMS = f.Percent, f.DiscountUntil.UnixMilli()
	}
	out.ChartAtMS = future(f.ChartUntil, now)
	return out, err
}

func future(at, now time.Time) int64 {
	if at.After(now) {
		return at.UnixMilli()
	}
	return 0
}

func (a *API) inForce(ctx context.Context, p store.PlayerID) (prize.InForce, error) {
	return directory.Ask[prize.InForce](ctx, a.Directory, player.Kind, player.ID(p), player.Effects{})
}

// upgradeActivity is the day's steps.
type upgradeActivity struct {
	LeastCents int64         `json:"leastCents" doc:"stake from which an upgrade counts"`
	Steps      []upgradeStep `json:"steps"`
}

// upgradeStep is a prize for the upgrade of a day of the site that makes the count full.
type upgradeStep struct {
	Count int `json:"count"`
	TaskReward
}

func (a *API) upgradeActivity(context.Context, *call.Caller, call.None) (upgradeActivity, error) {
	held := prize.Setting.Cached(a.Settings)
	out := upgradeActivity{LeastCents: held.UpgradeLeastCents, Steps: make([]upgradeStep, len(held.Upgrades))}
	for i, s := range held.Upgrades {
		out.Steps[i] = upgradeStep{s.Count, rewardOf(s.Prize)}
	}
	return out, nil
}

// rewardOf is a prize as spec §3 "Task reward"; its name is the client's text of the type.
func rewardOf(p prize.Prize) TaskReward {
	return TaskReward{RewardTypeEnum: string(p.Kind), RewardNum: p.Num}
}

func rewardsOf(list []prize.Prize) []TaskReward {
	out := make([]TaskReward, len(list))
	for i, p := range list {
		out[i] = rewardOf(p)
	}
	return out
}
