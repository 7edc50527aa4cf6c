package wish

import (
	"cmp"
	"slices"
	"time"

	"jadebox/store"
)

// returnPPM is what a whole room for gems gives back (docs/rules.md, "Boxes": price = expected value / 0.92).
const returnPPM = 920_000

// templates are the rooms that the lobby always has. Wish cards are given away, so a room for cards has no return to
// keep.
var templates = []struct {
	name       string
	bottles    int
	cardNum    int64 // 0: for gems
	prizeCents int64 // about
	life       time.Duration
}{
	{"dew", 10, 1, 600, 24 * time.Hour},
	{"bamboo", 20, 2, 2_500, 24 * time.Hour},
	{"lantern", 10, 0, 4_000, 12 * time.Hour},
	{"koi", 25, 0, 15_000, 24 * time.Hour},
	{"phoenix", 40, 0, 50_000, 48 * time.Hour},
	{"galaxy", 100, 0, 300_000, 72 * time.Hour},
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

// FromCatalog makes the room of a template; its number chooses among the items whose price is near. ok is false when
// there is no such template or no item.
func FromCatalog(items []store.ItemDef, name string, number int) (s Setup, ok bool) {
	i := slices.Index(Templates(), name)
	items = slices.DeleteFunc(slices.Clone(items), func(d store.ItemDef) bool {
		return d.PriceCents < 1 ||
			d.PriceCents > priceMax
	})
	if i < 0 || len(items) == 0 {
		return Setup{}, false
	}
	t := templates[i]
	slices.SortFunc(items, func(a, b store.ItemDef) int {
		return cmp.Or(cmp.Compare(distance(a.PriceCents, t.prizeCents), distance(b.PriceCents, t.prizeCents)),
			cmp.Compare(a.ID, b.ID))
	})
	prize := items[number%min(around, len(items))]
	s = Setup{Name: name, Def: prize.ID, PrizeCents: prize.PriceCents, Bottles: t.bottles, CardNum: t.cardNum,
		Life: t.life}
	if t.cardNum == 0 {
		s.BottleCents = bottleCents(prize.PriceCents, t.bottles)
	}
	return s, true
}

// Worth is the most that a wish card brings in a room that the lobby keeps open, and what the cheapest bottle for gems
// costs there; 0 where there is none.
func Worth(items []store.ItemDef) (wishCardCents, bottleCents float64) {
	for _, t := range templates {
		for n := range around {
			s, ok := FromCatalog(items, t.name, n)
			if !ok {
				continue
			}
			if s.CardNum > 0 {
				wishCardCents = max(wishCardCents, float64(s.PrizeCents)/float64(int64(s.Bottles)*s.CardNum))
			} else if cents := float64(s.BottleCents); bottleCents == 0 || cents < bottleCents {
				bottleCents = cents
			}
		}
	}
	return wishCardCents, bottleCents
}

func distance(a, b int64) int64 { return max(a-b, b-a) }

// bottleCents is up to the cent, so that a room never gives back more than it should.
func bottleCents(prizeCents int64, bottles int) int64 {
	whole := returnPPM * int64(bottles)
	return max((prizeCents*1_000_000+whole-1)/whole, 1)
}
