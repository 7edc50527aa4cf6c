package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// An item is what the specification states in one place: a sentence, a line of a list that is one sentence, or a row of
// a table. Facts that a semicolon separates stay together.
type item struct {
	// section and the beginning of the text's hash: another wording is another item, and has to be shown anew
	ID      string
	Section int
	Text    string
}

// The sections whose items the table holds. §1 says in general what these say in particular.
const firstSection, lastSection = 2, 9

var (
	heading   = regexp.MustCompile(`^## (\d+)\. `)
	tableRule = regexp.MustCompile(`^\|[-| ]+\|$`)
)

// split returns the items of the sections in their order.
func split(document string) ([]item, error) {
	var items []item
	section := 0
	known := map[string]string{}
	lines := strings.Split(document, "\n")
	for i, line := range lines {
		if m := heading.FindStringSubmatch(line); m != nil {
			if _, err := fmt.Sscanf(m[1], "%d", &section); err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
		}
		if section < firstSection || section > lastSection {
			continue
		}
		for _, text := range statements(line, i+1 < len(lines) && tableRule.MatchString(lines[i+1])) {
			sum := sha256.Sum256([]byte(text))
			id := fmt.Sprintf("%d-%s", section, hex.EncodeToString(sum[:3]))
			if other, twice := known[id]; twice {
				return nil, fmt.Errorf("line %d: %s is %q and %q", i+1, id, other, text)
			}
			known[id] = text
			items = append(items, item{ID: id, Section: section, Text: text})
		}
	}
	return items, nil
}

// statements are what one line of the document states. A table's first row names its columns and states nothing.
func statements(line string, columns bool) []string {
	switch {
	case strings.TrimSpace(line) == "", strings.HasPrefix(line, "#"), tableRule.MatchString(line), columns:
		return nil
	case strings.HasPrefix(line, "|"):
		return []string{strings.TrimSpace(strings.Trim(line, "|"))}
	}
	return sentences(strings.TrimPrefix(line, "- "))
}

// sentences splits at a full stop before a space and a capital letter or a digit, outside of brackets. Whatever else
// holds a stop stays whole: "0.1", "/siteMaintain.html", "roll.id", a name that begins small, a quotation behind whose
// stop its quote follows.
func sentences(line string) []string {
	var out []string
	runes := []rune(line)
	start, depth := 0, 0
	for i := 0; i+2 < len(runes); i++ {
		switch runes[i] {
		case '(':
			depth++
		case ')':
			depth--
		case '.':
			if depth == 0 && runes[i+1] == ' ' && (unicode.IsUpper(runes[i+2]) || unicode.IsDigit(runes[i+2])) {
				out = append(out, string(runes[start:i+1]))
				start = i + 2
			}
		}
	}
	return append(out, string(runes[start:]))
}
