package main

import (
	"errors"
	"fmt"
	"path/filepath"
)

// bench prints every table of figures; each is a ratio within its own run, or a goal that does not depend on the
// machine. A missed goal is told at the end, after everything was measured.
func (h *checkout) bench(args []string) error {
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
		table(name, func() error {
			return h.do(".", "go", append([]string{"run", "./tools/bench/" + name},
				args...)...)
		})
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

// lighthouse measures the built binary.
func (h *checkout) lighthouse() error {
	return h.demo(func(address, _ string) error { return h.do("client", "node", "bench/lighthouse.mjs", address) })
}
