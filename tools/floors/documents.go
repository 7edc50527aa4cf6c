package floors

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const (
	// architectureWords is how long ARCHITECTURE.md may be: two pages. What one package does stands in its comment.
	architectureWords = 1150
	// glossaryWords is how many words of its own the project may have (docs/glossary.md); a reader learns all of them.
	glossaryWords = 25
)

// CheckDocuments returns one line for each document that is longer than a reader was promised.
func CheckDocuments(root string) (out []string, err error) {
	for _, d := range []struct {
		name, unit string
		most       int
		count      func(text string) int
	}{
		{"ARCHITECTURE.md", "words", architectureWords, func(text string) int { return len(strings.Fields(text)) }},
		{"docs/glossary.md", "rows", glossaryWords, rowsOf},
	} {
		text, err := os.ReadFile(filepath.Join(root, d.name))
		if err != nil {
			return nil, err
		}
		if n := d.count(string(text)); n > d.most {
			out = append(out, fmt.Sprintf("%s: %d %s, %d at most (tools/floors/documents.go)", d.name, n, d.unit,
				d.most))
		}
	}
	return out, nil
}

// rowsOf counts the rows of the tables of a document, without their heads.
func rowsOf(text string) (n int) {
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "|---"):
			n-- // the row above it is the head
		case strings.HasPrefix(line, "|"):
			n++
		}
	}
	return n
}
