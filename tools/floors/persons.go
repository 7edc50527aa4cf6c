package floors

import (
	"fmt"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Comments speak of people where a person is meant: a player, an operator, who reads a proof. A process, a caller or a
// connection is called what it is (docs/style.md). Which of both a line means no rule can tell, so that the lines are
// few: names in Go that are such a word, and what an author did not look at.
const (
	personsMostGo     = 27
	personsMostClient = 5
)

// personsMostDocs are the lines of the documents that a newcomer reads first.
const personsMostDocs = 0

// firstRead are those documents.
var firstRead = []string{"ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "docs/realtime.md", "docs/rules.md",
	"docs/store.md"}

// After a preposition "who" lacks the noun that it stands for ("a gift to who plays"), but where it begins a question
// ("with who did it and why"). Those lines are few, too.
const (
	bareMostGo     = 10
	bareMostClient = 1
)

// The patterns are of comments in a line of Go and in one of TypeScript, whose comments of several lines begin each
// with an asterisk.
var (
	ofPersons       = regexp.MustCompile(inGo + persons)
	ofClientPersons = regexp.MustCompile(inClient + persons)
	ofAnyPersons    = regexp.MustCompile(persons)
	ofBare          = regexp.MustCompile(inGo + bare)
	ofClientBare    = regexp.MustCompile(inClient + bare)
)

const (
	inGo     = `//.*`
	inClient = `(//|/\*|^\s*\*).*`
	persons  = `\b(?i:nobody|anybody|whoever|somebody|everybody)\b`
	bare     = `\b(?i:of|to|for|by|from|with) who\b`
)

// clientParts are what is written by hand in the client, its generated files apart.
var clientParts = []string{"client/bench/", "client/build/", "client/e2e/", "client/src/"}

// clientCode are the ends of their files' names.
var clientCode = []string{".js", ".mjs", ".ts", ".tsx"}

// Persons are the lines whose comments speak of nobody in particular, and those with a "who" after a preposition.
type Persons struct{ Go, Client, Docs, BareGo, BareClient int }

// CountPersons counts the lines of Go, those of TypeScript and JavaScript in the client, its build, its browser tests
// and its measurements, and those of the documents that are read first.
func CountPersons(root string) (n Persons, err error) {
	err = walk(root, func(file, name string) error {
		isGo := path.Ext(name) == ".go" && !strings.HasPrefix(name, "tools/floors/persons")
		isClient := slices.Contains(clientCode, path.Ext(name)) && !strings.Contains(name, "gen.ts") &&
			slices.ContainsFunc(clientParts, func(part string) bool { return strings.HasPrefix(name, part) })
		isDoc := slices.Contains(firstRead, name)
		if !isGo && !isClient && !isDoc {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		count := func(n *int, of *regexp.Regexp, line string) {
			if of.MatchString(line) {
				*n++
			}
		}
		for line := range strings.Lines(string(text)) {
			switch {
			case isDoc:
				count(&n.Docs, ofAnyPersons, line)
			case isGo:
				count(&n.Go, ofPersons, line)
				count(&n.BareGo, ofBare, line)
			default:
				count(&n.Client, ofClientPersons, line)
				count(&n.BareClient, ofClientBare, line)
			}
		}
		return nil
	})
	return n, err
}

// judgePersons returns one line for each of the five that has too many such lines.
func judgePersons(n Persons) (out []string) {
	const (
		unnamed = "say nobody, anybody, whoever, somebody or everybody"
		lone    = `have a "who" after a preposition`
		name    = "call a process, a caller or a connection what it is"
		noun    = `write "a player who", "the caller that"`
	)
	for _, of := range []struct {
		where, what, mend string
		n, most           int
	}{
		{"comments in Go", unnamed, name, n.Go, personsMostGo},
		{"comments in the client", unnamed, name, n.Client, personsMostClient},
		{"the documents that are read first", unnamed, name, n.Docs, personsMostDocs},
		{"comments in Go", lone, noun, n.BareGo, bareMostGo},
		{"comments in the client", lone, noun, n.BareClient, bareMostClient},
	} {
		if of.n > of.most {
			out = append(out, fmt.Sprintf("%d lines of %s %s, at most %d may: %s (tools/floors/persons.go)",
				of.n, of.where, of.what, of.most, of.mend))
		}
	}
	return out
}
