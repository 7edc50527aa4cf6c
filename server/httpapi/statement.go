package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"time"

	"jadebox/actors/lists/statement"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/settings/period"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/statementpdf"
	"jadebox/store"
)

func (a *API) statement() {
	call.Add(a, call.Route{Name: "record.statement", Method: http.MethodGet, Path: "/api/user/statement",
		Access:  call.NeedsPlayer,
		Summary: "What the player's records of a time add up to: what there was at its beginning and at its end, and the sums by kind that are the difference."}, a.accountStatement)
}

// statementTime is from since on and before until.
type statementTime struct {
	SinceMS int64 `json:"-" query:"since" minimum:"0" doc:"ms"`
	UntilMS int64 `json:"-" query:"until" minimum:"0" doc:"ms; 0: no end"`
}

// accountStatement is a time of a player's records.
type accountStatement struct {
	Player   string         `json:"player"`
	PlayerID call.ID        `json:"playerId"`
	Zone     string         `json:"zone" doc:"IANA: of the site's days"`
	SinceMS  int64          `json:"sinceMs"`
	UntilMS  int64          `json:"untilMs"`
	Opening  balances       `json:"opening" doc:"at the beginning of the time"`
	Closing  balances       `json:"closing" doc:"at its end"`
	Sums     []statementSum `json:"sums" doc:"closing less opening, by kind"`
	Records  int64          `json:"records"`
}

// balances are what a player has of each currency.
type balances struct {
	GemsCents int64 `json:"gemsCents"`
	RealCents int64 `json:"realCents"`
	WishCards int64 `json:"wishCards"`
	Fragments int64 `json:"fragments"`
	Tokens    int64 `json:"tokens" doc:"of the season's activity"`
}

func balancesOf(a statement.Amounts) balances {
	return balances{a[statement.Gems], a[statement.Real], a[statement.WishCards], a[statement.Fragments],
		a[statement.Tokens]}
}

// statementSum is what the records of a kind changed.
type statementSum struct {
	Kind      string `json:"kind" enum:"recordKind"`
	Records   int64  `json:"records"`
	GemsCents int64  `json:"gemsCents"`
	RealCents int64  `json:"realCents"`
	WishCards int64  `json:"wishCards"`
	Fragments int64  `json:"fragments"`
	Tokens    int64  `json:"tokens"`
}

func (a *API) accountStatement(ctx context.Context, c *call.Caller, in statementTime) (accountStatement, error) {
	at, err := call.Page{Current: 1, Size: 1, SinceMS: in.SinceMS, UntilMS: in.UntilMS}.Of(1)
	if err != nil {
		return accountStatement{}, err
	}
	totals, err := a.recordOps.Totals(ctx, a.Store, c.Player(), at.Since, at.Until)
	if err != nil {
		return accountStatement{}, err
	}
	who, err := a.Store.LoadPlayer(ctx, c.Player())
	if err != nil {
		return accountStatement{}, err
	}
	s := accountStatement{Player: who.Name, PlayerID: call.ID(who.ID), Zone: a.zone().String(), SinceMS: in.SinceMS,
		UntilMS: in.UntilMS, Opening: balancesOf(totals.Opening), Closing: balancesOf(totals.Closing),
		Sums: make([]statementSum, len(totals.Sums))}
	for i, sum := range totals.Sums {
		b := balancesOf(sum.Amounts)
		s.Sums[i] = statementSum{sum.Name, sum.Records, b.GemsCents, b.RealCents, b.WishCards, b.Fragments, b.Tokens}
		s.Records += sum.Records
	}
	return s, nil
}

// zone is that of the site's days.
func (a *API) zone() *time.Location { return period.In(a.Settings, a.Now()).Location() }

// printedMax is how many records are printed at a time: a hundred pages and more.
const printedMax = 5_000

// printTries are how often records are read again that others were added to meanwhile.
const printTries = 3

