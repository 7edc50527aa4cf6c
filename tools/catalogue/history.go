package catalogue

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"jadebox/store"
	"jadebox/tools/operator"
)

// imported is a change of the chain of rules that a file of the catalogue made; nil for another one. ErrNotFound behind
// the last.
func imported(ctx context.Context, db operator.View, n int64) (*store.RulesChange, error) {
	rec, err := db.Lookup(ctx, 0, store.RulesKey(n))
	if err != nil {
		return nil, err
	}
	change, err := store.ReadRules(rec.Result)
	if err != nil || change.Catalogue == nil {
		return nil, err
	}
	return &change, nil
}

// Run lists the imports, the oldest first.
func (History) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.With(ctx, c.Database, func(db operator.View) error {
		w := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "number\timported\tin force from\titems\tboxes\tby\tfile\tnote")
		for n := int64(1); ; n++ {
			change, err := imported(ctx, db, n)
			switch {
			case errors.Is(err, store.ErrNotFound):
				return w.Flush()
			case err != nil:
				return err
			case change == nil:
				continue
			}
			k := change.Catalogue
			fmt.Fprintf(w, "%d\t%s\t%s\t%d\t%d\t%s\t%.12s\t%s\n", n,
				time.UnixMilli(change.AtMS).UTC().Format(time.RFC3339), change.From().Format(time.RFC3339),
				len(k.Items), len(k.Boxes), k.Author, k.File, k.Note)
		}
	})
}

// Run prints one import.
func (o Show) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.With(ctx, c.Database, func(db operator.View) error {
		change, err := imported(ctx, db, o.Number)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if change == nil {
			return fmt.Errorf("change %d is no import: see history", o.Number)
		}
		k := change.Catalogue
		s.Printf("import %d by %s at %s, file %s\n", o.Number, k.Author,
			time.UnixMilli(change.AtMS).UTC().Format(time.RFC3339), k.File)
		w := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
		for _, it := range k.Items {
			cost := arrow(gems(it.FromCents), gems(it.Def.PriceCents))
			if it.New {
				cost = gems(it.Def.PriceCents)
			}
			fmt.Fprintf(w, "item %d %s\t%s\tfrom %s\n", it.Def.ID, it.Def.Slug, cost,
				change.From().Format(time.RFC3339))
		}
		for _, b := range k.Boxes {
			sale := "on sale"
			if !b.Enabled {
				sale = "off sale"
			}
			fmt.Fprintf(w, "box %d %s version %d\t%s\tfrom %s\t%s\todds %s\n", b.ID, b.Slug, b.Version,
				gems(b.PriceCents), b.At.Format(time.RFC3339), sale, b.OddsHash)
		}
		return w.Flush()
	})
}
