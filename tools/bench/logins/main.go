//go:build linux

// Command logins measures what a storm of logins does to everybody else: the latency of a steady mix of calls on a built server,
// quiet and in a storm, in turns within one run. Passwords cost tens of milliseconds of a core each, so that a storm is the
// cheapest way to slow a server down; goal of issue "Account, pay and records": p99 of the other calls ≤ 1.5 × quiet.
//
// The goal is judged by the medians of the turns' own p99: a machine that stands still for a moment, as shared ones do, spoils one
// turn and not the verdict. p99 over all turns is printed beside it.
//
// Both halves are open loops: a call is due at its time whatever became of the one before, and its latency counts from then.
// Deliberately absent: how many logins a second there are to be, which is what the machine has left. Flags: -bin, -turns, -turn, -rate,
// -storm, -json.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"text/tabwriter"
	"time"
)

// goal bounds p99 in the storm by p99 in the quiet.
const goal = 1.5

type options struct {
	bin   string
	turns int
	turn  time.Duration
	rate  int // other calls a second
	storm int // logins under way at once
}

func main() {
	var o options
	flag.StringVar(&o.bin, "bin", "", "server; default $JADEBOX_BIN, bin/jadebox, or one built now")
	flag.IntVar(&o.turns, "turns", 15, "quiet and storm, each so often")
	flag.DurationVar(&o.turn, "turn", 2*time.Second, "length of one")
	flag.IntVar(&o.rate, "rate", 200, "other calls a second")
	flag.IntVar(&o.storm, "storm", 64, "logins under way at once")
	asJSON := flag.Bool("json", false, "print JSON instead of a table")
	flag.Parse()
	r, err := measure(context.Background(), o)
	if err == nil && *asJSON {
		err = json.NewEncoder(os.Stdout).Encode(r)
	} else if err == nil {
		err = r.print()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/logins:", err)
		os.Exit(1)
	}
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

type result struct {
	Rows        []row             `json:"rows"` // the last one is all of them
	Logins      int64             `json:"logins"`
	Shed        int64             `json:"shed"` // answered 503 at once
	P50MS       float64           `json:"loginP50Ms"`
	P99MS       float64           `json:"loginP99Ms"`
	PerSec      float64           `json:"loginsPerSecond"`
	QuietTurnMS float64           `json:"quietTurnP99Ms"` // median of the turns' p99
	StormTurnMS float64           `json:"stormTurnP99Ms"`
	Turns       [phases][]float64 `json:"turnsP99Ms"` // quiet and in the storm
	Ratio       float64           `json:"ratio"`
	Goal        float64           `json:"goal"`
	Met         bool              `json:"met"`
}

func (r result) print() error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tcalls quiet\tin the storm\tp50 ms quiet\tin the storm\tp99 ms quiet\tin the storm\t")
	for _, x := range r.Rows {
		fmt.Fprintf(w, "%s\t%d\t%d\t%.2f\t%.2f\t%.2f\t%.2f\t\n", x.Name, x.QuietCalls, x.StormCalls, x.QuietP50MS, x.StormP50MS, x.QuietP99MS, x.StormP99MS)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	word := "met"
	if !r.Met {
		word = "MISSED"
	}
	_, err := fmt.Printf("logins: %.1f a second, p50 %.0f ms, p99 %.0f ms, %d shed\n\nother calls, p99 of the median turn: %.2f ms in a storm of logins, %.2f ms quiet: %.2f (goal ≤ %.1f): %s\n",
		r.PerSec, r.P50MS, r.P99MS, r.Shed, r.StormTurnMS, r.QuietTurnMS, r.Ratio, r.Goal, word)
	return err
}