// statementWords are what a printed statement says beside the words of its table.
var statementWords = struct {
	Title, Player, Number, Zone, Time, Begin, Page, Of, Only store.Text
	Opening, Closing, Change, Records                        store.Text
}{
	Title:  store.Text{Zh: "账户对账单", En: "Statement of account", Pt: "Extrato da conta"},
	Player: store.Text{Zh: "玩家", En: "Player", Pt: "Jogador"},
	Number: store.Text{Zh: "玩家编号", En: "Player number", Pt: "Número do jogador"},
	Zone:   store.Text{Zh: "时区", En: "Time zone", Pt: "Fuso horário"},
	Time:   store.Text{Zh: "期间", En: "Period", Pt: "Período"},
	Begin:  store.Text{Zh: "开户", En: "the first record", Pt: "o primeiro registro"},
	Page:   store.Text{Zh: "页", En: "Page", Pt: "Página"}, Of: store.Text{Zh: "/", En: "of", Pt: "de"},
	Only:    store.Text{Zh: "仅列出类型", En: "Lines of one kind only", Pt: "Apenas linhas de um tipo"},
	Opening: store.Text{Zh: "期初余额", En: "Opening balance", Pt: "Saldo inicial"},
	Closing: store.Text{Zh: "期末余额", En: "Closing balance", Pt: "Saldo final"},
	Change:  store.Text{Zh: "变动合计", En: "Difference", Pt: "Diferença"},
	Records: store.Text{Zh: "记录数", En: "Records", Pt: "Registros"},
}

// statementTexts are everything that a printed statement says in words of the house.
func statementTexts(words map[string]store.Text) []store.Text {
	list := append(call.TextsOf(statementWords), recordTitles()...)
	for _, w := range words {
		list = append(list, w)
	}
	return append(list, columnMoment)
}

// StatementTexts are the texts of printed statements in every language: tools/letters has their letters.
func StatementTexts(rooms call.RoomKinds) (list []string) {
	words := map[string]store.Text{}
	for name, w := range recordWords {
		words[name] = w
	}
	for _, r := range rooms {
		words[r.Kind] = r.Record
	}
	for _, w := range statementTexts(words) {
		all := w.All()
		list = append(list, all[:]...)
	}
	return list
}

// printed is a text in a language; one whose letters there are not is English.
func printed(t store.Text, l protocol.Language) string {
	if text := call.TextIn(t, l); statementpdf.Shows(text) {
		return text
	}
	return t.En
}

// statementDocument is a time of a player's records as it is printed: every sum of the time, and the lines of all kinds
// or of one.
func (a *API) statementDocument(ctx context.Context, c *call.Caller, in exportQuery) (statementpdf.Document, error) {
	// What comes while it is printed is left out.
	if now := a.Now().UnixMilli() + 1; in.UntilMS == 0 || in.UntilMS > now {
		in.UntilMS = now
	}
	s, err := a.accountStatement(ctx, c, statementTime{in.SinceMS, in.UntilMS})
	if err != nil {
		return statementpdf.Document{}, err
	}
	// What was on its way at that moment has an earlier time: sums and lines are of one state when nothing came
	// between.
	d, err := a.documentOf(ctx, c, in, s)
	for range printTries {
		again, failed := a.accountStatement(ctx, c, statementTime{in.SinceMS, in.UntilMS})
		if err = errors.Join(err, failed); err != nil || reflect.DeepEqual(s, again) {
			return d, err
		}
		s = again
		d, err = a.documentOf(ctx, c, in, s)
	}
	return d, errors.Join(err, apierr.New(protocol.CodeBusy))
}

