// Command spec holds the product's specification (product-spec.md) against the repository: shown/ names, for every
// sentence, list line and table row of §§2–9, the tests, screens and calls that show it. The test of this package fails
// on an item without any, on one that the specification does not have (any more), and on evidence that is not there.
//
//	go run ./tools/spec           the whole table, as Markdown
//	go run ./tools/spec missing   what shown/ lacks, as lines to fill in
//
// What is deliberately absent: whether a test shows what it is named for. That is read by people, and proven by
// planting the bug.
package main

import (
	"embed"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"jadebox/tools/command"
)

//go:embed product-spec.md
var document string

//go:embed shown
var shown embed.FS

type commands struct {
	Table   whole `cmd:"" default:"1" help:"The whole table, as Markdown."`
	Missing lacks `cmd:"" help:"What shown/ lacks, as lines to fill in."`
}

func main() { command.Main(parserTo(os.Stdout)) }

func parserTo(out io.Writer) (*kong.Kong, error) {
	return command.Parser("spec", &commands{}, kong.BindTo(out, (*io.Writer)(nil)))
}

type whole struct{}

// Run writes every item with what shows it.
func (whole) Run(w io.Writer) error { return read(w, page) }

type lacks struct{}

// Run writes the items that nothing shows.
func (lacks) Run(w io.Writer) error { return read(w, missing) }

func read(w io.Writer, write func(io.Writer, []item, []row) error) error {
	items, err := split(document)
	if err != nil {
		return err
	}
	rows, err := table()
	if err != nil {
		return err
	}
	return write(w, items, rows)
}

// table is every file of shown/, in the order of its names.
func table() ([]row, error) {
	files, err := shown.ReadDir("shown")
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, f := range files {
		text, err := shown.Open("shown/" + f.Name())
		if err != nil {
			return nil, err
		}
		more, err := parseTable(text)
		if err != nil {
			return nil, fmt.Errorf("shown/%s: %w", f.Name(), err)
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

// page writes the specification's items with what shows each.
func page(w io.Writer, items []item, rows []row) error {
	by := map[string]row{}
	for _, r := range rows {
		by[r.ID] = r
	}
	var out strings.Builder
	section := 0
	for _, it := range items {
		if it.Section != section {
			section = it.Section
			fmt.Fprintf(&out, "\n## §%d\n\n", section)
		}
		fmt.Fprintf(&out, "- **%s** %s\n", it.ID, it.Text)
		for _, e := range by[it.ID].Evidence {
			fmt.Fprintf(&out, "  - %s\n", e)
		}
		if reason := by[it.ID].None; reason != "" {
			fmt.Fprintf(&out, "  - nothing: %s\n", reason)
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// words is how a row begins: enough of the text to find it again.
func words(text string) string {
	if runes := []rune(text); len(runes) > 100 {
		return string(runes[:99]) + "…"
	}
	return text
}

func missing(w io.Writer, items []item, rows []row) error {
	there := map[string]bool{}
	for _, r := range rows {
		there[r.ID] = true
	}
	for _, it := range items {
		if there[it.ID] {
			continue
		}
		if _, err := fmt.Fprintf(w, "%s %s\n", it.ID, words(it.Text)); err != nil {
			return err
		}
	}
	return nil
}

func (e evidence) String() string {
	text := e.Kind + " `" + e.Name + "`"
	switch {
	case e.Kind == "call":
		text = "call `" + e.Place + " " + e.Name + "`"
	case e.Place != "":
		text = e.Kind + " " + e.Place + " `" + e.Name + "`"
	}
	if e.Note != "" {
		text += " (" + e.Note + ")"
	}
	return text
}
