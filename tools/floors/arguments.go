package floors

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// argumentsPackage is the one that reads the process's arguments.
const argumentsPackage = "tools/command"

// foreign are folders without code of the module.
var foreign = []string{"node_modules", "dist", "testdata"}

// CheckArguments returns one line for each file of code, for whatever platform, that reads the process's arguments
// beside the one library that does. Tests may: their own name is the way to start themselves again.
func CheckArguments(root string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if entry.IsDir() {
			if slices.Contains(foreign, entry.Name()) || name == argumentsPackage || name != "." &&
				strings.HasPrefix(entry.Name(), ".") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
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
