package economy

import (
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

// LoopsOf are the loops of Of, without what feeds them.
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
