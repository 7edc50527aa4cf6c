// Command mutate asks whether the tests would notice if the code that moves value were wrong. It takes a random sample
// of all changes of one thing in it, puts them all into one build, each behind a switch, notes which tests reach which,
// and runs these with one switch on at a time; what no test notices is named: a test is missing, or the change changes
// nothing. Nothing on disk is changed.
//
//	go run ./tools/mutate [--count 500] [--seed 1] [--for 10m] [--below actors,store,fairness] [--again]
//
// What was found out is kept in bin/mutate, and a run goes on where the one before has ended. survivors.txt names the
// survivors of the last sample, and those that change nothing, with the reason. `mutate planted` runs the mistakes of
// planted.go, all of which the simulator must find. Deliberately absent: changes of tests, of generated code and of
// what runs processes; more than one change at a time; tests that need a whole server process or minutes of PostgreSQL.
package main

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"jadebox/tools/command"
)

type arguments struct {
	Sample  sample  `cmd:"" default:"withargs" help:"Try a random sample of all mutants."`
	Planted planted `cmd:"" help:"Try the mistakes that the simulator must find."`
}

type sample struct {
	Count   int           `default:"500" help:"How many mutants."`
	Seed    uint64        `default:"1" help:"Which ones."`
	For     time.Duration `default:"0" help:"Begin nothing after so long; 0: until all are tried."`
	Below   []string      `default:"actors,store,fairness" help:"Folders whose code is changed."`
	By      []string      `default:"actors,store,fairness,server,tools/audit" help:"Folders whose tests are run."`
	Seeds   []int         `default:"100,2000" help:"Of the simulator, for each workload, in turn."`
	Each    time.Duration `default:"30s" help:"Tests that take longer with no mutant are not used."`
	Spend   time.Duration `default:"90s" help:"On one mutant; what lives so long survived. 0: until all tests ran."`
	AtOnce  int           `default:"0" help:"How many tests run at once; 0: one a processor."`
	AsBuilt bool          `help:"Go on with the build of before, although files have changed."`
	Again   bool          `help:"Try those that have survived once more."`
	Only    string        `help:"Try only mutants of a file, or of a line of it (store/sum.go:27), anew."`
	Work    string        `default:"bin/mutate" help:"Where builds and reports are kept."`
	Least   int           `default:"0" help:"Fail when fewer in a hundred are killed."`
}

func main() { command.Main(command.Parser("mutate", &arguments{})) }

// Run tries mutants until there are enough.
func (a sample) Run() error {
	ctx := context.Background()
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	all, err := mutants(root, a.Below, a.Seed)
	if err != nil {
		return err
	}
	fmt.Printf("%d mutants are possible\n", len(all))
	s, err := a.prepare(ctx, root, all)
	if errors.Is(err, errLater) {
		fmt.Println(err)
		return nil
	}
	if err != nil {
		return err
	}
	report := filepath.Join(a.Work, "mutants.jsonl")
	results, err := read(report)
	if err != nil {
		return err
	}
	if results, err = a.try(ctx, s, report, results); err != nil {
		return err
	}
	var tried []result
	for _, m := range s.of.sample {
		if r, known := results[m.ID]; known {
			r.Mutant = m.Mutant // lines may have moved
			tried = append(tried, r)
		}
	}
	return tell(tried, len(s.of.sample), a.Least)
}

// prepare compiles the tests with the sample in them, unless that was done of the same files.
func (a sample) prepare(ctx context.Context, root string, all []Mutant) (*suite, error) {
	dir, err := filepath.Abs(a.Work)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	s := &suite{below: a.By, seeds: a.Seeds, each: a.Each, patience: 20 * time.Second,
		spend: a.Spend, atOnce: cmp.Or(a.AtOnce, runtime.GOMAXPROCS(0))}
	if a.For > 0 {
		s.until = time.Now().Add(a.For)
	}
	key, err := keyOf(root, a.Seed, a.Count, a.Below, a.By)
	if err != nil {
		return nil, err
	}
	kept := filepath.Join(dir, "built.json")
	var before built
	if b, err := os.ReadFile(kept); err == nil && json.Unmarshal(b, &before) == nil &&
		(a.AsBuilt || before.Key == key) {
		s.of = &changed{root: root, module: before.Module, dir: dir, sample: before.Sample}
		s.binaries = before.Binaries
		return s, s.reach(ctx)
	}
	if s.of, err = change(root, dir, all, a.Count); err != nil {
		return nil, err
	}
	if err := s.compile(ctx); err != nil {
		return nil, err
	}
	b, err := json.Marshal(built{key, s.of.module, s.of.sample, s.binaries})
	if err == nil {
		err = os.WriteFile(kept, b, 0o600)
	}
	if err != nil {
		return nil, err
	}
	return s, s.reach(ctx)
}

