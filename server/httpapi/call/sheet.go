package call

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/store"
)

// Sheet is one list of a player's records as a table: what its columns are called and how a page of it is read.
type Sheet struct {
	Columns []store.Text
	Rows    func(ctx context.Context, c *Caller, in Page, kind string) (rows [][]string, total int, err error)
	// Blank is the row of a record that says nothing: as many cells as there are columns.
	Blank func(c *Caller) []string
}

// SheetOf makes a sheet of a call that pages records.
func SheetOf[P, R any](list func(context.Context, *Caller, Page) (P, error), columns []store.Text,
	open func(P) ([]R, int), cells func(*Caller, R) []string) Sheet {
	return SheetBy(func(ctx context.Context, c *Caller, in Page, kind string) (none P, err error) {
		if kind != "" {
			return none, apierr.Invalid(protocol.CodeBadRequest, "kind", "this list has none")
		}
		return list(ctx, c, in)
	}, columns, open, cells)
}

// SheetBy does for a call that narrows them, too.
func SheetBy[P, R any](list func(context.Context, *Caller, Page, string) (P, error), columns []store.Text,
	open func(P) ([]R, int),
	cells func(*Caller, R) []string) Sheet {
	return Sheet{columns, func(ctx context.Context, c *Caller, in Page, kind string) ([][]string, int, error) {
		p, err := list(ctx, c, in, kind)
		if err != nil {
			return nil, 0, err
		}
		records, total := open(p)
		rows := make([][]string, len(records))
		for i, r := range records {
			rows[i] = cells(c, r)
		}
		return rows, total, nil
	}, func(c *Caller) []string {
		var nothing R
		return cells(c, nothing)
	}}
}

// Columns that many sheets have.
var (
	ColumnTime   = store.Text{Zh: "时间 (UTC)", En: "Time (UTC)", Pt: "Hora (UTC)"}
	ColumnNumber = store.Text{Zh: "编号", En: "Number", Pt: "Número"}
	ColumnRoom   = store.Text{Zh: "房间", En: "Room", Pt: "Sala"}
	ColumnItem   = store.Text{Zh: "物品", En: "Item", Pt: "Item"}
	ColumnValue  = store.Text{Zh: "价值", En: "Value", Pt: "Valor"}
	ColumnState  = store.Text{Zh: "状态", En: "State", Pt: "Estado"}
)

// states are words of the wire as people read them, which several lists have.
var states = map[string]store.Text{
	"open": {Zh: "进行中", En: "Open", Pt: "Aberta"}, "locked": {Zh: "已锁定", En: "Locked",
		Pt: "Travada"}, "drawn": {Zh: "已开奖", En: "Drawn", Pt: "Sorteada"},
	"void": {Zh: "已作废", En: "Void", Pt: "Anulada"}, "full": {Zh: "已满", En: "Full", Pt: "Cheia"},
	"won": {Zh: "成功", En: "Won", Pt: "Ganhou"}, "lost": {Zh: "失败", En: "Lost", Pt: "Perdeu"},
	"paid": {Zh: "已支付", En: "Paid", Pt: "Pago"}, "failed": {Zh: "失败", En: "Failed",
		Pt: "Falhou"}, "expired": {Zh: "已过期", En: "Expired", Pt: "Expirado"},
	"review": {Zh: "审核中", En: "In review", Pt: "Em análise"}, "progress": {Zh: "处理中", En: "In progress",
		Pt: "Em andamento"},
	"shipped": {Zh: "已发货", En: "Shipped", Pt: "Enviado"}, "cancelled": {Zh: "已取消", En: "Cancelled", Pt: "Cancelada"},
}

// Said is a word of the wire as people read it; own are words of one list.
func Said(c *Caller, state string, own ...map[string]store.Text) string {
	for _, words := range append(own, states) {
		if w, ok := words[state]; ok {
			return TextIn(w, c.Language)
		}
	}
	return state
}

// TextIn is a text in a language, or in English where there is none: in a language that has not every text, and of what
// was stored before the language came.
func TextIn(t store.Text, l protocol.Language) string {
	var all [len(protocol.Languages)]string = t.All() // protocol and store have as many languages
	return cmp.Or(all[l.Whole()], t.En)
}

// ItemName is "brand|name".
func ItemName(def store.ItemDef, l protocol.Language) string {
	return TextIn(def.Brand, l) + "|" + TextIn(def.Name, l)
}

// DefName names an item of the catalogue.
func (s *Site) DefName(c *Caller, id store.DefID) string {
	def, ok := s.Catalog.Item(id)
	if !ok {
		return "#" + strconv.Itoa(int(id))
	}
	return ItemName(def, c.Language)
}

// BoxName names a box of the catalogue.
func (s *Site) BoxName(c *Caller, id store.BoxID) string {
	b, ok := s.Catalog.Box(id)
	if !ok {
		return "#" + strconv.Itoa(int(id))
	}
	return TextIn(b.Name, c.Language)
}

// DefNames names items of the catalogue.
func (s *Site) DefNames(c *Caller, ids []store.DefID) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = s.DefName(c, id)
	}
	return strings.Join(names, "; ")
}

// Cents writes money for a spreadsheet.
func Cents(n int64) string { return protocol.Gems(n).String() }

// Clock writes an instant for a spreadsheet.
func Clock(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.DateTime) }

// Number writes an id.
func Number(id ID) string { return strconv.FormatInt(int64(id), 10) }

// Numbers writes a list of numbers in one cell.
func Numbers(list []int32) string {
	texts := make([]string, len(list))
	for i, n := range list {
		texts[i] = strconv.Itoa(int(n))
	}
	return strings.Join(texts, ", ")
}
