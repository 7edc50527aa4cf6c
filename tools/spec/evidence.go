package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// A repository answers whether what the table names is there. It reads each file once.
type repository struct {
	tree  fs.FS
	texts map[string]string
	tests map[string]map[string]bool // by directory: the test functions of its Go files
	calls map[string]bool
}

func newRepository(tree fs.FS) *repository {
	return &repository{tree: tree, texts: map[string]string{}, tests: map[string]map[string]bool{}}
}

// Where screens, routes and the calls of §7 are listed.
const (
	screensFile = "client/e2e/screens.mjs"
	routesFile  = "client/e2e/routes.ts"
	kindsFile   = "client/src/routes/kinds.ts"
	callsFile   = "tools/sectest/spec7.json"
)

// check returns an error when the evidence is not there: no such file, test function, title, screen, route or call.
func (r *repository) check(e evidence) error {
	switch e.Kind {
	case "go":
		return r.goTest(e.Place, e.Name)
	case "vitest":
		return r.titled(e.Place, e.Name, regexp.MustCompile(`^client/src/.+\.test\.tsx?$`))
	case "e2e":
		return r.titled(e.Place, e.Name, regexp.MustCompile(`^client/e2e/.+\.spec\.ts$`))
	case "screen":
		return r.listed(screensFile, "export const screens = {", e.Name)
	case "route":
		return r.routed(e.Name)
	case "call":
		return r.called(e.Place, e.Name)
	}
	return fmt.Errorf("%q is no kind of evidence", e.Kind)
}

func (r *repository) read(name string) (string, error) {
	if text, ok := r.texts[name]; ok {
		return text, nil
	}
	text, err := fs.ReadFile(r.tree, name)
	if err != nil {
		return "", err
	}
	r.texts[name] = string(text)
	return string(text), nil
}

func (r *repository) goTest(dir, name string) error {
	tests, ok := r.tests[dir]
	if !ok {
		files, err := fs.Glob(r.tree, path.Join(dir, "*_test.go"))
		if err != nil {
			return err
		}
		tests = map[string]bool{}
		for _, file := range files {
			text, err := r.read(file)
			if err != nil {
				return err
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, d := range parsed.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Type.Params.NumFields() == 1 {
					tests[f.Name.Name] = true
				}
			}
		}
		r.tests[dir] = tests
	}
	if !strings.HasPrefix(name, "Test") && !strings.HasPrefix(name, "Fuzz") || !tests[name] {
		return fmt.Errorf("%s has no test %s", dir, name)
	}
	return nil
}

// A title stands behind the call of test, it or describe, or behind the table of an it.each; one that is skipped does
// not count.
const called = `(?m)^[^/\n]*(?:\b(?:test|it|base|describe)(?:\.(?:describe|each|for))*|\))\(\s*`

func (r *repository) titled(file, title string, kind *regexp.Regexp) error {
	if !kind.MatchString(file) {
		return fmt.Errorf("%s is no file of such tests", file)
	}
	text, err := r.read(file)
	if err != nil {
		return err
	}
	if !regexp.MustCompile(called + "[\"`]" + regexp.QuoteMeta(title) + "[\"`]").MatchString(text) {
		return fmt.Errorf("%s has no test %q", file, title)
	}
	return nil
}

// routed looks for an address in the visits of the browser tests, or in the table of kinds, of which each is visited.
func (r *repository) routed(name string) error {
	err := r.listed(routesFile, "export const ROUTES = {", name)
	if err == nil {
		return nil
	}
	text, readErr := r.read(kindsFile)
	if readErr != nil {
		return errors.Join(err, readErr)
	}
	_, table, _ := strings.Cut(text, "export const ROOM_KINDS = {")
	table, _, _ = strings.Cut(table, "\n}")
	if !regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `: "/`).MatchString(table) {
		return err
	}
	return nil
}

// listed looks for a key of an object literal whose entries are indented by two spaces.
func (r *repository) listed(file, opening, name string) error {
	text, err := r.read(file)
	if err != nil {
		return err
	}
	_, object, found := strings.Cut(text, opening)
	object, _, ended := strings.Cut(object, "\n}")
	if !found || !ended {
		return fmt.Errorf("%s: no %s", file, opening)
	}
	if !regexp.MustCompile(`(?m)^  "?` + regexp.QuoteMeta(name) + `"?: `).MatchString(object) {
		return fmt.Errorf("%s has no %q", file, name)
	}
	return nil
}

// called is of the calls that tools/sectest makes on a running server, each with the fields that its answer has to
// have.
func (r *repository) called(method, address string) error {
	if r.calls == nil {
		text, err := r.read(callsFile)
		if err != nil {
			return err
		}
		var rows []struct{ Method, Path string }
		if err := json.Unmarshal([]byte(text), &rows); err != nil {
			return fmt.Errorf("%s: %w", callsFile, err)
		}
		r.calls = map[string]bool{}
		for _, row := range rows {
			r.calls[row.Method+" "+row.Path] = true
		}
	}
	if !r.calls[method+" "+address] {
		return fmt.Errorf("%s has no %s %s", callsFile, method, address)
	}
	return nil
}
