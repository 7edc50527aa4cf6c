//go:build linux

// Command soak measures what the real server holds of memory: after a burst of 1,024 callers and two quiet minutes, and
// over ten minutes of a steady load, 100 openings a second beside 2,000 sockets that follow feed, lobby and their own
// wallet. Both are of the server's process alone, as the system counts it (RSS), with the live heap beside it.
//
// The burst is made twice, each on a server of its own, and the worse one counts. The load of the soak is an open loop:
// an opening is due at its time whatever became of the one before, and it counts from then. The load runs for a while
// before the soak begins: tails and lists fill. Drift is the median of the last fifth of the soak beside that of the
// first, whose middles are eight of ten minutes apart, and is judged as what ten minutes of that slope have. MB are
// millions of bytes. Deliberately absent: PostgreSQL, whose memory is its settings' and is shared.
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
	"text/tabwriter"
	"time"

	"jadebox/tools/bench/machine"
	"jadebox/tools/bench/site"
	"jadebox/tools/command"
)

type arguments struct {
	Bin      string        `help:"Server; default $JADEBOX_BIN, bin/jadebox, or one built now."`
	Callers  int           `default:"1024" help:"Of the burst; 0 leaves it out."`
	Burst    time.Duration `default:"15s" help:"How long they call."`
	Bursts   int           `default:"2" help:"How many; the worst counts."`
	Quiet    time.Duration `default:"2m" help:"After the burst, until memory is read."`
	Warm     time.Duration `default:"150s" help:"Of the soak's load before the soak begins."`
	Duration time.Duration `default:"10m" help:"Of the soak; 0 leaves it out."`
	Rate     int           `default:"100" help:"Openings a second meanwhile."`
	Sockets  int           `default:"2000" help:"Open meanwhile."`
	JSON     bool          `help:"Print JSON instead of a table."`
}

func main() { command.Main(command.Parser("bench/soak", &arguments{})) }

// Goals of issue "Speed"; the rate and lateMaxMS are this bench's own.
const (
	restMB    = 200  // after the burst and the quiet
	driftMax  = 0.02 // of RSS in ten minutes
	levelMax  = 0.02 // of goroutines in ten minutes
	rateMin   = 0.99 // of the openings that were asked for
	lateMaxMS = 1000 // p99 of an opening: a server that cannot keep up is not at rest
)

// Run measures and prints.
func (a arguments) Run() error {
	ctx := context.Background()
	watch, err := machine.Begin()
	if err != nil {
		return err
	}
	r := report{}
	if a.Callers > 0 {
		var bursts []*burstRow
		for range max(1, a.Bursts) {
			b, err := burst(ctx, a)
			if err != nil {
				return fmt.Errorf("burst: %w", err)
			}
			bursts = append(bursts, b)
		}
		r.Burst = worse(bursts)
	}
	if a.Duration > 0 {
		if r.Soak, err = soak(ctx, a); err != nil {
			return fmt.Errorf("soak: %w", err)
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
	return errors.Join(err, r.Machine.Judge(r.missed()))
}

// report is what is printed; a part that was left out is nil.
type report struct {
	Burst   *burstRow       `json:"burst,omitempty"`
	Soak    *soakRow        `json:"soak,omitempty"`
	Machine machine.Verdict `json:"machine"`
}

func (r report) print() error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	row := func(name, value, goal string, met bool) {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", name, value, goal, r.Machine.Word(met))
	}
	if b := r.Burst; b != nil {
		fmt.Fprintf(w, "worst burst of %d callers: %.0f openings/s; RSS before %.0f MB, at its end %.0f MB\t\t\t\n",
			b.Callers, b.PerSecond, b.BeforeMB, b.PeakMB)
		row(fmt.Sprintf("RSS after it and %v of quiet (live heap %.0f MB, stacks %.0f MB)", b.Quiet, b.LiveMB,
			b.StackMB), fmt.Sprintf("%.0f MB", b.RestMB), fmt.Sprintf("≤ %d MB", restMB), b.met())
	}
	if s := r.Soak; s != nil {
		fmt.Fprintf(w, "soak of %v after a warm-up: %d sockets, %d frames received\t\t\t\n", s.Took, s.Sockets,
			s.Frames)
		row(fmt.Sprintf("openings a second, of %d due", s.Rate), fmt.Sprintf("%.1f", s.PerSecond),
			fmt.Sprintf("≥ %.1f", rateMin*float64(s.Rate)), s.kept())
		row(fmt.Sprintf("RSS, medians of the fifths %.1f MB: drift of ten minutes", s.RSSMB),
			fmt.Sprintf("%+.1f %%", 100*s.Drift), fmt.Sprintf("≤ %.0f %%", 100*driftMax), s.Drift <= driftMax)
		row(fmt.Sprintf("goroutines, medians of the fifths %.0f: drift of ten minutes", s.Goroutines),
			fmt.Sprintf("%+.1f %%", 100*s.Grown), fmt.Sprintf("≤ %.0f %%", 100*levelMax), s.Grown <= levelMax)
		row("an opening, from when it was due: p99", fmt.Sprintf("%.1f ms", s.P99MS), fmt.Sprintf("≤ %d ms", lateMaxMS),
			s.P99MS <= lateMaxMS)
		row("sockets that were lost, openings that failed", fmt.Sprintf("%d, %d", s.Lost, s.Failed), "0, 0", s.Lost+
			s.Failed == 0)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Println(r.Machine.Words)
	return err
}

func (r report) missed() error {
	var errs []error
	if b := r.Burst; b != nil && !b.met() {
		errs = append(errs, fmt.Errorf("%.0f MB after a burst are above %d", b.RestMB, restMB))
	}
	if s := r.Soak; s != nil && !s.met() {
		errs = append(errs, fmt.Errorf(
			"the soak: RSS %+.1f %%, goroutines %+.1f %%, %.1f of %d openings/s, p99 %.1f ms, %d sockets lost, %d openings failed",
			100*s.Drift, 100*s.Grown, s.PerSecond, s.Rate, s.P99MS, s.Lost, s.Failed))
	}
	return errors.Join(errs...)
}

const mb = 1e6

// memory is the server's, in MB.
func memory(ctx context.Context, s *site.Site) (rss float64, of map[string]float64, err error) {
	of, err = s.Metrics(ctx)
	if err != nil {
		return 0, nil, err
	}
	bytes, err := s.RSS()
	return float64(bytes) / mb, of, err
}
