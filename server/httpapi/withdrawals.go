package httpapi

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

func (a *API) withdrawals() {
	call.Add(a, call.Route{Name: "withdraw.request", Method: http.MethodPost, Path: "/api/pay/withdraw",
		Access: call.Keyed, StepUp: true,
		Summary: "Asks for R$ to be paid out by Pix. The amount leaves the balance at once and comes back when it cannot be paid.",
		Errors: []protocol.Code{protocol.CodeWithdrawAmount, protocol.CodeRealFunds, protocol.CodePayDebt,
			protocol.CodeToPlay, protocol.CodeBusy, protocol.CodeTimeout}}, a.withdraw)
	call.Add(a, call.Route{Name: "withdraw.records", Method: http.MethodGet, Path: "/api/pay/withdraw/record",
		Access:  call.NeedsPlayer,
		Summary: "One's own withdrawals, newest first."}, a.withdrawRecords)
	call.Add(a, call.Route{Name: "assets.status", Method: http.MethodGet, Path: "/finance/assets/status",
		Access:  call.NeedsPlayer,
		Summary: "How one's own retrievals (an item's id) and withdrawals (r and a number) stand, for at most 50 ids: 0 and 6 failed, 1 in progress, 2 done. Others' ids are left out.",
		Errors:  []protocol.Code{protocol.CodeItemCount}}, a.assetsStatus)
}

// withdraw is one request.
type withdraw struct {
	AmountCents int64  `json:"amountCents" minimum:"1" doc:"of R$"`
	PixKey      string `json:"pixKey" minLength:"5" maxLength:"77"`
}

// withdrawn is the answer.
type withdrawn struct {
	ID                string        `json:"id" doc:"for /finance/assets/status"`
	AmountCents       int64         `json:"amountCents"`
	OtherBalance      protocol.Gems `json:"otherBalance"`
	OtherBalanceCents int64         `json:"otherBalanceCents"`
}

func (a *API) withdraw(ctx context.Context, c *call.Caller, in withdraw) (withdrawn, error) {
	if err := a.unowed(ctx, c); err != nil {
		return withdrawn{}, err
	}
	r, err := payment.Withdraw(ctx, a.Store, a.Directory, a.Now(), c.Player(), c.Key, in.AmountCents, in.PixKey)
	if err != nil {
		return withdrawn{}, err
	}
	left, err := a.Store.Balance(ctx, store.PlayerReal(c.Player()))
	return withdrawn{withdrawalID(r.ID), r.AmountCents, protocol.Gems(left), left}, err
}

// withdrawalPrefix distinguishes withdrawals of R$ from items, whose numbers stand bare in the same list.
const withdrawalPrefix = "r"

func withdrawalID(id store.RoomID) string { return withdrawalPrefix + strconv.FormatInt(int64(id), 10) }

// withdrawRecord is one withdrawal.
type withdrawRecord struct {
	ID          string `json:"id"`
	Status      int    `json:"status" enum:"0,1,2,6"`
	Step        string `json:"step" enum:"review,progress,paid,failed"`
	AmountCents int64  `json:"amountCents"`
	PixKey      string `json:"pixKey" doc:"its last four characters"`
	CreatedTime string `json:"createdTime" doc:"RFC 3339"`
	AtMS        int64  `json:"atMs"`
	ChangedMS   int64  `json:"changedMs"`
}

// withdrawPage is a page of them, with how much may be asked for at once.
type withdrawPage struct {
	Records    []withdrawRecord `json:"records"`
	Total      int              `json:"total"`
	Current    int              `json:"current"`
	LeastCents int64            `json:"leastCents"`
	MostCents  int64            `json:"mostCents"`
}

var withdrawSteps = map[store.RoomStatus]string{store.RoomOpen: "review", store.RoomRunning: "progress",
	store.RoomSettled: "paid", store.RoomVoid: "failed"}

func (a *API) withdrawRecords(ctx context.Context, c *call.Caller, in call.Page) (withdrawPage, error) {
	at, err := in.Of(historySize)
	if err != nil {
		return withdrawPage{}, err
	}
	rooms, total, err := a.Store.PlayerRooms(ctx, payment.KindWithdrawal, c.Player(), at)
	if err != nil {
		return withdrawPage{}, err
	}
	held, err := payment.Setting.Read(ctx, a.Store)
	if err != nil {
		return withdrawPage{}, err
	}
	p := withdrawPage{Records: make([]withdrawRecord, len(rooms)), Total: total, Current: at.Offset/at.Limit + 1,
		LeastCents: held.WithdrawLeastCents, MostCents: held.WithdrawMostCents}
	for i, r := range rooms {
		w, err := payment.ReadWithdrawal(r)
		if err != nil {
			return withdrawPage{}, err
		}
		p.Records[i] = withdrawRecord{withdrawalID(w.ID), w.Status, withdrawSteps[w.Step], w.AmountCents, "…" +
			w.PixKey[max(0, len(w.PixKey)-4):],
			time.UnixMilli(w.AtMS).UTC().Format(time.RFC3339), w.AtMS, w.ChangedMS}
	}
	return p, nil
}

type idList struct {
	IDs string `json:"-" query:"ids" maxLength:"1200"`
}

// assetStatus is product-spec §3 "Withdrawal status item".
type assetStatus struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Status int    `json:"status" enum:"0,1,2,6"`
}

func (a *API) assetsStatus(ctx context.Context, c *call.Caller, in idList) ([]assetStatus, error) {
	list := []assetStatus{}
	if in.IDs == "" {
		return list, nil
	}
	ids := strings.Split(in.IDs, ",")
	if len(ids) > protocol.ItemIDsMax {
		return nil, apierr.New(protocol.CodeItemCount)
	}
	var withdrawals []store.RoomID
	var items []store.ItemID
	for _, text := range ids {
		number, real := strings.CutPrefix(text, withdrawalPrefix)
		var id call.ID
		switch {
		case id.UnmarshalText([]byte(number)) != nil:
			return nil, badRequest("ids", "not numbers of operations")
		case real:
			withdrawals = append(withdrawals, store.RoomID(id))
		default:
			items = append(items, store.ItemID(id))
		}
	}
	list, err := a.withdrawalStatuses(ctx, c.Player(), list, withdrawals)
	if err != nil {
		return nil, err
	}
	return a.itemStatuses(ctx, c, list, items)
}

// withdrawalStatuses adds one's own withdrawals: unknown ones, another kind's rooms and another player's are left out
// alike.
func (a *API) withdrawalStatuses(ctx context.Context, who store.PlayerID, list []assetStatus,
	ids []store.RoomID) ([]assetStatus, error) {
	ended := false
	for _, id := range ids {
		r, err := a.Store.Room(ctx, id)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		w, err := payment.ReadWithdrawal(r)
		if err != nil || w.Player != who {
			continue
		}
		ended = ended || w.Step.Final()
		list = append(list, assetStatus{withdrawalID(id), "R$ " + protocol.Gems(w.AmountCents).String(), w.Status})
	}
	if ended { // the operator's command is another process: it has not notified this player's actor
		a.Directory.Post(player.Kind, player.ID(who), player.Credited{}, nil)
	}
	return list, nil
}
