package floors

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// constants are the texts of the constants below a root. A folder is read when one of it is first asked for.
type constants struct {
	root  string
	known map[string]map[string][]string // by folder and name; functions may have several of one name
}

func newConstants(root string) *constants {
	return &constants{root: root, known: map[string]map[string][]string{}}
}

// of are the constants of a folder, tests left out, whatever the function or the platform. A folder that is not there
// has none.
func (c *constants) of(dir string) map[string][]string {
	if names, ok := c.known[dir]; ok {
		return names
	}
	names := map[string][]string{}
	c.known[dir] = names
	entries, err := os.ReadDir(filepath.Join(c.root, dir))
	if err != nil {
		return names
	}
	type line struct {
		in   *reader
		spec *ast.ValueSpec
	}
	var lines []line
	for _, e := range entries {
		if path.Ext(e.Name()) != ".go" || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(c.root, dir, e.Name()), nil,
			parser.SkipObjectResolution)
		if err != nil {
			continue // reported where the file itself is read
		}
		in := &reader{file: parsed, dir: dir, constants: c}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if decl, ok := n.(*ast.GenDecl); ok && decl.Tok == token.CONST {
				for _, spec := range decl.Specs {
					lines = append(lines, line{in, spec.(*ast.ValueSpec)})
				}
			}
			return true
		})
	}
	// One may be made of another that stands further below: each pass finds one step more.
	for grew, passes := true, 0; grew && passes < 5; passes++ {
		grew = false
		for _, l := range lines {
			for i, name := range l.spec.Names[:min(len(l.spec.Names), len(l.spec.Values))] {
				for _, text := range l.in.values(l.spec.Values[i]) {
					if !slices.Contains(names[name.Name], text) {
						names[name.Name], grew = append(names[name.Name], text), true
					}
				}
			}
		}
	}
	return names
}

// reader reads the texts of one file.
type reader struct {
	file *ast.File
	dir  string // from the module's root
	*constants
}

// said is a text as the compiler puts it together, with those of its parts that are named constants of the same
// package: what they say is found where they stand.
type said struct {
	text  string
	parts []string
}

// combinations is how many values of one expression are looked at, where functions of a package have constants of one
// name.
const combinations = 32

// values are the texts that an expression may have, none where it is no constant text.
func (r *reader) values(e ast.Expr) []string {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.values(e.X)
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			return []string{text}
		}
	case *ast.Ident:
		return r.of(r.dir)[e.Name]
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok {
			if dir, own := strings.CutPrefix(importedAs(r.file, x.Name), Module+"/"); own {
				return r.of(dir)[e.Sel.Name]
			}
		}
	case *ast.CallExpr:
		if to, ok := e.Fun.(*ast.Ident); ok && to.Name == "string" && len(e.Args) == 1 {
			return r.values(e.Args[0])
		}
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			return joined(r.values(e.X), r.values(e.Y))
		}
	}
	return nil
}

func joined(first, second []string) []string {
	var out []string
	for _, a := range first {
		for _, b := range second {
			if len(out) < combinations {
				out = append(out, a+b)
			}
		}
	}
	return out
}

// texts are those of the file, import paths and tags of fields left out.
func (r *reader) texts() []said {
	var found []said
	ast.Inspect(r.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false // the bans' matter
		case *ast.Field:
			n.Tag = nil
		case *ast.BasicLit:
			for _, text := range r.values(n) {
				found = append(found, said{text: text})
			}
		case *ast.BinaryExpr:
			if n.Op == token.ADD {
				sums, others := r.sums(operands(n))
				found = append(found, sums...)
				for _, e := range others {
					found = append(found, (&reader{&ast.File{Name: r.file.Name, Imports: r.file.Imports,
						Decls: []ast.Decl{holding(e)}}, r.dir, r.constants}).texts()...)
				}
				return false
			}
		}
		return true
	})
	return found
}

// holding is a declaration of one expression.
func holding(e ast.Expr) ast.Decl {
	return &ast.GenDecl{Tok: token.VAR, Specs: []ast.Spec{&ast.ValueSpec{Names: []*ast.Ident{ast.NewIdent("_")},
		Values: []ast.Expr{e}}}}
}

// operands are what a chain of additions adds, from the left.
func operands(e ast.Expr) []ast.Expr {
	switch x := e.(type) {
	case *ast.ParenExpr:
		return operands(x.X)
	case *ast.BinaryExpr:
		if x.Op == token.ADD {
			return append(operands(x.X), operands(x.Y)...)
		}
	}
	return []ast.Expr{e}
}

// sums are the texts of neighbouring constants among what is added, and the operands that are none.
func (r *reader) sums(list []ast.Expr) (sums []said, others []ast.Expr) {
	var run []ast.Expr
	end := func() {
		if len(run) == 0 {
			return
		}
		texts, literal := []string{""}, len(run) > 1
		var parts []string
		for _, e := range run {
			values := r.values(e)
			if _, named := e.(*ast.Ident); named {
				parts = append(parts, values...)
			} else if _, text := e.(*ast.BasicLit); text {
				literal = true
			}
			texts = joined(texts, values)
		}
		if literal {
			for _, text := range texts {
				sums = append(sums, said{text, parts})
			}
		}
		run = nil
	}
	for _, e := range list {
		if len(r.values(e)) > 0 {
			run = append(run, e)
			continue
		}
		end()
		others = append(others, e)
	}
	end()
	return sums, others
}

// importedAs is the path of the first package that a file calls by a name, "" for none. Without a name of its own a
// package is called by the last part of its path, versions left out.
func importedAs(file *ast.File, name string) string {
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		if spec.Name != nil {
			if spec.Name.Name == name {
				return imported
			}
			continue
		}
		if baseName(imported) == name {
			return imported
		}
	}
	return ""
}

// baseName is what a package of that path is called by custom: "pgx" for github.com/jackc/pgx/v5.
func baseName(imported string) string {
	base := path.Base(imported)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(imported))
	}
	return base
}
