package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"time"

	"jadebox/tools/command"
)

// bug is a mistake that once lived, or could: a text of a file and what it becomes. The simulator finds it.
type bug struct {
	name, file, old, new string
	workload             string
}

// bugs that sit where no op shows them: those that an op shows are planted in the simulator itself (sim_test.go).
var bugs = []bug{
	{"an event is told before it is durable", "actors/room/commit.go", `		s.commit(t, step, op, done)
	}
}`, `		for _, e := range step.Events {
			s.publish(Event[S]{Type: e.Type, Body: func(S) msgp.Marshaler { return e.Body(step.State) }})
		}
		step.Events = nil
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

// text is a file with the mistake in it.
func (b bug) text() ([]byte, error) {
	src, err := os.ReadFile(b.file)
	if err != nil {
		return nil, err
	}
	if n := bytes.Count(src, []byte(b.old)); n != 1 {
		return nil, fmt.Errorf("%s: %s has its place %d times", b.name, b.file, n)
	}
	src = bytes.Replace(src, []byte(b.old), []byte(b.new), 1)
	if bytes.Contains([]byte(b.new), []byte("msgp.")) && !bytes.Contains(src, []byte("tinylib/msgp/msgp")) {
		src = bytes.Replace(src, []byte("import ("), []byte("import (\n\t\"github.com/tinylib/msgp/msgp\""), 1)
	}
	return src, nil
}

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
	missed := 0
	for _, b := range bugs {
		text, err := b.text()
		if err != nil {
			return err
		}
		c := &changed{root: root, dir: dir, texts: map[string][]byte{b.file: text}}
		if err := c.write(); err != nil {
			return err
		}
		cmd := exec.Command("go", "test", "-vet=off", "-count=1", "-timeout", a.Each.String(), "-overlay", c.overlay(),
			"./"+simulator, "-run", "^"+everySeed+"/"+b.workload+"$", "-args", "-seeds="+strconv.Itoa(a.Seeds))
		out, err := cmd.CombinedOutput()
		if err == nil {
			fmt.Println("survived", b.name)
			missed++
			continue
		}
		if _, ran := errors.AsType[*exec.ExitError](err); !ran || bytes.Contains(out, []byte("[build failed]")) {
			return fmt.Errorf("%s: %w: %s", b.name, err, out)
		}
		fmt.Println("killed  ", b.name)
	}
	return command.Code(min(missed, 1))
}
