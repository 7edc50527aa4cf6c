package floors

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// sources are the endings of files whose comments and texts may cite a document.
var sources = []string{".go", ".ts", ".tsx", ".js", ".mjs", ".sql", ".css", ".sh"}

var (
	// citation is the name of a document and, perhaps, the section that is meant.
	citation = regexp.MustCompile(`([A-Za-z0-9_./-]*[A-Za-z0-9_-]\.md)\b(?:,? "([^"\n]+)")?`)
	// wrapped joins a comment's line to the next one, so that a citation may be cut by the end of a line.
	wrapped = regexp.MustCompile(`\n[ \t]*(?://|--|\*)[ \t]+`)
	address = regexp.MustCompile(`https?://[^\s"')]+`)
	link    = regexp.MustCompile(`\]\(([^)#:\s]+)(?:#[^)]*)?\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.+?)\s*$|\*\*([^*]+)\*\*|^\| ([^|]+?) \|`)
)

// made are folders that others make or bring.
var made = []string{"node_modules", ".git", "dist", "bin", "shots", "packed", "test-results"}

// anotherTree is the file whose commands run in a tree that has one kind of room more, and fail there.
const anotherTree = "tools/dev/scaffold_test.go"

// Citations returns one line for each citation in the tree below root that leads nowhere: a document that is not there
// (from the root, or beside the file that cites it), a section that the document does not have, a link from one
// document to nothing, or a command that runs tests which are not there.
func Citations(root fs.FS) ([]string, error) {
	var out []string
	var commands []shownCommand
	documents, tests := map[string][]string{}, map[string][]string{}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		document := path.Ext(name) == ".md"
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if slices.Contains(made, d.Name()) {
				return fs.SkipDir
			}
			return nil
		case !document && !slices.Contains(sources, path.Ext(name)):
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		joined := text
		if !document {
			joined = wrapped.ReplaceAll(address.ReplaceAll(text, nil), []byte(" "))
		}
		if name != anotherTree && !strings.Contains(name, "testdata/") {
			commands = append(commands, commandsOf(name, string(joined))...)
		}
		if strings.HasSuffix(name, "_test.go") {
			for _, m := range nameOfTest.FindAllSubmatch(text, -1) {
				tests[path.Dir(name)] = append(tests[path.Dir(name)], string(m[1]))
			}
		}
		if document {
			for _, m := range link.FindAllSubmatch(text, -1) {
				if to := path.Join(path.Dir(name), string(m[1])); !exists(root, to) {
					out = append(out, fmt.Sprintf("%s links to %s, which is not there", name, to))
				}
			}
			return nil
		}
		for _, m := range citation.FindAllSubmatch(joined, -1) {
			cited, section := string(m[1]), string(m[2])
			file := cmp.Or(found(root, cited), found(root, path.Join(path.Dir(name), cited)))
			if file == "" {
				out = append(out, fmt.Sprintf("%s cites %s, which is not there", name, cited))
				continue
			}
			if _, known := documents[file]; !known {
				if documents[file], err = sections(root, file); err != nil {
					return err
				}
			}
			if section != "" && !slices.Contains(documents[file], section) {
				out = append(out, fmt.Sprintf("%s cites %s, %q: there is no such section or row", name, file, section))
			}
		}
		return nil
	})
	for _, c := range commands {
		out = append(out, c.wrong(tests)...)
	}
	return out, err
}

func exists(root fs.FS, name string) bool {
	_, err := fs.Stat(root, name)
	return err == nil
}

func found(root fs.FS, name string) string {
	if name = path.Clean(name); fs.ValidPath(name) && exists(root, name) {
		return name
	}
	return ""
}

// sections are what a citation may name: headings, words in bold and first cells of rows.
func sections(root fs.FS, name string) ([]string, error) {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return nil, err
	}
	out := []string{}
	for _, m := range heading.FindAllStringSubmatch(string(text), -1) {
		out = append(out, strings.TrimSpace(m[1]+m[2]+m[3]))
	}
	return out, nil
}
