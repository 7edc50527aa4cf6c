package floors

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// edgePackages carry players' calls and events of every kind of room; what a kind shows of its own stands in
// roomsPackage. Below them, actors/runtime does for every kind's actors and events.
var edgePackages = []string{"server/httpapi", "server/ws", "server/web", "actors/runtime"}

// roomsPackage lists what the kinds show over HTTP; a kind's own is below it, under the kind's name.
const roomsPackage = "server/rooms"

// currencies are words of identifiers that begin like a kind and are money, which every kind may stake.
var currencies = []string{"WishCard"}

// CheckNames returns one line for each text in the edge's code that is a kind's name, or a part of an address or a key
// that is, and for each identifier with a kind's name among its words: who writes it works for one kind alone. Prose
// and the tags of fields are free.
func CheckNames(root string, kinds []string) ([]string, error) {
	var out []string
	for _, edge := range edgePackages {
		err := filepath.WalkDir(filepath.Join(root, edge), func(file string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
				return err
			}
			name, err := filepath.Rel(root, file)
			if err != nil {
				return err
			}
			name = filepath.ToSlash(name)
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			if found := kindsIn(parsed, kinds); len(found) > 0 {
				out = append(out,
					fmt.Sprintf(
						"%s says %s: what works for every kind of room reads room.Spec, and a kind's own stands in %s",
						name,
						strings.Join(found, ", "), roomsPackage))
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("texts of %s: %w", edge, err)
		}
	}
	return out, nil
}

// registries are packages that have a file for each kind of room, which registers it under the name in its Spec.
var registries = []string{"actors/sim", "tools/audit", "tools/kill", "tools/loadsim", "tools/sectest"}

// otherNames are texts of the registries that are no kind's name but are written like one.
var otherNames = []struct{ file, text, why string }{
	{"tools/kill/phases/rain.go", "rain", "words of a command line: jadebox rain, and the setting rain"},
}

// CheckRegistries returns one line for each text in a registry that is a kind's name, to the letter: what is registered
// under a name that nobody has is never met, and no compiler says so.
func CheckRegistries(root string, kinds []string) ([]string, error) {
	var out []string
	for _, registry := range registries {
		err := walk(filepath.Join(root, registry), func(file, name string) error {
			name = path.Join(registry, name)
			if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
				return nil
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(parsed, func(n ast.Node) bool {
				lit, ok := n.(*ast.BasicLit)
				if !ok || lit.Kind != token.STRING {
					return true
				}
				text, _ := strconv.Unquote(lit.Value)
				for _, other := range otherNames {
					if other.file == name && other.text == text {
						return true
					}
				}
				for _, kind := range kinds {
					if path.Base(kind) == text {
						out = append(out, fmt.Sprintf("%s says %q: write %s.Kind", name, text, text))
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("texts of %s: %w", registry, err)
		}
	}
	return out, nil
}

// kindsIn are the texts and the identifiers of a file that name a kind, each once.
func kindsIn(file *ast.File, kinds []string) []string {
	var found []string
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false // the bans' matter
		case *ast.Field:
			n.Tag = nil
		case *ast.BasicLit:
			text, err := strconv.Unquote(n.Value)
			if err == nil && n.Kind == token.STRING && slices.ContainsFunc(kinds,
				func(kind string) bool { return names(text, path.Base(kind)) }) {
				found = append(found, n.Value)
			}
		case *ast.Ident:
			if slices.ContainsFunc(kinds, func(kind string) bool { return spells(n.Name, path.Base(kind)) }) {
				found = append(found, n.Name)
			}
		}
		return true
	})
	slices.Sort(found)
	return slices.Compact(found)
}

// spells reports whether an identifier has a kind's name among its words, or more than one of it, as CodeWishGone,
// wishID, LuckyCards and WISH_MAX do; "draining" and "enroll" are other words.
func spells(identifier, kind string) bool {
	for _, money := range currencies {
		identifier = strings.ReplaceAll(identifier, money, "")
	}
	words := wordsIn(identifier)
	for i, w := range words {
		for _, said := range []string{w, w + strings.Join(words[i+1:min(i+2, len(words))], "")} {
			if said == kind || said == kind+"s" || said == kind+"es" {
				return true
			}
		}
	}
	return false
}

// wordsIn are the words of an identifier, in small letters: a capital begins one, and the last of several capitals
// begins the one after an abbreviation.
func wordsIn(identifier string) []string {
	var words []string
	letters := []rune(identifier)
	from := 0
	cut := func(to int) {
		if to > from {
			words = append(words, strings.ToLower(string(letters[from:to])))
		}
	}
	for i, r := range letters {
		switch {
		case !unicode.IsLetter(r):
			cut(i)
			from = i + 1
		case unicode.IsUpper(r) && i > from && (unicode.IsLower(letters[i-1]) ||
			i+1 < len(letters) && unicode.IsLower(letters[i+1])):
			cut(i)
			from = i
		}
	}
	cut(len(letters))
	return words
}

// names reports whether a text without spaces has a kind's name among its words, or more than one of it, as "wish",
// "wish:7", "/api/wish/{id}", "wishes" and "battle,roll" do.
func names(text, kind string) bool {
	if strings.Contains(strings.TrimSpace(text), " ") {
		return false
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
	return slices.ContainsFunc(words, func(w string) bool { return w == kind || w == kind+"s" || w == kind+"es" })
}

// contractPackage is the suite that every kind's own tests run.
const contractPackage = "actors/room/roomtest"

// CheckContracts returns one line for each kind whose tests do not import the suite that all kinds run.
func CheckContracts(pkgs []Package, kinds []string) []string {
	var out []string
	for _, kind := range kinds {
		runs := slices.ContainsFunc(pkgs, func(p Package) bool {
			return p.ImportPath == Module+"/"+kind && slices.Contains(p.XTestImports, Module+"/"+contractPackage)
		})
		if !runs {
			out = append(out, fmt.Sprintf("the tests of %s do not run %s: what every kind must hold is not shown of it",
				kind, contractPackage))
		}
	}
	return out
}
