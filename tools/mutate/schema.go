package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// switched is the name under which changed code imports the package that says which change is made.
const switched = "mutantlive"

// numbered is a mutant with its number, which is not 0.
type numbered struct {
	N int `json:"n"`
	Mutant
}

// number is made of the mutant's id, so that another mutant in the sample changes no build but its own package's.
func (m Mutant) number() int {
	n, _ := strconv.ParseUint(m.ID[:8], 16, 32) // hex of a sum
	return int(n | 1)
}

// place is where a mutant's function stands in a changed file, in bytes.
type place struct{ n, from, to int }

// edit puts a text into the place of others.
type edit struct {
	from, to int
	text     string
}

// schema is a file with all of these mutants in it: each is a copy of its function with the one change, behind all
// else, which the function calls when the mutant is on. Lines stay what they were.
func schema(name string, src []byte, list []numbered, importPath string) (out []byte, places []place, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, nil, err
	}
	at := func(p token.Pos) int { return files.Position(p).Offset }
	end := at(file.Name.End())
	edits := []edit{{end, end, fmt.Sprintf("; import %s %q", switched, importPath)}}
	var copies []numbered
	around := map[int]*ast.FuncDecl{}
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		var calls strings.Builder
		for _, m := range list {
			if m.From < at(fn.Body.Pos()) || m.To > at(fn.Body.End()) {
				continue
			}
			around[m.N] = fn
			copies = append(copies, m)
			call, named := callOf(fn, renamed(fn, m.N), at)
			if calls.Len() == 0 {
				edits = append(edits, named...)
			}
			if fn.Type.Results.NumFields() > 0 {
				fmt.Fprintf(&calls, " if %s.On(%d) { return %s };", switched, m.N, call)
			} else {
				fmt.Fprintf(&calls, " if %s.On(%d) { %s; return };", switched, m.N, call)
			}
		}
		if begin := at(fn.Body.Lbrace) + 1; calls.Len() > 0 {
			edits = append(edits, edit{begin, begin, calls.String()})
		}
	}
	if len(copies) != len(list) {
		return nil, nil, fmt.Errorf("%s: %d of %d changes are in no function", name, len(list)-len(copies), len(list))
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	var b bytes.Buffer
	last := 0
	for _, e := range edits {
		b.Write(src[last:e.from])
		b.WriteString(e.text)
		last = e.to
	}
	b.Write(src[last:])
	for _, m := range copies {
		fn := around[m.N]
		b.WriteString("\n")
		p := place{n: m.N, from: b.Len()}
		b.Write(src[at(fn.Pos()):at(fn.Name.Pos())])
		b.WriteString(renamed(fn, m.N))
		b.Write(src[at(fn.Name.End()):m.From])
		b.WriteString(m.New)
		b.Write(src[m.To:at(fn.End())])
		p.to = b.Len()
		places = append(places, p)
		b.WriteString("\n")
	}
	return b.Bytes(), places, nil
}

func renamed(fn *ast.FuncDecl, n int) string { return fmt.Sprintf("%s_mutant%d", fn.Name.Name, n) }

// callOf is a call of a function's copy with what the function was called with, and the names that this needs.
func callOf(fn *ast.FuncDecl, name string, at func(token.Pos) int) (call string, named []edit) {
	nameOf := func(f *ast.Field, id *ast.Ident, i int) string {
		text := fmt.Sprintf("mutant%d", i)
		switch {
		case id == nil:
			named = append(named, edit{at(f.Type.Pos()), at(f.Type.Pos()), text + " "})
		case id.Name == "_":
			named = append(named, edit{at(id.Pos()), at(id.End()), text})
		default:
			return id.Name
		}
		return text
	}
	if fn.Recv != nil {
		var id *ast.Ident
		if names := fn.Recv.List[0].Names; len(names) > 0 {
			id = names[0]
		}
		call = nameOf(fn.Recv.List[0], id, 0) + "."
	}
	call += name
	if fn.Type.TypeParams != nil {
		var types []string
		for _, f := range fn.Type.TypeParams.List {
			for _, id := range f.Names {
				types = append(types, id.Name)
			}
		}
		call += "[" + strings.Join(types, ", ") + "]"
	}
	var args []string
	for _, f := range fn.Type.Params.List {
		names := f.Names
		if len(names) == 0 {
			names = []*ast.Ident{nil}
		}
		for _, id := range names {
			arg := nameOf(f, id, len(args)+1)
			if _, many := f.Type.(*ast.Ellipsis); many {
				arg += "..."
			}
			args = append(args, arg)
		}
	}
	return call + "(" + strings.Join(args, ", ") + ")", named
}
