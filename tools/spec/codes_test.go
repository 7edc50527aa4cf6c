package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A number that no test names can be answered by no call, or by the wrong one, unseen.
func TestEveryNumberOfARefusalIsNamedByATest(t *testing.T) {
	const root = "../.."
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, "protocol/errors.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	codes := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			for _, name := range spec.Names {
				if strings.HasPrefix(name.Name, "Code") {
					codes[name.Name] = false
				}
			}
		}
		return true
	})
	if len(codes) < 100 {
		t.Fatalf("only %d numbers were found", len(codes))
	}
	named := namesIn(t, regexp.MustCompile(`\bCode[A-Z]\w*`), true, root)
	for name := range codes {
		if !named[name] {
			t.Errorf("no test names protocol.%s", name)
		}
	}
}

// namesIn are the words of a pattern in the tests below some folders, or in what is no test.
func namesIn(t *testing.T, word *regexp.Regexp, tests bool, roots ...string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && (d.Name() == "node_modules" || path != root && strings.HasPrefix(d.Name(), ".")) {
				return fs.SkipDir
			}
			if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") != tests {
				return nil
			}
			text, err := os.ReadFile(path)
			for _, name := range word.FindAllString(string(text), -1) {
				found[name] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}
