// Package migrate is the operator's command that brings a database's schema to this program's version, or says what it
// would do. A start of the server does the same; the command is for operators who want to see it, and choose the
// moment.
package migrate

import (
	"context"

	"jadebox/store/postgres"
	"jadebox/tools/operator"
)

// Command is `jadebox migrate`.
type Command struct {
	operator.Database
	DryRun bool `name:"dry-run" help:"Say what is missing and change nothing."`
}

// Run migrates.
func (c *Command) Run(ctx context.Context, s *operator.Session) error {
	return c.At(ctx, func(dsn string) error {
		list, err := postgres.Pending(ctx, dsn)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			s.Printf("The schema is this program's: nothing to do.\n")
			return nil
		}
		for _, m := range list {
			note := m.Note
			if note == "" {
				note = "of the first releases"
			}
			s.Printf("%s  %s\n", m.Name, note)
		}
		if c.DryRun {
			s.Printf("%d steps are missing; nothing was changed.\n", len(list))
			return nil
		}
		if err := postgres.Migrate(ctx, dsn); err != nil {
			return err
		}
		s.Printf("%d steps done.\n", len(list))
		return nil
	})
}
