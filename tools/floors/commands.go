package floors

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

var (
	// shownTest is a command of a document that runs tests, by what it names: packages, and then perhaps tests.
	shownTest  = regexp.MustCompile(`go test ((?:\./[^\s` + "`" + `]*\s+)+)-run\s+'?([^\s` + "`" + `',]+)`)
	nameOfTest = regexp.MustCompile(`(?m)^func (Test\w*)\(`)
)

// CheckCommands returns one line for each test that a document below root has run by a name that no test of the
// packages beside it has: such a command succeeds, and shows nothing.
func CheckCommands(root fs.FS) ([]string, error) {
	tests := map[string][]string{} // the names of a folder's
	commands := map[string][][2]string{}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (slices.Contains(made, d.Name()) || d.Name() == "testdata"):
			return fs.SkipDir
		case path.Ext(name) == ".md":
			text, err := fs.ReadFile(root, name)
			for _, m := range shownTest.FindAllSubmatch(text, -1) {
				commands[name] = append(commands[name], [2]string{string(m[1]), string(m[2])})
			}
			return err
		case strings.HasSuffix(name, "_test.go"):
			text, err := fs.ReadFile(root, name)
			for _, m := range nameOfTest.FindAllSubmatch(text, -1) {
				tests[path.Dir(name)] = append(tests[path.Dir(name)], string(m[1]))
			}
			return err
		}
		return nil
	})
	var out []string
	for name, list := range commands {
		for _, c := range list {
			// A | of a table is written with a \ before it.
			for part := range strings.SplitSeq(strings.ReplaceAll(c[1], `\|`, "|"), "|") {
				if part != "^$" && !slices.ContainsFunc(strings.Fields(c[0]), func(in string) bool {
					return hasTest(tests, in, part)
				}) {
					out = append(out, fmt.Sprintf("%s runs %s of %s: there is no such test", name, part,
						strings.TrimSpace(c[0])))
				}
			}
		}
	}
	slices.Sort(out)
	return out, err
}

// hasTest reports whether a package, or one of those below it where it ends in "/...", has a test that -run would take.
func hasTest(tests map[string][]string, in, run string) bool {
	pattern, err := regexp.Compile(run)
	if err != nil {
		return false
	}
	folder, all := strings.CutSuffix(path.Clean(in), "/...")
	for of, names := range tests {
		if (of == folder || all && below(of, folder)) && slices.ContainsFunc(names, pattern.MatchString) {
			return true
		}
	}
	return false
}
