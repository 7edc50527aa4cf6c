package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed live/live.go
var liveText []byte

// liveFolder is where the package that says which change is made stands in a module while it is changed.
const liveFolder = "mutantlive"

// pkg is what is read of go list.
type pkg struct {
	Dir, ImportPath, Export            string
	GoFiles, TestGoFiles, XTestGoFiles []string
	Deps, TestImports, XTestImports    []string
	Standard                           bool
	Module                             *struct{ Path string }
}

// list asks the go command about packages.
func list(root string, args ...string) (all []pkg, err error) {
	cmd := exec.Command("go", append([]string{"list", "-json=Dir,ImportPath,Export,GoFiles,TestGoFiles,XTestGoFiles," +
		"Deps,TestImports,XTestImports,Standard,Module"}, args...)...)
	var out, said bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = root, &out, &said
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, said.Bytes())
	}
	for lines := json.NewDecoder(&out); ; {
		var p pkg
		switch err := lines.Decode(&p); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, err
		}
		all = append(all, p)
	}
}

// changed is a module with a sample of mutants in it, none of which is on. Nothing of it is on disk in its place.
type changed struct {
	root   string // of the module
	module string
	dir    string // of what takes the place of its files
	sample []numbered
	texts  map[string][]byte // by file
}

// change puts the first mutants in a module that compile, so many of them.
func change(root, dir string, all []Mutant, count int) (*changed, error) {
	built, err := list(root, "-deps", "-export", "./...")
	if err != nil {
		return nil, err
	}
	checks := checker{byFolder: map[string]pkg{}, exports: map[string]string{}}
	c := &changed{root: root, dir: dir}
	for _, p := range built {
		checks.exports[p.ImportPath] = p.Export
		if p.Standard || p.Module == nil {
			continue
		}
		if rel, err := filepath.Rel(root, p.Dir); err == nil && filepath.IsLocal(rel) {
			checks.byFolder[filepath.ToSlash(rel)] = p
			c.module = p.Module.Path
		}
	}
	for next := 0; next < len(all) && len(c.sample) < count; {
		try := min(count-len(c.sample)+count/4+1, len(all)-next)
		valid, err := checks.valid(c, all[next:next+try])
		if err != nil {
			return nil, err
		}
		next += try
		for _, m := range valid[:min(len(valid), count-len(c.sample))] {
			c.sample = append(c.sample, numbered{m.number(), m})
		}
	}
	numbers := map[int]bool{}
	for _, m := range c.sample {
		if numbers[m.N] {
			return nil, fmt.Errorf("%s has the number of another", m)
		}
		numbers[m.N] = true
	}
	c.texts = map[string][]byte{}
	for file, list := range byFile(c.sample) {
		if c.texts[file], _, err = c.text(file, list); err != nil {
			return nil, err
		}
	}
	return c, c.write()
}

func byFile(all []numbered) map[string][]numbered {
	files := map[string][]numbered{}
	for _, m := range all {
		files[m.File] = append(files[m.File], m)
	}
	return files
}

func (c *changed) text(file string, list []numbered) ([]byte, []place, error) {
	src, err := os.ReadFile(filepath.Join(c.root, file))
	if err != nil {
		return nil, nil, err
	}
	return schema(file, src, list, c.module+"/"+liveFolder)
}

// overlay is the file that tells the go command.
func (c *changed) overlay() string { return filepath.Join(c.dir, "overlay.json") }

// write puts the texts where the go command finds them. One that is the same as before is not written again.
func (c *changed) write() error {
	replace := map[string]string{}
	put := func(file string, text []byte) error {
		to := filepath.Join(c.dir, strings.ReplaceAll(file, "/", "+")+".txt") // no package of its own
		replace[filepath.Join(c.root, filepath.FromSlash(file))] = to
		if old, err := os.ReadFile(to); err == nil && bytes.Equal(old, text) {
			return nil
		}
		return os.WriteFile(to, text, 0o600)
	}
	err := put(liveFolder+"/live.go", liveText)
	for _, file := range slices.Sorted(maps.Keys(c.texts)) {
		err = errors.Join(err, put(file, c.texts[file]))
	}
	if err != nil {
		return err
	}
	b, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return err
	}
	return os.WriteFile(c.overlay(), b, 0o600)
}

// checker says what compiles, from what packages export, which no mutant changes.
type checker struct {
	byFolder map[string]pkg
	exports  map[string]string // files by import path
}

// valid are the mutants that compile.
func (k *checker) valid(c *changed, some []Mutant) (valid []Mutant, err error) {
	folders, bad := map[string][]numbered{}, map[int]bool{}
	for i, m := range some {
		src, err := os.ReadFile(filepath.Join(c.root, m.File))
		if err != nil {
			return nil, err
		}
		_, err = parser.ParseFile(token.NewFileSet(), m.File, m.Apply(src), parser.SkipObjectResolution)
		if err != nil {
			bad[i+1] = true
			continue
		}
		folder := filepath.ToSlash(filepath.Dir(m.File))
		folders[folder] = append(folders[folder], numbered{i + 1, m})
	}
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		if err := k.check(c, folder, folders[folder], bad); err != nil {
			return nil, err
		}
	}
	for i, m := range some {
		if !bad[i+1] {
			valid = append(valid, m)
		}
	}
	return valid, nil
}

// check reads a package with mutants and notes those with errors.
func (k *checker) check(c *changed, folder string, list []numbered, bad map[int]bool) error {
	p, known := k.byFolder[folder]
	if !known {
		return fmt.Errorf("%s is no package of the module", folder)
	}
	set, places := token.NewFileSet(), map[string][]place{}
	files := byFile(list)
	var parsed []*ast.File
	for _, name := range p.GoFiles {
		file := folder + "/" + name
		text, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return err
		}
		if in := files[file]; in != nil {
			if text, places[file], err = c.text(file, in); err != nil {
				return err
			}
			delete(files, file)
		}
		f, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		parsed = append(parsed, f)
	}
	for _, in := range files { // not compiled here: a file of another system
		for _, m := range in {
			bad[m.N] = true
		}
	}
	var elsewhere error
	conf := types.Config{Importer: k.importer(set, c), Error: func(err error) {
		e, ok := errors.AsType[types.Error](err)
		if !ok {
			elsewhere = err
			return
		}
		at := set.Position(e.Pos)
		for _, p := range places[at.Filename] {
			if p.from <= at.Offset && at.Offset < p.to {
				bad[p.n] = true
				return
			}
		}
		elsewhere = err
	}}
	_, _ = conf.Check(p.ImportPath, set, parsed, nil) // the errors were taken one by one
	return elsewhere
}

// importer reads what packages export; of the package that says which change is made only On is asked for.
func (k *checker) importer(set *token.FileSet, c *changed) types.Importer {
	compiled := importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) {
		file := k.exports[path]
		if file == "" {
			return nil, fmt.Errorf("nothing is exported by %s", path)
		}
		return os.Open(file)
	})
	return imports(func(path string) (*types.Package, error) {
		if path != c.module+"/"+liveFolder {
			return compiled.Import(path)
		}
		f, err := parser.ParseFile(set, "live.go", "package live\n\nfunc On(int) bool { return false }\n", 0)
		if err != nil {
			return nil, err
		}
		return (&types.Config{}).Check(path, set, []*ast.File{f}, nil)
	})
}

type imports func(path string) (*types.Package, error)

func (f imports) Import(path string) (*types.Package, error) { return f(path) }
