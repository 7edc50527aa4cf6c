package floors

import (
	"fmt"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// callsPackage is the edge that players' calls come through.
const callsPackage = "server/httpapi"

// namesKinds are the files of callsPackage that name a kind of room: its own calls, the cards that are drawn of its rooms, and
// words of its own that a list needs. The list may only shrink: what every kind has is in room.Spec.
var namesKinds = []string{
	"battles.go", "invites.go", "luckycards.go", "rain.go", "rolls.go", "sharecards.go", "studio.go", "tasks.go", "trend.go", "wishes.go",
}

// CheckCalls returns one line for each file of the edge in the module at root that names a kind and may not, or may and does not.
func CheckCalls(root string, kinds []string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(root, callsPackage, "*.go"))
	if err != nil {
		return nil, fmt.Errorf("files of %s: %w", callsPackage, err)
	}
	var named []string
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return nil, fmt.Errorf("imports of %s: %w", file, err)
		}
		for _, imp := range parsed.Imports {
			path, err := strconv.Unquote(imp.Path.Value)
			if err != nil {
				return nil, fmt.Errorf("imports of %s: %w", file, err)
			}
			if slices.ContainsFunc(kinds, func(kind string) bool { return below(path, Module+"/"+kind) }) {
				named = append(named, filepath.Base(file))
				break
			}
		}
	}
	var out []string
	for _, file := range named {
		if !slices.Contains(namesKinds, file) {
			out = append(out, fmt.Sprintf("%s/%s names a kind of room: what works for every kind reads room.Spec", callsPackage, file))
		}
	}
	for _, file := range namesKinds {
		if !slices.Contains(named, file) {
			out = append(out, fmt.Sprintf("%s/%s names no kind of room any more: take it off the list", callsPackage, file))
		}
	}
	return out, nil
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
			out = append(out, fmt.Sprintf("the tests of %s do not run %s: what every kind must hold is not shown of it", kind, contractPackage))
		}
	}
	return out
}
