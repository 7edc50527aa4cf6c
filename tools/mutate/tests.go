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
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"jadebox/tools/command"
	"jadebox/tools/mutate/live"
)

// unit is a test that can be run by itself, or one workload of the simulator.
type unit struct {
	Package string   `json:"package"`
	Name    string   `json:"name"`
	Args    []string `json:"args,omitempty"`
	Seconds float64  `json:"seconds"`
	Reaches []int    `json:"reaches"`          // numbers of mutants
	Failed  string   `json:"failed,omitempty"` // why it is not used: it fails, or takes too long, with no mutant on
	long    bool
}

// suite is the tests of a module, compiled with all mutants of a sample in it.
type suite struct {
	of     *changed
	below  []string      // folders whose tests are run
	seeds  []int         // of the simulator, in turn
	each   time.Duration // how long a test may take that is used
	atOnce int
	// how long tests may take with a mutant on, besides four times what they take without
	patience time.Duration
	until    time.Time     // begin nothing after it; zero: no end
	spend    time.Duration // on one mutant: begin no other tests of it after so long; 0: until all have run

	binaries map[string]binary // by import path
	units    []unit
}

// binary is a package's tests, compiled.
type binary struct {
	Dir  string `json:"dir"` // of the package
	Path string `json:"path"`
	Hash string `json:"hash"` // of what was compiled
}

// simulator is the package whose test of all seeds is one for each of its workloads.
const simulator, everySeed = "actors/sim", "TestEverySeedKeepsTheInvariants"

// compile makes the test binaries of all packages that a mutant can be reached from.
func (s *suite) compile(ctx context.Context) error {
	packages, err := list(s.of.root, "./...")
	if err != nil {
		return err
	}
	uses := map[string]map[string]bool{} // by import path: folders of the module
	folder := func(p string) (string, bool) {
		if p == s.of.module {
			return ".", true
		}
		return strings.CutPrefix(p, s.of.module+"/")
	}
	for _, p := range packages {
		own, _ := folder(p.ImportPath)
		uses[p.ImportPath] = map[string]bool{own: true}
		for _, d := range p.Deps {
			if f, ok := folder(d); ok {
				uses[p.ImportPath][f] = true
			}
		}
	}
	var meant []pkg
	for _, p := range packages {
		own, _ := folder(p.ImportPath)
		if len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 || !slices.ContainsFunc(s.below, func(b string) bool {
			return own == b || strings.HasPrefix(own, b+"/")
		}) {
			continue
		}
		reached := maps.Clone(uses[p.ImportPath])
		for _, i := range slices.Concat(p.TestImports, p.XTestImports) {
			maps.Copy(reached, uses[i])
		}
		if slices.ContainsFunc(s.of.sample, func(m numbered) bool {
			return reached[filepath.ToSlash(filepath.Dir(m.File))]
		}) {
			meant = append(meant, p)
		}
	}
	s.binaries = map[string]binary{}
	var mutex sync.Mutex
	return s.parallel(len(meant), func(i int) error {
		p := meant[i]
		own, _ := folder(p.ImportPath)
		b := binary{Dir: p.Dir, Path: filepath.Join(s.of.dir, strings.ReplaceAll(own, "/", "+")+".test")}
		cmd := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-overlay", s.of.overlay(),
			"-o", b.Path, p.ImportPath)
		cmd.Dir = s.of.root
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", p.ImportPath, err, out)
		}
		text, err := os.ReadFile(b.Path)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(text)
		b.Hash = hex.EncodeToString(sum[:])
		mutex.Lock()
		defer mutex.Unlock()
		s.binaries[p.ImportPath] = b
		return nil
	})
}

// parallel calls f for each number below n, a few at once, until one fails.
func (s *suite) parallel(n int, f func(i int) error) error {
	var wg sync.WaitGroup
	var mutex sync.Mutex
	var failed error
	next := 0
	for range max(1, s.atOnce) {
		wg.Go(func() {
			for {
				mutex.Lock()
				i := next
				next++
				stop := failed != nil || i >= n
				mutex.Unlock()
				if stop {
					return
				}
				if err := f(i); err != nil {
					mutex.Lock()
					failed = errors.Join(failed, err)
					mutex.Unlock()
				}
			}
		})
	}
	wg.Wait()
	return failed
}

// known is what was found out about the tests of a binary.
type known struct {
	Hash  string `json:"hash"`
	Units []unit `json:"units"`
}

// reach runs every test by itself with no mutant on and notes which mutants it reaches. What is known of a binary that
// has not changed is kept in a file.
func (s *suite) reach(ctx context.Context) error {
	file := filepath.Join(s.of.dir, "reach.json")
	before := map[string]known{}
	if b, err := os.ReadFile(file); err == nil {
		if err := json.Unmarshal(b, &before); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(s.binaries)) {
		k := before[path]
		if k.Hash != s.binaries[path].Hash {
			if !s.until.IsZero() && time.Now().After(s.until) {
				return errLater
			}
			begun := time.Now()
			units, err := s.reachOf(ctx, path)
			if err != nil {
				return err
			}
			k = known{s.binaries[path].Hash, units}
			before[path] = k
			b, err := json.Marshal(before)
			if err == nil {
				err = os.WriteFile(file, b, 0o600)
			}
			if err != nil {
				return err
			}
			fmt.Printf("%4d tests of %s in %.0f s\n", len(units), path, time.Since(begun).Seconds())
		}
		for _, u := range k.Units {
			if u.Failed != "" {
				fmt.Printf("not used: %s %s: %s\n", u.Package, u.Name, u.Failed)
				continue
			}
			s.units = append(s.units, u)
		}
	}
	return nil
}

