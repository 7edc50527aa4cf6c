// Package newroom writes a new kind of room: its own files from templates, and one line in each of the lists that name
// every kind. What it writes is the smallest room that is whole: players pay to enter, and the commitment's draw picks
// who wins. The kind's author changes its rules from there.
//
// Deliberately absent: anything that is generated from the lists (`make gen`), which the caller runs.
package newroom

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"go/format"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
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
		{"var All = call.Rooms{", "}", ", «name».Edge"}}},
	{"client/src/fairness/bundle.ts", []line{
		{"import { badInput }", "\n", "\nimport { «name»Proof } from \"./«name»-proof.ts\";"},
		{"const parts = {", "\n};", "\n  «name»: v.optional(«name»Proof),"}}},
	{"client/src/routes/kinds.ts", []line{{"export const ROOM_KINDS = {", "\n} as const", "\n  «name»: {},"}}},
}

var name = regexp.MustCompile(`^[a-z]{3,12}$`)

// Write writes a kind into the tree at root and returns its own new files, from the root.
func Write(root, kind string) ([]string, error) {
	if !name.MatchString(kind) || strings.HasSuffix(kind, "s") {
		return nil, fmt.Errorf("%q: a kind is three to twelve small letters, the last not an s", kind)
	}
	if token.IsKeyword(kind) {
		return nil, fmt.Errorf("%q is a word of Go: no package can be called so", kind)
	}
	for _, m := range protocol.Catalog {
		if m.Topic == kind || m.Topic == kind+"s" {
			return nil, fmt.Errorf("there is a topic %q already", m.Topic)
		}
	}
	words := wordsOf(kind)
	var own, texts []string
	err := fs.WalkDir(templates, "templates", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := templates.ReadFile(path)
		if err != nil {
			return err
		}
		to := strings.TrimSuffix(strings.ReplaceAll(strings.TrimPrefix(path, "templates/"), "NAME", kind), ".txt")
		if _, err := os.Lstat(filepath.Join(root, to)); err == nil {
			return fmt.Errorf("%s is there already: %q is the name of something else", to, kind)
		}
		own, texts = append(own, to), append(texts, words.Replace(string(text)))
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i, to := range own {
		if err = write(filepath.Join(root, to), texts[i], os.O_EXCL); err != nil {
			break
		}
	}
	if err != nil {
		return nil, err
	}
	var errs []error
	for _, f := range Files {
		errs = append(errs, f.touch(root, words))
	}
	return own, errors.Join(errs...)
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

func (f Touched) touch(root string, words *strings.Replacer) error {
	path := filepath.Join(root, f.Path)
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	text := string(old)
	for _, l := range f.lines {
		from := strings.Index(text, l.start)
		if from < 0 {
			return fmt.Errorf("%s has no %q any more", f.Path, l.start)
		}
		at := strings.Index(text[from:], l.end)
		if at < 0 {
			return fmt.Errorf("%s has no %q behind %q any more", f.Path, l.end, l.start)
		}
		added := words.Replace(l.text)
		text = text[:from+at] + added + text[from+at:]
	}
	return write(path, text, os.O_TRUNC)
}

// write formats what is Go: how long a name is decides how lines are aligned.
func write(path, text string, how int) error {
	out := []byte(text)
	if strings.HasSuffix(path, ".go") {
		var err error
		if out, err = format.Source(out); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|how, 0o644)
	if err != nil {
		return err
	}
	_, err = bytes.NewReader(out).WriteTo(f)
	return errors.Join(err, f.Close())
}
