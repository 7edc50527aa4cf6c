package loadsim

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"jadebox/tools/command"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/loadsim/journal"
	"jadebox/tools/loadsim/report"
	"jadebox/tools/operator"
)

// Exit codes of the command.
const (
	exitClean      = 0
	exitViolations = 1 // something seen was wrong, or the audit was
	exitUsage      = 2
	exitFailed     = 3 // the run could not be made
	exitUnmet      = 4 // the run is not what was expected of it or was cut short, or bots did not arrive
)

// Run carries the command out. Reports go to standard output, progress and complaints to the other one.
func (c *Play) Run(ctx context.Context, s *operator.Session) error {
	return command.Code(c.main(ctx, s.Out, s.Err))
}

func (c *Play) main(ctx context.Context, stdout, stderr io.Writer) int {
	o, v, err := c.options(stderr)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return exitUsage
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	if v.Journal != "" {
		return verify(ctx, o, v, stdout, stderr)
	}
	result, err := Run(ctx, o)
	if err != nil {
		fmt.Fprintln(stderr, err)
		switch {
		case errors.Is(err, ErrOptions):
			return exitUsage
		case result == nil:
			return exitFailed
		}
	}
	return c.finish(result, err == nil, stdout, stderr)
}

// finish tells a result everywhere it was asked for and says how to end.
func (c *Outputs) finish(result *report.Result, whole bool, stdout, stderr io.Writer) int {
	result.Text(stdout)
	if err := c.write(result, stdout); err != nil {
		fmt.Fprintln(stderr, err)
		return exitFailed
	}
	switch {
	case !result.OK() || !whole:
		return exitViolations
	case !result.Met():
		return exitUnmet
	}
	return exitClean
}

func (c *Outputs) write(result *report.Result, stdout io.Writer) error {
	if c.Out != "" {
		if err := result.Write(c.Out); err != nil {
			return err
		}
		fmt.Fprintf(stdout, "\nreport: %s\n", filepath.Join(c.Out, report.HTMLFile))
	}
	if c.JUnit != "" {
		if err := report.ToFile(c.JUnit, result.JUnit); err != nil {
			return err
		}
	}
	if c.CSV != "" {
		return report.ToFile(c.CSV, result.CSV)
	}
	return nil
}

func verify(ctx context.Context, o Options, v Verify, stdout, stderr io.Writer) int {
	host, err := o.host()
	if err != nil {
		fmt.Fprintln(stderr, err)
		return exitUsage
	}
	j, err := journal.Read(v.Journal)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return exitFailed
	}
	verdict := journal.Verify(ctx, client.Target{Host: host, Language: "en"}, j, v.Workers)
	fmt.Fprintln(stdout, verdict)
	for _, f := range verdict.Violations {
		fmt.Fprintf(stdout, "  %s  %s: %s\n", f.Rule, f.Who, f.What)
	}
	switch {
	case verdict.Broken > 0:
		return exitViolations
	case !verdict.OK():
		return exitFailed
	}
	return exitClean
}
