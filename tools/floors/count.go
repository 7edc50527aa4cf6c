package floors

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Figure is one number that docs/before-after.md tells of a tree.
type Figure struct {
	What string
	N    int
}

// edgePackage is the one whose exported names are counted: nothing but the composition root should need them.
const edgePackage = "server/httpapi"

// Count measures a tree, this one or an older one, by the same rules; of Go and of the client's TypeScript, generated
// files aside.
func Count(root string) ([]Figure, error) {
	packages := map[string]bool{}
	var goFiles, goLines, goTests, goTestLines, tsFiles, tsLines, tsTests, tsTestLines, private int
	exported, used := map[string]bool{}, map[string]bool{}
	err := walk(root, func(file, name string) error {
		isGo := path.Ext(name) == ".go"
		isClient := strings.HasPrefix(name, "client/src/") && (path.Ext(name) == ".ts" || path.Ext(name) == ".tsx")
		if !isGo && !isClient || isGenerated(path.Base(name)) {
			return nil
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		text := string(data)
		lines := strings.Count(text, "\n")
		private += privateComments(text)
		switch {
		case strings.HasSuffix(name, "_test.go"):
			goTests, goTestLines = goTests+1, goTestLines+lines
		case isGo:
			goFiles, goLines, packages[path.Dir(name)] = goFiles+1, goLines+lines, true
			return edgeNames(name, text, exported, used)
		case strings.Contains(name, ".test."):
			tsTests, tsTestLines = tsTests+1, tsTestLines+lines
		default:
			tsFiles, tsLines = tsFiles+1, tsLines+lines
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	inActors, err := os.ReadDir(filepath.Join(root, "actors"))
	if err != nil {
		return nil, err
	}
	inActors = slices.DeleteFunc(inActors, func(e os.DirEntry) bool { return !e.IsDir() })
	unused := 0
	for name := range exported {
		if !used[name] {
			unused++
		}
	}
	return []Figure{
		{"Packages of Go", len(packages)},
		{"Names directly below actors/", len(inActors)},
		{"Files of Go", goFiles},
		{"Lines of Go", goLines},
		{"Files of Go tests", goTests},
		{"Lines of Go tests", goTestLines},
		{"Files of the client", tsFiles},
		{"Lines of the client", tsLines},
		{"Files of the client's unit tests", tsTests},
		{"Lines of the client's unit tests", tsTestLines},
		{"Exported names of server/httpapi", len(exported)},
		{"Exported names of server/httpapi that nothing else uses", unused},
		{"Lines of comment with a private word", private},
	}, nil
}

// isGenerated reports whether a file has the name of one that is written by a command (CONTRIBUTING.md, "Generated
// files").
func isGenerated(base string) bool {
	return strings.HasSuffix(base, "_gen.go") || strings.Contains(base, ".gen.") || base == "gen.ts" ||
		strings.HasPrefix(base, "gen-")
}

// privateComments counts the lines of comment that have a word of which gone says what to write instead.
func privateComments(text string) (n int) {
	for line := range strings.Lines(text) {
		words := identifier.FindAllString(upgradeHall.ReplaceAllString(line, ""), -1)
		if comment.MatchString(line) && len(refused("", words, gone, matched{})) > 0 {
			n++
		}
	}
	return n
}

// edgeNames notes what a file of the edge exports at its top level, or what another file uses of it.
func edgeNames(name, text string, exported, used map[string]bool) error {
	inside := path.Dir(name) == edgePackage
	if !inside && !strings.Contains(text, `"`+Module+"/"+edgePackage+`"`) {
		return nil
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	if !inside {
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if of, ok := s.X.(*ast.Ident); ok && of.Name == path.Base(edgePackage) {
					used[s.Sel.Name] = true
				}
			}
			return true
		})
		return nil
	}
	for _, d := range file.Decls {
		for _, id := range declared(d) {
			if id.IsExported() {
				exported[id.Name] = true
			}
		}
	}
	return nil
}

// declared are the names that a declaration gives to its package; methods are their types'.
func declared(d ast.Decl) (names []*ast.Ident) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			names = append(names, d.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, spec.Name)
			case *ast.ValueSpec:
				names = append(names, spec.Names...)
			}
		}
	}
	return names
}
