package httpapi

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/limit"
	"jadebox/server/statementpdf"
)

// recordExports bounds how often a player takes a whole list: one costs as much as all its pages.
var recordExports = limit.Rate{Burst: 12, Per: time.Minute}

// recordExport registers GET /api/user/records/export: one list of the caller's records, whole or of a time, as a table
// for spreadsheets in the caller's language.
func (a *API) recordExport() {
	const path = "/api/user/records/export"
	sheets := a.sheets()
	a.document.lists["recordList"] = slices.Sorted(maps.Keys(sheets))
	query := a.document.bindingOf(typeOf[exportQuery]())
	slots := make(chan struct{}, exportsMax*2)
	about := confirmed(call.Route{Name: "record.export", Method: http.MethodGet, Path: path, Access: call.NeedsPlayer,
		Summary: "One list of the player's own records as CSV, newest first, in the language of the header lang, a line a record below one of titles.",
		Errors:  []protocol.Code{protocol.CodeBusy, protocol.CodeRateLimited}})
	a.ownFile(about, a.aboutExport(query), func(w http.ResponseWriter, r *http.Request, c *call.Caller) {
		ctx, cancel := context.WithTimeout(r.Context(), exportWithin)
		defer cancel()
		err := a.Limit(ctx, c, "records:export:"+strconv.FormatInt(int64(c.Player()), 10), recordExports)
		var in exportQuery
		if err == nil {
			err = query.read(w, r, &in)
		}
		sheet, known := sheets[in.Of]
		if err == nil && !known {
			err = badRequest("of", "no such list")
		}
		if err == nil {
			err = in.checkFormat()
		}
		if err == nil {
			err = a.proved(ctx, c)
		}
		if err != nil {
			a.fail(w, r, c, err)
			return
		}
		select {
		case slots <- struct{}{}:
			defer func() { <-slots }()
		default:
			a.refuse(w, r, protocol.CodeBusy, 5*time.Second)
			return
		}
		if in.Format == formatPDF {
			a.writeStatement(ctx, w, r, c, in)
			return
		}
		a.writeSheet(ctx, w, r, c, sheet, in)
	})
}

func (a *API) aboutExport(query binding) *huma.Operation {
	about := plain("text/csv")
	about.Responses["200"].Content["application/pdf"] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString,
		Format: "binary"}}
	about.Parameters = a.document.parameters(query)
	return about
}

type exportQuery struct {
	Of      string `json:"-" query:"of" required:"true" enum:"recordList"`
	Format  string `json:"-" query:"format" enum:"csv,pdf" default:"csv" doc:"pdf: the list records only, with balances, sums and the site's zone"`
	Kind    string `json:"-" query:"kind" maxLength:"32"`
	SinceMS int64  `json:"-" query:"since" doc:"ms"`
	UntilMS int64  `json:"-" query:"until" doc:"ms"`
}

// Formats of an export.
const (
	formatCSV = "csv"
	formatPDF = "pdf"
)

func (q exportQuery) checkFormat() error {
	if q.Format == formatPDF && q.Of != statementList {
		return badRequest("format", "only records are printed")
	}
	return nil
}

// statementList is the list that a statement is of.
const statementList = "records"

