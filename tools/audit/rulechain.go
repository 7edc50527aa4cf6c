package audit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"jadebox/fairness"
	"jadebox/store"
)

// ruleChain are the changes of settings, boxes and items, as the journal has them. There are few: they stay in memory.
type ruleChain struct {
	changes map[int64]ruleOp // by number
	priced  map[store.DefID][]priced
	sold    map[store.BoxID][]store.Box // versions that changes of the catalogue brought, in their order
}

type ruleOp struct {
	store.RulesChange
	id   store.OpID
	hash string
	at   time.Time
}

// priced is a price that an item has from a time on, unless a later change says otherwise.
type priced struct {
	at           time.Time
	before, from int64 // before it: -1 for none
}

// readRuleChain reads the changes by their keys, before the journal is walked: what an op may cost hangs on them.
func readRuleChain(ctx context.Context, view store.Snapshot) (*ruleChain, error) {
	c := &ruleChain{map[int64]ruleOp{}, map[store.DefID][]priced{}, map[store.BoxID][]store.Box{}}
	for n := int64(1); ; n++ {
		rec, err := view.Keyed(ctx, 0, store.RulesKey(n))
		if errors.Is(err, store.ErrNotFound) {
			return c, nil
		}
		if err != nil {
			return nil, err
		}
		change, err := store.ReadRules(rec.Result)
		if err != nil || change.N != n {
			continue // feed tells
		}
		c.changes[n] = ruleOp{change, rec.ID, store.RulesHash(rec.Result), rec.At}
		at, items := rec.At, change.Items
		if c := change.Catalogue; c != nil {
			at, items = change.From(), c.Items
		}
		for _, it := range items {
			before := it.FromCents
			if it.New {
				before = -1
			}
			c.priced[it.Def.ID] = append(c.priced[it.Def.ID], priced{at, before, it.Def.PriceCents})
		}
		if change.Catalogue != nil {
			for _, b := range change.Catalogue.Boxes {
				c.sold[b.ID] = append(c.sold[b.ID], b)
			}
		}
	}
}

func (c *ruleChain) feed(r *Report, e *store.JournalEntry) {
	if e.Kind != store.KindRules {
		return
	}
	change, err := store.ReadRules(e.Result)
	if err != nil || e.Player != 0 || e.Key != store.RulesKey(change.N) || c.changes[change.N].id != e.ID {
		r.violate(Rules, "op %d under %q is no change that follows the others: %v", e.ID, e.Key, err)
	}
}

// prices are all that an item cost within a time, now being what it costs today; -1 is before there was one.
func (c *ruleChain) prices(def store.DefID, now int64, from, until time.Time) []int64 {
	list := c.priced[def]
	if len(list) == 0 {
		return []int64{now}
	}
	held := func(at time.Time) int64 {
		for _, p := range slices.Backward(list) {
			if !p.at.After(at) {
				return p.from
			}
		}
		return list[0].before
	}
	all := []int64{held(from)}
	for _, p := range list {
		if p.at.After(from) && !p.at.After(until) {
			all = append(all, held(p.at))
		}
	}
	return all
}

// sells reports whether a version of a box was in force at some moment within a time, as far as changes of the
// catalogue say: one that they brought not before it was due nor off sale, and none after they have brought another.
func (c *ruleChain) sells(id store.BoxID, version uint32, from, until time.Time) bool {
	for _, b := range c.sold[id] {
		switch {
		case b.Version == version && (b.At.After(until) || !b.Enabled):
			return false
		case b.Version > version && !b.At.After(from):
			return false
		}
	}
	return true
}

// check holds the tables to the changes: undone from the last to the first, they leave what was there before.
func (c *ruleChain) check(ctx context.Context, r *Report, view store.Snapshot, b *rulebook, tables *seeds) error {
	left := store.Rules{Settings: slices.Concat(b.listSettings()...), Boxes: b.listBoxes(), Items: b.listItems()}
	n := int64(len(c.changes))
	for i := n; i >= 1; i-- {
		change, known := c.changes[i]
		if !known {
			r.violate(Rules, "change %d of the rules is missing, of %d", i, n)
			return nil
		}
		if before, known := c.changes[i-1]; i > 1 && (!known || change.Before != before.hash) {
			r.violate(Rules, "change %d of the rules (op %d) does not follow the one before", i, change.id)
		}
		if what := undo(&left, change.RulesChange); what != "" {
			r.violate(Rules, "change %d of the rules (op %d): %s", i, change.id, what)
		}
	}
	c.dated(r, b.dated)
	switch {
	case n == 0:
		if len(left.Settings)+len(left.Boxes)+len(left.Items) > 0 {
			r.Notes = append(r.Notes, "settings and catalogue have no chain yet: a start of the site makes it")
		}
	case c.changes[1].Begin && c.changes[1].Before != store.RulesBegin(left),
		!c.changes[1].Begin && c.changes[1].Before != store.RulesBegin(store.Rules{}):
		r.violate(Rules, "settings and catalogue were something else when their chain began")
	case !c.changes[1].Begin && len(left.Settings)+len(left.Boxes)+len(left.Items) > 0:
		for _, v := range left.Settings {
			r.violate(Rules, "nobody has set version %d of %s", v.Version, v.Name)
		}
		for _, x := range left.Boxes {
			r.violate(Rules, "nobody has made version %d of box %d", x.Version, x.ID)
		}
		for _, d := range left.Items {
			r.violate(Rules, "nobody has made item %d", d.ID)
		}
	}
	return c.odds(ctx, r, view, b, tables)
}

