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
)

// edgePackages carry players' calls and events of every kind of room; what a kind shows of its own stands in
// roomsPackage.
var edgePackages = []string{"server/httpapi", "server/ws", "server/web"}

// roomsPackage lists what the kinds show over HTTP; a kind's own is below it, under the kind's name.
const roomsPackage = "server/rooms"

// spoken are the files that may write kinds' names: the JSON channels, whose names the product specification gives. The
// list may only shrink.
var spoken = []string{"server/ws/asyncapi.go", "server/ws/public_channel.go"}

// CheckNames returns one line for each text in the edge's code that is a kind's name, or a part of an address or a key
// that is: who writes it works for one kind alone. Prose and the tags of fields are free.
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
			found := kindsIn(parsed, kinds)
			switch listed := slices.Contains(spoken, name); {
			case len(found) > 0 && !listed:
				out = append(out,
					fmt.Sprintf("%s says %s: what works for every kind of room reads room.Spec, and a kind's own stands in %s", name,
						strings.Join(found, ", "), roomsPackage))
			case len(found) == 0 && listed:
				out = append(out, name+" says no kind of room any more: take it off the list")
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("texts of %s: %w", edge, err)
		}
	}
	return out, nil
}

// kindsIn are the texts of a file that name a kind.
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
		}
		return true
	})
	return found
}

// names says that a text without spaces has a kind's name between its marks, as "wish", "wish:7", "/api/wish/{id}" and
// "wish-" do.
func names(text, kind string) bool {
	if strings.Contains(text, " ") {
		return false
	}
	return slices.Contains(strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("/.:-{}", r) }),
		kind)
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
