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
	h.bring() // the client's table says what could not be measured without it
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
	return errors.Join(errs...)
}
