package report

import (
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"jadebox/tools/loadsim/measure"
)

// Text writes the report for a terminal.
func (r *Result) Text(w io.Writer) error {
	t := &sticky{w: w}
	fmt.Fprintf(t, "\nload of %s: scenario %s, seed %d, %d of %d bots, ramp %.1f s, measured %.1f s\n\n", r.URL,
		r.Scenario, r.Seed, r.Bots, r.Asked, r.RampS, r.DurationS)
	table := tabwriter.NewWriter(t, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "operation\tok\tper s\tp50 ms\tp90 ms\tp99 ms\tp99.9 ms\tmax ms\tretried\tfailed\t")
	for _, o := range r.Operations {
		l := o.Latency
		fmt.Fprintf(table, "%s\t%d\t%.1f\t%s\t%s\t%s\t%s\t%s\t%d\t%d\t\n", o.Op, o.OK, o.PerS, ms(l.P50US), ms(l.P90US),
			ms(l.P99US), ms(l.P999US), ms(l.MaxUS), o.Retried, o.Failed)
	}
	table.Flush()
	fmt.Fprintf(t, "\n%.0f operations/s, %d deliveries (%.0f/s), on their way p50 %s ms, p99 %s ms\n", r.OpsPerS,
		r.Deliveries, r.DeliveriesS, ms(r.Delay.P50US), ms(r.Delay.P99US))
	if a := r.Arrivals; a != nil {
		fmt.Fprintf(t, "arrivals by stages %s: %d planned, %d unserved, begun late by p50 %s ms, p99 %s ms, "+
			"max %s ms\n", a.Stages, a.Planned, a.Unserved, ms(a.Late.P50US), ms(a.Late.P99US), ms(a.Late.MaxUS))
	}
	fmt.Fprintf(t, "the server's clock: %s\n", r.Clock)
	r.rooms(t)
	r.errors(t)
	r.checks(t)
	fmt.Fprintf(t, "\nauditor: %s\n", r.Audit.Verdict())
	for _, d := range r.Audit.Detail {
		fmt.Fprintf(t, "  %s\n", d)
	}
	if r.Cut {
		fmt.Fprintln(t, "the run was cut short: it ended before its time")
	}
	if r.Broke > 0 || r.Retired > 0 {
		fmt.Fprintf(t, "bots out of funds: %d, bots that gave up: %d\n", r.Broke, r.Retired)
	}
	r.expected(t)
	return t.err
}

func (r *Result) expected(w io.Writer) {
	for _, e := range r.Absent {
		fmt.Fprintf(w, "%d bots did not arrive: %s %s %s\n", e.Count, e.Op, code(e), e.Text)
	}
	if len(r.Expected) == 0 {
		return
	}
	fmt.Fprintln(w, "expected:")
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, e := range r.Expected {
		word := "met"
		if !e.Met {
			word = "NOT MET"
		}
		fmt.Fprintf(table, "  %s\t%s\t%s\n", e.Text, e.Got, word)
	}
	table.Flush()
}

func (r *Result) errors(w io.Writer) {
	if len(r.Errors) == 0 {
		fmt.Fprintln(w, "errors: none")
		return
	}
	fmt.Fprintln(w, "errors by number:")
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, e := range r.Errors {
		fmt.Fprintf(table, "  %d\t%s\t%s\t%s\n", e.Count, code(e), e.Op, e.Text)
	}
	table.Flush()
}

func code(e measure.Errors) string {
	if e.Code == 0 {
		return "–"
	}
	return fmt.Sprint(e.Code)
}

func (r *Result) checks(w io.Writer) {
	fmt.Fprintln(w, "\nseen by the bots:")
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range r.Checks {
		word := "holds"
		switch {
		case c.Broken > 0:
			word = fmt.Sprintf("%d VIOLATIONS", c.Broken)
		case c.Checked == 0:
			word = "not seen"
		}
		fmt.Fprintf(table, "  %s\t%d checks\t%s\n", c.Rule, c.Checked, word)
	}
	table.Flush()
	for _, v := range r.Violations {
		fmt.Fprintf(w, "  %s  %s: %s\n", v.Rule, v.Who, v.What)
	}
}

// Verdict is one line.
func (a Audit) Verdict() string {
	switch {
	case a.By == "":
		return "not asked"
	case !a.OK && a.Violations == 0:
		return a.By + " could not tell"
	case !a.OK:
		return fmt.Sprintf("%s: %d VIOLATIONS", a.By, a.Violations)
	case a.Ops > 0:
		return fmt.Sprintf("%s: 0 violations in %d operations", a.By, a.Ops)
	}
	return a.By + ": 0 violations"
}

func ms(us int64) string { return fmt.Sprintf("%.2f", float64(us)/1000) }

// sticky keeps the first error, so that a report is written without a check at each line.
type sticky struct {
	w   io.Writer
	err error
}

func (s *sticky) Write(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.w.Write(p)
	s.err = err
	return n, err
}

// ToFile writes a file anew.
func ToFile(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}
