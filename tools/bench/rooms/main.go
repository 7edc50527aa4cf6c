//go:build linux

// Command rooms measures how long events of rooms are on their way while 500 battles, 50 roll rooms, 20 wish rooms and
// 20 lucky-card rooms are played at once, beside one room alone in the same run: real binary, embedded PostgreSQL, real
// sockets, two players or more a room (tools/loadsim, scenario rooms).
//
// On its way is an event from the server's stamp, made when its op is durable, to the player's read of the socket. The
// stamp has whole milliseconds, so that both figures are up to one too high and their ratio is somewhat too kind.
// Server, database and all players share this machine: what the players cost is in the figure. Deliberately absent: a
// network.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"jadebox/tools/kill/process"
	"jadebox/tools/loadsim"
	"jadebox/tools/loadsim/report"
)

// goal of issue "Every other room": p99 of all rooms at once ≤ 3 × that of one room alone.
const goal = 3.0

func main() {
	bin := flag.String("bin", "", "server; default $"+process.BinEnv+", bin/jadebox, or one built now")
	asJSON := flag.Bool("json", false, "print JSON instead of a table")
	o := loadsim.Options{Scenario: "rooms", Think: -1, Seed: 1}
	flag.IntVar(&o.Rooms.Battles, "battles", 500, "battles at once")
	flag.IntVar(&o.Rooms.Rolls, "rolls", 50, "roll rooms at once")
	flag.IntVar(&o.Rooms.Luckycards, "luckycards", 20, "lucky-card rooms at once")
	flag.IntVar(&o.Rooms.Wishes, "wishes", 20, "wish rooms at once")
	flag.DurationVar(&o.Alone, "alone", 30*time.Second, "one room at a time; each kind plays at least one to its end")
	flag.DurationVar(&o.Warm, "warm", 20*time.Second, "over which the rooms open one by one, before measuring")
	flag.DurationVar(&o.Duration, "duration", 30*time.Second, "all at once")
	flag.DurationVar(&o.Ramp, "ramp", 2*time.Second, "in which the bots arrive")
	flag.Parse()
	if err := run(context.Background(), *bin, o, *asJSON); err != nil {
		fmt.Fprintln(os.Stderr, "bench/rooms:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, bin string, o loadsim.Options, asJSON bool) (err error) {
	dir, err := os.MkdirTemp("", "jadebox-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if bin == "" {
		if bin, _, err = process.Binary(dir); err != nil {
			return err
		}
	}
	listen, err := process.FreeAddress()
	if err != nil {
		return err
	}
	log, err := os.Create(filepath.Join(dir, "server.log"))
	if err != nil {
		return err
	}
	defer log.Close()
	server, err := process.Start(ctx, process.Options{Bin: bin, Data: filepath.Join(dir, "data"), Listen: listen, Log: log, Args: []string{"--log-level", "warn"}})
	if err != nil {
		words, _ := os.ReadFile(log.Name())
		return fmt.Errorf("%w\n%s", err, words)
	}
	defer process.StopPostgres(server.Data)
	defer func() {
		stopping, cancel := context.WithTimeout(ctx, 20*time.Second)
		defer cancel()
		err = errors.Join(err, server.Terminate(stopping))
	}()
	o.URL, o.DataDir = server.URL(), server.Data
	r, err := loadsim.Run(ctx, o)
	if err != nil {
		return err
	}
	if len(r.Rooms) == 0 {
		return errors.New("nothing was compared: -alone must be more than nothing")
	}
	all := r.Rooms[len(r.Rooms)-1]
	if asJSON {
		err = json.NewEncoder(os.Stdout).Encode(map[string]any{"rooms": r.Rooms, "ratio": all.Ratio, "goal": goal, "met": all.Ratio <= goal, "result": r})
	} else {
		err = r.Text(os.Stdout)
	}
	return errors.Join(err, judge(r, all))
}

// judge holds the run to its goal, and to having been what it says.
func judge(r *report.Result, all report.Rooms) error {
	word := "met"
	if all.Ratio > goal {
		word = "MISSED"
	}
	fmt.Printf("\np99 of an event, %.0f rooms at once ÷ one alone: %.2f ms ÷ %.2f ms = %.2f (goal ≤ %.0f): %s\n", all.Mean, float64(all.Events.P99US)/1000,
		float64(all.Alone.P99US)/1000, all.Ratio, goal, word)
	switch {
	case !r.OK() || r.Retired > 0:
		return fmt.Errorf("%d violations, %d players gave up, auditor: %s", r.Broken, r.Retired, r.Audit.Verdict())
	case all.Ratio == 0:
		return errors.New("nothing was compared")
	case all.Ratio > goal:
		return fmt.Errorf("%.2f is above the goal of %.0f", all.Ratio, goal)
	}
	return nil
}
