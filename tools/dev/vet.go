package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// listed is what go list tells of a package.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles, Imports        []string
	ImportMap               map[string]string
	Standard, DepOnly       bool
	Module                  *struct{ GoVersion string }
}

// vetApart has vet read the packages of a module and nothing that they import, for which go vet would read all of it:
// of a module that has the types of others, 20 of 21 s of a core. What is lost is that vet learns which functions
// of others hand their arguments on to fmt; those of the standard library it knows.
func (h *checkout) vetApart(dir string) error {
	list := h.command(dir, "go", "list", "-deps", "-test", "-export", "-json", "./...")
	var out bytes.Buffer
	list.Stdout = &out
	if err := list.Run(); err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	var own []listed
	exports, standard := map[string]string{}, map[string]bool{}
	for each := json.NewDecoder(&out); ; {
		var p listed
		if err := each.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return fmt.Errorf("go list: %w", err)
		}
		exports[p.ImportPath], standard[p.ImportPath] = p.Export, p.Standard
		// Not a main that go test writes, nor a folder of tests without its package.
		if !p.DepOnly && !strings.HasSuffix(p.ImportPath, ".test") && len(p.GoFiles) > 0 {
			own = append(own, p)
		}
	}
	scratch, err := os.MkdirTemp("", "jadebox-vet-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	var errs []error
	for _, p := range own {
		for i, name := range p.GoFiles {
			p.GoFiles[i] = filepath.Join(p.Dir, name)
		}
		imports := map[string]string{}
		for _, path := range p.Imports {
			imports[path] = path
		}
		for written, path := range p.ImportMap {
			imports[written] = path
		}
		path, _, _ := strings.Cut(p.ImportPath, " ") // "path [path.test]"
		config, err := json.Marshal(map[string]any{"ID": p.ImportPath, "Compiler": "gc", "Dir": p.Dir,
			"ImportPath": path, "GoVersion": "go" + p.Module.GoVersion, "GoFiles": p.GoFiles, "ImportMap": imports,
			"PackageFile": exports, "Standard": standard, "VetxOutput": filepath.Join(scratch, "facts")})
		if err != nil {
			return err
		}
		file := filepath.Join(scratch, "vet.cfg")
		if err := os.WriteFile(file, config, 0o600); err != nil {
			return err
		}
		errs = append(errs, h.do(dir, "go", "tool", "vet", file))
	}
	return errors.Join(errs...)
}
