package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// step is one part of the proof. A step that needs an absent part is skipped and counted as such.
type step struct {
	name  string
	needs string // name of a part, or ""
	after string // a step without whose success this one cannot run
	run   func(*checkout) error
}

// column are steps that run one after another.
type column []step

// rows are what a test run does: columns of one row run at once. They stand beside each other where neither keeps both
// processors busy and nothing in them waits for a time of day; beside games, rounds would be late.
func (p *proof) rows() [][]column {
	return [][]column{
		{{{name: "bring", run: p.bring}}, {{name: "build", run: (*checkout).build}},
			{{name: "compile", run: (*checkout).compileFloors}}},
		{{{name: "lint", run: (*checkout).lint}}, {
			{name: "bundle size", after: "build", run: func(h *checkout) error {
				return h.do("client", "npm", "run", "--silent", "size")
			}},
			{name: "client unit tests", after: "build", run: func(h *checkout) error {
				return h.do("client", "npm", "test", "--silent")
			}},
			{name: "art and catalogue", run: (*checkout).artTest},
			{name: "unraced tests", run: (*checkout).unracedTests},
		}, {{name: "a new kind", run: p.newKind}}},
		{{{name: "raced tests", run: (*checkout).racedTests}}, {{name: "computing tests", run: (*checkout).computing}}},
		{{{name: "answers", run: (*checkout).answers}, {name: "deployment", run: (*checkout).deployment}},
			{{name: "browser tests", needs: browserPart, after: "build", run: (*checkout).browser}}},
	}
}

// proof is a run of all steps.
type proof struct {
	mu                      sync.Mutex // held for what follows, by columns
	absent                  map[string]bool
	passed                  map[string]bool
	report                  strings.Builder
	good, failures, skipped int
}

var errFailed = errors.New("see above")

// bring installs what is missing and lists what stays absent. Each counts as skipped: tests of a package may skip
// themselves for want of it.
func (p *proof) bring(h *checkout) error {
	absent := h.bring(proofParts...)
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, each := range absent {
		p.absent[each.name] = true
		p.skipped++
		fmt.Fprintf(&p.report, "%7s  %-20s SKIPPED: %s\n", "", each.name, each.without)
	}
	if err := h.npm(olderPostgres); err != nil {
		p.skipped++
		fmt.Fprintf(&p.report, "%7s  %-20s SKIPPED: going live with them, but for the system's: %v\n", "",
			"older PostgreSQL", err)
	}
	return h.npm(answersCheck) // here, since two columns need it
}

// olderPostgres has the servers besides the one within that the steps of README.md are walked with.
const olderPostgres = "tools/endtoend/postgres"

// answersCheck holds recorded answers to the document.
const answersCheck = "tools/openapi"

// test runs every step even after a failure, so that one run shows all that is wrong.
func (h *checkout) test() error {
	// For all that is compiled here, so that nothing is compiled twice.
	flags := os.Getenv("GOFLAGS") + " -trimpath -gcflags=all=" + lean
	if err := os.Setenv("GOFLAGS", strings.TrimSpace(flags)); err != nil {
		return err
	}
	if err := h.record(); err != nil {
		return err
	}
	p := &proof{absent: map[string]bool{}, passed: map[string]bool{}}
	for _, row := range p.rows() {
		var columns sync.WaitGroup
		for _, l := range row {
			columns.Go(func() {
				for _, s := range l {
					p.step(h, s, len(row) > 1)
				}
			})
		}
		columns.Wait()
	}
	fmt.Fprintf(h.out,
		"\n%s\nsteps: %d passed, %d failed, %d skipped\n", p.report.String(), p.good, p.failures, p.skipped)
	if p.failures > 0 {
		return errFailed
	}
	return nil
}

