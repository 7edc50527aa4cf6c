package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strconv"

	"jadebox/protocol"
)

// words are the constants of protocol that reflection cannot see.
type words struct {
	limits []word // limits.go, in source order
	closes []word // close.go
}

type word struct {
	name  string
	value string // TypeScript literal
	says  string // the comment behind it
}

func readWords(dir string) (words, error) {
	var w words
	var err error
	if w.limits, err = constants(filepath.Join(dir, "limits.go")); err != nil {
		return w, err
	}
	if w.closes, err = constants(filepath.Join(dir, "close.go")); err != nil {
		return w, err
	}
	enums, err := constants(filepath.Join(dir, "enum.go"))
	if err != nil {
		return w, err
	}
	known := map[string]bool{}
	for _, values := range protocol.Unions {
		for _, value := range values {
			known[strconv.Quote(value)] = true
		}
	}
	for _, e := range enums {
		if !known[e.value] {
			return w, fmt.Errorf("enum.go: %s is in none of the Unions", e.name)
		}
	}
	return w, nil
}

// constants type-checks one import-free file by itself and returns its constants in source order.
func constants(path string) ([]word, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	pkg, err := new(types.Config).Check("protocol", fset, []*ast.File{file}, nil)
	if err != nil {
		return nil, err
	}
	var out []word
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.CONST {
			continue
		}
		for _, spec := range gen.Specs {
			for _, name := range spec.(*ast.ValueSpec).Names {
				v := pkg.Scope().Lookup(name.Name).(*types.Const).Val()
				if v.Kind() == constant.Int || v.Kind() == constant.String {
					out = append(out, word{name.Name, v.ExactString(), spec.(*ast.ValueSpec).Comment.Text()})
				}
			}
		}
	}
	return out, nil
}
