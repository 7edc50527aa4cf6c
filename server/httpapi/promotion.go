package httpapi

import (
	"context"
	"net/http"
	"time"

	"jadebox/actors/rewards/promotion"
	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/limit"
	"jadebox/store"
)

var postersByAddress = limit.Rate{Burst: 30, Per: time.Minute}

const invitedSize = 10

// invitedSummed is how many of an invited player's recharges are added up, so that no page costs more than it says.
const invitedSummed = 1000

func (a *API) promotion() {
	call.Add(a, call.Route{Name: "promotion.info", Method: http.MethodGet, Path: "/api/promotion/info",
		Access:  call.NeedsPlayer,
		Summary: "The player's spread code, the terms, and what it has brought so far."}, a.promotionInfo)
	call.Add(a, call.Route{Name: "promotion.invited", Method: http.MethodGet, Path: "/api/promotion/invited",
		Access:  call.NeedsPlayer,
		Summary: "Whom the player invited, newest first. Pages by key: next is the before of the page behind."},
		a.promotionInvited)
	call.Add(a, call.Route{Name: "promotion.records", Method: http.MethodGet, Path: "/api/promotion/records",
		Access:  call.NeedsPlayer,
		Summary: "The commissions that were paid to the player, and those that were taken back with their recharge, newest first."}, a.promotionRecords)
	call.Add(a, call.Route{Name: "promotion.poster", Method: http.MethodGet, Path: "/api/promotion/poster",
		Access:  call.Anyone,
		Summary: "Who invites by a spread code, for the page that a shared link leads to.",
		Errors:  []protocol.Code{protocol.CodeNotFound, protocol.CodeRateLimited}}, a.promotionPoster)
}

// promotionInfo is the head of the promotion page.
type promotionInfo struct {
	SpreadCode  string `json:"spreadCode"`
	SharePPM    int64  `json:"sharePpm" doc:"of each recharge of an invited player, in millionths of the gems bought"`
	HoldS       int64  `json:"holdS" doc:"seconds from the credit until a recharge counts as cleared"`
	Known       bool   `json:"known" doc:"only recharges of invited players who have a phone or a verified real name bring anything"`
	Invited     int    `json:"invited"`
	Commissions int    `json:"commissions"`
	EarnedCents int64  `json:"earnedCents" doc:"gems"`
}

func (a *API) promotionInfo(ctx context.Context, c *call.Caller, _ call.None) (promotionInfo, error) {
	p, err := a.Store.LoadPlayer(ctx, c.Player())
	if err != nil {
		return promotionInfo{}, err
	}
	held, err := promotion.Setting.Read(ctx, a.Store)
	if err != nil {
		return promotionInfo{}, err
	}
	invited, err := a.Store.InviteeCount(ctx, c.Player())
	if err != nil {
		return promotionInfo{}, err
	}
	earned, n, err := less(
		func() (int64, int, error) { return a.Store.SumKind(ctx, c.Player(), promotion.KindPay, "cents") },
		func() (int64, int, error) { return a.Store.SumKind(ctx, c.Player(), promotion.KindBack, "cents") })
	return promotionInfo{p.SpreadCode, held.SharePPM, held.HoldS, held.Known, invited, n, earned}, err
}

// less is commissions without those that were taken back.
func less(paid, back func() (cents int64, n int, err error)) (cents int64, n int, err error) {
	if cents, n, err = paid(); err != nil {
		return 0, 0, err
	}
	backCents, backN, err := back()
	return cents - backCents, n - backN, err
}

type invitedQuery struct {
	Before call.ID `json:"-" query:"before" doc:"next of the page before"`
	Size   int     `json:"-" query:"size" minimum:"1" maximum:"50"`
}

// invitee is a player who registered with the player's code.
type invitee struct {
	Name        string `json:"name" doc:"first two and last signs"`
	Avatar      string `json:"avatar"`
	Recharges   int    `json:"recharges" doc:"that brought a commission"`
	EarnedCents int64  `json:"earnedCents"`
	More        bool   `json:"more" doc:"there may be more than were added up"`
	AtMS        int64  `json:"atMs"`
}

// invitedPage is a page of them.
type invitedPage struct {
	Records []invitee `json:"records"`
	Next    call.ID   `json:"next,omitzero" doc:"absent on the last page"`
}

