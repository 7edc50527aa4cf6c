// Package statistics is `jadebox statistics`: an auditor's report over the public
// export of results. It verifies every record without any key, looks for gaps,
// and tests the draws: chi-square of tickets per box, serial correlation per
// user, frequency, runs and gaps of v at 99 % confidence, return to player
// against its interval, bots against humans, void rate.
//
// Deliberately absent: anything that is not in the export. The report can be made
// by anyone, without access to the house.
package statistics

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"jadebox/tools/source"
)

// Exit codes.
const (
	exitSound   = 0
	exitUnsound = 1
	exitUsage   = 2 // also: the export could not be read
)

const usage = `usage: jadebox statistics [--json] <file | URL | ->

Reads an export of results (GET /api/fair/export, newline-delimited JSON) and
prints an auditor's report. Exits 0 when all is sound, 1 when a record does not
verify, a nonce is missing or a test fails beyond chance, 2 when the export could
not be read.

`

// Main runs the command and returns its exit code.
func Main(args []string, stdout, stderr io.Writer) int {
	return run(args, os.Stdin, stdout, stderr)
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("statistics", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		io.WriteString(stderr, usage)
		flags.PrintDefaults()
	}
	asJSON := flags.Bool("json", false, "print the report as JSON")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return exitSound
	case err != nil:
		return exitUsage
	case flags.NArg() != 1:
		flags.Usage()
		return exitUsage
	}
	report, err := reportOf(flags.Arg(0), stdin)
	if err != nil {
		fmt.Fprintln(stderr, "statistics:", err)
		return exitUsage
	}
	if *asJSON {
		err = json.NewEncoder(stdout).Encode(report)
	} else {
		err = report.write(stdout)
	}
	if err != nil {
		fmt.Fprintln(stderr, "statistics:", err)
		return exitUsage
	}
	if !report.OK {
		return exitUnsound
	}
	return exitSound
}

func reportOf(name string, stdin io.Reader) (Report, error) {
	body, err := source.Open(context.Background(), name, stdin)
	if err != nil {
		return Report{}, err
	}
	defer body.Close()
	a := newAudit()
	if err := a.read(body); err != nil {
		return Report{}, err
	}
	return a.report(), nil
}
