package players

import (
	"context"
	"fmt"
	"text/tabwriter"
	"time"

	"jadebox/actors/player/limits"
	"jadebox/actors/player/support"
	"jadebox/actors/settings"
	"jadebox/store"
	"jadebox/tools/operator"
)

// Acts on an account.
type (
	Suspend struct {
		Acting
		Until time.Time     `xor:"end" required:"" placeholder:"TIME" help:"When it ends, such as 2030-05-06T12:00:00Z."`
		For   time.Duration `xor:"end" required:"" placeholder:"DURATION" help:"How long it lasts, such as 72h."`
		Class string        `default:"review" placeholder:"CLASS" help:"What the player is told of the reason, by default review: another one names them all."`
	}
	Lift        struct{ Acting }
	EndSessions struct{ Acting }
	ResetPhone  struct{ Acting }

	ResetSecondFactor struct{ Acting }
)

// Acting is what every act says: the journal keeps it.
type Acting struct {
	Account string `arg:"" help:"Name of the account, or #NUMBER."`
	Reason  string `required:"" placeholder:"TEXT" help:"Why, for the journal; the player is not told."`
	operator.Key
}

// do finds the account, acts, and prints what was done.
func (o Acting) do(ctx context.Context, s *operator.Session, c *Command,
	act func(db operator.Ledger, who store.PlayerID, by settings.Who) (limits.Act, error)) error {
	by := operator.By{Key: o.Key, Note: o.Reason}
	return s.Act(ctx, c.Database, by, func(db operator.Ledger) error {
		operator.Free(db)
		p, err := account(ctx, db, o.Account)
		if err != nil {
			return err
		}
		a, err := act(db, p.ID, by.Who(s.Now()))
		if err != nil {
			return err
		}
		s.Printf("%s, #%d: %s\n", p.Name, p.ID, said(a))
		return nil
	})
}

// said is an act in words.
func said(a limits.Act) string {
	what := a.Do
	switch {
	case a.UntilMS != 0:
		what = fmt.Sprintf("suspended until %s (%s)", operator.Stamp(a.UntilMS), a.Class)
	case what == "":
		what = "lifted"
	}
	return fmt.Sprintf("%s, by %s: %s", what, a.Author, a.Reason)
}

// Run suspends it.
func (o Suspend) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return o.do(ctx, s, c, func(db operator.Ledger, who store.PlayerID, by settings.Who) (limits.Act, error) {
		until := o.Until
		if until.IsZero() {
			until = by.At.Add(o.For)
		}
		return support.Suspend(ctx, db, who, until, o.Class, by)
	})
}

// Run lifts it.
func (o Lift) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return o.do(ctx, s, c, func(db operator.Ledger, who store.PlayerID, by settings.Who) (limits.Act, error) {
		return support.Lift(ctx, db, who, by)
	})
}

// Run ends them.
func (o EndSessions) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return o.do(ctx, s, c, func(db operator.Ledger, who store.PlayerID, by settings.Who) (limits.Act, error) {
		return support.EndSessions(ctx, db, who, by)
	})
}

// Run unbinds it.
func (o ResetPhone) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return o.do(ctx, s, c, func(db operator.Ledger, who store.PlayerID, by settings.Who) (limits.Act, error) {
		return support.ResetPhone(ctx, db, who, by)
	})
}

// Run takes it off.
func (o ResetSecondFactor) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return o.do(ctx, s, c, func(db operator.Ledger, who store.PlayerID, by settings.Who) (limits.Act, error) {
		return support.ResetFactor(ctx, db, who, by)
	})
}

// actsMost bounds how many are shown.
const actsMost = 50

// tellActs lists what was done to an account, the newest first.
func tellActs(ctx context.Context, s *operator.Session, db operator.View, p store.Player) error {
	list, all, err := db.Ops(ctx, store.OpQuery{Player: p.ID, Kinds: limits.ActKinds,
		Page: store.Page{Limit: actsMost}})
	if err != nil || all == 0 {
		return err
	}
	t := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "\ntime\toperation\tact, %d of %d\n", len(list), all)
	for i := range list {
		op := &list[i]
		a, err := limits.ReadAct(&op.Op)
		if err != nil {
			return err
		}
		fmt.Fprintf(t, "%s\t%d\t%s\n", operator.Stamp(a.AtMS), op.ID, said(a))
	}
	return t.Flush()
}
