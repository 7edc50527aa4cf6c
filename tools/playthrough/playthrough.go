// Package playthrough shows what a player has still to stake, and waives it: the operator's command. Each waiver is an
// op of the journal that says who did it, and why. Deliberately absent: a way to do this over the network, and a way to
// ask for more.
package playthrough

import (
	"context"

	"jadebox/actors/rewards/playthrough"
	"jadebox/tools/operator"
)

// Command is `jadebox playthrough`.
type Command struct {
	operator.Database
	Show  Show  `cmd:"" help:"What an account has still to stake before anything is retrieved or withdrawn."`
	Waive Waive `cmd:"" help:"Ask an account to stake less; give a reason with --note."`
}

// Steps of the command.
type (
	Show struct {
		Account string `arg:"" help:"Name of the account."`
	}
	Waive struct {
		operator.By
		Account string `arg:"" help:"Name of the account."`
		Cents   int64  `help:"How much less, in cents of gems; without it, all of it."`
	}
)

// Run shows it.
func (o Show) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.With(ctx, c.Database, func(db operator.View) error {
		p, err := db.PlayerByName(ctx, o.Account)
		if err == nil {
			s.Printf("%s has %d cents of gems still to stake\n", p.Name, p.ToPlayCents)
		}
		return err
	})
}

// Run waives it.
func (o Waive) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.Act(ctx, c.Database, o.By, func(db operator.Ledger) error {
		p, err := db.PlayerByName(ctx, o.Account)
		if err != nil {
			return err
		}
		less := o.Cents
		if less == 0 {
			less = p.ToPlayCents
		}
		if err := operator.Above(ctx, db, less); err != nil {
			return err
		}
		w, err := playthrough.Waive(ctx, db, p.ID, less, o.Who(s.Now())) // no gift that comes in meanwhile
		if err == nil {
			s.Printf("%s has %d cents of gems less to stake, by %s: %s\n", p.Name, w.Cents, w.Author, w.Note)
		}
		return err
	})
}
