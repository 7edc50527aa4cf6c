package wish

import (
	"cmp"
	"slices"
	"time"

	"jadebox/actors/room"
	"jadebox/store"
)

// returnPPM is what a whole room for gems gives back (docs/rules.md, "Boxes": price = expected value / 0.92).
const returnPPM = 920_000

// wishCardCents is what a wish card brings at most. It is given away for the first box, battle and upgrade of a day:
// of what the least that counts costs, a box keeps more (server/registry/economy).
const wishCardCents = 2

// templates are the rooms that the lobby always has.
var templates = []struct {
	name       string
	bottles    int
	gems       bool  // else for wish cards
	prizeCents int64 // about
	life       time.Duration
}{
	{"dew", 20, false, 30, 24 * time.Hour},
	{"bamboo", 20, false, 80, 24 * time.Hour},
	{"lantern", 10, true, 4_000, 12 * time.Hour},
	{"koi", 25, true, 15_000, 24 * time.Hour},
	{"phoenix", 40, true, 50_000, 48 * time.Hour},
	{"galaxy", 100, true, 300_000, 72 * time.Hour},
}

// Templates lists the names of the rooms that the lobby keeps open.
func Templates() []string {
	names := make([]string, len(templates))
	for i, t := range templates {
		names[i] = t.name
	}
	return names
}

// around is how many items of the catalogue take turns as the prize of a template.
const around = 8

// prizes are the items of a catalogue that take turns as the prize of a template: those whose price is next to its own.
func prizes(template int, items []store.ItemDef) []store.ItemDef {
	items = slices.DeleteFunc(slices.Clone(items), func(d store.ItemDef) bool {
		return d.PriceCents < 1 ||
			d.PriceCents > priceMax
	})
	about := templates[template].prizeCents
	slices.SortFunc(items, func(a, b store.ItemDef) int {
		return cmp.Or(cmp.Compare(distance(a.PriceCents, about), distance(b.PriceCents, about)),
			cmp.Compare(a.ID, b.ID))
	})
	return items[:min(around, len(items))]
}

// setup is the room of a template with a prize.
func setup(template int, prize store.ItemDef) Setup {
	t := templates[template]
	s := Setup{Name: t.name, Def: prize.ID, PrizeCents: prize.PriceCents, Bottles: t.bottles, Life: t.life}
	if t.gems {
		s.BottleCents = bottleCents(prize.PriceCents, t.bottles)
	} else {
		all := wishCardCents * int64(t.bottles)
		s.CardNum = (prize.PriceCents + all - 1) / all
	}
	return s
}

// Pays reports whether all bottles of a room together pay for its prize, in gems or at what a wish card brings at most.
func Pays(bottles, prizeCents, bottleCents, bottleCards int64) bool {
	if bottleCards > 0 {
		return prizeCents <= bottles*bottleCards*wishCardCents
	}
	return prizeCents <= bottles*bottleCents
}

// FromCatalog makes the room of a template; its number chooses among the items whose price is near. ok is false when
// there is no such template or no item.
func FromCatalog(items []store.ItemDef, name string, number int) (s Setup, ok bool) {
	i := slices.Index(Templates(), name)
	if i < 0 {
		return Setup{}, false
	}
	list := prizes(i, items)
	if len(list) == 0 {
		return Setup{}, false
	}
	return setup(i, list[number%len(list)]), true
}

// rate is that of the rooms that the lobby keeps open: the cheapest bottle for gems, and the most that a wish card
// brings.
func rate(_ *store.SettingsNow, items []store.ItemDef) (r room.Rate, err error) {
	for i := range templates {
		for _, prize := range prizes(i, items) {
			s := setup(i, prize)
			if s.CardNum > 0 {
				r.WishCardCents = max(r.WishCardCents, float64(s.PrizeCents)/float64(int64(s.Bottles)*s.CardNum))
			} else if cents := float64(s.BottleCents); r.StakeCents == 0 || cents < r.StakeCents {
				r.StakeCents = cents
			}
		}
	}
	bottle := r.StakeCents
	r.Back = func(giftCents float64) float64 { return returnPPM/1e6 + giftCents/bottle }
	return r, nil
}

func distance(a, b int64) int64 { return max(a-b, b-a) }

// bottleCents is up to the cent, so that a room never gives back more than it should.
func bottleCents(prizeCents int64, bottles int) int64 {
	whole := returnPPM * int64(bottles)
	return max((prizeCents*1_000_000+whole-1)/whole, 1)
}
