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
	"io"

	"jadebox/tools/command"
	"jadebox/tools/operator"
	"jadebox/tools/source"
)

// How the command ends, beside 0 and command.Failed.
const (
	exitUnsound      = 1
	exitBeyondChance = 5
)

// Command is `jadebox statistics`. It reads an export of results (GET /api/fair/export, newline-delimited JSON) and
// prints an auditor's report. It ends with 0 when all is sound; 1 when a record does not verify or a nonce is missing;
// 2 when the export could not be read; 5 when every record verifies, and a test is beyond chance: an honest house would
// see it less than once in 10,000 reports, however many tests there are. A test that there are too few draws for is not
// made: it says so, and is neither within chance nor beyond it. Wins that few draws rule out as well are told.
type Command struct {
	JSON   bool   `help:"Print the report as JSON."`
	Export string `arg:"" help:"File, address of an export or of the site, or - for standard input."`
}

// Run carries it out.
func (c *Command) Run(ctx context.Context, s *operator.Session) error {
	report, err := reportOf(ctx, c.Export, s.In)
	if err == nil && c.JSON {
		err = json.NewEncoder(s.Out).Encode(report)
	} else if err == nil {
		err = report.write(s.Out)
	}
	if err == nil {
		err = command.Code(report.exitCode())
	}
	return err
}

func reportOf(ctx context.Context, name string, stdin io.Reader) (Report, error) {
	body, err := source.Open(ctx, source.Of(name, "/api/fair/export"), stdin)
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
