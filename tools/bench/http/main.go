//go:build linux

// Command http measures one box opening end to end: a request on a keep-alive connection, durable in PostgreSQL, the
// answer read whole. Beside it, in the same run and on the same PostgreSQL, stands the bare commit of the same op
// straight through the store: what the front costs on top is the difference.
//
// The server is the real binary in demo mode; the op is copied from its journal, not imagined. A checkpoint comes
// before each row of throughput: what follows one writes whole pages to the WAL, and so it does in every row.
// Deliberately absent: sockets (tools/bench/socket), the store's own ratios (tools/bench/store). Flags: --bin,
// --duration of each row, --samples, --callers, --json.
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
	"slices"
	"text/tabwriter"
	"time"

	"jadebox/tools/bench/machine"
	"jadebox/tools/command"
)

type arguments struct {
	Bin      string        `help:"Server; default $JADEBOX_BIN, bin/jadebox, or one built now."`
	Duration time.Duration `default:"4s" help:"Of each row of throughput."`
	Samples  int           `default:"1500" help:"Openings and commits that are timed one by one."`
	Callers  []int         `default:"1,16,64,256,1024" help:"How many at once, for each point of the curve; the one of the goals, 256, must be among them."`
	JSON     bool          `help:"Print JSON instead of a table."`
}

func main() { command.Main(command.Parser("bench/http", &arguments{})) }

// Validate refuses a curve that leaves out its goals: they would be neither met nor missed.
func (a arguments) Validate() error {
	if !slices.Contains(a.Callers, judged) {
		return fmt.Errorf("--callers must have %d, which the goals are of", judged)
	}
	return nil
}

// Run measures and prints.
func (a arguments) Run() error {
	return machine.Within(func(watch *machine.Watch, dir string) error {
		return run(context.Background(), a, watch, dir)
	})
}

// result is what is printed.
type result struct {
	Single  []row           `json:"single"` // one caller, taking turns
	Many    []row           `json:"many"`
	Goals   []machine.Goal  `json:"goals"` // of issue "Speed"
	Machine machine.Verdict `json:"machine"`
}

// judged is the point of the curve that has goals.
const judged = 256

func run(ctx context.Context, a arguments, watch *machine.Watch, dir string) error {
	b, err := prepare(ctx, dir, a.Bin, max(burst, slices.Max(a.Callers)))
	if err != nil {
		return err
	}
	defer b.close()

	single, err := b.takeTurns(a.Samples)
	if err != nil {
		return err
	}
	r := result{Single: single, Goals: []machine.Goal{machine.AtMost("one caller, p50: opening ÷ bare commit",
		single[1].P50MS/single[0].P50MS, 1.6)}}
	first, longestMS, refused, err := b.firsts()
	if err != nil {
		return err
	}
	r.Single = append(r.Single, first)
	r.Goals = append(r.Goals, machine.AtMost("a new player's first opening: longest ms", longestMS, 300),
		machine.AtMost("a new player's first opening: refused", float64(refused), 0))
	for _, callers := range a.Callers {
		if err := b.checkpoint(); err != nil {
			return err
		}
		bare, err := b.load(b.bare(), callers, a.Duration)
		if err != nil {
			return err
		}
		if err := b.checkpoint(); err != nil {
			return err
		}
		before, err := b.kept()
		if err != nil {
			return err
		}
		opening, err := b.load(b.opening(), callers, a.Duration)
		if err != nil {
			return err
		}
		after, err := b.kept()
		if err != nil {
			return err
		}
		opening.Bytes, opening.WAL, opening.Parts = after.since(before)
		r.Many = append(r.Many, bare, opening)
		if callers == judged {
			nothing, err := b.load(b.nothing(), callers, a.Duration)
			if err != nil {
				return err
			}
			r.Many = append(r.Many, nothing)
			r.Goals = append(r.Goals, goalsOf(bare, opening)...)
		}
	}
	if r.Machine, err = watch.End(); err != nil {
		return err
	}
	if a.JSON {
		err = json.NewEncoder(os.Stdout).Encode(r)
	} else {
		err = r.print()
	}
	return errors.Join(err, r.Machine.JudgeAll(r.Goals))
}

func goalsOf(bare, opening row) []machine.Goal {
	name := func(what string) string { return fmt.Sprintf("%d callers: %s", judged, what) }
	return []machine.Goal{
		machine.AtMost(name("server CPU µs an opening"), opening.ServerMicros, 95),
		machine.AtMost(name("PostgreSQL CPU µs an opening"), opening.PostgresMicros, 60),
		machine.AtMost(name("PostgreSQL CPU, opening ÷ bare commit"), opening.PostgresMicros/bare.PostgresMicros, 2),
		machine.AtLeast(name("openings a second"), opening.PerSecond, 8500),
		machine.AtMost(name("p99 ms"), opening.P99MS, 80),
		machine.AtMost(name("database bytes an opening"), opening.Bytes, 1600),
		machine.AtMost(name("WAL bytes an opening"), opening.WAL, 3000),
	}
}

func (r result) print() error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tcallers\tper second\tp10 ms\tp50 ms\tp99 ms\tserver CPU µs each\tPostgreSQL CPU µs\tdatabase bytes\tWAL bytes\t")
	for _, row := range append(r.Single, r.Many...) {
		server := "–" // the bare commit runs in this process, beside its own clients
		if row.ServerMicros > 0 {
			server = fmt.Sprintf("%.0f", row.ServerMicros)
		}
		fmt.Fprintf(w, "%s\t%d\t%.0f\t%.3f\t%.3f\t%.3f\t%s\t%.0f\t%.0f\t%.0f\t\n", row.Name, row.Callers, row.PerSecond,
			row.P10MS, row.P50MS, row.P99MS, server, row.PostgresMicros, row.Bytes, row.WAL)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Println()
	for _, row := range r.Many {
		if row.Callers != judged {
			continue
		}
		for _, p := range row.Parts {
			fmt.Fprintf(w, "bytes an opening in %s\t%.0f\t\n", p.Name, p.Bytes)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Println()
	return r.Machine.Tell(os.Stdout, r.Goals)
}
