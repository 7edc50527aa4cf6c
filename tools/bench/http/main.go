//go:build linux

// Command http measures one box opening end to end: a request on a keep-alive connection, durable in PostgreSQL, the
// answer read whole. Beside it, in the same run and on the same PostgreSQL, stands the bare commit of the same op
// straight through the store: what the front costs on top is the difference.
//
// The server is the real binary in demo mode; the op is copied from its journal, not imagined. Deliberately absent:
// sockets (tools/bench/socket), the store's own ratios (tools/bench/store). Flags: --bin, --duration of each row, --json.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"text/tabwriter"
	"time"

	"jadebox/tools/command"
)

type arguments struct {
	Bin      string        `help:"Server; default $JADEBOX_BIN, bin/jadebox, or one built now."`
	Duration time.Duration `default:"4s" help:"Of each row of throughput."`
	Samples  int           `default:"1500" help:"Openings and commits that are timed one by one."`
	JSON     bool          `help:"Print JSON instead of a table."`
}

func main() { command.Main(command.Parser("bench/http", &arguments{})) }

// Run measures and prints.
func (a arguments) Run() error {
	return run(context.Background(), a.Bin, a.Duration, a.Samples, a.JSON)
}

// goal of issue "The vertical": p50 of an opening ≤ 2.5 × p50 of the bare commit, unloaded.
const goal = 2.5

// result is what is printed.
type result struct {
	Single []row   `json:"single"` // one caller, taking turns
	Ratio  float64 `json:"ratio"`
	Goal   float64 `json:"goal"`
	Met    bool    `json:"met"`
	Many   []row   `json:"many"`
}

func run(ctx context.Context, bin string, duration time.Duration, samples int, asJSON bool) error {
	dir, err := os.MkdirTemp("", "jadebox-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b, err := prepare(ctx, dir, bin)
	if err != nil {
		return err
	}
	defer b.close()

	single, err := b.takeTurns(samples)
	if err != nil {
		return err
	}
	r := result{Single: single, Goal: goal, Ratio: single[1].P50MS / single[0].P50MS}
	r.Met = r.Ratio <= goal
	for _, callers := range []int{64, 256} {
		for _, w := range []way{b.bare(), b.opening()} {
			row, err := b.load(w, callers, duration)
			if err != nil {
				return err
			}
			r.Many = append(r.Many, row)
		}
	}
	if asJSON {
		return json.NewEncoder(os.Stdout).Encode(r)
	}
	return r.print()
}

func (r result) print() error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tcallers\tper second\tp10 ms\tp50 ms\tp99 ms\tserver CPU µs each\tPostgreSQL CPU µs\t")
	for _, row := range append(r.Single, r.Many...) {
		server := "–" // the bare commit runs in this process, beside its own clients
		if row.ServerMicros > 0 {
			server = fmt.Sprintf("%.0f", row.ServerMicros)
		}
		fmt.Fprintf(w, "%s\t%d\t%.0f\t%.3f\t%.3f\t%.3f\t%s\t%.0f\t\n", row.Name, row.Callers, row.PerSecond, row.P10MS, row.P50MS, row.P99MS, server, row.PostgresMicros)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	word := "met"
	if !r.Met {
		word = "MISSED"
	}
	_, err := fmt.Printf("\nopening over HTTP ÷ bare durable commit, unloaded, p50: %.2f (goal ≤ %.1f): %s\n", r.Ratio, r.Goal, word)
	return err
}
