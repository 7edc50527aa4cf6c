package floors

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strings"
)

// argumentsPackage is the one that reads the process's arguments.
const argumentsPackage = "tools/command"

// CheckArguments returns one line for each file of code, for whatever platform, that reads the process's arguments
// beside the one library that does. Tests may: their own name is the way to start themselves again.
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
		if readsArguments(parsed) {
			out = append(out, fmt.Sprintf("%s reads os.Args: %s", name, oneParser))
		}
		return nil
	})
	return out, err
}

func readsArguments(file *ast.File) (found bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "Args" {
			x, ok := s.X.(*ast.Ident)
			found = found || ok && x.Name == "os"
		}
		return !found
	})
	return found
}
