package httpapi

import (
	"context"
	"maps"
	"net/http"
	"strconv"
	"strings"

	"jadebox/actors/lists/statement"
	"jadebox/actors/player/limits"
	"jadebox/actors/room"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

// recordOps are the names of a statement and their words.
type recordOps struct {
	statement.Names
	words map[string]store.Text
}

func recordOpsOf(specs room.Specs, rooms call.Rooms) recordOps {
	r := recordOps{statement.NamesOf(specs), maps.Clone(recordWords)}
	for _, k := range specs {
		shown, _ := rooms.Of(k.Kind)
		for _, op := range k.Ops {
			r.words[op.Record] = shown.Record
		}
	}
	return r
}

func (a *API) records() {
	call.Add(a, call.Route{Name: "record.list", Method: http.MethodGet, Path: "/api/user/records",
		Access:  call.NeedsPlayer,
		Summary: "Everything that the player did or was given, newest first, with what it changed."}, a.ownRecords)
}

type recordFilter struct {
	call.Page
	Kind string `json:"-" query:"kind" maxLength:"16"`
}

// ownRecord is one operation of the player.
type ownRecord struct {
	OpID      call.ID `json:"opId"`
	Kind      string  `json:"kind" enum:"recordKind"`
	GemsCents int64   `json:"gemsCents" doc:"what it changed of the balance"`
	RealCents int64   `json:"realCents"`
	WishCards int64   `json:"wishCards"`
	Fragments int64   `json:"fragments"`
	Tokens    int64   `json:"tokens" doc:"of the season's activity"`
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
	kinds := a.recordOps.Kinds(in.Kind)
	if kinds == nil {
		return ownRecords{}, badRequest("kind", "no such kind of records")
	}
	ops, total, err := a.Store.Ops(ctx, store.OpQuery{Player: c.Player(), Kinds: kinds, Others: true, Page: at})
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
	r := ownRecord{OpID: call.ID(op.ID), Kind: a.recordOps.Of(op.Kind), AtMS: op.At.UnixMilli()}
	b := balancesOf(statement.AmountsOf(&op.Op, who))
	r.GemsCents, r.RealCents, r.WishCards, r.Fragments, r.Tokens = b.GemsCents, b.RealCents, b.WishCards, b.Fragments,
		b.Tokens
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

// recordWords are the words of the names in actors/lists/statement.
var recordWords = map[string]store.Text{
	"open": {Zh: "开箱", En: "Opening", Pt: "Abertura"}, "upgrade": {Zh: "升级", En: "Upgrade", Pt: "Upgrade"},
	"sell":  {Zh: "出售", En: "Sale", Pt: "Venda"},
	"trade": {Zh: "置换", En: "Trade-in", Pt: "Troca"}, "mall": {Zh: "商城", En: "Mall", Pt: "Loja"},
	"exchange": {Zh: "碎片兑换", En: "Fragment exchange", Pt: "Troca de fragmentos"},
	"retrieve": {Zh: "取回", En: "Retrieval", Pt: "Retirada"}, "drop": {Zh: "额外掉落", En: "Extra drop", Pt: "Drop extra"},
	"pay":      {Zh: "充值", En: "Recharge", Pt: "Recarga"},
	"withdraw": {Zh: "提现", En: "Withdrawal", Pt: "Saque"}, "bonus": {Zh: "奖励", En: "Bonus", Pt: "Bônus"},
	"active": {Zh: "活动", En: "Activity", Pt: "Atividade"},
}

// recordColumns are those of the list as a table.
var recordColumns = []store.Text{call.ColumnTime, call.ColumnNumber, {Zh: "类型", En: "Kind", Pt: "Tipo"},
	{Zh: "钻石变动", En: "Gems", Pt: "Gemas"}, {Zh: "R$ 变动", En: "R$", Pt: "R$"},
	{Zh: "许愿卡", En: "Wish cards", Pt: "Cartas de desejo"}, {Zh: "碎片", En: "Fragments", Pt: "Fragmentos"},
	{Zh: "活动代币", En: "Activity tokens", Pt: "Fichas da atividade"},
	{Zh: "获得物品", En: "Items got", Pt: "Itens recebidos"}, {Zh: "失去物品", En: "Items given", Pt: "Itens entregues"}}

func recordCells(r ownRecord, kind string) []string {
	return []string{call.Clock(r.AtMS), call.Number(r.OpID), kind, call.Cents(r.GemsCents), call.Cents(r.RealCents),
		strconv.FormatInt(r.WishCards, 10), strconv.FormatInt(r.Fragments, 10), strconv.FormatInt(r.Tokens, 10),
		strconv.Itoa(r.Got), strconv.Itoa(r.Gave)}
}

func (a *API) recordSheet() call.Sheet {
	return call.SheetBy(func(ctx context.Context, c *call.Caller, in call.Page, kind string) (ownRecords, error) {
		return a.ownRecords(ctx, c, recordFilter{Page: in, Kind: kind})
	}, recordColumns, func(p ownRecords) ([]ownRecord, int) { return p.Records, p.Total },
		func(c *call.Caller, r ownRecord) []string {
			return recordCells(r, call.TextIn(a.recordOps.words[r.Kind], c.Language))
		})
}

// retrievalSheet is the list of /user/retrieve/record.
func (a *API) retrievalSheet() call.Sheet {
	return call.SheetBy(func(ctx context.Context, c *call.Caller, in call.Page, kind string) (retrievePage, error) {
		return a.retrieveRecords(ctx, c, retrieveFilter{Page: in, State: kind})
	}, []store.Text{call.ColumnTime, call.ColumnNumber, call.ColumnItem, call.ColumnValue, call.ColumnState},
		func(p retrievePage) ([]retrieveRecord, int) { return p.Records, p.Total },
		func(c *call.Caller, r retrieveRecord) []string {
			names, value := make([]string, len(r.Items)), int64(0)
			for i, it := range r.Items {
				names[i], value = it.Name, value+it.ValueCents
			}
			return []string{call.Clock(r.AtMS), call.Number(r.OrderID), strings.Join(names, "; "),
				call.Cents(value), call.Said(c, r.Step)}
		})
}
