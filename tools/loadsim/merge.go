package loadsim

import (
	"context"
	"fmt"
	"slices"
	"time"

	"jadebox/tools/command"
	"jadebox/tools/loadsim/expect"
	"jadebox/tools/loadsim/report"
	"jadebox/tools/operator"
)

// Merge is `jadebox loadsim merge`: several generators, one report.
type Merge struct {
	Outputs
	Reports []string `arg:"" type:"existingfile" help:"Files report.json, one a generator; generators that run at once need seeds of their own."`
	OneSite bool     `help:"Reports of several addresses are of one site, as of its nodes or of one from within and from without."`
}

// Run carries the command out.
func (c *Merge) Run(_ context.Context, s *operator.Session) error {
	var list []*report.Result
	for _, path := range c.Reports {
		r, err := report.Read(path)
		if err != nil {
			return err
		}
		list = append(list, r)
	}
	merged, err := report.Merge(list, c.OneSite)
	if err != nil {
		return fmt.Errorf("%v: %w", c.Reports, err)
	}
	told, err := expect.Told(list, c.Expect)
	if err != nil {
		return err
	}
	merged.Expected = expect.Check(merged, slices.Concat(c.Expect, told))
	return command.Code(c.finish(merged, true, s.Out, s.Err))
}

// Compare is `jadebox loadsim compare`.
type Compare struct {
	Before    string        `arg:"" type:"existingfile" help:"report.json to compare with."`
	After     string        `arg:"" type:"existingfile" help:"report.json that is judged."`
	Tolerance float64       `default:"1.25" help:"Times and shares of errors may grow to, and rates shrink by, so many times what they were."`
	Ignore    time.Duration `default:"1ms" help:"Differences of times below this are none."`
	Least     int64         `default:"100" help:"Operations that were done less often in either are shown and not judged."`
	Anyway    bool          `help:"Compare reports of different scenarios or numbers of bots, too."`
	JUnit     string        `name:"junit" placeholder:"FILE" help:"The rows as test cases."`
	CSV       string        `name:"csv" placeholder:"FILE" help:"The rows."`
}

// Run carries the command out.
func (c *Compare) Run(s *operator.Session) error {
	before, err := report.Read(c.Before)
	if err != nil {
		return err
	}
	after, err := report.Read(c.After)
	if err != nil {
		return err
	}
	limits := report.Limits{Tolerance: c.Tolerance, Ignore: c.Ignore, Least: c.Least}
	if limits.Tolerance < 1 {
		return fmt.Errorf("--tolerance %v: 1 or more", c.Tolerance)
	}
	if what := after.Unlike(before); what != "" && !c.Anyway {
		return fmt.Errorf("the reports are of another %s: --anyway compares them all the same", what)
	}
	d := report.Differ(before, after, limits)
	if err := d.Text(s.Out); err != nil {
		return err
	}
	if c.JUnit != "" {
		if err := report.ToFile(c.JUnit, d.JUnit); err != nil {
			return err
		}
	}
	if c.CSV != "" {
		if err := report.ToFile(c.CSV, d.CSV); err != nil {
			return err
		}
	}
	if d.Worse() > 0 {
		return command.Exit(exitUnmet)
	}
	return nil
}