func (a *API) documentOf(ctx context.Context, c *call.Caller, in exportQuery,
	s accountStatement) (d statementpdf.Document, err error) {
	say := func(t store.Text) string { return printed(t, c.Language) }
	w, zone := &statementWords, a.zone()
	moment := func(ms int64) string { return time.UnixMilli(ms).In(zone).Format(time.DateTime) }
	since := say(w.Begin)
	if s.SinceMS > 0 {
		since = moment(s.SinceMS)
	}
	d = statementpdf.Document{Title: say(w.Title), Facts: [][2]string{
		{say(w.Player), statementpdf.Readable(s.Player)}, {say(w.Number), call.Number(s.PlayerID)},
		{say(w.Time), since + " – " + moment(s.UntilMS)}, {say(w.Zone), s.Zone}},
		Footer: func(page int) string {
			return fmt.Sprintf("%s %d %s %s", say(w.Page), page, say(w.Of), statementpdf.PagesOf)
		}}
	d.Sums = statementSums(s, say, func(kind string) string { return say(a.recordOps.words[kind]) })
	if in.Kind != "" {
		d.Facts = append(d.Facts, [2]string{say(w.Only), say(a.recordOps.words[in.Kind])})
	}
	d.Lines, err = a.statementLines(ctx, c, in, say)
	return d, err
}

func statementSums(s accountStatement, say func(store.Text) string, kind func(string) string) statementpdf.Table {
	w := &statementWords
	t := statementpdf.Table{Columns: []statementpdf.Column{{MM: 70}, {Title: say(w.Records), MM: 27, Number: true}}}
	var amounts []func(balances) string
	for _, column := range recordColumns {
		if column.amount != nil {
			t.Columns = append(t.Columns, statementpdf.Column{Title: say(column.title), MM: 36, Number: true})
			amounts = append(amounts, column.amount)
		}
	}
	line := func(title, records string, b balances) {
		row := []string{title, records}
		for _, amount := range amounts {
			row = append(row, amount(b))
		}
		t.Rows = append(t.Rows, row)
	}
	line(say(w.Opening), "", s.Opening)
	for _, sum := range s.Sums {
		line(kind(sum.Kind), strconv.FormatInt(sum.Records, 10), balances{sum.GemsCents, sum.RealCents, sum.WishCards,
			sum.Fragments, sum.Tokens})
	}
	line(say(w.Change), strconv.FormatInt(s.Records, 10), balances{s.Closing.GemsCents - s.Opening.GemsCents,
		s.Closing.RealCents - s.Opening.RealCents, s.Closing.WishCards - s.Opening.WishCards,
		s.Closing.Fragments - s.Opening.Fragments, s.Closing.Tokens - s.Opening.Tokens})
	line(say(w.Closing), "", s.Closing)
	return t
}

// columnMoment is a time in the site's zone, which stands at the head of every page.
var columnMoment = store.Text{Zh: "时间", En: "Time", Pt: "Hora"}

func (a *API) statementLines(ctx context.Context, c *call.Caller, in exportQuery,
	say func(store.Text) string) (t statementpdf.Table, err error) {
	for _, column := range recordColumns {
		title := column.title
		if title == call.ColumnTime {
			title = columnMoment
		}
		t.Columns = append(t.Columns, statementpdf.Column{Title: say(title), MM: column.mm, Number: column.number})
	}
	zone := a.zone()
	table := recordTable{kind: func(name string) string { return say(a.recordOps.words[name]) },
		clock: func(ms int64) string { return time.UnixMilli(ms).In(zone).Format(time.DateTime) }}
	at := call.Page{Current: 1, Size: call.PageSizeMax, SinceMS: in.SinceMS, UntilMS: in.UntilMS}
	for {
		p, err := a.ownRecords(ctx, c, recordFilter{Page: at, Kind: in.Kind})
		if err != nil {
			return t, err
		}
		if p.Total > printedMax {
			return t, badRequest("since", fmt.Sprintf(
				"more than %d records: print a shorter time, or take CSV", printedMax))
		}
		for _, r := range p.Records {
			t.Rows = append(t.Rows, table.row(r))
		}
		if at.Current*at.Size >= p.Total {
			return t, nil
		}
		at.Current++
	}
}