// writeStatement prints the records of a time.
func (a *API) writeStatement(ctx context.Context, w http.ResponseWriter, r *http.Request, c *call.Caller,
	in exportQuery) {
	d, err := a.statementDocument(ctx, c, in)
	var out bytes.Buffer
	if err == nil {
		err = statementpdf.Write(&out, d)
	}
	if err != nil {
		a.fail(w, r, c, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/pdf")
	h.Set("Content-Disposition", `attachment; filename="statement.pdf"`)
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Length", strconv.Itoa(out.Len()))
	_, _ = w.Write(out.Bytes()) // the reader is gone
}

// sheetBuffer is how much of a table waits to be sent, in bytes: thousands of lines, so that most tables are begun anew
// where their pages have moved.
const sheetBuffer = 1 << 20

// writeSheet writes page after page. What comes while it writes is left out, but an op that was on its way at that
// moment has an earlier time, and moves the rows behind it: then it begins anew, as long as nothing is sent, and breaks
// off otherwise, as a line that is there twice or missing would make a statement that does not add up.
func (a *API) writeSheet(ctx context.Context, w http.ResponseWriter, r *http.Request, c *call.Caller,
	s call.Sheet, in exportQuery) {
	at := call.Page{Size: call.PageSizeMax, SinceMS: in.SinceMS, UntilMS: a.Now().UnixMilli() + 1}
	if in.UntilMS != 0 {
		at.UntilMS = min(at.UntilMS, in.UntilMS)
	}
	sink := &begun{ResponseWriter: w}
	out := bufio.NewWriterSize(sink, sheetBuffer)
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(exportWithin))
	sink.first = func() {
		h := w.Header()
		h.Set("Content-Type", "text/csv; charset=utf-8")
		h.Set("Content-Disposition", `attachment; filename="`+in.Of+`.csv"`)
		h.Set("Cache-Control", "no-store")
	}
	var err error
	for range printTries {
		out.Reset(sink)
		_, _ = out.WriteString("\ufeff") // without it spreadsheets take UTF-8 for something else
		t := newTable(out)
		t.row(textsIn(s.Columns, c.Language))
		err = t.pages(at.Size, func(current int) ([][]string, int, error) {
			at.Current = current
			return s.Rows(ctx, c, at, in.Kind)
		})
		if !errors.Is(err, errMoved) || sink.sent {
			break
		}
	}
	switch {
	case err == nil:
		_ = out.Flush() // the reader is gone
	case sink.sent: // the status is out: only a broken connection reports it
		noteOf(r).cause = err
		panic(http.ErrAbortHandler)
	case errors.Is(err, errMoved):
		a.refuse(w, r, protocol.CodeBusy, 5*time.Second)
	default:
		a.fail(w, r, c, err)
	}
}

// begun knows whether something was sent.
type begun struct {
	http.ResponseWriter

	first func() // before it is
	sent  bool
}

func (b *begun) Write(p []byte) (int, error) {
	if !b.sent {
		b.first()
		b.sent = true
	}
	return b.ResponseWriter.Write(p)
}

// errMoved is a list whose rows have moved from page to page while it was read.
var errMoved = errors.New("httpapi: a list was added to while it was read")

// pages writes a list page by page, from the first one on; errMoved where another page tells of another number of rows.
func (t table) pages(size int, of func(current int) (rows [][]string, total int, err error)) error {
	rows, total, err := of(1)
	for seen, current := 0, 1; err == nil; {
		for _, row := range rows {
			t.row(row)
		}
		if seen += size; seen >= total || t.err() != nil {
			t.flush()
			return nil
		}
		current++
		was := total
		if rows, total, err = of(current); err == nil && total != was {
			err = errMoved
		}
	}
	return err
}

// table writes CSV (RFC 4180) that a spreadsheet takes for texts and numbers only.
type table struct{ out *csv.Writer }

func newTable(out io.Writer) table {
	w := csv.NewWriter(out)
	w.UseCRLF = true
	return table{w}
}

var plainNumber = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)

// row makes every cell a text that a spreadsheet would run as a formula: names of rooms are other players' words.
func (t table) row(cells []string) {
	safe := make([]string, len(cells))
	for i, cell := range cells {
		safe[i] = harmless(cell)
	}
	_ = t.out.Write(safe) // err reports it
}

// separators are where a spreadsheet of another country ends a cell, whatever the quotes say: what follows begins one.
const separators = ";\t\r\n"

// formulas are what a spreadsheet takes for the beginning of one; the wide forms count in Chinese ones.
const formulas = "=+-@＝＋－＠|%"

// harmless puts an apostrophe before whatever could begin a formula.
func harmless(cell string) string {
	if plainNumber.MatchString(cell) {
		return cell
	}
	var b strings.Builder
	start := true
	for i, r := range cell {
		switch {
		case start && (i == 0 && strings.ContainsRune(separators, r) || strings.ContainsRune(formulas, r)):
			b.WriteByte('\'')
			start = false
		case strings.ContainsRune(separators, r):
			start = true
		case r != ' ' && r != '"':
			start = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

func (t table) err() error { return t.out.Error() }
func (t table) flush()     { t.out.Flush() }
