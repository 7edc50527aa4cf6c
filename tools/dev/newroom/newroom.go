// Package newroom writes a new kind of room: its own files from templates, and one line in each of the lists that name
// every kind. What it writes is the smallest room that is whole: players pay to enter, and the commitment's draw picks
// who wins. The kind's author changes its rules from there.
//
// Deliberately absent: anything that is generated from the lists (`make gen`), which the caller runs.
package newroom

import (
	"embed"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"jadebox/protocol"
)

//go:embed all:templates
var templates embed.FS

// Touched is one of the files outside a kind's own that name it.
type Touched struct {
	Path  string // from the root of the tree
	lines []line
}

// line goes in before the first end that follows start.
type line struct{ start, end, text string }

// Files are all that a new kind touches besides its own, in which «name» and «Name» stand for the kind.
var Files = []Touched{
	{"actors/kinds/kinds.go", []line{
		{"import (", "\n)", "\n\t\"jadebox/actors/kinds/«name»\""},
		{"var All = room.Specs{", "\n}", "\n\t«name».Spec,"}}},
	{"protocol/catalog.go", []line{{"var Catalog = slices.Concat(", "\n)", "\n\t«name»Messages,"}}},
	{"fairness/kinds.go", []line{
		{"type Parts struct {", "\n}", "\n\t«Name» *«Name»Proof `json:\"«name»,omitempty\"`"},
		{"\n}{\n", "\n}\n", "\n\tKind«Name»: {«name»Verifier{}, \"«name»:\"},"}}},
	{"server/rooms/rooms.go", []line{
		{"import (", "\n)", "\n\t\"jadebox/server/rooms/«name»\""},
		{"var All = call.RoomKinds{", "}", ", «name».Edge"}}},
	{"client/src/fairness/bundle.ts", []line{
		{"import { badInput }", "\n", "\nimport { «name»Proof } from \"./«name»-proof.ts\";"},
		{"const parts = {", "\n};", "\n  «name»: v.optional(«name»Proof),"}}},
	{"client/src/routes/kinds.ts", []line{
		{"export const ROOM_KINDS = {", "\n} as const", "\n  «name»: { fair: null },"}}},
}

var name = regexp.MustCompile(`^[a-z]{3,12}$`)

// Write writes a kind into the tree at root and returns its own new files, from the root. Nothing is written of a name
// that something else has, nor where a list has no place for the kind any more.
func Write(root, kind string) ([]string, error) {
	if err := free(root, kind); err != nil {
		return nil, err
	}
	words := wordsOf(kind)
	paths, texts, err := rendered(kind, words)
	if err != nil {
		return nil, err
	}
	for i, to := range paths {
		if _, err := os.Lstat(filepath.Join(root, to)); err == nil {
			return nil, fmt.Errorf("%s is there already: %q is the name of something else", to, kind)
		}
		if err := declared(root, to, texts[i], kind); err != nil {
			return nil, err
		}
	}
	own := slices.Clone(paths)
	for _, f := range Files {
		text, err := f.touched(root, words)
		if err != nil {
			return nil, err
		}
		paths, texts = append(paths, f.Path), append(texts, text)
	}
	for i, to := range paths {
		if err := formatted(to, &texts[i]); err != nil {
			return nil, err
		}
	}
	for i, to := range paths {
		how := os.O_TRUNC
		if i < len(own) {
			how = os.O_EXCL
		}
		if err := write(filepath.Join(root, to), texts[i], how); err != nil {
			return nil, err
		}
	}
	return own, nil
}

// rendered are the files of the templates for a kind, and their texts.
func rendered(kind string, words *strings.Replacer) (paths, texts []string, err error) {
	err = fs.WalkDir(templates, "templates", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := templates.ReadFile(path)
		if err != nil {
			return err
		}
		to := strings.TrimSuffix(strings.ReplaceAll(strings.TrimPrefix(path, "templates/"), "NAME", kind), ".txt")
		paths, texts = append(paths, to), append(texts, words.Replace(string(text)))
		return nil
	})
	return paths, texts, err
}

// reserved are names of folders that the go command, the client or the tree's own checks read in another way, and of
// functions that Go calls by itself.
var reserved = []string{"vendor", "internal", "testdata", "dist", "main", "init", "test"}

