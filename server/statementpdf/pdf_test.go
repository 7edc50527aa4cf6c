package statementpdf_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/image/font/sfnt"

	"jadebox/server/httpapi"
	"jadebox/server/rooms"
	"jadebox/server/statementpdf"
)

// A new word of the house needs its letters: go run ./tools/letters.
func TestThereIsALetterForEveryWordOfAStatement(t *testing.T) {
	texts := httpapi.StatementTexts(rooms.All)
	if len(texts) < 3*30 {
		t.Fatalf("%d texts", len(texts))
	}
	for _, text := range append(texts, "alice01", "João Ção", "America/Sao_Paulo", "2026-11-26 00:00:00 – 1,234.56") {
		if !statementpdf.Shows(text) {
			t.Errorf("%q cannot be printed", text)
		}
	}
	if statementpdf.Shows("龘") || statementpdf.Readable("a龘b") != "a·b" {
		t.Error("a character without a letter is taken for one that has it")
	}
}

// Every letter has a picture; a font that lost its outlines in the making would print nothing.
func TestEveryLetterHasAPicture(t *testing.T) {
	font, err := sfnt.Parse(statementpdf.Letters())
	if err != nil {
		t.Fatal(err)
	}
	var b sfnt.Buffer
	seen := map[string]rune{}
	for _, text := range httpapi.StatementTexts(rooms.All) {
		for _, r := range text {
			at, err := font.GlyphIndex(&b, r)
			if err != nil || at == 0 {
				continue
			}
			segments, err := font.LoadGlyph(&b, at, 1000<<6, nil)
			if err != nil || len(segments) == 0 && r != ' ' {
				t.Errorf("%q has %d strokes: %v", r, len(segments), err)
			}
			drawing := fmt.Sprint(segments)
			if other, twice := seen[drawing]; twice && other != r {
				t.Errorf("%q looks like %q", r, other)
			}
			seen[drawing] = r
		}
	}
	if size := len(statementpdf.Letters()); size > 150<<10 {
		t.Errorf("the letters weigh %d bytes", size)
	}
}

func table(rows int) statementpdf.Table {
	t := statementpdf.Table{Columns: []statementpdf.Column{{Title: "类型", MM: 100}, {Title: "钻石", MM: 50, Number: true}}}
	for i := range rows {
		t.Rows = append(t.Rows, []string{"许愿", fmt.Sprintf("%d.00", i)})
	}
	return t
}

func TestAStatementHasItsHeadAndItsNumberOnEveryPage(t *testing.T) {
	var out bytes.Buffer
	if err := statementpdf.Write(&out, statementpdf.Document{Title: "账户对账单",
		Facts: [][2]string{{"玩家", "alice01"}, {"时区", "Asia/Shanghai"}}, Sums: table(3), Lines: table(100),
		Footer: func(page int) string { return fmt.Sprintf("第 %d / %s", page, statementpdf.PagesOf) }}); err != nil {
		t.Fatal(err)
	}
	pages := printedPages(t, out.Bytes())
	if len(pages) < 4 {
		t.Fatalf("%d pages", len(pages))
	}
	for i, page := range pages {
		for _, want := range []string{"账户对账单", "玩家: alice01", "时区: Asia/Shanghai", "钻石",
			fmt.Sprintf("%d / %d", i+1, len(pages))} {
			if !strings.Contains(page, want) {
				t.Errorf("page %d says no %q", i+1, want)
			}
		}
	}
	for i := range 100 {
		if line := fmt.Sprintf("|%d.00|", i); strings.Count(strings.Join(pages, ""), line) < 1 {
			t.Errorf("line %d is not there", i)
		}
	}
	if out.Len() > 64<<10 {
		t.Errorf("%d bytes: the whole font is in it", out.Len())
	}
}

func TestATextThatIsTooLongStaysInItsCell(t *testing.T) {
	var out bytes.Buffer
	d := statementpdf.Document{Title: "t", Lines: table(1), Footer: func(int) string { return "" }}
	d.Lines.Rows[0][0] = strings.Repeat("W", 60)
	if err := statementpdf.Write(&out, d); err != nil {
		t.Fatal(err)
	}
	if page := printedPages(t, out.Bytes())[0]; !strings.Contains(page, d.Lines.Rows[0][0]) {
		t.Error("the text is cut")
	}
}

var (
	streams = regexp.MustCompile(`(?s)stream\r?\n(.*?)\r?\nendstream`)
	shown   = regexp.MustCompile(`(?s)\(((?:\\.|[^\\()])*)\) ?Tj`)
)

// printedPages are the texts of each page, with a bar around each.
func printedPages(t *testing.T, file []byte) (pages []string) {
	t.Helper()
	if !bytes.HasPrefix(file, []byte("%PDF-")) {
		t.Fatalf("no PDF: %.20q", file)
	}
	for _, s := range streams.FindAllSubmatch(file, -1) {
		z, err := zlib.NewReader(bytes.NewReader(s[1]))
		if err != nil {
			continue
		}
		text, _ := io.ReadAll(z) // the checksum at its end may look like the end of a line
		if !bytes.Contains(text, []byte(" Tf")) {
			continue
		}
		page := "|"
		for _, m := range shown.FindAllSubmatch(text, -1) {
			page += utf16Text(m[1]) + "|"
		}
		pages = append(pages, page)
	}
	return pages
}

func utf16Text(b []byte) string {
	b = regexp.MustCompile(`(?s)\\(.)`).ReplaceAllFunc(b, func(m []byte) []byte {
		if m[1] == 'r' {
			return []byte{'\r'}
		}
		return m[1:]
	})
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = binary.BigEndian.Uint16(b[2*i:])
	}
	return string(utf16.Decode(units))
}
