package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"sync"
	"syscall"
	"time"
)

// checkout is what the targets work on, and where they print.
type checkout struct {
	root     string
	out, err io.Writer
	last     bool // its commands run when nothing else wants a processor
}

var errNoRoot = errors.New("run this inside the checkout: no go.mod found")

func newCheckout() (*checkout, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return &checkout{root: dir, out: os.Stdout, err: os.Stderr}, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return nil, errNoRoot
		}
		dir = up
	}
}

func (h *checkout) path(parts ...string) string {
	return filepath.Join(append([]string{h.root}, parts...)...)
}

// saying is the same checkout with its lines looked at, and with a name before each unless it is empty.
func (h *checkout) saying(name string) (*checkout, *stepLines) {
	lines := &stepLines{name: name, to: h.out}
	return &checkout{h.root, lines, lines, h.last}, lines
}

// behind is the same checkout whose commands give way to all others.
func (h *checkout) behind() *checkout { return &checkout{h.root, h.out, h.err, true} }

// failure finds the lines by which go test, vitest and e2e/summary.ts name what failed.
var failure = regexp.MustCompile(`^(\s*--- FAIL: |FAIL\t|\s*FAIL  |FAILED |panic: |WARNING: DATA RACE)`)

// reason finds what a test of Go says, of its failure or before it: the last of these lines is why it failed.
var reason = regexp.MustCompile(`^\s+\S+\.go:\d+: `)

// failuresMax bounds the lines that are told again of a step at the end, reasonMax the bytes of a reason.
const (
	failuresMax = 12
	reasonMax   = 240
)

// stepLines passes on whole lines and keeps those that name a failure: a reader who sees only the end of a long output
// needs no more.
type stepLines struct {
	name     string // stands before each line, unless empty
	to       io.Writer
	mu       sync.Mutex
	rest     []byte // of a line that has not ended
	failures []string
	why      string // the last reason since the last failure
}

// Write takes a part of the text. It fails only where the text goes.
func (w *stepLines) Write(text []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rest = append(w.rest, text...)
	var whole []byte
	for {
		line, after, ok := bytes.Cut(w.rest, []byte("\n"))
		if !ok {
			break
		}
		w.look(string(line))
		if w.name != "" {
			whole = fmt.Appendf(whole, "%s | ", w.name)
		}
		whole = append(append(whole, line...), '\n')
		w.rest = after
	}
	if len(whole) > 0 {
		if _, err := w.to.Write(whole); err != nil {
			return 0, err
		}
	}
	return len(text), nil
}

// look keeps a line that names a failure, and before the next one why this one failed.
func (w *stepLines) look(line string) {
	switch {
	case failure.MatchString(line):
		w.explain()
		w.keep(line)
	case len(w.failures) > 0 && reason.MatchString(line):
		w.why = line[:min(len(line), reasonMax)]
	}
}

func (w *stepLines) explain() {
	if w.why != "" {
		w.keep(w.why)
	}
	w.why = ""
}

func (w *stepLines) keep(line string) {
	if len(w.failures) < failuresMax {
		w.failures = append(w.failures, line)
	}
}

// end passes on what had no end of line, and returns the lines that name a failure, each with its reason.
func (w *stepLines) end() []string {
	if len(w.rest) > 0 {
		_, _ = w.Write([]byte("\n"))
	}
	w.explain()
	return w.failures
}

// command runs in a folder of the tree and prints where the checkout prints.
func (h *checkout) command(dir, name string, args ...string) *exec.Cmd {
	if h.last {
		name, args = "nice", append([]string{"-n", "19", name}, args...)
	}
	c := exec.Command(name, args...)
	c.Dir = h.path(dir)
	c.Stdout, c.Stderr = h.out, h.err
	c.WaitDelay = 10 * time.Second // what a command has left running may hold its output open
	return c
}

func (h *checkout) do(dir, name string, args ...string) error {
	if err := h.command(dir, name, args...).Run(); err != nil {
		return fmt.Errorf("%s %v in %s: %w", name, args, filepath.Join(".", dir), err)
	}
	return nil
}

// compiling is for commands that compile, link or read the source and run nothing: a collector of a compiler has work
// once it holds a gigabyte.
var compiling = []string{"GOGC=1600", "GOMEMLIMIT=1GiB"}

// compile runs what compiles Go. A quarter of the compiler's time was its collector's; the tests that it runs have,
// with this, what the server sets for itself.
func (h *checkout) compile(env []string, name string, args ...string) error {
	c := h.command(".", name, args...)
	c.Env = os.Environ()
	if os.Getenv("GOGC") == "" {
		c.Env = append(c.Env, "GOGC=400")
	}
	c.Env = append(c.Env, env...)
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s %s: %w", filepath.Base(name), args[0], err) // the flags and packages fill a screen
	}
	return nil
}

// run builds and starts the embedded default with demo data, and passes the terminal's signals on: an interrupt reaches
// the whole process group, so that it is enough to wait.
func (h *checkout) run(args []string) error {
	if err := h.build(); err != nil {
		return err
	}
	serve := h.command(".", h.path("bin", "jadebox"), append([]string{"serve", "--demo", "--data", h.path(".data")},
		args...)...)
	serve.Stdin = os.Stdin
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if err := serve.Start(); err != nil {
		return err
	}
	go func() {
		for s := range signals {
			if s == syscall.SIGTERM {
				_ = serve.Process.Signal(s)
			}
		}
	}()
	return serve.Wait()
}
