//go:build unix

// Command crash proves that no acknowledged operation is lost and none is applied twice, whatever is killed.
//
// Clients in a process of their own write every intent and every answer to a journal before they go on. The harness
// kills them, PostgreSQL, or the connection between the two, fills the disk, runs the same operations twice at once,
// and then compares the journals with the database and audits it. The negative control acknowledges before the disk
// has the commit: the harness must find its losses, or it could not see any.
//
// go run ./tools/crash [--long] [--only name]; the short form is the package's test. Deliberately absent: power cuts of
// the machine, which need a machine to cut.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"jadebox/tools/command"
)

type arguments struct {
	Long bool   `help:"More rounds of everything."`
	Only string `help:"Scenarios whose name contains this."`
}

func main() {
	if child() {
		return
	}
	command.Main(command.Parser("crash", &arguments{}))
}

// Run breaks everything.
func (a arguments) Run() error {
	rounds := 2
	if a.Long {
		rounds = 12
	}
	defer os.RemoveAll(templateDir())
	failed := run(context.Background(), rounds, a.Only, func(format string, a ...any) { fmt.Printf(format+"\n", a...) })
	if failed > 0 {
		fmt.Printf("%d SCENARIOS FAILED\n", failed)
		return command.Exit(1)
	}
	fmt.Println("all scenarios passed")
	return nil
}

// scenario is one way of breaking things. It returns why it was skipped, or "".
type scenario struct {
	name string
	run  func(ctx context.Context, w *world, rounds int) (skipped string, err error)
}

var scenarios = []scenario{
	{"kill -9 of the writer", killWriter},
	{"kill -9 of postgres", killPostgres},
	{"kill -9 of a backend", killBackend},
	{"cut connections", cutConnections},
	{"the same ops from two writers", twoWriters},
	{"disk full", diskFull},
	{"negative control: synchronous_commit=off", negativeControl},
}

// run runs scenarios and returns how many failed.
func run(ctx context.Context, rounds int, only string, say func(string, ...any)) (failed int) {
	for _, s := range scenarios {
		if !strings.Contains(s.name, only) {
			continue
		}
		began := time.Now()
		skipped, err := inWorld(ctx, s, rounds, say)
		took := time.Since(began).Seconds()
		switch {
		case err != nil:
			failed++
			say("FAIL  %s (%.1f s): %v", s.name, took, err)
		case skipped != "":
			say("SKIPPED, NOT PROVEN: %s: %s", s.name, skipped)
		default:
			say("ok    %s (%.1f s)", s.name, took)
		}
	}
	return failed
}

func inWorld(ctx context.Context, s scenario, rounds int, say func(string, ...any)) (string, error) {
	dir, err := os.MkdirTemp("", "jadebox-crash")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	w := &world{dir: dir, say: say}
	defer w.close()
	return s.run(ctx, w, rounds)
}
