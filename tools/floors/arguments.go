package floors

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strings"
)

// argumentsPackage is the one that reads the process's arguments, and makes what they are parsed with.
const argumentsPackage = "tools/command"

// CheckArguments returns one line for each file of code, for whatever platform, that reads the process's arguments or
// makes a parser beside the one library that does. Tests may: their own name is the way to start themselves again.
func CheckArguments(root string) ([]string, error) {
	var out []string
	err := walk(root, func(file, name string) error {
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || path.Dir(name) == argumentsPackage {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, of := range [][2]string{{"os", "Args"}, {kong, "New"}, {kong, "Must"}, {kong, "Parse"}} {
			if uses(parsed, of[0], of[1]) {
				out = append(out, fmt.Sprintf("%s has %s.%s: %s", name, path.Base(of[0]), of[1], oneParser))
			}
		}
		return nil
	})
	return out, err
}

// kong is the library that parses command lines.
const kong = "github.com/alecthomas/kong"

// uses reports whether a file has a name of another package, whatever the file calls that. Where it takes all names of
// the package as its own, the name alone is enough.
func uses(file *ast.File, pkg, name string) (found bool) {
	merged := importedAs(file, ".") == pkg
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && n.Sel.Name == name {
				found = found || importedAs(file, x.Name) == pkg
			}
		case *ast.Ident:
			found = found || merged && n.Name == name
		}
		return !found
	})
	return found
}
