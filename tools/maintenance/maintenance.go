// Package maintenance closes the site for some time and opens it again: the operator's command.
//
// It writes a setting that running servers read within two seconds: calls answer number 1000, sockets are told, probes and
// the payment providers' webhooks go on. Deliberately absent: a way to do this over the network.
package maintenance

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"jadebox/server/maintain"
	"jadebox/store/postgres"
	"jadebox/tools/operator"
)

const usage = `maintenance [--data DIR | --database-url URL] [--for 30m] COMMAND
  on       close the site, for half an hour unless --for says otherwise
  off      open it
  show     say whether it is closed`

// Main is the command. It answers 0 when it was done, 2 otherwise.
func Main(args []string, out io.Writer) int {
	flags := flag.NewFlagSet("maintenance", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.Usage = func() { fmt.Fprintln(out, usage) }
	database := operator.Flags(flags)
	length := flags.Duration("for", 30*time.Minute, "how long")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	ctx := context.Background()
	err := database.With(ctx, func(db *postgres.Engine) error {
		return Do(ctx, db, time.Now(), *length, flags.Args(), out)
	})
	if err != nil {
		fmt.Fprintln(out, "maintenance:", err)
		return 2
	}
	return 0
}

// Do is the command on an open store.
func Do(ctx context.Context, db maintain.Settings, now time.Time, length time.Duration, args []string, out io.Writer) error {
	if len(args) != 1 {
		return errors.New(usage)
	}
	switch args[0] {
	case "on":
		if _, err := maintain.Close(ctx, db, now, length); err != nil {
			return err
		}
	case "off":
		if err := maintain.Open(ctx, db); err != nil {
			return err
		}
	case "show":
	default:
		return errors.New(usage)
	}
	w, err := maintain.Read(ctx, db)
	if err != nil {
		return err
	}
	if w.Covers(now) {
		fmt.Fprintf(out, "closed until %s\n", time.UnixMilli(w.UntilMS).UTC().Format(time.RFC3339))
	} else {
		fmt.Fprintln(out, "open")
	}
	return nil
}
