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
	personsMostGo     = 30
	personsMostClient = 10
)

// ofPersons are comments that speak of anybody, in a line of Go and in one of TypeScript, whose comments of several
// lines begin each with an asterisk.
var (
	ofPersons       = regexp.MustCompile(`//.*` + persons)
	ofClientPersons = regexp.MustCompile(`(//|/\*|^\s*\*).*` + persons)
)

const persons = `\b(?i:nobody|whoever|somebody|everybody)\b`

// clientParts are what is written by hand in the client, its generated files apart.
var clientParts = []string{"client/src/", "client/e2e/"}

// Persons are the lines whose comments speak of anybody.
type Persons struct{ Go, Client int }

// CountPersons counts the lines of Go, and those of TypeScript in the client and its browser tests.
func CountPersons(root string) (n Persons, err error) {
	err = walk(root, func(file, name string) error {
		isGo := path.Ext(name) == ".go" && !strings.HasPrefix(name, "tools/floors/persons")
		isClient := (path.Ext(name) == ".ts" || path.Ext(name) == ".tsx") && !strings.Contains(name, "gen.ts") &&
			slices.ContainsFunc(clientParts, func(part string) bool { return strings.HasPrefix(name, part) })
		if !isGo && !isClient {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(text)) {
			switch {
			case isGo && ofPersons.MatchString(line):
				n.Go++
			case isClient && ofClientPersons.MatchString(line):
				n.Client++
			}
		}
		return nil
	})
	return n, err
}

// judgePersons returns one line for each of both that has too many such lines.
func judgePersons(n Persons) (out []string) {
	for _, of := range []struct {
		name    string
		n, most int
	}{{"Go", n.Go, personsMostGo}, {"the client", n.Client, personsMostClient}} {
		if of.n > of.most {
			out = append(out, fmt.Sprintf("%d lines of comments in %s say nobody, whoever, somebody or everybody, at "+
				"most %d may: call a process, a caller or a connection what it is (tools/floors/persons.go)",
				of.n, of.name, of.most))
		}
	}
	return out
}
