package settings

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"jadebox/actors/operators"
	"jadebox/actors/rewards/prize"
	"jadebox/server/registry"
	"jadebox/server/registry/economy"
	"jadebox/store"
	"jadebox/tools/operator"
)

// Run tells what the settings cost.
func (Return) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.With(ctx, c.Database, func(db operator.View) error {
		now, err := db.Settings(ctx)
		if err != nil {
			return err
		}
		goods, err := economy.ReadGoods(ctx, db)
		if err != nil {
			return err
		}
		tellUnreadable(s, now)
		e, err := economy.Of(registry.Readable(now), goods)
		if err != nil {
			return err
		}
		w := table(s.Out)
		row(w, "gems a day to a player who", "does not play", plays(1), plays(2))
		for _, l := range e.Lines {
			row(w, l.Source, gems(l.Cents[0]), gems(l.Cents[1]), gems(l.Cents[2]))
		}
		t := e.Total()
		row(w, "all of it", gems(t[0]), gems(t[1]), gems(t[2]))
		row(w, "of what is played with", "", share(t[1], 1), share(t[2], 2))
		for _, a := range e.Joining {
			row(w, "once for a player: "+a.Source, gems(a.Cents))
		}
		for _, a := range e.House {
			row(w, "in a day for all together: "+a.Source, gems(a.Cents))
		}
		if err := w.Flush(); err != nil {
			return err
		}
		for _, l := range e.Loops {
			s.Printf("%s\n", l)
		}
		for _, g := range e.Gains {
			s.Printf("%s\n", g)
		}
		return nil
	})
}

// tellUnreadable names the settings that registry.Readable takes the standard of, where that costs anything.
func tellUnreadable(s *operator.Session, now *store.SettingsNow) {
	for _, one := range registry.All {
		if _, err := one.JSONIn(now); err != nil && one.Costless() == "" {
			s.Printf("reckoned as the standard, it cannot be read: %v\n", err)
		}
	}
}

// TellReturn prints what a change does to the return: the lines that it moves, before and after, or why it moves none.
func TellReturn(s *operator.Session, d *registry.Change) error {
	if why := d.Setting.Costless(); why != "" {
		s.Printf("what a day of a player costs does not depend on %s: %s\n", d.Setting.ID(), why)
		return nil
	}
	// What cannot be read costs what the standard does, as in Accept: the setting that puts it right is told truly.
	tellUnreadable(s, d.Now)
	after, err := economy.Of(registry.Readable(d.Next), d.Goods)
	if err != nil {
		s.Printf("what a day costs cannot be said: %v\n", err)
		return nil
	}
	before, err := economy.Of(registry.Readable(d.Now), d.Goods)
	if err != nil {
		before = &economy.Economy{Lines: make([]economy.Line, len(after.Lines)), Joining: make([]economy.Amount,
			len(after.Joining)),
			House: make([]economy.Amount, len(after.House)), Loops: after.Loops, Gains: after.Gains}
	}
	w := table(s.Out)
	moved := false
	one := func(name string, cells ...string) {
		if !moved {
			row(w, "gems a day to a player who", "does not play", plays(1), plays(2))
		}
		moved = true
		row(w, append([]string{name}, cells...)...)
	}
	for i, l := range after.Lines {
		if b := before.Lines[i].Cents; !same(b[0], l.Cents[0]) || !same(b[1], l.Cents[1]) || !same(b[2], l.Cents[2]) {
			one(l.Source, arrow(b[0], l.Cents[0]), arrow(b[1], l.Cents[1]), arrow(b[2], l.Cents[2]))
		}
	}
	if b, a := before.Total(), after.Total(); moved {
		row(w, "all of it", arrow(b[0], a[0]), arrow(b[1], a[1]), arrow(b[2], a[2]))
		row(w, "of what is played with", "", share(b[1], 1)+" -> "+share(a[1], 1), share(b[2], 2)+" -> "+share(a[2], 2))
	}
	amounts := func(title string, before, after []economy.Amount) {
		for i, a := range after {
			if !same(before[i].Cents, a.Cents) {
				moved = true
				row(w, title+a.Source, arrow(before[i].Cents, a.Cents))
			}
		}
	}
	amounts("once for a player: ", before.Joining, after.Joining)
	amounts("in a day for all together: ", before.House, after.House)
	if !moved {
		t := after.Total()
		fmt.Fprintf(w,
			"what a day of a player costs stays as it is: %s, %s and %s gems to a player who does not play, "+
				"%s and %s\n",
			gems(t[0]), gems(t[1]), gems(t[2]), plays(1), plays(2))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for i, l := range after.Loops {
		if was := before.Loops[i]; !same(1e4*was.NetReturn, 1e4*l.NetReturn) {
			s.Printf("%s; before %.2f %%\n", l, 100*(1+was.NetReturn))
		}
	}
	for i, g := range after.Gains {
		if was := before.Gains[i]; !same(was.Cents, g.Cents) {
			s.Printf("%s; before %.2f\n", g, was.Cents/100)
		}
	}
	return nil
}

// TellWorth prints what an operator is about to give a player, and says it in cents: the most that it is worth to any
// player, operators.Whatever where that cannot be said.
func TellWorth(ctx context.Context, s *operator.Session, from economy.Catalogue, now *store.SettingsNow, who string,
	items []store.DefID, prizes []prize.Prize) (worthCents int64, err error) {
	goods, err := economy.ReadGoods(ctx, from)
	if err != nil {
		return 0, err
	}
	w, err := economy.Worth(now, goods, items, prizes)
	worthCents = int64(math.Ceil(max(w[0], w[1], w[2])))
	switch {
	case err != nil:
		s.Printf("what %s is given cannot be said in gems: %v\n", who, err)
		worthCents = operators.Whatever
	case same(w[0], w[1]) && same(w[0], w[2]):
		s.Printf("gives %s what is worth %s gems\n", who, gems(w[0]))
	default:
		s.Printf("gives %s what is worth %s gems to a player who does not play, %s %s, %s %s\n", who, gems(w[0]),
			gems(w[1]), plays(1), gems(w[2]), plays(2))
	}
	return worthCents, nil
}

func table(out io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(out, 0, 0, 2, ' ', 0) }

func row(w io.Writer, cells ...string) {
	for i, c := range cells {
		fmt.Fprint(w, map[bool]string{true: "\t"}[i > 0], c)
	}
	fmt.Fprintln(w)
}

// same reports whether two amounts do not differ by a hundredth of a cent.
func same(a, b float64) bool { return math.Abs(a-b) < 0.01 }

func gems(cents float64) string { return fmt.Sprintf("%.2f", cents/100) }

func arrow(before, after float64) string {
	if same(before, after) {
		return gems(after)
	}
	return gems(before) + " -> " + gems(after)
}

func plays(i int) string { return fmt.Sprintf("plays with %d", economy.Players[i]/100) }

func share(cents float64, i int) string {
	return fmt.Sprintf("%.2f %%", 100*cents/float64(cmp.Or(economy.Players[i], 1)))
}
