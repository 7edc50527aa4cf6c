package luckycard

import (
	"cmp"
	"math"
	"slices"

	"jadebox/actors/room"
	"jadebox/actors/shop/catalog"
	"jadebox/fairness"
	"jadebox/store"
)

// Deck is what a room is opened with. The first card is the top prize, worth more than any other.
type Deck struct {
	Name  string
	Cards []Card
}

// Card is one card of a deck.
type Card struct {
	Def        store.DefID `json:"def"`
	ValueCents int64       `json:"valueCents"`
}

// ReturnPPM is what every flip gives back of its price at most, whatever was turned before it (docs/rules.md, "Lucky
// card").
const ReturnPPM = 920_000

// rate is that of the dearest item over the cheapest one, however many of the cheap ones were turned by others: no deck
// of the catalogue gives more at any time.
func rate(_ *store.SettingsNow, items []store.ItemDef) (room.Rate, error) {
	dear, cheap := int64(1), int64(math.MaxInt64)
	for _, d := range items {
		if d.PriceCents > 0 {
			dear, cheap = max(dear, d.PriceCents), min(cheap, d.PriceCents)
		}
	}
	if len(items) == 0 {
		return room.Rate{}, nil
	}
	cheap = min(cheap, dear)
	return room.Rate{StakeCents: float64(fairness.FlipCents(cheap, 1, ReturnPPM)),
		Back: func(giftCents float64) float64 { return mostReturn(dear, cheap, giftCents) }}, nil
}

// mostReturn is the most that a flip gives of its price at any time of a deck, with so much given beside it: of one top
// prize and others that are alike, however many of these were turned.
func mostReturn(topCents, otherCents int64, giftCents float64) (most float64) {
	for left := range int64(cardsMax) {
		worth, n := topCents+left*otherCents, left+1
		price := float64(fairness.FlipCents(worth, n, ReturnPPM))
		most = max(most, (float64(worth)/float64(n)+giftCents)/price)
	}
	return most
}

const cardsMax = 100 // of a deck

// templates are the decks that the lobby always has.
var templates = []struct {
	name  string
	cards int
	level int // which box the cards come from, in eighths of the list by price
}{
	{"lotus", 9, 0},
	{"lantern", 25, 1},
	{"dragon", 100, 2},
}

// Templates lists the names of the decks that the lobby keeps open.
func Templates() []string {
	names := make([]string, len(templates))
	for i, t := range templates {
		names[i] = t.name
	}
	return names
}

// FromBox makes the deck of a template out of today's catalogue: a box's best item once, its other items as often as
// its odds have them. ok is false when the catalogue has no such box.
func FromBox(c *catalog.Catalog, name string) (Deck, bool) {
	i := slices.Index(Templates(), name)
	boxes := slices.DeleteFunc(c.Enabled(), func(b *catalog.Box) bool { return !uneven(b) })
	if i < 0 || len(boxes) == 0 {
		return Deck{}, false
	}
	t := templates[i]
	slices.SortFunc(boxes, func(a, b *catalog.Box) int {
		return cmp.Or(cmp.Compare(a.PriceCents, b.PriceCents), cmp.Compare(a.ID, b.ID))
	})
	return Deck{Name: name, Cards: dealt(boxes[t.level*len(boxes)/8], t.cards)}, true
}

// uneven reports whether a box has more than one value, so that there is a top prize.
func uneven(b *catalog.Box) bool {
	for i := range b.Odds.Len() {
		if b.Odds.Entry(i).ValueCents != b.Odds.Entry(0).ValueCents {
			return true
		}
	}
	return false
}

// topOf is the best item that is worth at most n/2 times what the box gives on average, so that a flip of a small deck
// stays affordable; a box whose items are all alike dear gives its best one.
func topOf(b *catalog.Box, n int) Card {
	var whole, least int64 // expected value in cents times the unit of the weights
	for i := range b.Odds.Len() {
		e := b.Odds.Entry(i)
		whole += e.ValueCents * int64(e.Weight)
		if i == 0 || e.ValueCents < least {
			least = e.ValueCents
		}
	}
	limit := whole / fairness.WeightUnit * int64(n) / 2
	var top, best Card
	for i := range b.Odds.Len() {
		c := Card{store.DefID(b.Odds.Entry(i).Item), b.Odds.Entry(i).ValueCents}
		if c.ValueCents > best.ValueCents {
			best = c
		}
		if c.ValueCents <= limit && c.ValueCents > top.ValueCents {
			top = c
		}
	}
	if top.ValueCents <= least {
		return best
	}
	return top
}

func dealt(b *catalog.Box, n int) []Card {
	top := topOf(b, n)
	var others []Card
	var weights []uint64
	var whole uint64
	for i := range b.Odds.Len() {
		if e := b.Odds.Entry(i); e.ValueCents < top.ValueCents {
			others, weights = append(others, Card{store.DefID(e.Item), e.ValueCents}), append(weights, uint64(e.Weight))
			whole += uint64(e.Weight)
		}
	}
	cards := []Card{top}
	for j := range uint64(n - 1) {
		at := (2*j + 1) * whole / (2 * uint64(n-1)) // the middle of the card's share
		for i, w := range weights {
			if at < w {
				cards = append(cards, others[i])
				break
			}
			at -= w
		}
	}
	slices.SortStableFunc(cards[1:], func(a, b Card) int {
		return cmp.Or(cmp.Compare(b.ValueCents, a.ValueCents),
			cmp.Compare(a.Def, b.Def))
	})
	return cards
}