func (a *API) promotionInvited(ctx context.Context, c *call.Caller, in invitedQuery) (invitedPage, error) {
	size := in.Size
	if size == 0 {
		size = invitedSize
	}
	list, err := a.Store.Invitees(ctx, c.Player(), store.PlayerID(in.Before), size+1)
	if err != nil {
		return invitedPage{}, err
	}
	page := invitedPage{Records: []invitee{}}
	if len(list) > size {
		list = list[:size]
		page.Next = call.ID(list[size-1].ID)
	}
	for _, i := range list {
		more := false
		of := func(prefix string) func() (int64, int, error) {
			return func() (int64, int, error) {
				cents, n, err := a.Store.SumResults(ctx, c.Player(), promotion.InviteePrefix(prefix, i.ID), "cents",
					invitedSummed)
				more = more || n == invitedSummed
				return cents, n, err
			}
		}
		cents, n, err := less(of(promotion.KeyPrefix), of(promotion.BackPrefix))
		if err != nil {
			return page, err
		}
		page.Records = append(page.Records, invitee{veiled(i.Name), i.Avatar, n, cents, more, i.At.UnixMilli()})
	}
	return page, nil
}

// veiled lets an inviter recognise an invited account, without giving the account's name away: it is what one logs in
// with.
func veiled(name string) string {
	r := []rune(name)
	if len(r) < 4 {
		return "***"
	}
	return string(r[:2]) + "***" + string(r[len(r)-1:])
}

// commissionRecord is a commission that was paid or taken back.
type commissionRecord struct {
	ID        call.ID `json:"id"`
	Name      string  `json:"name" doc:"of the invited player: first two and last signs"`
	GemsCents int64   `json:"gemsCents" doc:"bought"`
	SharePPM  int64   `json:"sharePpm"`
	Cents     int64   `json:"cents" doc:"gems, paid to the player; below zero: taken back"`
	AtMS      int64   `json:"atMs"`
}

// commissionPage is a page of them.
type commissionPage struct {
	Records []commissionRecord `json:"records"`
	Total   int                `json:"total"`
	Current int                `json:"current"`
}

func (a *API) promotionRecords(ctx context.Context, c *call.Caller, in call.Page) (commissionPage, error) {
	at, err := in.Of(historySize)
	if err != nil {
		return commissionPage{}, err
	}
	ops, total, err := a.Store.Ops(ctx, store.OpQuery{Player: c.Player(), Kinds: []string{promotion.KindPay,
		promotion.KindBack}, Page: at})
	if err != nil {
		return commissionPage{}, err
	}
	p := commissionPage{Records: make([]commissionRecord, len(ops)), Total: total, Current: at.Offset/at.Limit + 1}
	names := map[store.PlayerID]string{}
	var ids []store.PlayerID
	paid := make([]promotion.Commission, len(ops))
	for i, op := range ops {
		if paid[i], err = promotion.Read(op); err != nil {
			return p, err
		}
		if op.Kind == promotion.KindBack {
			paid[i].Cents = -paid[i].Cents
		}
		ids = append(ids, paid[i].Invitee)
	}
	profiles, err := a.Store.PublicProfiles(ctx, ids)
	for _, q := range profiles {
		names[q.ID] = veiled(q.Name)
	}
	for i, op := range ops {
		p.Records[i] = commissionRecord{call.ID(op.ID), names[paid[i].Invitee], paid[i].GemsCents, paid[i].SharePPM,
			paid[i].Cents, op.At.UnixMilli()}
	}
	return p, err
}

type posterQuery struct {
	Code string `json:"-" query:"code" maxLength:"32"`
}

// poster is who invites.
type poster struct {
	SpreadCode string `json:"spreadCode"`
	Name       string `json:"name"`
	Avatar     string `json:"avatar"`
}

func (a *API) promotionPoster(ctx context.Context, c *call.Caller, in posterQuery) (poster, error) {
	if err := a.Limit(ctx, c, "poster:address:"+call.Network(c.Address), postersByAddress); err != nil {
		return poster{}, err
	}
	if call.TooLong(in.Code, call.SpreadCodeMax) {
		return poster{}, apierr.New(protocol.CodeNotFound)
	}
	p, err := a.Store.PlayerBySpreadCode(ctx, in.Code)
	if err != nil {
		return poster{}, apierr.FromStore(err)
	}
	return poster{p.SpreadCode, p.Name, p.Avatar}, nil
}
