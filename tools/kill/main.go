//go:build linux

// Command kill runs tools/kill/scenario and tools/kill/phases on a built server and says what was lost.
//
//	go run ./tools/kill --bin bin/jadebox --rounds 20 --phases 5
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"jadebox/tools/command"
	"jadebox/tools/kill/phases"
	"jadebox/tools/kill/process"
	"jadebox/tools/kill/scenario"
)

type arguments struct {
	Bin    string        `help:"Server to kill; default $JADEBOX_BIN, bin/jadebox, or one built now."`
	Rounds int           `default:"8" help:"Crash points: kill -9 of the server, of PostgreSQL, SIGTERM, kill -9 of both, in turn."`
	Bots   int           `default:"30" help:"Players and spectators."`
	Phases int           `default:"3" help:"Cycles of crashes in each phase of each kind of room, half a minute each."`
	Kind   string        `help:"Only rooms of this kind in the phases, and nothing beside them."`
	Seed   uint64        `default:"1" help:"Choices of bots and crash points."`
	Pause  time.Duration `default:"2s" help:"Mean time between a recovery and the next crash."`
	Keep   bool          `help:"Keep data, journal and log."`
}

func main() { command.Main(command.Parser("kill", &arguments{})) }

// Run runs the scenario and the phases.
func (a arguments) Run() error {
	p := phases.Options{Cycles: a.Phases, Kind: a.Kind}
	return command.Code(run(a.Bin, a.Keep, p, scenario.Options{Rounds: a.Rounds, Bots: a.Bots, Seed: a.Seed,
		Pause: a.Pause, Log: os.Stdout}))
}

func run(bin string, keep bool, p phases.Options, o scenario.Options) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	dir, err := os.MkdirTemp("", "jadebox-kill")
	if err != nil {
		return complain(err)
	}
	if keep {
		fmt.Println("kept in", dir)
	} else {
		defer os.RemoveAll(dir)
	}
	if o.Dir, o.Bin = dir, bin; bin == "" {
		if o.Bin, _, err = process.Binary(dir); err != nil {
			return complain(err)
		}
	}
	code := 0
	if o.Rounds > 0 {
		code = runScenario(ctx, o)
	}
	if p.Cycles > 0 && code == 0 {
		p.Bin, p.Dir, p.Seed, p.Log = o.Bin, dir, o.Seed, o.Log
		code = runPhases(ctx, p)
	}
	return code
}

func runPhases(ctx context.Context, o phases.Options) int {
	if o.Dir = filepath.Join(o.Dir, "phases"); os.Mkdir(o.Dir, 0o700) != nil {
		return complain(fmt.Errorf("%s cannot be made", o.Dir))
	}
	r, err := phases.Run(ctx, o)
	if err != nil {
		return complain(err)
	}
	for _, phase := range phases.Phases(o.Kind) {
		fmt.Printf("  %-26s hit %d times\n", phase, r.Hit[phase])
	}
	if err := r.Err(); err != nil {
		fmt.Println("\nNOT CLEAN:", err)
		return 1
	}
	fmt.Printf("%d operations acknowledged around the crashes, each there once\nclean\n", r.Acknowledged)
	return 0
}

func runScenario(ctx context.Context, o scenario.Options) int {
	r, err := scenario.Run(ctx, o)
	if err != nil {
		return complain(err)
	}
	r.Load.Text(os.Stdout)
	fmt.Printf("\n%d crashes, %d acknowledged operations, %d lost or changed, audit clean: %v\n", len(r.Rounds),
		r.Verdict.Acknowledged, r.Lost(), r.AuditOK)
	if err := r.Err(); err != nil {
		fmt.Println("\nNOT CLEAN:", err)
		return 1
	}
	fmt.Println("clean")
	return 0
}

func complain(err error) int {
	fmt.Fprintln(os.Stderr, "kill:", err)
	return 2
}
