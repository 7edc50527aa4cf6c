package floors

import (
	"fmt"
	"os"
	"regexp"
	"strings"
)

// Comments speak of people where a person is meant: a player, an operator, who reads a proof. A process, a caller or a
// connection is called what it is (docs/style.md). Which of both a line means no rule can tell, so that their number is
// held, which only falls: it is lowered as it does.
const (
	personsMost  = 920
	personsSlack = 60 // lines fewer, from which on personsMost is to be lowered
)

// ofPersons is a comment that speaks of anybody, in a line of Go.
var ofPersons = regexp.MustCompile(`//.*\b(?i:nobody|whoever|somebody|everybody)\b`)

// CountPersons is the number of lines of Go whose comments speak of anybody.
func CountPersons(root string) (n int, err error) {
	err = walk(root, func(file, name string) error {
		if !strings.HasSuffix(name, ".go") || strings.HasPrefix(name, "tools/floors/persons") {
			return nil
		}
		text, err := os.ReadFile(file)
		if err == nil {
			for line := range strings.Lines(string(text)) {
				if ofPersons.MatchString(line) {
					n++
				}
			}
		}
		return err
	})
	return n, err
}

// judgePersons says what is wrong with a number of such lines; "": nothing.
func judgePersons(n int) string {
	switch {
	case n > personsMost:
		return fmt.Sprintf("%d lines of comments say nobody, whoever, somebody or everybody, at most %d may: "+
			"call a process, a caller or a connection what it is", n, personsMost)
	case n < personsMost-personsSlack:
		return fmt.Sprintf("%d lines of comments speak of anybody: lower personsMost, which is %d", n, personsMost)
	}
	return ""
}
