// Package maintenance closes the site for some time: the operator's command.
//
// It writes a setting that running servers read within two seconds: calls answer number 1000, sockets are told, probes
// and the payment providers' webhooks go on. It is more than `jadebox settings set`, as it counts the time from the
// database's own now, and says what holds at that now. Deliberately absent: a way to do this over the network, and an
// opening before the time, which is the standard of the setting: `jadebox settings restore maintenance 0`.
package maintenance

import (
	"context"
	"time"

	"jadebox/server/maintain"
	"jadebox/server/registry"
	"jadebox/tools/operator"
)

// Command is `jadebox maintenance`.
type Command struct {
	operator.Database
	operator.By
	For  time.Duration `default:"30m" help:"How long."`
	On   On            `cmd:"" help:"Close the site; to open it before the time: jadebox settings restore maintenance 0."`
	Show Show          `cmd:"" help:"Say whether it is closed."`
}

// Steps of the command.
type (
	On   struct{}
	Show struct{}
)

// Run closes the site.
func (On) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.Act(ctx, c.Database, c.By, func(db operator.Ledger) error {
		now := s.Now()
		w, err := maintain.From(now, c.For)
		if err != nil {
			return err
		}
		if err := registry.Replace(ctx, db, maintain.Setting, c.Who(now), w); err != nil {
			return err
		}
		return tell(ctx, s, db)
	})
}

// Run reports whether it is closed.
func (Show) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.With(ctx, c.Database, func(db operator.View) error { return tell(ctx, s, db) })
}

func tell(ctx context.Context, s *operator.Session, db operator.View) error {
	w, err := maintain.Setting.Read(ctx, db)
	switch {
	case err != nil:
		return err
	case w.Covers(s.Now()):
		s.Printf("closed until %s\n", time.UnixMilli(w.UntilMS).UTC().Format(time.RFC3339))
	default:
		s.Printf("open\n")
	}
	return nil
}