// step runs one and reports it, with the lines that name what failed. Beside another its lines carry its name.
func (p *proof) step(h *checkout, s step, beside bool) {
	start := time.Now()
	p.mu.Lock()
	skip := ""
	switch {
	case p.absent[s.needs]:
		skip = "no " + s.needs
	case s.after != "" && !p.passed[s.after]:
		skip = s.after + " failed"
	}
	p.mu.Unlock()
	word := "SKIPPED: " + skip
	var failures []string
	if skip == "" {
		fmt.Fprintf(h.out, "\n=== %s\n", s.name)
		name := ""
		if beside {
			name = s.name
		}
		own, lines := h.saying(name)
		err := s.run(own)
		failures = lines.end()
		if word = "ok"; err != nil {
			word = "FAILED: " + err.Error()
			fmt.Fprintf(h.out, "%s %s\n", s.name, word)
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case skip != "":
		p.skipped++
	case word == "ok":
		p.good++
		p.passed[s.name] = true
	default:
		p.failures++
	}
	fmt.Fprintf(&p.report, "%7.1fs  %-20s %s\n", time.Since(start).Seconds(), s.name, word)
	if word != "ok" {
		for _, line := range failures {
			fmt.Fprintf(&p.report, "%9s %s\n", "", line)
		}
	}
}

// lint is everything that reads the source without running it.
func (h *checkout) lint() error {
	if err := h.npm("client"); err != nil {
		return err
	}
	files, err := exec.Command("git", "-C", h.root, "ls-files", "-co", "--exclude-standard", "*.go").Output()
	if err != nil {
		return fmt.Errorf("git ls-files: %w", err)
	}
	var errs []error
	unformatted := exec.Command("gofmt", append([]string{"-l"}, strings.Fields(string(files))...)...)
	unformatted.Dir = h.root
	if out, err := unformatted.CombinedOutput(); err != nil || len(out) > 0 {
		errs = append(errs, fmt.Errorf("gofmt: %s", out))
	}
	errs = append(errs, h.vet(),
		h.do("client", "npm", "run", "--silent", "lint"),
		h.do("client", "npm", "run", "--silent", "typecheck"))
	return errors.Join(errs...)
}

// vet reads the Go with the race detector's flags: both tools compile what a package imports, tests
// included, and so compile what the race detector runs. With other flags everything was compiled once more for them.
func (h *checkout) vet() error {
	if err := h.compile(compiling, "go", "build", "-o", staticcheck, "honnef.co/go/tools/cmd/staticcheck"); err != nil {
		return err
	}
	race, err := h.racing()
	if err != nil {
		return err
	}
	flags := os.Getenv("GOFLAGS")
	for _, flag := range race {
		flags += " '" + flag + "'" // one may have spaces
	}
	return errors.Join(
		h.compile(append(compiling, "GOFLAGS="+flags), "go", "vet", "./..."),
		h.compile([]string{"GOFLAGS=" + flags}, h.path(staticcheck), "./..."))
}

// staticcheck is where the tool is built: `go tool` would compile the standard library once more for it, without the
// flags of all else, and with them `go run` would give it those of the race detector.
var staticcheck = filepath.Join("bin", "staticcheck")

// artTest checks the committed art and catalogue; it forges a handful of items twice.
func (h *checkout) artTest() error {
	if err := h.npm("tools/artgen"); err != nil {
		return err
	}
	return h.do("tools/artgen", "npm", "test", "--silent")
}

// deployment holds what docs/operating offers to the types of those who read it: a module of its own, whose parts would
// outweigh the server's. Without the race detector: it reads files and starts nothing; and without vet, which would
// read all of Kubernetes and Prometheus, 20 s of a core, for two packages of tests. Compiling them gives way to the
// rounds that are played in a browser meanwhile.
func (h *checkout) deployment() error {
	c := h.behind().command("tools/deployment", "go", "test", vetted, "./...")
	c.Env = append(os.Environ(), compiling...)
	return c.Run()
}

// unraced are the packages whose tests run without the race detector, and why; everything else runs under it. No test
// runs twice.
var unraced = []struct{ path, why string }{
	{"actors/sim", "each simulation is one goroutine by design, which a seed repeats to the letter, and several that share nothing run at once; a detector makes its steps ten times slower; the rig beside it is raced by the tests of every kind, which play on it"},
	{"fairness", "pure functions on the goroutine that asks, millions of draws; the rooms that ask at once run under the detector"},
	{"server/registry", "computes what settings cost on the goroutine that asks; who asks beside others runs under the detector in server/httpapi"},
	{"tools/archive", "a command of one goroutine; what it calls runs under the detector in store/postgres"},
	{"tools/catalogue", "a command of one goroutine; what it calls runs under the detector in server/httpapi"},
	{"tools/settings", "a command of one goroutine; what it calls runs under the detector in server/httpapi"},
	{"tools/audit", "reads a ledger on one goroutine; tests that run at once share nothing"},
	{"tools/statistics", "millions of draws on one goroutine"},
	{"tools/floors", "reads and parses the source on one goroutine"},
	{"tools/spec", "reads documents on one goroutine"},
	{"tools/cardfont", "draws letters on one goroutine"},
	{"tools/dev", "runs commands on a copy of the tree; its two columns share what stands under one lock, and meet in nothing else"},
}

// uninstrumented are the packages that the race detector's build compiles without its bookkeeping, and why; their
// callers keep it, but for the bytes that are hashed. Two tests of httpapi that draw cards took 31 s of a core with it
// and take 2 s without; the hashes of passwords in tools/sectest 24 s, and 9 s without; the tests of the local beacon,
// whose chains of hashes every server and every world of a test makes, 1.2 s, and 0.4 s without.
var uninstrumented = []struct{ path, why string }{
	{"golang.org/x/crypto/argon2", "fills memory of its own, with one goroutine, for the one that asks"},
	{"golang.org/x/crypto/blake2b", "hashes bytes on the goroutine that asks"},
	{"github.com/cloudflare/circl/ecc/bls12381/...", "computes on the curve on the goroutine that asks"},
	{"crypto/internal/fips140/...", "hashes and signs bytes on the goroutine that asks"},
	{"crypto/hmac", "hashes bytes on the goroutine that asks"},
	{"crypto/sha256", "hashes bytes on the goroutine that asks"},
	{"crypto/sha512", "hashes bytes on the goroutine that asks"},
	{"compress/...", "packs bytes for the one goroutine that holds the writer"},
	{"hash/adler32", "sums the bytes that compress/zlib packs"},
	{"hash/crc32", "sums the bytes that image/png and compress/gzip write"},
	{"image/...", "draws and packs a picture on the goroutine that asks"},
	{"golang.org/x/image/...", "draws letters and scales pictures on the goroutine that asks"},
	{"github.com/klauspost/compress/flate", "packs bytes for the one goroutine that holds the writer"},
	{"github.com/klauspost/compress/huff0", "packs the blocks of zstd"},
	{"github.com/klauspost/compress/zstd/...", "packs copies that it made of what it is given"},
}

// lean leaves out what only a debugger reads: a seventh of what compiling takes. A release has none of it, either.
const lean = "-dwarf=false"

// unsafest is what the race detector's build holds the uses of unsafe pointers in: the package of this tree that has
// them. Everywhere else that check, which no race needs, would find the same slices right each time.
const unsafest = "server/ws"

// racing are the flags of go test with the race detector; none where it cannot be linked. Packages are named by their
// folders, seen from the root: go compiles an import path's pattern anew for each package that it may match, which took
// each command 10 s of a core and more. It fails where go lists none of them.
func (h *checkout) racing() ([]string, error) {
	if partOf(compilerPart).found() == "" {
		return nil, nil
	}
	const unchecked = lean + " -d=checkptr=0"
	args := []string{"list", "-f", "{{.Dir}}"}
	for _, p := range uninstrumented {
		args = append(args, p.path)
	}
	list := exec.Command("go", args...)
	list.Dir, list.Stderr = h.root, h.err
	folders, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	flags := []string{"-race", "-gcflags=all=" + unchecked, "-gcflags=./" + unsafest + "=" + lean}
	for folder := range strings.Lines(string(folders)) {
		path, err := filepath.Rel(h.root, strings.TrimSpace(folder))
		if err != nil {
			return nil, err
		}
		if !strings.HasPrefix(path, "..") {
			path = "./" + path // without, it would be an import path
		}
		flags = append(flags, "-gcflags="+path+"=-race=false "+unchecked)
	}
	return flags, nil
}

// vetted is for tests of what lint has read already, or reads later; the deployment's are vetted nowhere.
const vetted = "-vet=off"

// atOnce is more packages than cores, since those of waiting wait: with three at once the processors had nothing to do
// for a seventh of the time.
const atOnce = "4"

// waiting are the packages whose tests wait for beacons, rounds and processes most of their time. They come first, so
// that others compute beside them; by their names most of them came last, and both processors waited with them.
var waiting = []string{"tools/sectest", "tools/endtoend", "store/postgres", "tools/kill/phases", "tools/kill/scenario",
	"tools/crash", "tools/backup", "store/backup", "store/embedded", "server/ws"}

func (h *checkout) unracedTests() error {
	return h.goTests(nil, func(path string) bool {
		return isUnraced(path) && path != ownTests && !isComputing(path)
	})
}

// computes are packages whose tests do nothing but compute: no processes, sockets or deadlines. They take what the
// tests beside them leave while they wait.
var computes = []string{"actors/sim", "fairness", "tools/statistics"}

func isComputing(path string) bool {
	return slices.ContainsFunc(computes, func(root string) bool { return below(path, root) })
}

func (h *checkout) computing() error {
	return h.behind().goTests(nil, func(path string) bool { return isUnraced(path) && isComputing(path) })
}

// ownTests are of this program: they write a new kind of room, compile, play and kill it. They take longest of all that
// runs beside lint, and wait for games at the end.
const ownTests = "tools/dev"

func (p *proof) newKind(h *checkout) error {
	var env []string
	p.mu.Lock()
	if !p.absent[browserPart] {
		env = []string{"CI=1"} // what else it lacks fails: that it was skipped is read nowhere
	}
	p.mu.Unlock()
	return h.goTests(env, func(path string) bool { return path == ownTests })
}

// shortEnd: the detector sleeps for a second at the end of each program, for races of what still runs then.
const shortEnd = "GORACE=atexit_sleep_ms=50"

// racedTests run without the race detector where it cannot be linked, which the report tells.
func (h *checkout) racedTests() error {
	flags, err := h.racing()
	if err != nil {
		return err
	}
	return h.goTests([]string{shortEnd}, func(path string) bool { return !isUnraced(path) }, flags...)
}

func (h *checkout) goTests(env []string, isMeant func(path string) bool, flags ...string) error {
	list := exec.Command("go", "list", "./...")
	list.Dir, list.Stderr = h.root, h.err
	out, err := list.Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	packages := slices.DeleteFunc(strings.Fields(string(out)), func(path string) bool {
		_, path, _ = strings.Cut(path, "/") // the module's name
		return !isMeant(path)
	})
	slices.SortStableFunc(packages, func(a, b string) int { return cmp.Compare(turn(a), turn(b)) })
	args := slices.Concat([]string{"test", vetted, "-timeout", "25m", "-p", atOnce}, flags, packages)
	return h.compile(env, "go", args...)
}

// turn is when a package's tests run: those of waiting in their order, then all others.
func turn(path string) int {
	_, path, _ = strings.Cut(path, "/") // the module's name
	if i := slices.Index(waiting, path); i >= 0 {
		return i
	}
	return len(waiting)
}

// below reports whether a package is the one at root, or stands in a folder of it.
func below(path, root string) bool { return path == root || strings.HasPrefix(path, root+"/") }

func isUnraced(path string) bool {
	for _, root := range unraced {
		if below(path, root.path) {
			return true
		}
	}
	return false
}

// browser drives the built binary with a real browser.
func (h *checkout) browser() error {
	c := h.command("client", "npx", "playwright", "test")
	c.Env = append(os.Environ(), "JADEBOX_CHROMIUM="+partOf(browserPart).found(), "JADEBOX_BIN="+
		h.path("bin", "jadebox"))
	return c.Run()
}

// crash is the long form of the harnesses: the store alone, the built server in every phase of every room, and
// releases that replace its process under load.
func (h *checkout) crash(args []string) error {
	if err := h.build(); err != nil {
		return err
	}
	if err := h.do(".", "go", append([]string{"run", "./tools/crash", "--long"}, args...)...); err != nil {
		return err
	}
	if err := h.do(".", "go", "run", "./tools/kill", "--bin", h.path("bin", "jadebox"), "--rounds", "20",
		"--phases", "5"); err != nil {
		return err
	}
	if err := h.do(".", "go", "test", "-count=1", "-v", "./tools/endtoend", "-run", "NobodyIsRefused", "-args",
		"-calls=100000"); err != nil {
		return err
	}
	if err := h.do(".", "go", "test", "-count=1", "-v", "./tools/dev", "-run", "TheSameBytesTwice", "-args",
		"-processors=amd64,arm64"); err != nil {
		return err
	}
	return h.bench(bench{Brief: true})
}

// simulate runs more seeds of the deterministic simulator: make sim SEEDS=100000.
func (h *checkout) simulate() error {
	seeds := os.Getenv("SEEDS")
	if seeds == "" {
		seeds = "20000"
	}
	return h.do(".", "go", "test", "-count=1", "-timeout", "2h", "./actors/sim", "-args", "-seeds="+seeds)
}