func (s *suite) reachOf(ctx context.Context, path string) ([]unit, error) {
	units, err := s.tests(ctx, path)
	if err == nil {
		err = s.note(ctx, path, units)
	}
	if err != nil {
		return nil, err
	}
	for _, u := range units {
		if !u.long {
			continue
		}
		parts, err := s.parts(ctx, path, u.Name)
		if err == nil {
			err = s.note(ctx, path, parts)
		}
		if err != nil {
			return nil, err
		}
		units = append(units, parts...)
	}
	return units, nil
}

// parts are the tests that a test is made of.
func (s *suite) parts(ctx context.Context, path, name string) (units []unit, err error) {
	out, err := s.run(ctx, path, []string{name}, []string{"-test.v"}, 20*s.each)
	if err != nil {
		return nil, ctx.Err() // it fails, or has no end: it has no parts
	}
	var names []string
	for line := range strings.Lines(string(out)) {
		if of, ok := strings.CutPrefix(strings.TrimSpace(line), "=== RUN   "); ok && strings.HasPrefix(of, name+"/") {
			names = append(names, of)
		}
	}
	for _, n := range names {
		if !slices.ContainsFunc(names, func(other string) bool { return strings.HasPrefix(other, n+"/") }) {
			units = append(units, unit{Package: path, Name: n})
		}
	}
	return units, nil
}

// note runs tests by themselves with no mutant on.
func (s *suite) note(ctx context.Context, path string, units []unit) error {
	return s.parallel(len(units), func(i int) error {
		u := &units[i]
		seen, err := os.CreateTemp(s.of.dir, "seen")
		if err != nil {
			return err
		}
		defer os.Remove(seen.Name())
		defer seen.Close()
		begun := time.Now()
		out, err := s.run(ctx, path, []string{u.Name}, u.Args, s.each, live.Seen+"="+seen.Name())
		u.Seconds = float64(time.Since(begun).Milliseconds()) / 1000
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, errTooLong):
			u.Failed, u.long = "takes longer than "+s.each.String(), true
			return nil
		case err != nil:
			u.Failed = "fails: " + lastLine(out)
			return nil
		}
		for lines := bufio.NewScanner(seen); lines.Scan(); {
			n, err := strconv.Atoi(lines.Text())
			if err != nil {
				return err
			}
			u.Reaches = append(u.Reaches, n)
		}
		slices.Sort(u.Reaches)
		u.Reaches = slices.Compact(u.Reaches)
		return nil
	})
}

// tests are those that a binary has.
func (s *suite) tests(ctx context.Context, path string) (units []unit, err error) {
	out, err := s.run(ctx, path, nil, []string{"-test.list=."}, s.each)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", path, err, out)
	}
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSpace(name)
		switch {
		case name == everySeed && strings.HasSuffix(path, "/"+simulator):
			out, err := s.run(ctx, path, []string{name}, []string{"-test.v", "-seeds=1"}, s.each)
			if len(out) == 0 { // one seed may do too little, which is a failure
				return nil, err
			}
			for line := range strings.Lines(string(out)) {
				if of, ok := strings.CutPrefix(strings.TrimSpace(line), "=== RUN   "+everySeed+"/"); ok {
					units = append(units, unit{Package: path, Name: everySeed + "/" + of, Args: seedsOf(s.seeds[0])})
				}
			}
		case strings.HasPrefix(name, "Test"), strings.HasPrefix(name, "Fuzz"), strings.HasPrefix(name, "Example"):
			units = append(units, unit{Package: path, Name: name})
		}
	}
	return units, nil
}

func seedsOf(n int) []string { return []string{"-seeds=" + strconv.Itoa(n)} }

// errLater means that not all was looked at yet.
var errLater = errors.New("there was no time to look at all tests: run it again")

var errTooLong = errors.New("takes too long")

// memoryMost is what a test may take of memory, in KiB: a loop that a mutant makes endless takes it all.
const memoryMost = "12000000"

// run runs tests of a binary in one process, as go test would.
func (s *suite) run(ctx context.Context, path string, names, args []string, most time.Duration, env ...string) ([]byte,
	error) {
	b := s.binaries[path]
	ctx, cancel := context.WithTimeoutCause(ctx, most, errTooLong)
	defer cancel()
	all := []string{"-c", `ulimit -v ` + memoryMost + `; exec "$0" "$@"`, b.Path, "-test.failfast"}
	if len(names) > 0 {
		all = append(all, "-test.run="+pattern(names))
	}
	out, err := os.CreateTemp(s.of.dir, "said") // no pipe: what it has started may hold that longer than it lives
	if err != nil {
		return nil, err
	}
	defer os.Remove(out.Name())
	defer out.Close()
	cmd := exec.CommandContext(ctx, "sh", append(all, args...)...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = b.Dir, append(os.Environ(), env...), out, out
	err = command.RunGroup(cmd, syscall.SIGKILL, 0)
	if err != nil && errors.Is(context.Cause(ctx), errTooLong) {
		err = errTooLong
	}
	said, readErr := os.ReadFile(out.Name())
	return said, cmp.Or(err, readErr)
}

// pattern is what names of tests match, level by level; a part of a test is alone.
func pattern(names []string) string {
	if strings.Contains(names[0], "/") {
		return "^" + strings.ReplaceAll(regexp.QuoteMeta(names[0]), "/", "$/^") + "$"
	}
	return "^(" + strings.Join(names, "|") + ")$"
}

func lastLine(out []byte) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	for _, l := range lines {
		if strings.Contains(l, "--- FAIL") {
			return strings.TrimSpace(l)
		}
	}
	return lines[len(lines)-1]
}

// byCost sorts tests so that the cheapest come first.
func byCost(units []unit) {
	slices.SortStableFunc(units, func(a, b unit) int { return cmp.Compare(a.Seconds, b.Seconds) })
}
