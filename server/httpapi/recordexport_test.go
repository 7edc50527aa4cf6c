package httpapi

import (
	"context"
	"encoding/csv"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

const exportPath = "/api/user/records/export?of="

// lines reads an exported table.
func (c *client) lines(of, language string) [][]string {
	c.Helper()
	a := c.do(http.MethodGet, exportPath+of, nil, http.Header{"Lang": {language}})
	text, marked := strings.CutPrefix(string(a.raw), "\ufeff")
	if !marked {
		c.Fatalf("%s: %s", of, a.raw)
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		c.Fatal(err)
	}
	return rows
}

// The file is the whole list of the caller, in the caller's language, newest first.
func TestRecordsCanBeTakenAway(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		p, q := w.newPlayer("alice01"), w.newPlayer("bobby02")
		for i := range 60 { // more than a page
			op := &store.Op{Player: store.PlayerID(p.playerID()), Key: fmt.Sprint("cents", i), Kind: "test.gift",
				At: clockAhead(),
				Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(store.PlayerID(p.playerID())),
					AmountCents: priceCents}}}
			if _, err := w.engine.Commit(w.Context(), op); err != nil {
				t.Fatal(err)
			}
		}
		var want []string
		for range 55 {
			if a := p.post("/api/box/1/open",
				map[string]any{"count": 1, "priceCents": priceCents}); a.Code == protocol.OK {
				want = append(want, into[opened](w, a).Results[0].ResultID)
			}
		}
		if len(want) < 51 {
			t.Fatalf("%d openings", len(want))
		}
		theirs := q.open()
		rows := p.lines("openings", "en")
		if len(rows) != len(want)+1 || rows[0][0] != "Time (UTC)" || rows[1][2] != "First Light" {
			t.Fatalf("%d rows, %v", len(rows), rows[:2])
		}
		seen := map[string]bool{}
		for _, row := range rows[1:] {
			seen[row[1]] = true
		}
		for _, id := range want {
			if !seen[id] {
				t.Errorf("%s is missing", id)
			}
		}
		if seen[theirs.Results[0].ResultID] {
			t.Error("somebody else's opening is in the file")
		}
		if zh := p.lines("openings", "zh"); zh[0][0] != "时间 (UTC)" || zh[1][2] != "第一" {
			t.Errorf("%v", zh[:2])
		}
		for _, of := range []string{"battles", "upgrades", "trades", "rolls", "drops", "wishes", "luckycards",
			"recharge", "withdrawals", "mall-orders", "retrievals", "exchanges"} {
			if got := p.lines(of, "pt"); len(got) != 1 {
				t.Errorf("%s of nothing: %v", of, got)
			}
		}
		all := p.lines("records", "en")
		if got := all[1]; len(all) != len(want)+2 || got[2] != "Opening" || got[3] != "-5.00" || got[8] != "1" {
			t.Errorf("%d rows of everything, %v", len(all), got)
		}
		before := p.do(http.MethodGet, exportPath+"openings&until=1000", nil, nil)
		if strings.Count(string(before.raw), "\r\n") != 1 {
			t.Errorf("before everything: %s", before.raw)
		}
	})
}

func TestExportsAreForTheirOwner(t *testing.T) {
	inWorld(t, options{limited: true}, func(w *world) {
		p := w.newPlayer("alice01")
		w.visitor().get(exportPath+"openings").want(w, protocol.CodeTokenInvalid)
		p.get(exportPath+"passwords").want(w, protocol.CodeBadRequest)
		p.get(exportPath+"recharge&kind=waiting").want(w, protocol.CodeBadRequest)
		p.get(exportPath+"openings&since=-1").want(w, protocol.CodeBadRequest)
		for range 20 {
			p.get(exportPath + "openings")
		}
		p.get(exportPath+"openings").want(w, protocol.CodeRateLimited)
	})
}

// A room's name is its host's, and the file is opened by a player who joined it.
func TestACellIsNeverAFormula(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		host, p := w.newPlayer("alice01"), w.newPlayer("bobby02")
		host.grant(store.RoleStreamer)
		for _, name := range []string{"=1+1", "+1", "-1+1", "@SUM(A1)", `"=2`, "a,b", "＝1+1", "a; =1+1", "1-1"} {
			p.post(joinPath, joining(host.published(map[string]any{"name": name}))).want(w, protocol.OK)
		}
		got := map[string]bool{}
		for _, row := range p.lines("rolls", "en")[1:] {
			got[row[2]] = true
		}
		for _, want := range []string{"'=1+1", "'+1", "'-1+1", "'@SUM(A1)", `"'=2`, "a,b", "'＝1+1", "a; '=1+1", "1-1"} {
			if !got[want] {
				t.Errorf("%s is missing in %v", want, got)
			}
		}
	})
}

