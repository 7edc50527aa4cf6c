//go:build linux

// Command logins measures what a storm of logins does to all other calls: the latency of a steady mix of calls on a
// built server, quiet and in a storm, in turns within one run. Passwords cost tens of milliseconds of a core each, so
// that a storm is the cheapest way to slow a server down; goals of issue "The house": p99 of the other calls ≤ 2.5 ×
// quiet, and at least 35 logins a second.
//
// The first is judged in the turns in which the host of a virtual machine gave next to none of its time to others
// (steal of proc_stat(5)): calls that wait for a machine that stands still say nothing about the server, and they are
// the slowest hundredth wherever there are any. p99 of every turn is printed beside it, and judged where too few turns
// are calm.
//
// Both halves are open loops: a call is due at its time whatever became of the one before, and its latency counts from
// then.
//
// Before the turns the line of waiting logins is besieged (siege.go): while 150 addresses try at their limit, a device
// that has logged in to an account before is to be let in within 3 s, at any of its tries.
//
// It exits 0 when every goal is met, 1 when one is missed or the machine was busy with something else (the report,
// table or JSON, is printed all the same, and the goals are named below it), 2 when it could not measure. Flags: --bin,
// --turns, --turn, --rate, --storm, --json.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"jadebox/tools/bench/machine"
	"jadebox/tools/command"
)

const (
	goal       = 2.5 // bounds p99 in the storm by p99 in the quiet
	perSecGoal = 35  // logins, at least
)

type options struct {
	Bin   string        `help:"Server; default $JADEBOX_BIN, bin/jadebox, or one built now."`
	Turns int           `default:"60" help:"Quiet and storm, each so often."`
	Turn  time.Duration `default:"1s" help:"Length of one."`
	Rate  int           `default:"200" help:"Other calls a second."`
	Storm int           `default:"64" help:"Logins under way at once."`
	JSON  bool          `help:"Print JSON instead of a table."`
}

func main() { command.Main(command.Parser("bench/logins", &options{})) }

// Run measures, prints and judges.
func (o options) Run() error {
	r, err := measure(context.Background(), o)
	if err == nil && o.JSON {
		err = json.NewEncoder(os.Stdout).Encode(r)
	} else if err == nil {
		err = r.print()
	}
	if err == nil {
		err = r.Machine.Judge(r.judge())
	}
	return err
}

// judge names the goals that are missed.
func (r result) judge() error {
	var missed []string
	for name, met := range map[string]bool{"p99 of other calls": r.Met, "logins a second": r.PerSecMet,
		"logins of known devices": r.Siege.Met} {
		if !met {
			missed = append(missed, name)
		}
	}
	if len(missed) == 0 {
		return nil
	}
	slices.Sort(missed)
	return errors.New("goals missed: " + strings.Join(missed, ", "))
}

// row is one kind of call.
type row struct {
	Name       string  `json:"name"`
	QuietCalls int64   `json:"quietCalls"`
	StormCalls int64   `json:"stormCalls"`
	QuietP50MS float64 `json:"quietP50Ms"`
	StormP50MS float64 `json:"stormP50Ms"`
	QuietP99MS float64 `json:"quietP99Ms"`
	StormP99MS float64 `json:"stormP99Ms"`
}

type turnRow struct {
	P99MS     float64 `json:"p99Ms"`
	StolenPct float64 `json:"stolenPercent"`
}

type result struct {
	Rows   []row             `json:"rows"` // of the judged turns; the last two are all kinds in these and in every turn
	Logins int64             `json:"logins"`
	Shed   int64             `json:"shed"` // answered 503 at once
	P50MS  float64           `json:"loginP50Ms"`
	P99MS  float64           `json:"loginP99Ms"`
	PerSec float64           `json:"loginsPerSecond"`
	Calm   bool              `json:"calm"`   // judged by turns from which the host took nothing
	Judged [phases]int       `json:"judged"` // turns, quiet and in the storm
	Turns  [phases][]turnRow `json:"turns"`
	Ratio  float64           `json:"ratio"`
	Goal   float64           `json:"goal"`
	Met    bool              `json:"met"`

	PerSecGoal float64     `json:"loginsPerSecondGoal"`
	PerSecMet  bool        `json:"loginsPerSecondMet"`
	Siege      siegeResult `json:"siege"`

	Machine machine.Verdict `json:"machine"`
}

func (r result) print() error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tcalls quiet\tin the storm\tp50 ms quiet\tin the storm\tp99 ms quiet\tin the storm\t")
	for _, x := range r.Rows {
		fmt.Fprintf(w, "%s\t%d\t%d\t%.2f\t%.2f\t%.2f\t%.2f\t\n", x.Name, x.QuietCalls, x.StormCalls, x.QuietP50MS,
			x.StormP50MS, x.QuietP99MS, x.StormP99MS)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	s := r.Siege
	fmt.Printf("siege: %d addresses at their limit: %d passwords checked, %d turned away, %d stopped by the limit\n",
		s.Addresses, s.Checked, s.Shed, s.Stopped)
	fmt.Printf("strangers meanwhile: %d logins, p50 %.0f ms, p99 %.0f ms, %d turned away, %d not served in time\n",
		s.Strangers.Logins, s.Strangers.P50MS, s.Strangers.P99MS, s.Strangers.Shed, s.Strangers.Late)
	fmt.Printf("known devices meanwhile: %d logins, p50 %.0f ms, longest %.0f ms, %d turned away, %d not served in time (goal: each within %.0f ms): %s\n",
		s.Devices.Logins, s.Devices.P50MS, s.Devices.MaxMS, s.Devices.Shed, s.Devices.Late, s.GoalMS,
		r.Machine.Word(s.Met))
	fmt.Printf("logins: %.1f a second (goal ≥ %.0f): %s; p50 %.0f ms, p99 %.0f ms, %d shed\n", r.PerSec, r.PerSecGoal,
		r.Machine.Word(r.PerSecMet), r.P50MS, r.P99MS, r.Shed)
	if r.Calm {
		fmt.Printf("judged by the turns from which the host took nothing: %d quiet, %d in a storm, of %d each\n",
			r.Judged[quiet], r.Judged[storm], len(r.Turns[quiet]))
	} else {
		fmt.Printf("judged by every turn, because the host left fewer than %d of either kind alone\n", least)
	}
	last := r.Rows[len(r.Rows)-2]
	fmt.Printf("p99 of other calls: %.2f ms in a storm of logins, %.2f ms quiet: %.2f (goal ≤ %.1f): %s\n",
		last.StormP99MS, last.QuietP99MS, r.Ratio, r.Goal, r.Machine.Word(r.Met))
	_, err := fmt.Println(r.Machine.Words)
	return err
}
