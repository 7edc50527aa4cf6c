package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"time"

	"jadebox/tools/command"
	"jadebox/tools/mutate/live"
)

// bug is a mistake that once lived, or could: a text of a function and what it becomes. The simulator finds it.
type bug struct {
	name, file, old, new string
	workload             string
}

// bugs that sit where no op shows them: those that an op shows are planted in the simulator itself (sim_test.go).
var bugs = []bug{
	{"an event is told before it is durable", "actors/room/commit.go", `		s.commit(t, step, op, done)
	}
}`, `		before := s.state
		s.state = step.State
		for _, e := range step.Events {
			s.publish(e)
		}
		s.state, step.Events = before, nil
		s.commit(t, step, op, done)
	}
}`, "battle"},
	{"a room does not load again what another activation has done", "actors/room/commit.go",
		`		s.load(func() { s.finish(t, r, false, done) })`, `		s.advance(step, r)
		s.finish(t, r, false, done)`, "wish"},
	{"what a room takes is not in the limits", "actors/player/play.go",
		`		e.SpendCents, e.RiskCents, e.Room = -gems, -gems, op.Room.Room`, `		return e, false`, "limits"},
}

type planted struct {
	Seeds int           `default:"400" help:"Of the simulator."`
	Each  time.Duration `default:"5m" help:"How long one run may take."`
}

// mutant is the mistake as a change of its file below root.
func (b bug) mutant(root string) (numbered, error) {
	src, err := os.ReadFile(filepath.Join(root, b.file))
	if err != nil {
		return numbered{}, err
	}
	if n := bytes.Count(src, []byte(b.old)); n != 1 {
		return numbered{}, fmt.Errorf("%s: %s has its place %d times", b.name, b.file, n)
	}
	from, id := bytes.Index(src, []byte(b.old)), sha256.Sum256([]byte(b.name))
	m := Mutant{ID: hex.EncodeToString(id[:8]), File: b.file, What: b.name, From: from, To: from + len(b.old),
		New: b.new}
	return numbered{m.number(), m}, nil
}

// plant compiles the simulator with all bugs in it, each behind its switch, and returns the binary and the mistakes.
func plant(ctx context.Context, root, dir string) (string, []numbered, error) {
	packages, err := list(root, "./"+simulator)
	if err != nil {
		return "", nil, err
	}
	c := &changed{root: root, dir: dir, module: packages[0].Module.Path, texts: map[string][]byte{}}
	for _, b := range bugs {
		m, err := b.mutant(root)
		if err != nil {
			return "", nil, err
		}
		c.sample = append(c.sample, m)
	}
	for file, list := range byFile(c.sample) {
		if c.texts[file], _, err = c.text(file, list); err != nil {
			return "", nil, err
		}
	}
	if err := c.write(); err != nil {
		return "", nil, err
	}
	binary := filepath.Join(dir, "sim.test")
	cmd := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay", c.overlay(), "-o", binary,
		"./"+simulator)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", nil, fmt.Errorf("%w: %s", err, out)
	}
	return binary, c.sample, nil
}

// violation runs seeds of a workload with one mistake on, or with none (0), and returns what the simulator says of the
// first that shows it; "" when none does.
func violation(ctx context.Context, root, binary, workload string, mistake, seeds int) (string, error) {
	cmd := exec.CommandContext(ctx, binary, "-test.run=^"+everySeed+"$/^"+workload+"$", "-seeds="+strconv.Itoa(seeds))
	cmd.Dir, cmd.Env = filepath.Join(root, simulator), append(os.Environ(), live.Mutant+"="+strconv.Itoa(mistake))
	out, err := cmd.CombinedOutput()
	if err == nil {
		return "", nil
	}
	said := shown.FindSubmatch(out)
	if said == nil {
		return "", fmt.Errorf("%w: %s", err, out) // it did not come to a seed that shows it
	}
	return string(said[1]), nil
}

// shown is what the simulator says of a seed that breaks a rule.
var shown = regexp.MustCompile(`_test\.go:\d+: (.*)\n\s+rerun: `)

// Run tries them all.
func (a planted) Run() error {
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	binary, mistakes, err := plant(context.Background(), root, dir)
	if err != nil {
		return err
	}
	missed := 0
	for i, b := range bugs {
		ctx, cancel := context.WithTimeout(context.Background(), a.Each)
		said, err := violation(ctx, root, binary, b.workload, mistakes[i].N, a.Seeds)
		cancel()
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", b.name, err)
		case said == "":
			fmt.Println("survived", b.name)
			missed++
		default:
			fmt.Println("killed  ", b.name+":", said)
		}
	}
	return command.Code(min(missed, 1))
}
