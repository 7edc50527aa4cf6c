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

func recordOpsOf(specs room.Specs, rooms call.RoomKinds) recordOps {
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
		// What a used card leaves is no item that was got: it never leaves again.
		if it.Owner == who && it.Def < store.VoucherBase+store.VoucherEffects {
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

// recordColumn is a column of the list, as a table and as a printed statement.
type recordColumn struct {
	title  store.Text
	mm     float64 // its width in print
	number bool    // in print it stands at the right
	// amount is what a change, or a balance, has of a currency; nil: the column is of none, and cell says what it has.
	amount func(balances) string
	cell   func(ownRecord, recordTable) string
}

// recordTable is how a table says what its reader's language and zone decide.
type recordTable struct {
	kind  func(name string) string
	clock func(ms int64) string
}

var recordColumns = []recordColumn{
	{title: call.ColumnTime, mm: 36, cell: func(r ownRecord, t recordTable) string { return t.clock(r.AtMS) }},
	{title: call.ColumnNumber, mm: 40, cell: func(r ownRecord, _ recordTable) string { return call.Number(r.OpID) }},
	{title: store.Text{Zh: "类型", En: "Kind", Pt: "Tipo"}, mm: 42,
		cell: func(r ownRecord, t recordTable) string { return t.kind(r.Kind) }},
	{title: store.Text{Zh: "钻石变动", En: "Gems", Pt: "Gemas"}, mm: 30, number: true,
		amount: func(b balances) string { return call.Cents(b.GemsCents) }},
	{title: store.Text{Zh: "R$ 变动", En: "R$", Pt: "R$"}, mm: 27, number: true,
		amount: func(b balances) string { return call.Cents(b.RealCents) }},
	{title: store.Text{Zh: "许愿卡", En: "Wish cards", Pt: "Cartas de desejo"}, mm: 24, number: true,
		amount: func(b balances) string { return strconv.FormatInt(b.WishCards, 10) }},
	{title: store.Text{Zh: "碎片", En: "Fragments", Pt: "Fragmentos"}, mm: 24, number: true,
		amount: func(b balances) string { return strconv.FormatInt(b.Fragments, 10) }},
	{title: store.Text{Zh: "活动代币", En: "Activity tokens", Pt: "Fichas da atividade"}, mm: 24, number: true,
		amount: func(b balances) string { return strconv.FormatInt(b.Tokens, 10) }},
	{title: store.Text{Zh: "获得物品", En: "Items got", Pt: "Itens recebidos"}, mm: 15, number: true,
		cell: func(r ownRecord, _ recordTable) string { return strconv.Itoa(r.Got) }},
	{title: store.Text{Zh: "失去物品", En: "Items given", Pt: "Itens entregues"}, mm: 15, number: true,
		cell: func(r ownRecord, _ recordTable) string { return strconv.Itoa(r.Gave) }},
}

func recordTitles() []store.Text {
	titles := make([]store.Text, len(recordColumns))
	for i, column := range recordColumns {
		titles[i] = column.title
	}
	return titles
}

// row is a record as a line of the table.
func (t recordTable) row(r ownRecord) []string {
	changed := balances{r.GemsCents, r.RealCents, r.WishCards, r.Fragments, r.Tokens}
	cells := make([]string, len(recordColumns))
	for i, column := range recordColumns {
		if column.amount != nil {
			cells[i] = column.amount(changed)
		} else {
			cells[i] = column.cell(r, t)
		}
	}
	return cells
}

func (a *API) recordSheet() call.Sheet {
	return call.SheetBy(func(ctx context.Context, c *call.Caller, in call.Page, kind string) (ownRecords, error) {
		return a.ownRecords(ctx, c, recordFilter{Page: in, Kind: kind})
	}, recordTitles(), func(p ownRecords) ([]ownRecord, int) { return p.Records, p.Total },
		func(c *call.Caller, r ownRecord) []string {
			return recordTable{clock: call.Clock, kind: func(name string) string {
				return call.TextIn(a.recordOps.words[name], c.Language)
			}}.row(r)
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
