package httpapi

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"

	"jadebox/actors/player/limits"
	"jadebox/actors/room"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

// recordKinds are the ops outside rooms that a player's own record names, by what the page calls them. An op belongs to whose wish
// it was: what a room gives at its end stands with the room.
var recordKinds = map[string][]string{
	"open": {"box.open"}, "upgrade": {"upgrade.play"}, "sell": {"item.sell"}, "trade": {"item.trade"},
	"mall": {"mall.buy"}, "exchange": {"fragment.exchange"}, "retrieve": {"item.retrieve"}, "drop": {"props.give"}, "pay": {"pay.credit", "pay.recovered", "pay.restored"},
	"withdraw": {"real.request", "real.refund"}, "bonus": {"player.welcome", "vip.claim", "promotion.pay", "promotion.back", "grant.task"},
	"active": {"active.claim", "active.assist", "active.open"},
}

// recordOps are recordKinds with the ops of rooms, which their kinds name.
type recordOps struct {
	names []string            // sorted
	kinds map[string][]string // of ops, by name
	named map[string]string   // name by kind of op
}

func recordOpsOf(rooms room.Specs) recordOps {
	r := recordOps{kinds: maps.Clone(recordKinds), named: map[string]string{}}
	for _, k := range rooms {
		for _, op := range k.Ops {
			r.kinds[op.Record] = append(r.kinds[op.Record], op.Kind)
		}
	}
	r.names = slices.Sorted(maps.Keys(r.kinds))
	for name, kinds := range r.kinds {
		for _, kind := range kinds {
			r.named[kind] = name
		}
	}
	return r
}

func (a *API) records() {
	call.Add(a, call.Route{Name: "record.list", Method: http.MethodGet, Path: "/api/user/records", Access: call.NeedsPlayer,
		Summary: "Everything that the player did or was given, newest first, with what it changed."}, a.ownRecords)
}

type recordFilter struct {
	call.Page
	Kind string `json:"-" query:"kind" maxLength:"16"`
}

// ownRecord is one operation of the player.
type ownRecord struct {
	OpID      call.ID `json:"opId"`
	Kind      string  `json:"kind" enum:"active,battle,bonus,drop,exchange,lucky,mall,open,pay,rain,retrieve,roll,sell,trade,upgrade,wish,withdraw"`
	GemsCents int64   `json:"gemsCents" doc:"what it changed of the balance"`
	RealCents int64   `json:"realCents"`
	Got       int     `json:"got" doc:"items that it brought the player"`
	Gave      int     `json:"gave" doc:"items that it took"`
	AtMS      int64   `json:"atMs"`
}

// ownRecords is a page of them.
type ownRecords struct {
	Records []ownRecord `json:"records"`
	Total   int         `json:"total"`
	Current int         `json:"current"`
}

func (a *API) ownRecords(ctx context.Context, c *call.Caller, in recordFilter) (ownRecords, error) {
	at, err := in.Of(historySize)
	if err != nil {
		return ownRecords{}, err
	}
	var kinds []string
	for _, name := range a.recordOps.names {
		if in.Kind == "" || in.Kind == name {
			kinds = append(kinds, a.recordOps.kinds[name]...)
		}
	}
	if kinds == nil {
		return ownRecords{}, call.ErrPage
	}
	ops, total, err := a.Store.Ops(ctx, store.OpQuery{Player: c.Player(), Kinds: kinds, Page: at})
	if err != nil {
		return ownRecords{}, err
	}
	p := ownRecords{Records: make([]ownRecord, len(ops)), Total: total, Current: at.Offset/at.Limit + 1}
	for i := range ops {
		p.Records[i] = a.ownRecord(&ops[i], c.Player())
	}
	return p, nil
}

func (a *API) ownRecord(op *store.OpRecord, who store.PlayerID) ownRecord {
	r := ownRecord{OpID: call.ID(op.ID), Kind: a.recordOps.named[op.Kind], AtMS: op.At.UnixMilli()}
	for _, d := range op.Deltas() {
		switch d.Account {
		case store.PlayerGems(who):
			r.GemsCents = d.Cents
		case store.PlayerReal(who):
			r.RealCents = d.Cents
		}
	}
	moves, items := limits.WithoutLock(&op.Op)
	for _, it := range items {
		if it.Owner == who {
			r.Got++
		}
	}
	for _, m := range moves {
		has := func(p store.ItemPlace) bool { return p.Owner == who && p.Status == store.ItemInBackpack }
		switch {
		case has(m.From) && !has(m.To):
			r.Gave++
		case has(m.To) && !has(m.From):
			r.Got++
		}
	}
	return r
}

// recordWords are the names of recordKinds.
var recordWords = map[string]words{
	"open": {"开箱", "Opening", "Abertura"}, "upgrade": {"升级", "Upgrade", "Upgrade"}, "battle": {"对战", "Battle", "Batalha"}, "roll": {"Roll房", "Roll room", "Sala de roll"},
	"wish": {"许愿", "Wish", "Desejo"}, "lucky": {"幸运卡", "Lucky card", "Carta da sorte"}, "rain": {"红包雨", "Red-packet rain", "Chuva de envelopes"}, "sell": {"出售", "Sale", "Venda"},
	"trade": {"置换", "Trade-in", "Troca"}, "mall": {"商城", "Mall", "Loja"}, "exchange": {"碎片兑换", "Fragment exchange", "Troca de fragmentos"},
	"retrieve": {"取回", "Retrieval", "Retirada"}, "drop": {"额外掉落", "Extra drop", "Drop extra"}, "pay": {"充值", "Recharge", "Recarga"},
	"withdraw": {"提现", "Withdrawal", "Saque"}, "bonus": {"奖励", "Bonus", "Bônus"},
	"active": {"活动", "Activity", "Atividade"},
}

func (a *API) recordSheet() sheet {
	return sheet{[]words{wTime, wNumber, {"类型", "Kind", "Tipo"}, {"钻石变动", "Gems", "Gemas"}, {"R$ 变动", "R$", "R$"}, {"获得物品", "Items got", "Itens recebidos"}, {"失去物品", "Items given", "Itens entregues"}},
		func(ctx context.Context, c *call.Caller, in call.Page, kind string) ([][]string, int, error) {
			p, err := a.ownRecords(ctx, c, recordFilter{Page: in, Kind: kind})
			return rowsOf(c, p.Records, func(c *call.Caller, r ownRecord) []string {
				return []string{clock(r.AtMS), number64(r.OpID), wordIn(recordWords[r.Kind], c.Language), cents(r.GemsCents), cents(r.RealCents), numbers([]int32{int32(r.Got)}), numbers([]int32{int32(r.Gave)})}
			}), p.Total, err
		}}
}

// retrievalSheet is the list of /user/retrieve/record.
func (a *API) retrievalSheet() sheet {
	return sheet{[]words{wTime, wNumber, wItem, wValue, wState},
		func(ctx context.Context, c *call.Caller, in call.Page, kind string) ([][]string, int, error) {
			p, err := a.retrieveRecords(ctx, c, retrieveFilter{Page: in, State: kind})
			return rowsOf(c, p.Records, func(c *call.Caller, r retrieveRecord) []string {
				names, value := make([]string, len(r.Items)), int64(0)
				for i, it := range r.Items {
					names[i], value = it.Name, value+it.ValueCents
				}
				return []string{clock(r.AtMS), number64(r.OrderID), strings.Join(names, "; "), cents(value), said(c, r.Step)}
			}), p.Total, err
		}}
}
