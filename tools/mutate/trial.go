package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

const simulator = "jadebox/actors/sim"

// trial runs tests over a changed file.
type trial struct {
	each  time.Duration
	seeds int

	dir    string              // of overlays
	root   string              // of the module
	tests  map[string][]string // by folder: packages whose tests may notice
	simmed map[string]bool     // folders of which the simulator is made
}

// pkg is what is read of go list.
type pkg struct {
	Dir, ImportPath           string
	Imports, Deps             []string
	TestGoFiles, XTestGoFiles []string
}

// prepare reads the module's packages.
func (t *trial) prepare() error {
	var err error
	if t.root, err = os.Getwd(); err != nil {
		return err
	}
	if t.dir, err = os.MkdirTemp("", "mutate"); err != nil {
		return err
	}
	out, err := exec.Command("go", "list", "-json=Dir,ImportPath,Imports,Deps,TestGoFiles,XTestGoFiles", "./actors/...",
		"./store/...", "./fairness/...").Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	t.tests, t.simmed = map[string][]string{}, map[string]bool{}
	folders, deps := map[string]string{}, []string(nil)
	var all []pkg
	for lines := json.NewDecoder(bytes.NewReader(out)); lines.More(); {
		var p pkg
		if err := lines.Decode(&p); err != nil {
			return err
		}
		all = append(all, p)
		rel, err := filepath.Rel(t.root, p.Dir)
		if err != nil {
			return err
		}
		folders[p.ImportPath] = filepath.ToSlash(rel)
		if p.ImportPath == simulator {
			deps = p.Deps
		}
	}
	for _, p := range all {
		t.simmed[folders[p.ImportPath]] = slices.Contains(deps, p.ImportPath)
		if len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 || p.ImportPath == simulator {
			continue
		}
		own := folders[p.ImportPath]
		t.tests[own] = slices.Insert(t.tests[own], 0, p.ImportPath)
		for _, imported := range p.Imports { // the nearest that use it, where it is small
			if folder, ok := folders[imported]; ok && len(t.tests[folder]) < 4 {
				t.tests[folder] = append(t.tests[folder], p.ImportPath)
			}
		}
	}
	return nil
}

func (t *trial) end() { _ = os.RemoveAll(t.dir) }

// try says who kills a mutant: the tests of its own package, the simulator, or those of packages that import it.
func (t *trial) try(ctx context.Context, m Mutant) (result, error) {
	begun := time.Now()
	r := result{Mutant: m, Outcome: survived}
	src, err := os.ReadFile(m.File)
	if err != nil {
		return r, err
	}
	overlay, err := t.overlay(m.File, m.Apply(src))
	if err != nil {
		return r, err
	}
	folder := filepath.ToSlash(filepath.Dir(m.File))
	type run struct {
		by   string
		args []string
	}
	var runs []run
	tests := t.tests[folder]
	if len(tests) > 0 {
		runs = append(runs, run{strings.TrimPrefix(tests[0], "jadebox/"), []string{tests[0]}})
	}
	if t.simmed[folder] {
		runs = append(runs, run{"simulator", t.simulator("TestEverySeedKeepsTheInvariants", t.seeds)})
	}
	for i, p := range tests {
		if i > 0 {
			runs = append(runs, run{strings.TrimPrefix(p, "jadebox/"), []string{p}})
		}
	}
	for _, one := range runs {
		outcome, err := t.run(ctx, overlay, one.args)
		if err != nil {
			return r, err
		}
		if outcome != survived {
			r.Outcome, r.By = outcome, one.by
			break
		}
	}
	if r.Outcome == invalid {
		r.By = ""
	}
	r.Seconds = float64(time.Since(begun).Milliseconds()) / 1000
	return r, nil
}

func (*trial) simulator(tests string, seeds int) []string {
	return []string{simulator, "-run", "^" + tests, "-args", "-seeds=" + strconv.Itoa(seeds)}
}

// overlay puts a text in a file's place.
func (t *trial) overlay(file string, text []byte) (string, error) {
	changed, list := filepath.Join(t.dir, "changed.go"), filepath.Join(t.dir, "overlay.json")
	if err := os.WriteFile(changed, text, 0o600); err != nil {
		return "", err
	}
	b, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(t.root, file): changed}})
	if err == nil {
		err = os.WriteFile(list, b, 0o600)
	}
	return list, err
}

// run is one run of tests, and what it says of a mutant.
func (t *trial) run(ctx context.Context, overlay string, args []string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, t.each+time.Minute) // go test ends itself before
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", slices.Concat([]string{"test", "-vet=off", "-count=1", "-failfast",
		"-timeout", t.each.String(), "-overlay", overlay}, args)...)
	out, err := cmd.CombinedOutput()
	switch exit, failed := errors.AsType[*exec.ExitError](err); {
	case err == nil:
		return survived, nil
	case !failed:
		return "", err
	case bytes.Contains(out, []byte("[build failed]")), bytes.Contains(out, []byte("[setup failed]")):
		return invalid, nil
	case exit.ExitCode() < 0 && ctx.Err() == nil:
		return "", fmt.Errorf("go test was ended: %w", err)
	}
	return killed, nil
}
