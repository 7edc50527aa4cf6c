//go:build linux

// Command kill tells the stories of tools/kill/story and tools/kill/phases on a built server and says what was lost.
//
//	go run ./tools/kill -bin bin/jadebox -rounds 20 -phases 5
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"jadebox/tools/kill/phases"
	"jadebox/tools/kill/process"
	"jadebox/tools/kill/story"
)

func main() {
	bin := flag.String("bin", "", "server to kill; default $"+process.BinEnv+", bin/jadebox, or one built now")
	rounds := flag.Int("rounds", 8, "crash points: kill -9 of the server, of PostgreSQL, SIGTERM, kill -9 of both, in turn")
	bots := flag.Int("bots", 30, "players and spectators")
	cycles := flag.Int("phases", 3, "cycles of crashes in each phase of each kind of room, half a minute each")
	seed := flag.Uint64("seed", 1, "choices of bots and crash points")
	pause := flag.Duration("pause", 2*time.Second, "mean time between a recovery and the next crash")
	keep := flag.Bool("keep", false, "keep data, journal and log")
	flag.Parse()
	os.Exit(run(*bin, *keep, *cycles, story.Options{Rounds: *rounds, Bots: *bots, Seed: *seed, Pause: *pause, Log: os.Stdout}))
}

func run(bin string, keep bool, cycles int, o story.Options) int {
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
		code = tellStory(ctx, o)
	}
	if cycles > 0 && code == 0 {
		code = tellPhases(ctx, phases.Options{Bin: o.Bin, Dir: dir, Cycles: cycles, Seed: o.Seed, Log: o.Log})
	}
	return code
}

func tellPhases(ctx context.Context, o phases.Options) int {
	if o.Dir = filepath.Join(o.Dir, "phases"); os.Mkdir(o.Dir, 0o700) != nil {
		return complain(fmt.Errorf("%s cannot be made", o.Dir))
	}
	r, err := phases.Tell(ctx, o)
	if err != nil {
		return complain(err)
	}
	for _, phase := range phases.Phases {
		fmt.Printf("  %-26s hit %d times\n", phase, r.Hit[phase])
	}
	if err := r.Err(); err != nil {
		fmt.Println("\nNOT CLEAN:", err)
		return 1
	}
	fmt.Printf("%d operations acknowledged around the crashes, each there once\nclean\n", r.Acknowledged)
	return 0
}

func tellStory(ctx context.Context, o story.Options) int {
	r, err := story.Tell(ctx, o)
	if err != nil {
		return complain(err)
	}
	r.Load.Text(os.Stdout)
	fmt.Printf("\n%d crashes, %d acknowledged operations, %d lost or changed, audit clean: %v\n", len(r.Rounds), r.Verdict.Acknowledged, r.Lost(), r.AuditOK)
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
