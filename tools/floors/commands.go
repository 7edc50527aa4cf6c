package floors

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Commands that run tests stand in documents, comments and messages in these forms, all of which are read: one package
// or several, before flags or behind them; -run and -bench with a space or a =, with or without quotes, with
// alternatives (in a table \|) and subtests (/), or neither; in another folder (cd DIR && go test, go -C DIR test); cut
// by the end of a line, also of a comment's.
var (
	testCommand = regexp.MustCompile(`(?:cd (\S+) && )?\bgo (?:-C (\S+) )?test\s`)
	nameOfTest  = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Example|Benchmark)\w*)\(`)
	// package or flag of a command, without the punctuation of the sentence that it stands in.
	folderOf = regexp.MustCompile(`^\./[\w./-]*`)
	chosenBy = regexp.MustCompile(`^-(run|bench)(?:=(.*))?$`)
)

// shownCommand is a command of a text that runs tests.
type shownCommand struct {
	in         string // the file
	packages   []string
	run, bench string // "": none is named
}

// commandsOf are those that a text shows, in which lines of comments are joined.
func commandsOf(name, text string) (list []shownCommand) {
	for {
		m := testCommand.FindStringSubmatchIndex(text)
		if m == nil {
			return list
		}
		folder := ""
		for _, at := range [][]int{m[2:4], m[4:6]} {
			if at[0] >= 0 {
				folder = text[at[0]:at[1]]
			}
		}
		text = text[m[1]:]
		line := text
		if i := strings.IndexAny(line, "`;&"); i >= 0 {
			line = line[:i]
		}
		c, words := shownCommand{in: name}, strings.Fields(line)
	command:
		for i := 0; i < len(words); i++ {
			switch w := words[i]; {
			case strings.HasPrefix(w, "./"):
				c.packages = append(c.packages, path.Join(folder, sentence(folderOf.FindString(w))))
			case chosenBy.MatchString(w):
				value := chosenBy.FindStringSubmatch(w)
				if value[2] == "" && i+1 < len(words) {
					i++
					value[2] = words[i]
				}
				if value[1] == "run" {
					c.run = pattern(value[2])
				} else {
					c.bench = pattern(value[2])
				}
			case !strings.HasPrefix(w, "-") || w == "-args":
				break command
			}
		}
		if len(c.packages) > 0 {
			list = append(list, c)
		}
	}
}

// sentence leaves out the full stop of a sentence, which "/..." does not end with.
func sentence(folder string) string {
	if strings.HasSuffix(folder, "...") {
		return folder
	}
	return strings.TrimSuffix(folder, ".")
}

// pattern is a word after -run: what is quoted, or up to the punctuation of the sentence. A | of a table is written
// with a \ before it.
func pattern(word string) string {
	if quoted, ok := strings.CutPrefix(word, "'"); ok {
		word, _, _ = strings.Cut(quoted, "'")
	} else if i := strings.IndexAny(word, `",)\`); i >= 0 && !strings.HasPrefix(word[i:], `\|`) {
		word = word[:i]
	}
	return strings.TrimRight(strings.ReplaceAll(word, `\|`, "|"), ".:")
}

// wrong says what a command names that is not there: such a command succeeds, and shows nothing. tests are the names of
// each folder's.
func (c shownCommand) wrong(tests map[string][]string) (lines []string) {
	for _, in := range c.packages {
		if !hasTest(tests, in, ".") {
			lines = append(lines, fmt.Sprintf("%s tests ./%s: there are no tests", c.in, in))
		}
	}
	parts := func(all, kind string, begins ...string) {
		for part := range strings.SplitSeq(all, "|") {
			top, _, _ := strings.Cut(part, "/")
			if top == "" || top == "^$" || strings.Contains(top, "%") { // none, or named when it runs
				continue
			}
			if !slices.ContainsFunc(c.packages, func(in string) bool { return hasTest(tests, in, top, begins...) }) {
				lines = append(lines, fmt.Sprintf("%s runs %s of ./%s: there is no such %s", c.in, top,
					strings.Join(c.packages, " ./"), kind))
			}
		}
	}
	parts(c.run, "test", "Test", "Fuzz", "Example")
	parts(c.bench, "benchmark", "Benchmark")
	return lines
}

// hasTest reports whether a package, or one of those below it where it ends in "/...", has a test that -run would take
// and whose name begins so.
func hasTest(tests map[string][]string, in, run string, begins ...string) bool {
	pattern, err := regexp.Compile(run)
	if err != nil {
		return false
	}
	folder, all := strings.CutSuffix(path.Clean(in), "...")
	folder = path.Clean(folder)
	for of, names := range tests {
		if (of == folder || all && (folder == "." || below(of, folder))) &&
			slices.ContainsFunc(names, func(name string) bool {
				return pattern.MatchString(name) && (len(begins) == 0 ||
					slices.ContainsFunc(begins, func(b string) bool { return strings.HasPrefix(name, b) }))
			}) {
			return true
		}
	}
	return false
}
