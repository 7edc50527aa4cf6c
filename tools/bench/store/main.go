// Command store measures the group-commit engine beside the plain ways of doing the same, in one run on one durable
// PostgreSQL: figures of different machines do not compare, the ratios do.
//
// Every way commits the same opening: journal row with leaf, event and result, transfer, item, balance and nonce. Each
// plain way is measured twice. "A transaction each" inserts a row for each item and for each result, as the goals of
// the design were measured: a result has an id of its own, so that is where a plain server keeps it. "Folded" borrows
// from the engine the journal body that holds the results, and saves itself their statements; it has no goal. On a busy
// machine per-second ratios understate the group way: each connection gets a share of the processor, and the plain ways
// have 32 against its 2; the CPU of one does not depend on that.
//
// Deliberately absent: HTTP, actors, draws. Flags: --duration of each row, --only, --profile, --json.
//
// It exits 0 when every goal is met, 1 when one is missed or the machine was busy (the table is printed all the same),
// 2 when it could not measure.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/pprof"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"jadebox/store/embedded"
	"jadebox/store/postgres"
	"jadebox/tools/bench/machine"
	"jadebox/tools/command"
)

type arguments struct {
	Duration time.Duration `default:"5s" help:"Of each row."`
	Only     string        `help:"Rows whose name contains this, without the goals."`
	Profile  string        `help:"Write a CPU profile of this process, measured rows only, to this file."`
	JSON     bool          `help:"Print JSON instead of a table."`
}

func main() { command.Main(command.Parser("bench/store", &arguments{})) }

// Run measures and prints.
func (a arguments) Run() error {
	return machine.Within(func(watch *machine.Watch, dir string) error {
		return run(context.Background(), a.Duration, a.Only, a.Profile, a.JSON, watch, dir)
	})
}

// turns is how often the ways take turns.
const turns = 5

// aside is a ratio without a goal, which explains one that has.
type aside struct {
	Name  string  `json:"name"`
	Ratio float64 `json:"ratio"`
}

func run(ctx context.Context, duration time.Duration, only, profile string, asJSON bool, watch *machine.Watch,
	dir string) error {
	// The settings of production but for checkpoints, which would fall into one row and not into another.
	server, err := embedded.Start(ctx, embedded.Options{DataDir: dir, OrphanGrace: time.Second,
		Settings: map[string]string{"shared_buffers": "256MB", "max_wal_size": "8GB", "checkpoint_timeout": "30min",
			"autovacuum": "off"}})
	if err != nil {
		return err
	}
	defer server.Stop()
	b := &bench{ctx: ctx, duration: duration, server: server}
	if err := b.prepare(); err != nil {
		return err
	}
	defer b.pool.Close()
	defer b.engine.Close()
	defer b.closePipes()
	if profile != "" {
		f, err := os.Create(profile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}

	ways := []*way{
		{name: "opening, a transaction each", callers: 1024, do: b.openingEach},
		{name: "opening, the same, folded", callers: 1024, do: b.openingFolded},
		{name: "opening, group commit", callers: 1024, do: b.openingGroup},
		{name: "opening, a function each, pipelined", callers: 1024, do: b.openingPipelined},
		{name: "opening, a function each", callers: 8, do: b.openingFunction},
		{name: "opening, group commit", callers: 8, do: b.openingGroup},
		{name: "opening, group commit", callers: 1, do: b.openingGroup},
		{name: "battle 4×10, a transaction each", callers: 256, do: b.battleEach},
		{name: "battle 4×10, the same, folded", callers: 256, do: b.battleFolded},
		{name: "battle 4×10, group commit", callers: 256, do: b.battleGroup},
		{name: "opening, a function each", callers: 1024, do: b.openingFunction},
	}
	if !slices.ContainsFunc(ways, func(w *way) bool { return strings.Contains(w.name, only) }) {
		return fmt.Errorf("--only %q: no row has it", only)
	}
	for range turns {
		for _, w := range ways {
			if !strings.Contains(w.name, only) {
				continue
			}
			if err := b.measure(w, duration/turns); err != nil {
				return err
			}
		}
	}
	seen, err := watch.End()
	if err != nil {
		return err
	}
	var rows []row
	for _, w := range ways {
		rows = append(rows, w.row())
	}
	goals, asides := goalsOf(rows), asidesOf(rows)
	if asJSON {
		err := json.NewEncoder(os.Stdout).Encode(map[string]any{"rows": rows, "goals": goals, "asides": asides,
			"machine": seen})
		return errors.Join(err, seen.JudgeAll(goals))
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tcallers\tper second\tp50 ms\tp99 ms\tCPU µs each\tof it PostgreSQL\t")
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%d\t%.0f\t%.2f\t%.2f\t%.1f\t%.1f\t\n", r.Name, r.Callers, r.PerSecond, r.P50MS, r.P99MS,
			r.CPUMicros, r.PostgresMicros)
	}
	if err := w.Flush(); err != nil || only != "" {
		return err
	}
	fmt.Printf("\none durable commit, unloaded: p50 %.2f ms\n\n", rows[6].P50MS)
	w = tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	for _, a := range asides {
		fmt.Fprintf(w, "%s\t%.2f\t\t\n", a.Name, a.Ratio)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return errors.Join(seen.Tell(os.Stdout, goals), seen.JudgeAll(goals))
}

// times is how often another's rate is in ours; 0, which meets no goal, when the other did nothing.
func times(ours, other row) float64 {
	if other.PerSecond == 0 {
		return 0
	}
	return ours.PerSecond / other.PerSecond
}

// goalsOf are of the rows in their order.
func goalsOf(rows []row) []machine.Goal {
	each, group, pipelined, function, few := rows[0], rows[2], rows[3], rows[4], rows[5]
	naive, battles := rows[7], rows[9]
	return []machine.Goal{
		machine.AtLeast("openings/s at 1,024 callers, group ÷ a transaction each", times(group, each), 10),
		machine.AtMost("CPU of an opening at 1,024 callers, group ÷ a transaction each", group.CPUMicros/each.CPUMicros,
			0.1),
		machine.AtLeast("openings/s at 1,024 callers, group ÷ a function each, pipelined", times(group, pipelined), 8),
		machine.AtLeast("openings/s at 8 callers, group ÷ a function each", times(few, function), 0.8),
		machine.AtLeast("battles/s at 256 callers, group ÷ a transaction each", times(battles, naive), 5),
	}
}

func asidesOf(rows []row) []aside {
	group, eachFolded, naive, folded, battles, function := rows[2], rows[1], rows[7], rows[8], rows[9], rows[10]
	return []aside{
		{"openings/s at 1,024 callers, group ÷ a function each", times(group, function)},
		{"openings/s at 1,024 callers, group ÷ folded", times(group, eachFolded)},
		{"battles/s, group ÷ folded", times(battles, folded)},
		{"CPU of a battle, a transaction each ÷ group", naive.CPUMicros / battles.CPUMicros},
		{"CPU of a battle, folded ÷ group", folded.CPUMicros / battles.CPUMicros},
	}
}

// bench is the database under measurement and the ways to it.
type bench struct {
	ctx      context.Context
	duration time.Duration
	server   *embedded.Server
	pool     *pgxpool.Pool // of the plain ways
	engine   *postgres.Engine
	players  []player
	rooms    []int64
	leaves   [][]byte
	writer   int64 // for the op ids of the plain ways
	pipes    []*pipe
}
