package statementpdf

import (
	_ "embed"
	"fmt"
	"io"
	"sync"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/sfnt"
)

//go:embed letters.ttf
var letters []byte

var parsed = sync.OnceValues(func() (*sfnt.Font, error) { return sfnt.Parse(letters) })

// Shows reports whether there is a letter for every character of a text.
func Shows(text string) bool {
	font, err := parsed()
	if err != nil {
		return false
	}
	var b sfnt.Buffer
	for _, r := range text {
		if at, err := font.GlyphIndex(&b, r); err != nil || at == 0 {
			return false
		}
	}
	return true
}

// Readable is a text with a dot for every character that has no letter.
func Readable(text string) string {
	out := []rune(text)
	for i, r := range out {
		if !Shows(string(r)) {
			out[i] = '·'
		}
	}
	return string(out)
}

// Table is lines under titles.
type Table struct {
	Columns []Column
	Rows    [][]string
}

// Column of a table; a number stands at its right end.
type Column struct {
	Title  string
	MM     float64 // width
	Number bool
}

// Document is what is printed. Every text is Readable.
type Document struct {
	Title  string
	Facts  [][2]string // what it is called and what it says; on every page
	Sums   Table
	Lines  Table
	Footer func(page int) string // of so many pages; PagesOf stands for their number
}

// PagesOf is replaced by the number of pages.
const PagesOf = "{pages}"

const (
	family = "letters"
	margin = 10.0 // mm
	line   = 5.2  // mm
	usual  = 8.0  // points
	least  = 4.0
)

// printer is a document on its way.
type printer struct {
	*fpdf.Fpdf
	d Document
}

// Write prints a document.
func Write(w io.Writer, d Document) error {
	p := printer{fpdf.New("L", "mm", "A4", ""), d}
	p.AddUTF8FontFromBytes(family, "", letters)
	p.SetTitle(d.Title, true)
	p.SetMargins(margin, margin, margin)
	p.SetAutoPageBreak(false, margin)
	p.AliasNbPages(PagesOf)
	p.SetHeaderFunc(p.header)
	p.SetFooterFunc(p.footer)
	p.AddPage()
	p.table(d.Sums)
	p.Ln(line)
	p.table(d.Lines)
	if err := p.Output(w); err != nil {
		return fmt.Errorf("statementpdf: %w", err)
	}
	return nil
}

func (p printer) header() {
	p.SetFont(family, "", 15)
	p.CellFormat(0, 8, p.d.Title, "", 1, "L", false, 0, "")
	p.SetFont(family, "", usual)
	for i, f := range p.d.Facts {
		next := 0
		if i%2 == 1 || i == len(p.d.Facts)-1 {
			next = 1
		}
		p.fitted(135, f[0]+": "+f[1], "", next, "L", false)
	}
	p.Ln(line / 2)
}

func (p printer) footer() {
	p.SetY(-margin - line/2)
	p.SetFont(family, "", usual)
	p.CellFormat(0, line, p.d.Footer(p.PageNo()), "", 0, "C", false, 0, "")
}

// table prints lines, and its titles anew on every page.
func (p printer) table(t Table) {
	_, height := p.GetPageSize()
	bottom := height - 2*margin
	if p.GetY()+2*line > bottom {
		p.AddPage()
	}
	p.titles(t)
	for _, row := range t.Rows {
		if p.GetY()+line > bottom {
			p.AddPage()
			p.titles(t)
		}
		p.row(t, row, false)
	}
}

func (p printer) titles(t Table) {
	titles := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		titles[i] = c.Title
	}
	p.SetFillColor(235, 238, 236)
	p.row(t, titles, true)
}

func (p printer) row(t Table, cells []string, fill bool) {
	for i, c := range t.Columns {
		align, next := "L", 0
		if c.Number {
			align = "R"
		}
		if i == len(t.Columns)-1 {
			next = 1
		}
		p.fitted(c.MM, cells[i], "B", next, align, fill)
	}
}

// fitted prints a text in letters that are so small that it stays in its cell.
func (p printer) fitted(mm float64, text, border string, next int, align string, fill bool) {
	size := usual
	for p.SetFontSize(size); size > least && p.GetStringWidth(text) > mm-2*p.GetCellMargin(); p.SetFontSize(size) {
		size -= 0.5
	}
	p.CellFormat(mm, line, text, border, next, align, fill, 0, "")
	p.SetFontSize(usual)
}

// Letters are the font, for tests.
func Letters() []byte { return letters }
