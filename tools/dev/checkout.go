package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
)

// house is the checkout that the targets work on.
type checkout struct {
	root string
}

var errNoRoot = errors.New("run this inside the checkout: no go.mod found")

func newHouse() (*checkout, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return &checkout{root: dir}, nil
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

// command runs in a folder of the house with the caller's terminal.
func (h *checkout) command(dir, name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Dir = h.path(dir)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	return c
}

func (h *checkout) do(dir, name string, args ...string) error {
	if err := h.command(dir, name, args...).Run(); err != nil {
		return fmt.Errorf("%s %v in %s: %w", name, args, filepath.Join(".", dir), err)
	}
	return nil
}

// compile runs what compiles Go. A quarter of the compiler's time was its collector's; the tests that it runs have,
// with this, what the server sets for itself.
func (h *checkout) compile(env []string, name string, args ...string) error {
	c := h.command(".", name, args...)
	c.Env = append(os.Environ(), env...)
	if os.Getenv("GOGC") == "" {
		c.Env = append(c.Env, "GOGC=400")
	}
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s %v: %w", filepath.Base(name), args, err)
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