// dated holds the definitions that have a time to the changes that brought them: each is what its change made it, from
// then on, and none is missing or without an author.
func (c *ruleChain) dated(r *Report, stored []store.DatedItem) {
	type key struct {
		id store.DefID
		n  int64
	}
	rows := map[key]store.DatedItem{}
	for _, d := range stored {
		if d.N > 0 {
			rows[key{d.Def.ID, d.N}] = d
		}
	}
	imported := map[store.DefID]bool{} // by a file, before or now: what is set beside it since is dated, too
	for n := int64(1); n <= int64(len(c.changes)); n++ {
		change, items := c.changes[n], c.changes[n].Items
		if k := change.Catalogue; k != nil {
			items = k.Items
			for _, it := range items {
				imported[it.Def.ID] = true
			}
		}
		for _, it := range items {
			at := key{it.Def.ID, n}
			d, known := rows[at]
			switch {
			case !imported[it.Def.ID]:
			case !known:
				r.violate(Rules, "item %d of change %d of the rules is gone", at.id, n)
			case d.Def != it.Def || !d.At.Equal(change.From()):
				r.violate(Rules, "item %d is not what change %d of the rules made it", at.id, n)
			}
			delete(rows, at)
		}
	}
	for at := range rows {
		r.violate(Rules, "item %d of change %d of the rules is of nobody", at.id, at.n)
	}
}

// undo takes a change back, and says what is otherwise than it made it.
func undo(left *store.Rules, c store.RulesChange) string {
	if v := c.Setting; v != nil {
		i := slices.IndexFunc(left.Settings, func(s store.SettingVersion) bool {
			return s.Name == v.Name && s.Version == v.Version
		})
		if i < 0 {
			return fmt.Sprintf("version %d of %s is gone", v.Version, v.Name)
		}
		stored := left.Settings[i]
		left.Settings = slices.Delete(left.Settings, i, i+1)
		if string(stored.Value) != string(v.Value) || (stored.Value == nil) != (v.Value == nil) ||
			!stored.At.Truncate(time.Microsecond).Equal(v.At.Truncate(time.Microsecond)) || stored.Author != v.Author ||
			stored.Note != v.Note {
			return fmt.Sprintf("version %d of %s is not what was set", v.Version, v.Name)
		}
	}
	if x := c.Box; x != nil {
		i := slices.IndexFunc(left.Boxes, func(s store.Box) bool { return s.ID == x.ID && s.Version == x.Version })
		if i < 0 {
			return fmt.Sprintf("version %d of box %d is gone", x.Version, x.ID)
		}
		stored := left.Boxes[i]
		left.Boxes = slices.Delete(left.Boxes, i, i+1)
		if !store.SameBox(stored, *x) {
			return fmt.Sprintf("version %d of box %d is not what was made", x.Version, x.ID)
		}
	}
	items := c.Items
	if k := c.Catalogue; k != nil {
		items = k.Items
		for _, x := range slices.Backward(k.Boxes) {
			i := slices.IndexFunc(left.Boxes, func(s store.Box) bool { return s.ID == x.ID && s.Version == x.Version })
			if i < 0 {
				return fmt.Sprintf("version %d of box %d is gone", x.Version, x.ID)
			}
			stored := left.Boxes[i]
			left.Boxes = slices.Delete(left.Boxes, i, i+1)
			if !store.SameBox(stored, x) || stored.Enabled != x.Enabled || !stored.At.Equal(x.At) {
				return fmt.Sprintf("version %d of box %d is not what was made", x.Version, x.ID)
			}
		}
	}
	return undoItems(left, items)
}

// undoItems takes back what a change made of items, and says what is otherwise than it made it.
func undoItems(left *store.Rules, items []store.ItemChange) (what string) {
	for _, it := range items {
		i := slices.IndexFunc(left.Items, func(d store.ItemDef) bool { return d.ID == it.Def.ID })
		switch {
		case i < 0:
			what = fmt.Sprintf("item %d is gone", it.Def.ID)
			continue
		case left.Items[i].PriceCents != it.Def.PriceCents:
			what = fmt.Sprintf("item %d costs %d, not %d", it.Def.ID, left.Items[i].PriceCents, it.Def.PriceCents)
		}
		if it.New {
			left.Items = slices.Delete(left.Items, i, i+1)
		} else {
			left.Items[i].PriceCents = it.FromCents
		}
	}
	return what
}

// odds holds each version of a box to the table that was published for it.
func (c *ruleChain) odds(ctx context.Context, r *Report, view store.Snapshot, b *rulebook, tables *seeds) error {
	for _, x := range b.listBoxes() {
		if x.OddsHash == "" {
			continue
		}
		t, err := tables.table(ctx, view, x.OddsHash)
		var wrong wrongDraw
		switch {
		case errors.As(err, &wrong):
			if latest(b, x) { // an older one may never have been in force
				r.violate(Rules, "box %d version %d: %s", x.ID, x.Version, wrong)
			}
			continue
		case err != nil:
			return err
		}
		if !sameTable(t, x) {
			r.violate(Rules, "box %d version %d has other odds than those that are published", x.ID, x.Version)
		}
	}
	return nil
}

func latest(b *rulebook, x store.Box) bool {
	for version := range b.boxes[x.ID] {
		if version > x.Version {
			return false
		}
	}
	return true
}

func sameTable(t *fairness.Odds, x store.Box) bool {
	if t.BoxID() != int64(x.ID) || t.Version() != x.Version || t.Len() != len(x.Entries) {
		return false
	}
	for i, e := range x.Entries {
		if t.Entry(i).Item != int64(e.Def) || t.Entry(i).Weight != e.Weight {
			return false
		}
	}
	return true
}