// built is what a build was made of, and what came of it.
type built struct {
	Key      string            `json:"key"`
	Module   string            `json:"module"`
	Sample   []numbered        `json:"sample"`
	Binaries map[string]binary `json:"binaries"`
}

// keyOf is of all files that tests may be compiled of.
func keyOf(root string, of ...any) (string, error) {
	h := sha256.New()
	fmt.Fprintln(h, of...)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if n := d.Name(); n == "node_modules" || n == "bin" || n == "client" || path != root && n[0] == '.' {
				return fs.SkipDir
			}
			return nil
		}
		switch filepath.Ext(path) {
		case ".go", ".mod", ".sum", ".sql", ".txt", ".json", ".jsonl", ".md":
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(h, "%s %x\n", path, sha256.Sum256(text))
		}
		return nil
	})
	return hex.EncodeToString(h.Sum(nil)), err
}

// try runs the tests over what is not known yet, and writes down what comes of it.
func (a sample) try(ctx context.Context, s *suite, report string, results map[string]result) (map[string]result,
	error) {
	var todo []numbered
	for _, m := range s.of.sample {
		r, known := results[m.ID]
		switch {
		case a.Only != "" && (m.File == a.Only || fmt.Sprintf("%s:%d", m.File, m.Line) == a.Only):
		case a.Only == "" && (!known || a.Again && r.Outcome == survived):
		default:
			continue
		}
		todo = append(todo, m)
	}
	out, err := os.OpenFile(report, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	var mutex sync.Mutex
	err = s.parallel(len(todo), func(i int) error {
		if !s.until.IsZero() && time.Now().After(s.until) {
			return nil
		}
		r, err := s.try(ctx, todo[i])
		if err != nil {
			return err
		}
		line, err := json.Marshal(r)
		if err != nil {
			return err
		}
		mutex.Lock()
		defer mutex.Unlock()
		results[r.ID] = r
		fmt.Printf("%-8s %5.1fs  %s: %s\n", r.Outcome, r.Seconds, r.Mutant, r.By)
		_, err = out.Write(append(line, '\n'))
		return err
	})
	return results, err
}

// tell prints the figure and the mutants that live.
func tell(list []result, of, least int) error {
	equal, err := equivalents(survivors)
	if err != nil {
		return err
	}
	dead, same := 0, 0
	slices.SortFunc(list, func(a, b result) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.What, b.What))
	})
	for _, r := range list {
		switch why, known := equal[r.ID]; {
		case r.Outcome == killed:
			dead++
		case known:
			same++
			fmt.Printf("equivalent %s %s: %s\n", r.ID, r.Mutant, why)
		default:
			fmt.Printf("survived %s %s, reached by %d tests\n", r.ID, r.Mutant, r.Tests)
		}
	}
	for _, line := range figures(list, equal) {
		fmt.Println(line)
	}
	count := max(1, len(list)-same)
	fmt.Printf("%d of %d tried: %d killed, %d survived, %d equivalent: %.1f %%\n", len(list), of, dead,
		len(list)-dead-same, same, 100*float64(dead)/float64(count))
	if 100*dead < least*count {
		return command.Exit(1)
	}
	return nil
}

// figures are what a sample came to on each floor that it was drawn from, those left out that change nothing.
func figures(list []result, equal map[string]string) (lines []string) {
	tried, dead := map[string]int{}, map[string]int{}
	for _, r := range list {
		if _, same := equal[r.ID]; same && r.Outcome != killed {
			continue
		}
		floor, _, _ := strings.Cut(r.File, "/")
		tried[floor]++
		if r.Outcome == killed {
			dead[floor]++
		}
	}
	for _, floor := range slices.Sorted(maps.Keys(tried)) {
		lines = append(lines, fmt.Sprintf("%s: %d of %d killed", floor, dead[floor], tried[floor]))
	}
	return lines
}

// read is what a report knows, by mutant.
func read(path string) (map[string]result, error) {
	known := map[string]result{}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return known, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var r result
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		known[r.ID] = r
	}
	return known, lines.Err()
}

// equivalents are the mutants that change nothing, with the reason: lines "equivalent ID place: reason".
func equivalents(text string) (map[string]string, error) {
	reasons := map[string]string{}
	for line := range strings.Lines(text) {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "equivalent ")
		if !ok {
			continue
		}
		id, rest, _ := strings.Cut(rest, " ")
		_, why, ok := strings.Cut(rest, ": ")
		if !ok || why == "" {
			return nil, fmt.Errorf("%q has no reason", line)
		}
		reasons[id] = why
	}
	return reasons, nil
}