// free refuses a name that is no kind's, or that Go, the wire, the templates or an address of the site have for
// something else.
func free(root, kind string) error {
	switch {
	case !name.MatchString(kind) || strings.HasSuffix(kind, "s"):
		return fmt.Errorf("%q: a kind is three to twelve small letters, the last not an s", kind)
	case token.IsKeyword(kind):
		return fmt.Errorf("%q is a word of Go: no package can be called so", kind)
	case types.Universe.Lookup(kind) != nil || slices.Contains(reserved, kind):
		return fmt.Errorf("%q has a meaning of its own in Go or in the tree", kind)
	}
	for _, m := range protocol.Catalog {
		if m.Topic == kind || m.Topic == kind+"s" {
			return fmt.Errorf("there is a topic %q already", m.Topic)
		}
	}
	used, err := identifiers()
	if err != nil {
		return err
	}
	if used[kind] {
		return fmt.Errorf("%q is a name in the files of a new kind, for something else", kind)
	}
	const table = "client/src/routes/paths.ts"
	paths, err := os.ReadFile(filepath.Join(root, table))
	if err != nil {
		return err
	}
	for _, end := range []string{`"`, "/"} {
		if strings.Contains(string(paths), `"/page/`+kind+end) {
			return fmt.Errorf("/page/%s is an address of %s already", kind, table)
		}
	}
	return nil
}

// identifiers are all names in the Go files of a kind that are not made of its own: packages that they import,
// functions, fields and variables.
func identifiers() (map[string]bool, error) {
	const nobody = "zzkind"
	paths, texts, err := rendered(nobody, wordsOf(nobody))
	if err != nil {
		return nil, err
	}
	used := map[string]bool{}
	for i, to := range paths {
		if filepath.Ext(to) != ".go" {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), to, texts[i], parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, spec := range file.Imports {
			imported, _ := strconv.Unquote(spec.Path.Value)
			used[path.Base(imported)] = true
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				used[id.Name] = true
			}
			return true
		})
	}
	return used, nil
}

// declared refuses a file of which the package that it comes to has a name already.
func declared(root, to, text, kind string) error {
	if filepath.Ext(to) != ".go" {
		return nil
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, to, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	mine := map[string]bool{}
	for _, name := range packageNames(file) {
		mine[name] = true
	}
	there, err := filepath.Glob(filepath.Join(root, filepath.Dir(to), "*.go"))
	if err != nil {
		return err
	}
	for _, path := range there {
		other, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, name := range packageNames(other) {
			if mine[name] && other.Name.Name == file.Name.Name {
				return fmt.Errorf("%s is in %s already: %q is the name of something else", name, filepath.Dir(to), kind)
			}
		}
	}
	return nil
}

// packageNames are what a file declares for its whole package.
func packageNames(file *ast.File) (names []string) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name != "init" && d.Name.Name != "_" {
				names = append(names, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					names = append(names, spec.Name.Name)
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						if id.Name != "_" {
							names = append(names, id.Name)
						}
					}
				}
			}
		}
	}
	return names
}

// wordsOf are the words of the templates. The topics of a kind, of a room and of the list of rooms, have the two next
// free hundreds of event numbers.
func wordsOf(kind string) *strings.Replacer {
	last := uint16(0)
	for _, m := range protocol.Catalog {
		last = max(last, m.Number/100)
	}
	return strings.NewReplacer("«name»", kind, "«Name»", strings.ToUpper(kind[:1])+kind[1:],
		"«number»", strconv.Itoa(int(last)+1), "«listNumber»", strconv.Itoa(int(last)+2))
}

// touched is the file's text with the kind in it.
func (f Touched) touched(root string, words *strings.Replacer) (string, error) {
	old, err := os.ReadFile(filepath.Join(root, f.Path))
	if err != nil {
		return "", err
	}
	text := string(old)
	for _, l := range f.lines {
		from := strings.Index(text, l.start)
		if from < 0 {
			return "", fmt.Errorf("%s has no %q any more", f.Path, l.start)
		}
		at := strings.Index(text[from:], l.end)
		if at < 0 {
			return "", fmt.Errorf("%s has no %q behind %q any more", f.Path, l.end, l.start)
		}
		added := words.Replace(l.text)
		text = text[:from+at] + added + text[from+at:]
	}
	return text, nil
}

// formatted formats what is Go: how long a name is decides how lines are aligned.
func formatted(to string, text *string) error {
	if filepath.Ext(to) != ".go" {
		return nil
	}
	out, err := format.Source([]byte(*text))
	if err != nil {
		return fmt.Errorf("%s: %w", to, err)
	}
	*text = string(out)
	return nil
}

func write(path, text string, how int) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|how, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}
