package economy

import (
	"slices"
	"testing"

	"jadebox/actors/room"
	"jadebox/store"
)

// Sources are the names of the settings whose part of what is open is told.
func Sources(now *store.SettingsNow) (names []string, err error) {
	r, err := read(now, &Goods{})
	if err != nil {
		return nil, err
	}
	for _, s := range r.sources() {
		names = append(names, s.name)
	}
	return names, nil
}

// LoopsOf are the loops of Of, without what contributes to them.
func LoopsOf(now *store.SettingsNow, goods *Goods) ([]Loop, error) {
	r, err := read(now, goods)
	if err != nil {
		return nil, err
	}
	return r.loops(r.days()), nil
}

// With are the goods with other kinds of rooms.
func (g *Goods) With(specs room.Specs) *Goods {
	other := *g
	other.kinds = specs
	return &other
}

// Planted has a gift reckoned that has no setting, for a test: share of what is spent in a day, of a recharge, or of
// the first one of an account.
func Planted(t *testing.T, part string, share float64) {
	t.Helper()
	g := gift{source: "planted", kinds: []string{"planted"}}
	of := func(_ *rules, cents float64) float64 { return share * cents }
	switch part {
	case "day":
		g.day = func(_ *rules, p player) float64 { return share * p.spent }
	case "recharge":
		g.recharge, g.most = of, func(*rules) float64 { return share }
	case "first":
		g.first = of
	case "coming":
		g.day = func(*rules, player) float64 { return 100 * share }
	}
	was := reckoned
	reckoned = append(slices.Clone(was), g)
	t.Cleanup(func() { reckoned = was })
}

// Kinds are the kinds of ops that are reckoned.
func Kinds() (list []string) {
	for _, g := range reckoned {
		list = append(list, g.kinds...)
	}
	return list
}
