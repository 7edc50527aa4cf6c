package audit

import (
	"context"
	"maps"
	"slices"
	"time"

	"jadebox/actors/settings"
	"jadebox/store"
)

// rulebook is what the site sold, and by which settings, at any time.
type rulebook struct {
	boxes    map[store.BoxID]map[uint32]store.Box
	defs     map[store.DefID]store.ItemDef     // the newest
	dated    []store.DatedItem                 // all
	settings map[string][]store.SettingVersion // by version
	parsed   map[parsedKey]any
	chain    *ruleChain
}

type parsedKey struct {
	name    string
	version int64
}

func readRulebook(ctx context.Context, view store.Snapshot) (*rulebook, error) {
	b := &rulebook{boxes: map[store.BoxID]map[uint32]store.Box{}, defs: map[store.DefID]store.ItemDef{},
		settings: map[string][]store.SettingVersion{}, parsed: map[parsedKey]any{}}
	var err error
	if b.chain, err = readRuleChain(ctx, view); err != nil {
		return nil, err
	}
	boxes, err := view.BoxVersions(ctx)
	if err != nil {
		return nil, err
	}
	for _, x := range boxes {
		if b.boxes[x.ID] == nil {
			b.boxes[x.ID] = map[uint32]store.Box{}
		}
		b.boxes[x.ID][x.Version] = x
	}
	if b.dated, err = view.DatedItems(ctx); err != nil {
		return nil, err
	}
	for _, d := range store.NewestItems(b.dated) {
		b.defs[d.ID] = d
	}
	versions, err := view.SettingVersions(ctx)
	for _, v := range versions {
		b.settings[v.Name] = append(b.settings[v.Name], v)
	}
	return b, err
}

// heardWithin is how long after a change an op may still go by what was set before, and before it by what is set then:
// processes learn of it within a second, and what a player was shown holds while the op is on its way.
const heardWithin = 2 * time.Minute

// inForce are the values of a setting that an op may have gone by. A text that cannot be read holds nothing: what was
// read before it held on.
func inForce[T any](b *rulebook, s *settings.Setting[T], at time.Time) []T {
	list := b.settings[s.Name]
	first := 0 // of the versions that may have held
	for i, v := range list {
		if !v.At.After(at.Add(-heardWithin)) {
			first = i + 1
		}
	}
	var values []T
	for i := first; ; i-- { // what held at the beginning of the time, going back over what cannot be read
		values = append(values, valuesOf(b, s, list, i)...)
		if len(values) > 0 || i == 0 {
			break
		}
	}
	for i := first + 1; i <= len(list) && !list[i-1].At.After(at.Add(heardWithin)); i++ {
		values = append(values, valuesOf(b, s, list, i)...)
	}
	return values
}

// valuesOf are the value of the n-th version and those that its text had under the standards of releases before: none
// when it cannot be read.
func valuesOf[T any](b *rulebook, s *settings.Setting[T], list []store.SettingVersion, n int) []T {
	v, ok := parsedAs(b, s, list, n)
	if !ok {
		return nil
	}
	values := []T{v}
	if len(s.Earlier) == 0 {
		return values
	}
	key := parsedKey{s.Name + " before", 0}
	var text []byte
	if n > 0 {
		key.version, text = list[n-1].Version, list[n-1].Value
	}
	past, seen := b.parsed[key].([]T)
	if !seen {
		past = s.Past(text)
		b.parsed[key] = past
	}
	return append(values, past...)
}

// parsedAs is the value of the n-th version; the 0th is the standard.
func parsedAs[T any](b *rulebook, s *settings.Setting[T], list []store.SettingVersion, n int) (v T, ok bool) {
	key := parsedKey{s.Name, 0}
	var text []byte
	if n > 0 {
		key.version, text = list[n-1].Version, list[n-1].Value
	}
	if known, seen := b.parsed[key]; seen {
		v, ok = known.(T)
		return v, ok
	}
	v, err := s.Parse(text)
	if err != nil {
		b.parsed[key] = nil
		return v, false
	}
	b.parsed[key] = v
	return v, true
}

// ever are all values that a setting ever had, the standard among them.
func ever[T any](b *rulebook, s *settings.Setting[T]) []T {
	list := b.settings[s.Name]
	var values []T
	for n := range len(list) + 1 {
		values = append(values, valuesOf(b, s, list, n)...)
	}
	return values
}

// since are the values of a setting that held at a time or after it, and may have been read by another process.
func since[T any](b *rulebook, s *settings.Setting[T], from, to time.Time) []T {
	list := b.settings[s.Name]
	first := 0 // version that held then
	for i, v := range list {
		if !v.At.After(from) {
			first = i + 1
		}
	}
	var values []T
	for i := first; i <= len(list) && (i == first || list[i-1].At.Before(to.Add(-heardWithin))); i++ {
		values = append(values, valuesOf(b, s, list, i)...)
	}
	return values
}

// allows reports whether one of the values of a setting allows what an op did.
func allows[T any](b *rulebook, s *settings.Setting[T], at time.Time, what func(T) bool) bool {
	return slices.ContainsFunc(inForce(b, s, at), what)
}

// costs reports whether an item was worth so much when an op was made.
func (b *rulebook) costs(def store.DefID, cents int64, at time.Time) bool {
	d, known := b.defs[def]
	return known && slices.Contains(b.chain.prices(def, d.PriceCents, at.Add(-heardWithin), at.Add(heardWithin)), cents)
}

// least is the lowest price of an item when an op was made; 0 of an unknown item.
func (b *rulebook) least(def store.DefID, at time.Time) int64 {
	d, known := b.defs[def]
	if !known {
		return 0
	}
	return max(slices.Min(b.chain.prices(def, d.PriceCents, at.Add(-heardWithin), at.Add(heardWithin))), 0)
}

// sells reports whether a version of a box was in force when an op was made.
func (b *rulebook) sells(id store.BoxID, version uint32, at time.Time) bool {
	return b.chain.sells(id, version, at.Add(-heardWithin), at.Add(heardWithin))
}

// draws is why nothing is drawn from a version of a box by a table of odds: the table is not the box's own. That it is
// published says nothing: whatever writes the journal can publish one.
func (b *rulebook) draws(id store.BoxID, version uint32, oddsHash string) error {
	switch box, known := b.boxes[id][version]; {
	case !known:
		return wrongf("box %d has no version %d", id, version)
	case box.OddsHash != "" && box.OddsHash != oddsHash:
		return wrongf("box %d version %d has the odds %s", id, version, box.OddsHash)
	}
	return nil
}

func (b *rulebook) listSettings() (list [][]store.SettingVersion) {
	for _, name := range slices.Sorted(maps.Keys(b.settings)) {
		list = append(list, b.settings[name])
	}
	return list
}

func (b *rulebook) listBoxes() (list []store.Box) {
	for _, id := range slices.Sorted(maps.Keys(b.boxes)) {
		for _, version := range slices.Sorted(maps.Keys(b.boxes[id])) {
			list = append(list, b.boxes[id][version])
		}
	}
	return list
}

func (b *rulebook) listItems() (list []store.ItemDef) {
	for _, id := range slices.Sorted(maps.Keys(b.defs)) {
		list = append(list, b.defs[id])
	}
	return list
}