// A list is narrowed to a time before it is paged, and a page beyond the end is empty, not an error.
func TestRecordsAreNarrowedToATime(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		p := w.newPlayer("alice01")
		p.open()
		list := func(query string) openingPage {
			t.Helper()
			return into[openingPage](w, p.get("/api/box/history?"+query))
		}
		at := list("").Records[0].AtMS
		for query, want := range map[string]int{
			"since=" + itoa(at):                                1,
			"since=" + itoa(at+1):                              0,
			"until=" + itoa(at):                                0,
			"until=" + itoa(at+1):                              1,
			"since=" + itoa(at) + "&until=" + itoa(at):         0,
			"since=" + itoa(at-1000) + "&until=" + itoa(at+10): 1,
		} {
			if got := list(query); got.Total != want || len(got.Records) != want {
				t.Errorf("%s: %d of %d, want %d", query, len(got.Records), got.Total, want)
			}
		}
		if got := list("current=10000&size=12"); got.Total != 1 || len(got.Records) != 0 || got.Current != 10_000 {
			t.Errorf("the 10,000th page: %+v", got)
		}
		for _, query := range []string{"since=-1", "until=-5", "since=20&until=10", "since=soon",
			"since=999999999999999999", "current=100000000"} {
			p.get("/api/box/history?"+query).want(w, protocol.CodeBadRequest)
		}
	})
}

// sheetColumns are the titles of every sheet, in English.
var sheetColumns = map[string]string{
	"activity":    "Time (UTC)|Result|Box|Item|Value|Radishes",
	"battles":     "Time (UTC)|Room|Mode|Seats|Entry|State",
	"drops":       "Time (UTC)|Number|Item|Value|For spending",
	"exchanges":   "Time (UTC)|Number|Item|Value|Fragments",
	"luckycards":  "Time (UTC)|Room|Cards turned|Gems spent|Got|Value",
	"mall-orders": "Time (UTC)|Number|Item|Price",
	"openings":    "Time (UTC)|Result|Box|Item|Value|Price of one",
	"recharge":    "Time (UTC)|Number|Way|State|Amount|Currency|Gems|Bonus",
	"records":     "Time (UTC)|Number|Kind|Gems|R$|Wish cards|Fragments|Activity tokens|Items got|Items given",
	"retrievals":  "Time (UTC)|Number|Item|Value|State",
	"rolls":       "Draw (UTC)|Room|Name|State|Won|Value",
	"trades":      "Time (UTC)|Number|Given|Items' value|Gems added|Got|Value|Back",
	"upgrades":    "Time (UTC)|Result|Given|Given value|Target|Target value|Chance %|State",
	"wishes":      "Time (UTC)|Room|Prize|Value|Bottles|Gems spent|Wish cards spent|State",
	"withdrawals": "Time (UTC)|Number|State|Amount R$|Pix key",
}

func TestEveryNameOfAPlayersRecordsHasItsWords(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		for _, name := range w.api.recordOps.All() {
			if words := w.api.recordOps.words[name]; words.Zh == "" || words.En == "" || words.Pt == "" {
				t.Errorf("%s has no words (recordWords, or Record of a kind's call.RoomKind)", name)
			}
		}
	})
}

func TestEverySheetHasACellForEachOfItsColumns(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		sheets := w.api.sheets()
		for name, s := range sheets {
			titles := strings.Join(textsIn(s.Columns, protocol.English), "|")
			if titles != sheetColumns[name] {
				t.Errorf("%q: %q,", name, titles)
			}
			if row := s.Blank(&call.Caller{Language: protocol.English}); len(row) != len(s.Columns) {
				t.Errorf("%s: %d cells below %d titles", name, len(row), len(s.Columns))
			}
		}
		if len(sheets) != len(sheetColumns) {
			t.Errorf("%d sheets, %d expected", len(sheets), len(sheetColumns))
		}
	})
}

// moving is a list that another row comes into, at its top, before its second page is read for the first time.
type moving struct {
	Rows   int
	moved  bool
	always bool
}

func (m *moving) page(at call.Page) (rows [][]string, total int) {
	if at.Current == 2 && (!m.moved || m.always) {
		m.Rows, m.moved = m.Rows+1, true
	}
	for n := (at.Current - 1) * at.Size; n < min(at.Current*at.Size, m.Rows); n++ {
		rows = append(rows, []string{fmt.Sprint(m.Rows - n)})
	}
	return rows, m.Rows
}

// An op that is on its way when a list is read has an earlier time: it comes between two pages, and moves one row to
// the next. The file has each row once.
func TestAFileHasEachRowOnceWhateverComesBetweenItsPages(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		for _, always := range []bool{false, true} {
			m := &moving{Rows: call.PageSizeMax + 10, always: always}
			sheet := call.Sheet{Columns: []store.Text{{En: "N"}}, Rows: func(_ context.Context, _ *call.Caller,
				at call.Page, _ string) ([][]string, int, error) {
				rows, total := m.page(at)
				return rows, total, nil
			}}
			rec := httptest.NewRecorder()
			w.api.writeSheet(t.Context(), rec, httptest.NewRequest(http.MethodGet, exportPath, nil), &call.Caller{},
				sheet, exportQuery{Of: "records"})
			seen := map[string]int{}
			for _, line := range strings.Fields(rec.Body.String()) {
				seen[line]++
			}
			for n := 1; !always && n <= m.Rows; n++ {
				if seen[fmt.Sprint(n)] != 1 {
					t.Errorf("row %d stands there %d times", n, seen[fmt.Sprint(n)])
				}
			}
			if always && (strings.Contains(rec.Body.String(), "\n1\r") || !strings.Contains(rec.Body.String(),
				fmt.Sprint(protocol.CodeBusy))) {
				t.Errorf("a list that never stands still: %s", rec.Body)
			}
		}
	})
}
