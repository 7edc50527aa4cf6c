package catalogue

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"jadebox/fairness"
	"jadebox/store"
)

// Difference is what a file changes from a time on.
type Difference struct {
	From  time.Time
	Items []store.ItemChange
	Moves []Move
}

// Move is a box that changes: the version in force before, and those that take its place one after the other.
type Move struct {
	Before *Table // nil: there was none
	After  []Table
}

// Table is a version of a box with its odds.
type Table struct {
	store.Box
	Odds *fairness.Odds
}

// Empty reports whether nothing changes.
func (p *Difference) Empty() bool { return len(p.Items) == 0 && len(p.Moves) == 0 }

// stock is what is there, as it is and as it will be.
type stock struct {
	items map[store.DefID][]store.DatedItem
	boxes map[store.BoxID][]store.Box
	file  map[store.DefID]store.ItemDef // what the file makes of items
	from  time.Time
}

// Compare compares a file with what is there. The same file twice changes nothing.
func (f *File) Compare(r store.Rules, from time.Time) (*Difference, error) {
	s := stock{map[store.DefID][]store.DatedItem{}, map[store.BoxID][]store.Box{}, map[store.DefID]store.ItemDef{},
		from}
	for _, d := range r.Dated {
		s.items[d.Def.ID] = append(s.items[d.Def.ID], d)
	}
	for _, b := range r.Boxes {
		s.boxes[b.ID] = append(s.boxes[b.ID], b)
	}
	p := &Difference{From: from}
	newest := map[store.DefID]store.ItemDef{}
	for _, d := range r.Items {
		newest[d.ID] = d
	}
	for _, it := range f.Items {
		d := it.Def()
		s.file[d.ID] = d
		if s.staysItem(d) {
			continue
		}
		old, known := newest[d.ID]
		p.Items = append(p.Items, store.ItemChange{Def: d, New: !known, FromCents: old.PriceCents})
	}
	wanted := map[store.BoxID]Box{}
	for _, b := range f.Boxes {
		wanted[b.ID] = b
	}
	ids := maps.Clone(s.boxes)
	for id := range wanted {
		ids[id] = nil
	}
	for _, id := range slices.Sorted(maps.Keys(ids)) {
		var in *Box
		if b, named := wanted[id]; named {
			in = &b
		}
		move, err := s.move(id, in)
		if err != nil {
			return nil, err
		}
		if move != nil {
			p.Moves = append(p.Moves, *move)
		}
	}
	return p, nil
}

// staysItem reports whether an item is what the file says from then on for ever.
func (s *stock) staysItem(d store.ItemDef) bool {
	for _, at := range s.itemTimes(d.ID) {
		if held, known := s.itemAt(d.ID, at); !known || held != d {
			return false
		}
	}
	return true
}

// itemTimes are the moments from its time on at which an item may change.
func (s *stock) itemTimes(id store.DefID) []time.Time {
	times := []time.Time{s.from}
	for _, d := range s.items[id] {
		if d.At.After(s.from) {
			times = append(times, d.At)
		}
	}
	return times
}

func (s *stock) itemAt(id store.DefID, at time.Time) (store.ItemDef, bool) {
	for _, d := range store.ItemsAt(s.items[id], at) {
		return d, true
	}
	return store.ItemDef{}, false
}

// state is a box at a moment with what its items are worth then.
type state struct {
	store.Box
	values []int64
}

func (a *state) same(b *state) bool {
	if a == nil || b == nil {
		return a == b
	}
	x, y := a.Box, b.Box
	return x.Slug == y.Slug && x.Name == y.Name && x.Tagline == y.Tagline && x.Type == y.Type &&
		slices.Equal(x.Tags, y.Tags) && x.Accent == y.Accent && x.Image == y.Image && x.PriceCents == y.PriceCents &&
		slices.Equal(x.Entries, y.Entries) && x.Enabled == y.Enabled && x.Weight == y.Weight &&
		slices.Equal(a.values, b.values)
}

// is is a box as it is at a moment if the file is not imported.
func (s *stock) is(id store.BoxID, at time.Time) *state {
	b, ok := store.BoxAt(s.boxes[id], at)
	if !ok {
		return nil
	}
	st := &state{Box: b}
	for _, e := range b.Entries {
		d, _ := s.itemAt(e.Def, at)
		st.values = append(st.values, d.PriceCents)
	}
	return st
}

// shall is a box as the file has it; nil before the first sale of a new one.
func (s *stock) shall(id store.BoxID, in *Box, at time.Time) *state {
	var st *state
	switch {
	case in == nil:
		if st = s.is(id, at); st == nil {
			return nil
		}
	case at.Before(in.From) && s.is(id, s.from) == nil:
		return nil
	default:
		st = &state{Box: in.box()}
		st.Enabled = st.Enabled && !at.Before(in.From) && (in.Until.IsZero() || at.Before(in.Until))
	}
	st.values = nil
	for _, e := range st.Entries {
		d, named := s.file[e.Def]
		if !named {
			d, _ = s.itemAt(e.Def, at)
		}
		st.values = append(st.values, d.PriceCents)
	}
	return st
}

// times are the moments from its time on at which a box may change, with the file or without it.
func (s *stock) times(id store.BoxID, in *Box) []time.Time {
	times := []time.Time{s.from}
	later := func(at time.Time) {
		if at.After(s.from) {
			times = append(times, at)
		}
	}
	for _, b := range s.boxes[id] {
		later(b.At)
		for _, e := range b.Entries {
			times = append(times, s.itemTimes(e.Def)...)
		}
	}
	if in != nil {
		later(in.From)
		later(in.Until)
		for _, e := range in.Entries {
			times = append(times, s.itemTimes(e.Item)...)
		}
	}
	slices.SortFunc(times, time.Time.Compare)
	return slices.CompactFunc(times, time.Time.Equal)
}

// move makes the versions that a box needs: none as long as it is what the file says, and from the first difference on
// one for every step of the file's own, since a newer version stands above whatever older ones are still to come.
func (s *stock) move(id store.BoxID, in *Box) (*Move, error) {
	times := s.times(id, in)
	first := slices.IndexFunc(times, func(at time.Time) bool { return !s.is(id, at).same(s.shall(id, in, at)) })
	if first < 0 {
		return nil, nil
	}
	m := &Move{}
	if b, ok := store.BoxAt(s.boxes[id], times[first]); ok {
		t, err := tableOf(s.is(id, times[first]), b)
		if err != nil {
			return nil, err
		}
		m.Before = &t
	}
	var version uint32
	for _, b := range s.boxes[id] {
		version = max(version, b.Version)
	}
	var last *state
	for _, at := range times[first:] {
		next := s.shall(id, in, at)
		if next == nil || next.same(last) {
			continue
		}
		version++
		b := next.Box
		b.Version, b.At = version, at.UTC()
		t, err := tableOf(next, b)
		if err != nil {
			return nil, err
		}
		m.After, last = append(m.After, t), next
	}
	return m, nil
}

func tableOf(st *state, b store.Box) (Table, error) {
	entries := make([]fairness.OddsEntry, len(b.Entries))
	for i, e := range b.Entries {
		entries[i] = fairness.OddsEntry{Item: int64(e.Def), Weight: e.Weight, ValueCents: st.values[i]}
	}
	odds, err := fairness.NewOdds(int64(b.ID), b.Version, entries)
	if err != nil {
		return Table{}, fmt.Errorf("box %d (%s): %w", b.ID, b.Slug, err)
	}
	b.OddsHash = odds.Hash()
	return Table{b, odds}, nil
}
