package catalogue

import (
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"jadebox/protocol"
	"jadebox/server/catalogue"
	"jadebox/store"
	"jadebox/tools/operator"
)

// tell prints what a difference changes: items by what they cost, boxes by what they are judged by.
func tell(s *operator.Session, p *catalogue.Difference, there store.Rules, openings int) error {
	if p.Empty() {
		s.Printf("nothing changes\n")
		return nil
	}
	w := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
	for _, it := range p.Items {
		old, known := before(there, it.Def.ID)
		switch {
		case !known:
			fmt.Fprintf(w, "+ item %d %s\t%s\n", it.Def.ID, it.Def.Slug, gems(it.Def.PriceCents))
		default:
			fmt.Fprintf(w, "~ item %d %s\t%s\t%s\n", it.Def.ID, it.Def.Slug, arrow(gems(old.PriceCents),
				gems(it.Def.PriceCents)), strings.Join(itemLooks(old, it.Def), ", "))
		}
	}
	if len(p.Moves) > 0 {
		fmt.Fprintf(w, "box\tfrom\tprice\texpected value\treturn\tvolatility\t%d simulated openings\t\n", openings)
	}
	for _, m := range p.Moves {
		was := m.Before
		for _, t := range m.After {
			if err := row(w, was, t, openings); err != nil {
				return err
			}
			was = &t
		}
	}
	return w.Flush()
}

// row is a box before and after.
func row(w *tabwriter.Writer, was *catalogue.Table, t catalogue.Table, openings int) error {
	mark, looks := "+", []string{}
	if was != nil {
		mark, looks = "~", boxLooks(was.Box, t.Box)
	}
	now, err := cells(t, openings)
	if err != nil {
		return err
	}
	if was != nil {
		old, err := cells(*was, 0)
		if err != nil {
			return err
		}
		for i := range old[:4] {
			now[i] = arrow(old[i], now[i])
		}
	}
	if !t.Enabled {
		looks = append(looks, "off sale")
	} else if was == nil || !was.Enabled {
		looks = append(looks, "on sale")
	}
	fmt.Fprintf(w, "%s %d %s\t%s\t%s\t%s\n", mark, t.ID, t.Slug, t.At.Format(time.RFC3339), strings.Join(now, "\t"),
		strings.Join(looks, ", "))
	return nil
}

// cells are price, expected value, return, volatility and simulation. Volatility is the deviation of an opening for its
// price, or for its expected value where it has none.
func cells(t catalogue.Table, openings int) ([]string, error) {
	f, err := t.Figures(openings)
	if err != nil {
		return nil, err
	}
	share := func(cents float64) string {
		if t.PriceCents == 0 {
			return "-"
		}
		return fmt.Sprintf("%.2f %%", 100*cents/float64(t.PriceCents))
	}
	per := float64(t.PriceCents)
	if per == 0 {
		per = f.Expected
	}
	list := []string{gems(t.PriceCents), fmt.Sprintf("%.2f", f.Expected/100), share(f.Expected),
		fmt.Sprintf("%.2f", f.Deviation/per), "-"}
	if openings > 0 {
		list[4] = fmt.Sprintf("%.2f (%s)", f.Simulated/100, share(f.Simulated))
	}
	return list, nil
}

func gems(cents int64) string { return protocol.Gems(cents).String() }

func arrow(before, after string) string {
	if before == after {
		return after
	}
	return before + " → " + after
}

// itemLooks are the parts of an item that differ beside its price.
func itemLooks(a, b store.ItemDef) (list []string) {
	return differ([]part{{"slug", a.Slug != b.Slug}, {"brand", a.Brand != b.Brand}, {"name", a.Name != b.Name},
		{"rarity", a.Rarity != b.Rarity}, {"category", a.Category != b.Category},
		{"picture", a.Image != b.Image || a.Thumb != b.Thumb}})
}

// boxLooks are the parts of a box that differ beside what it is worth.
func boxLooks(a, b store.Box) []string {
	return differ([]part{{"slug", a.Slug != b.Slug}, {"name", a.Name != b.Name}, {"tagline", a.Tagline != b.Tagline},
		{"type", a.Type != b.Type}, {"tags", strings.Join(a.Tags, " ") != strings.Join(b.Tags, " ")},
		{"accent", a.Accent != b.Accent}, {"picture", a.Image != b.Image}, {"order", a.Weight != b.Weight},
		{"odds", fmt.Sprint(a.Entries) != fmt.Sprint(b.Entries)}})
}

type part struct {
	name    string
	differs bool
}

func differ(parts []part) (list []string) {
	for _, p := range parts {
		if p.differs {
			list = append(list, p.name)
		}
	}
	return list
}
