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
		for _, of := range [][2]string{{"os", "Args"}, {"kong", "New"}, {"kong", "Must"}, {"kong", "Parse"}} {
			if uses(parsed, of[0], of[1]) {
				out = append(out, fmt.Sprintf("%s has %s.%s: %s", name, of[0], of[1], oneParser))
			}
		}
		return nil
	})
	return out, err
}

// uses reports whether a file has a name of another package.
func uses(file *ast.File, pkg, name string) (found bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == name {
			x, ok := s.X.(*ast.Ident)
			found = found || ok && x.Name == pkg
		}
		return !found
	})
	return found
}
