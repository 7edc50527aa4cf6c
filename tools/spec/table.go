package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// A row says by what an item is shown, or why there is nothing to show.
type row struct {
	ID       string
	Words    string // how the item begins, for readers of the table
	Evidence []evidence
	None     string // the reason, of a row without evidence
}

// evidence names a test, a screen or a call of the repository: its kind, where it is and what it is called there.
type evidence struct {
	Kind, Place, Name string
	Note              string // which part of the item it shows, where others show the rest
}

// parseTable reads a file of shown/. A row is a line that begins with an item's id and its words; below it, indented,
// each line is one evidence ("go DIR TestName", "vitest FILE "title"", "e2e FILE "title"", "screen NAME", "route NAME",
// "call METHOD PATH"), which may end with "-- what of it", or "none: reason". Lines that begin with # belong to the
// reader.
func parseTable(r io.Reader) ([]row, error) {
	var rows []row
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		switch {
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"):
		case !strings.HasPrefix(line, " "):
			id, words, ok := strings.Cut(line, " ")
			if !ok {
				return nil, fmt.Errorf("line %d: an item without its words", n)
			}
			rows = append(rows, row{ID: id, Words: strings.TrimSpace(words)})
		case len(rows) == 0:
			return nil, fmt.Errorf("line %d: evidence of no item", n)
		default:
			last := &rows[len(rows)-1]
			text := strings.TrimSpace(line)
			if reason, ok := strings.CutPrefix(text, "none:"); ok {
				last.None = strings.TrimSpace(reason)
				continue
			}
			e, err := parseEvidence(text)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			last.Evidence = append(last.Evidence, e)
		}
	}
	return rows, lines.Err()
}

func parseEvidence(text string) (evidence, error) {
	text, note, _ := strings.Cut(text, " -- ")
	kind, rest, _ := strings.Cut(text, " ")
	e := evidence{Kind: kind, Note: strings.TrimSpace(note)}
	rest = strings.TrimSpace(rest)
	switch kind {
	case "screen", "route":
		e.Name = rest
	case "go", "vitest", "e2e", "call":
		e.Place, e.Name, _ = strings.Cut(rest, " ")
		if kind == "vitest" || kind == "e2e" {
			title, begun := strings.CutPrefix(e.Name, `"`)
			title, ended := strings.CutSuffix(title, `"`)
			if !begun || !ended {
				return e, fmt.Errorf("%q: the title stands in quotes", text)
			}
			e.Name = title
		}
	default:
		return e, fmt.Errorf("%q is no kind of evidence", kind)
	}
	if e.Name == "" {
		return e, fmt.Errorf("%q names nothing", text)
	}
	return e, nil
}

// compare says what is wrong between the specification and the table, apart from the evidence itself.
func compare(items []item, rows []row) []string {
	var out []string
	at := map[string]int{}
	for i, it := range items {
		at[it.ID] = i
	}
	shown := map[string]bool{}
	last := -1
	for _, r := range rows {
		i, known := at[r.ID]
		switch {
		case !known:
			out = append(out, fmt.Sprintf("%s (%s) is nothing that the specification says", r.ID, r.Words))
			continue
		case shown[r.ID]:
			out = append(out, r.ID+" stands twice")
		case i < last:
			out = append(out, r.ID+" stands before what the specification says first")
		}
		shown[r.ID], last = true, i
		if !strings.HasPrefix(items[i].Text, strings.TrimSuffix(r.Words, "…")) {
			out = append(out, fmt.Sprintf("%s begins with other words: %s", r.ID, items[i].Text))
		}
		if len(r.Evidence) == 0 && r.None == "" {
			out = append(out, fmt.Sprintf("%s (%s) is shown by nothing", r.ID, r.Words))
		}
		if len(r.Evidence) > 0 && r.None != "" {
			out = append(out, r.ID+" has evidence and a reason to have none")
		}
	}
	for _, it := range items {
		if !shown[it.ID] {
			out = append(out, fmt.Sprintf("%s is not in the table: %s", it.ID, it.Text))
		}
	}
	return out
}
