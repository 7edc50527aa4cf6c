package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"
	"time"

	"jadebox/tools/loadsim/measure"
)

// Limits say from where on a report is worse than another.
type Limits struct {
	Tolerance float64       // as a ratio of after to before; of a rate the other way round
	Ignore    time.Duration // differences of times up to this are none
	Least     int64         // operations of which either has fewer are not judged, but for their rate: before counts
}

// Difference is one number before and after.
type Difference struct {
	What          string
	Before, After float64
	Unit          string
	Ratio         float64 // after to before; 0 where there was nothing before
	Judged, Worse bool
	Why           string // it is worse without numbers, or not judged
}

// Differences are two reports beside each other.
type Differences struct {
	Before, After *Result
	Rows          []Difference
}

// Differ compares what the two have measured: times by percentile, rates, and shares of errors.
func Differ(before, after *Result, l Limits) *Differences {
	d := &Differences{Before: before, After: after}
	was := map[string]measure.Operation{}
	for _, o := range before.Operations {
		was[o.Op] = o
	}
	for _, o := range after.Operations {
		old, known := was[o.Op]
		delete(was, o.Op)
		if !known {
			d.Rows = append(d.Rows, Difference{What: o.Op, Why: "was not there before"})
			continue
		}
		d.operation(old, o, l)
	}
	for _, o := range before.Operations { // in their order
		if _, gone := was[o.Op]; gone {
			judged := o.OK >= l.Least
			d.Rows = append(d.Rows, Difference{What: o.Op, Judged: judged, Worse: judged, Why: "is gone"})
		}
	}
	d.wrongs(before, after)
	d.times("delay", before.Delay, after.Delay, l)
	if before.Arrivals != nil && after.Arrivals != nil {
		d.times("late", before.Arrivals.Late, after.Arrivals.Late, l)
	}
	return d
}

// wrongs compares what must not be there at all, however little was done.
func (d *Differences) wrongs(before, after *Result) {
	failed := func(a Audit) float64 {
		if a.By != "" && !a.OK {
			return 1
		}
		return 0
	}
	unmet := func(r *Result) float64 { return float64(len(r.unmet())) }
	for _, w := range []struct {
		what          string
		before, after float64
	}{
		{"missing bots", float64(before.Asked - before.Bots), float64(after.Asked - after.Bots)},
		{"bots that gave up", float64(before.Retired), float64(after.Retired)},
		{"violations", float64(before.Broken), float64(after.Broken)},
		{"failed audits", failed(before.Audit), failed(after.Audit)},
		{"unmet expectations", unmet(before), unmet(after)},
	} {
		d.row(Difference{What: w.what, Before: w.before, After: w.after}, true, w.after > w.before)
	}
}

// Unlike says what two reports cannot be compared for; empty: nothing.
func (r *Result) Unlike(other *Result) string {
	switch {
	case r.Scenario != other.Scenario:
		return "scenario"
	case r.Asked != other.Asked:
		return "number of bots"
	}
	return ""
}

func (d *Differences) operation(old, o measure.Operation, l Limits) {
	if o.Lasts {
		return // it takes the time that it takes
	}
	d.times(o.Op, old.Latency, o.Latency, l)
	d.row(Difference{What: o.Op + ".rate", Before: old.PerS, After: o.PerS, Unit: "/s"}, old.OK >= l.Least,
		o.PerS*l.Tolerance < old.PerS)
	share := func(o measure.Operation) float64 {
		return float64(o.Retried+o.Failed) / float64(max(o.OK+o.Retried+o.Failed, 1))
	}
	a, b := share(old), share(o)
	enough := min(old.OK+old.Retried+old.Failed, o.OK+o.Retried+o.Failed) >= l.Least
	// from nothing every error is infinitely more: a tenth of a per cent is none
	d.row(Difference{What: o.Op + ".errors", Before: 100 * a, After: 100 * b, Unit: "%"}, enough,
		b > a*l.Tolerance && b-a > 0.001)
}

func (d *Differences) times(what string, old, now measure.Latency, l Limits) {
	for _, p := range []struct {
		name string
		at   float64
	}{{"p50", 50}, {"p90", 90}, {"p99", 99}} {
		a, b := old.At(p.at), now.At(p.at)
		worse := float64(b) > float64(a)*l.Tolerance && b-a > l.Ignore.Microseconds()
		d.row(Difference{What: what + "." + p.name, Before: float64(a) / 1000, After: float64(b) / 1000, Unit: "ms"},
			min(old.Count, now.Count) >= l.Least, worse)
	}
}

func (d *Differences) row(r Difference, judged, worse bool) {
	if r.Before > 0 {
		r.Ratio = r.After / r.Before
	}
	if r.Judged, r.Worse = judged, judged && worse; !judged {
		r.Why = "too few"
	}
	d.Rows = append(d.Rows, r)
}

// Worse is how many of them are.
func (d *Differences) Worse() (n int) {
	for _, r := range d.Rows {
		if r.Worse {
			n++
		}
	}
	return n
}

func (r Difference) verdict() string {
	switch {
	case r.Worse && r.Why != "":
		return "WORSE: " + r.Why
	case r.Worse:
		return "WORSE"
	}
	return r.Why
}

// Text writes them for a terminal.
func (d *Differences) Text(w io.Writer) error {
	t := &sticky{w: w}
	for _, r := range []*Result{d.Before, d.After} {
		fmt.Fprintf(t, "%s: scenario %s, %d bots, measured %.1f s, %s UTC\n", r.URL, r.Scenario, r.Bots, r.DurationS,
			r.StartedAt.UTC().Format("2006-01-02 15:04:05"))
	}
	table := tabwriter.NewWriter(t, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\t\tbefore\tafter\tratio\t\t")
	for _, r := range d.Rows {
		if r.Unit == "" {
			fmt.Fprintf(table, "%s\t\t\t\t\t%s\t\n", r.What, r.verdict())
			continue
		}
		fmt.Fprintf(table, "%s\t%s\t%.2f\t%.2f\t%.2f\t%s\t\n", r.What, r.Unit, r.Before, r.After, r.Ratio, r.verdict())
	}
	table.Flush()
	fmt.Fprintf(t, "%d of %d worse\n", d.Worse(), len(d.Rows))
	return t.err
}

// JUnit writes them as test cases.
func (d *Differences) JUnit(w io.Writer) error {
	s := suite{Name: "loadsim compare", Stamp: d.After.StartedAt.UTC().Format("2006-01-02T15:04:05")}
	for _, r := range d.Rows {
		c := testCase{Class: "loadsim.compare", Name: r.What}
		switch {
		case r.Worse:
			c.Failure = &failure{Message: fmt.Sprintf("%.2f%s, was %.2f%s %s", r.After, r.Unit, r.Before, r.Unit,
				r.Why)}
		case !r.Judged:
			c.Skipped = &skipped{r.Why}
		}
		s.Cases = append(s.Cases, c)
	}
	return s.write(w)
}

// CSV writes them as rows.
func (d *Differences) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"what", "unit", "before", "after", "ratio", "judged", "worse", "why"}) // Error tells
	for _, r := range d.Rows {
		f := func(v float64) string { return strconv.FormatFloat(v, 'f', 3, 64) }
		_ = out.Write([]string{r.What, r.Unit, f(r.Before), f(r.After), f(r.Ratio), strconv.FormatBool(r.Judged),
			strconv.FormatBool(r.Worse), r.Why})
	}
	out.Flush()
	return out.Error()
}
