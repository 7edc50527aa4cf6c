package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// bench prints every table of figures; each is a ratio within its own run, or a goal that does not depend on the machine.
// A missed goal is told at the end, after everything was measured.
func (h *house) bench() error {
	if err := h.build(); err != nil {
		return err
	}
	absent := map[string]bool{}
	for _, p := range h.bring() {
		absent[p.name] = true
	}
	var errs []error
	table := func(name string, run func() error) {
		fmt.Printf("\n=== %s\n", name)
		if err := run(); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", name, err))
		}
	}
	tables, err := filepath.Glob(h.path("tools", "bench", "*", "main.go"))
	if err != nil {
		return err
	}
	for _, t := range tables {
		name := filepath.Base(filepath.Dir(t))
		table(name, func() error { return h.do(".", "go", append([]string{"run", "./tools/bench/" + name}, h.args...)...) })
	}
	table("fairness: goal 500,000 verified results a second and core", func() error {
		return h.do(".", "go", "test", "-run", "^$", "-bench", "Verify", "./fairness")
	})
	table("client: bundle", func() error { return h.do("client", "npm", "run", "--silent", "size") })
	if absent["Chromium"] {
		fmt.Println("\n*** SKIPPED: no Chromium: neither stage nor Lighthouse was measured.")
		return errors.Join(errs...)
	}
	table("client: stage", func() error { return h.do("client", "node", "bench/stage.mjs") })
	table("client: Lighthouse", h.lighthouse)
	return errors.Join(errs...)
}

// lighthouse measures the built binary, as a player gets it.
func (h *house) lighthouse() error {
	data, err := os.MkdirTemp("", "jadebox-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(data)
	serve := exec.Command(h.path("bin", "jadebox"), "serve", "--demo", "--demo-rain", "0s", "--listen", "127.0.0.1:0", "--data", data, "--log-level", "warn")
	serve.Stderr = os.Stderr
	if err := serve.Start(); err != nil {
		return err
	}
	defer func() {
		_ = serve.Process.Signal(syscall.SIGTERM)
		_ = serve.Wait()
	}()
	address, err := listening(data)
	if err != nil {
		return err
	}
	return h.do("client", "node", "bench/lighthouse.mjs", "http://"+address)
}

var errNotUp = errors.New("the server did not come up in a minute")

// listening waits until the server has said where it is.
func listening(data string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		if b, err := os.ReadFile(filepath.Join(data, "listen")); err == nil && len(b) > 0 {
			return strings.TrimSpace(string(b)), nil
		}
		select {
		case <-ctx.Done():
			return "", errNotUp
		case <-time.After(100 * time.Millisecond):
		}
	}
}
