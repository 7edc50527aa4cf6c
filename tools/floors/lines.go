package floors

import (
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	columnsMax = 120 // of a line; docs/style.md
	tabColumns = 4
	// textColumns is how long a text is that stands whole, so that it is found: its line may be too long where the text
	// does not fit on one of its own, nothing can be broken before it (unbroken), or it goes over several lines.
	textColumns = 40
	// sentenceWords is the least number of words in the name of a test that says what holds.
	sentenceWords = 3
)

var (
	directive = regexp.MustCompile(`^\s*//([a-z]+:| biome-ignore)`)
	// commented are the kinds of files besides Go whose comments are looked at; their code is their formatter's.
	commented = []string{".css", ".js", ".sql", ".ts", ".tsx", ".yaml"}
	// wholeText is a text in JavaScript that nothing can be broken in, with what stands around it.
	wholeText = regexp.MustCompile("^[^`\"]*[`\"](.*)[`\"][^`\"]*$")
	// prose are documents that people read whole; of Markdown it is every file but the specification, which is not
	// ours.
	prose         = []string{"docs/floors.txt"}
	specification = "tools/spec/product-spec.md"
	comment       = regexp.MustCompile(`^\s*(//|/\*|\*|--)`)
	testName      = regexp.MustCompile(`(?m)^func Test([A-Z]\w*)\(`)
	// ofContracts are the tests that run one contract, whose clauses are named.
	ofContracts = []string{"Main", "Contract", "ContractServer", "ContractEmbedded"}
)

// CheckLines returns one line for each line of Go, of a document or of a comment elsewhere that is longer than it may
// be and could be broken, and for each name of a test that says nothing.
func CheckLines(root string) ([]string, error) {
	var out []string
	err := walk(root, func(file, name string) error {
		isGo, isDocument := path.Ext(name) == ".go", document(name)
		isScript := path.Ext(name) == ".mjs"
		read := isGo || isDocument || isScript || slices.Contains(commented, path.Ext(name))
		if !read || strings.HasSuffix(name, "_gen.go") || strings.Contains(name, "/gen") ||
			strings.Contains(name, ".gen.") {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		switch {
		case isDocument:
			out = append(out, longProse(name, text)...)
			return nil
		case isScript:
			out = append(out, longScripts(name, text)...)
			return nil
		case !isGo:
			out = append(out, longComments(name, text)...)
			return nil
		}
		out = append(out, longLines(name, text)...)
		if strings.HasSuffix(name, "_test.go") {
			out = append(out, shortNames(name, text)...)
		}
		return nil
	})
	return out, err
}

func longLines(name string, text []byte) (out []string) {
	var whole map[int]int
	for i, line := range strings.Split(string(text), "\n") {
		if columns(line) <= columnsMax || directive.MatchString(line) {
			continue
		}
		if whole == nil {
			whole = linesOfTexts(text)
		}
		if texts, long := whole[i+1]; !long || texts > 0 && columns(line)-texts > columnsMax {
			out = append(out, tooLong(name, i, line))
		}
	}
	return out
}

func longComments(name string, text []byte) (out []string) {
	for i, line := range strings.Split(string(text), "\n") {
		isComment := comment.MatchString(line) ||
			path.Ext(name) == ".yaml" && strings.HasPrefix(strings.TrimSpace(line), "#")
		if columns(line) > columnsMax && isComment && !directive.MatchString(line) {
			out = append(out, tooLong(name, i, line))
		}
	}
	return out
}

// longScripts looks at the code of scripts, too, not all of which a formatter sees. A line may be long that is one text
// and little else.
func longScripts(name string, text []byte) (out []string) {
	for i, line := range strings.Split(string(text), "\n") {
		if columns(line) <= columnsMax || directive.MatchString(line) {
			continue
		}
		if m := wholeText.FindStringSubmatch(line); m != nil && !comment.MatchString(line) &&
			columns(line)-columns(m[1]) <= textColumns {
			continue
		}
		out = append(out, tooLong(name, i, line))
	}
	return out
}

// document reports whether a file is one that people read whole.
func document(name string) bool {
	return path.Ext(name) == ".md" && name != specification || slices.Contains(prose, name)
}

// longProse leaves out what no line of Markdown can be broken in: tables, headings and code.
func longProse(name string, text []byte) (out []string) {
	code := false
	for i, line := range strings.Split(string(text), "\n") {
		start := strings.TrimSpace(line)
		code = code != strings.HasPrefix(start, "```")
		heading := strings.HasPrefix(start, "#") && path.Ext(name) == ".md"
		if !code && columns(line) > columnsMax && !strings.HasPrefix(start, "|") && !heading {
			out = append(out, tooLong(name, i, line))
		}
	}
	return out
}

func tooLong(name string, i int, line string) string {
	return fmt.Sprintf("%s:%d: %d columns, %d at most (tools/floors/lines.go)", name, i+1, columns(line), columnsMax)
}

// columns is how wide an editor shows a line.
func columns(line string) int {
	return utf8.RuneCountInString(line) + strings.Count(line, "\t")*(tabColumns-1)
}

// linesOfTexts are the lines, counted from 1, of literals that are long and cannot be put on a line of their own, with
// the columns that these take of the line; of one that goes over several lines 0.
func linesOfTexts(text []byte) map[int]int {
	set := token.NewFileSet()
	file := set.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	whole, before, lines := map[int]int{}, token.ILLEGAL, strings.Split(string(text), "\n")
	for {
		at, tok, literal := s.Scan()
		stays := slices.Contains(unbroken, before)
		before = tok
		if tok == token.EOF {
			return whole
		}
		if tok != token.STRING || utf8.RuneCountInString(literal) < textColumns {
			continue
		}
		first, more := file.Line(at), strings.Count(literal, "\n")
		if line := lines[first-1]; more == 0 && !stays &&
			(len(line)-len(strings.TrimLeft(line, "\t"))+1)*tabColumns+utf8.RuneCountInString(literal)+1 <= columnsMax {
			continue // beside a comma, a tab further in
		}
		if more == 0 {
			whole[first] += utf8.RuneCountInString(literal)
		}
		for n := range more + 1 {
			if more > 0 {
				whole[first+n] = 0
			}
		}
	}
}

// unbroken are what no line can end with before a text: a type, before its field's tag, what begins a statement, and
// what gofmt brings the text back to.
var unbroken = []token.Token{token.IDENT, token.RBRACK, token.RBRACE, token.RPAREN, token.RETURN, token.COLON,
	token.ASSIGN, token.DEFINE}

// shortNames finds names that are no sentence. The id of a rule (protocol/SPEC.md), up to an underscore, is a part of
// none: a reader of a failed run is told what holds.
func shortNames(file string, text []byte) (out []string) {
	for _, m := range testName.FindAllStringSubmatch(string(text), -1) {
		sentence := m[1][strings.Index(m[1], "_")+1:]
		if wordsOf(sentence) < sentenceWords && !slices.Contains(ofContracts, m[1]) {
			out = append(out, fmt.Sprintf(
				"%s: Test%s: the name of a test is a sentence that says what holds (tools/floors/lines.go)",
				file, m[1]))
		}
	}
	return out
}

// wordsOf counts the words of a name: AHeldRoom has three, HTTPShares two.
func wordsOf(name string) (n int) {
	letters := []rune(name)
	for i, r := range letters {
		before := i > 0 && unicode.IsUpper(letters[i-1])
		after := i+1 < len(letters) && unicode.IsLower(letters[i+1])
		if unicode.IsUpper(r) && (!before || after) {
			n++
		}
	}
	return n
}
