// Package maintenance closes the site for some time and opens it again: the operator's command.
//
// It writes a setting that running servers read within two seconds: calls answer number 1000, sockets are told, probes
// and the payment providers' webhooks go on. Deliberately absent: a way to do this over the network.
package maintenance

import (
	"context"
	"time"

	"jadebox/server/maintain"
	"jadebox/server/registry"
	"jadebox/store"
	"jadebox/tools/operator"
)

// Command is `jadebox maintenance`.
type Command struct {
	operator.Database
	operator.Signed
	For  time.Duration `default:"30m" help:"How long."`
	On   On            `cmd:"" help:"Close the site."`
	Off  Off           `cmd:"" help:"Open it."`
	Show Show          `cmd:"" help:"Say whether it is closed."`
}

// Steps of the command.
type (
	On   struct{}
	Off  struct{}
	Show struct{}
)

// Run closes the site.
func (On) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return c.set(ctx, s, func(now time.Time) (maintain.Window, error) { return maintain.From(now, c.For) })
}

// Run opens it.
func (Off) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return c.set(ctx, s, func(time.Time) (maintain.Window, error) { return maintain.Window{}, nil })
}

// Run says whether it is closed.
func (Show) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return c.do(ctx, s, func(store.Engine) error { return nil })
}

func (c *Command) set(ctx context.Context, s *operator.Session,
	window func(now time.Time) (maintain.Window, error)) error {
	return c.do(ctx, s, func(db store.Engine) error {
		now := s.Now()
		w, err := window(now)
		if err != nil {
			return err
		}
		return registry.Replace(ctx, db, maintain.Setting, c.Who(now), w)
	})
}

func (c *Command) do(ctx context.Context, s *operator.Session, step func(store.Engine) error) error {
	return s.With(ctx, c.Database, func(db store.Engine) error {
		if err := step(db); err != nil {
			return err
		}
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
	})
}
