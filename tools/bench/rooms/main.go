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
	"fmt"
	"os"
	"path/filepath"
	"time"

	"jadebox/tools/bench/machine"
	"jadebox/tools/command"
	"jadebox/tools/kill/process"
	"jadebox/tools/loadsim"
	"jadebox/tools/loadsim/report"
)

// goal of issue "Every other room": p99 of all rooms at once ≤ 3 × that of one room alone.
const goal = 3.0

type arguments struct {
	Bin      string         `help:"Server; default $JADEBOX_BIN, bin/jadebox, or one built now."`
	JSON     bool           `help:"Print JSON instead of a table."`
	Rooms    map[string]int `placeholder:"KIND=N" help:"So many rooms of a kind at once, instead of tools/loadsim's own number."`
	Alone    time.Duration  `default:"30s" help:"One room at a time; each kind plays at least one to its end."`
	Warm     time.Duration  `default:"20s" help:"Over which the rooms open one by one, before measuring."`
	Duration time.Duration  `default:"30s" help:"All at once."`
	Ramp     time.Duration  `default:"2s" help:"In which the bots arrive."`
}

func main() { command.Main(command.Parser("bench/rooms", &arguments{})) }

// Run measures and prints.
func (a arguments) Run() error {
	o := loadsim.Options{Scenario: "rooms", Think: -1, Seed: 1, Alone: a.Alone, Warm: a.Warm, Duration: a.Duration,
		Ramp: a.Ramp, Rooms: a.Rooms}
	return machine.Within(func(watch *machine.Watch, dir string) error {
		return run(context.Background(), a.Bin, o, a.JSON, watch, dir)
	})
}

func run(ctx context.Context, bin string, o loadsim.Options, asJSON bool, watch *machine.Watch,
	dir string) (err error) {
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
	server, err := process.Start(ctx, process.Options{Bin: bin, Data: filepath.Join(dir, "data"), Listen: listen,
		Log: log, Args: []string{"--log-level", "warn"}})
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
	seen, err := watch.End()
	if err != nil {
		return err
	}
	all := r.Rooms[len(r.Rooms)-1]
	if asJSON {
		err = json.NewEncoder(os.Stdout).Encode(map[string]any{"rooms": r.Rooms, "ratio": all.Ratio, "goal": goal,
			"met": all.Ratio <= goal, "result": r, "machine": seen})
	} else {
		err = r.Text(os.Stdout)
	}
	return errors.Join(err, judge(r, all, seen))
}

// judge holds the run to its goal, and to having been what it says.
func judge(r *report.Result, all report.Rooms, seen machine.Verdict) error {
	fmt.Printf("\np99 of an event, %.0f rooms at once ÷ one alone: %.2f ms ÷ %.2f ms = %.2f (goal ≤ %.0f): %s\n",
		all.Mean, float64(all.Events.P99US)/1000,
		float64(all.Alone.P99US)/1000, all.Ratio, goal, seen.Word(all.Ratio <= goal))
	fmt.Println(seen.Words)
	switch {
	case !r.OK() || r.Retired > 0:
		return fmt.Errorf("%d violations, %d players gave up, auditor: %s", r.Broken, r.Retired, r.Audit.Verdict())
	case all.Ratio == 0:
		return errors.New("nothing was compared")
	case all.Ratio > goal:
		return seen.Judge(fmt.Errorf("%.2f is above the goal of %.0f", all.Ratio, goal))
	}
	return seen.Judge(nil)
}
