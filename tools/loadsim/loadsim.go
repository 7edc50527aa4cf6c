// Package loadsim loads a running server with players over real HTTP and real sockets, and checks everything they see:
// balances op by op, the order of events, that a snapshot is what the events built, that the same key gives the same
// answer, that results verify. It is the tool behind `jadebox loadsim`.
//
// Bots know the protocol and the rules of arithmetic, nothing of the server. Deliberately absent: starting or killing
// the server (tools/kill), loading a host that is not this machine unless its owner says so.
package loadsim

import (
	"context"
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
)

// Run carries the command out. Reports go to standard output, progress and complaints to the other one.
func (c *Command) Run(ctx context.Context, s *operator.Session) error {
	return command.Code(c.main(ctx, s.Out, s.Err))
}

func (c *Command) main(ctx context.Context, stdout, stderr io.Writer) int {
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
		if result == nil {
			return exitFailed
		}
	}
	result.Text(stdout)
	if o.Out != "" {
		if err := result.Write(o.Out); err != nil {
			fmt.Fprintln(stderr, err)
			return exitFailed
		}
		fmt.Fprintf(stdout, "\nreport: %s\n", filepath.Join(o.Out, report.HTMLFile))
	}
	if !result.OK() || err != nil {
		return exitViolations
	}
	return exitClean
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
