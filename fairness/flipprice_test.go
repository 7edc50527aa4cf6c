package fairness

import (
	"errors"
	"strings"
	"testing"
)

// However a deck is played, no flip is worth more than its return: a player who waits until others have turned the
// cheap cards pays for the dear ones that are left.
func TestWaitingForADeckGainsNothing(t *testing.T) {
	c := LuckycardContext{Room: 1, ReturnPPM: 920_000, Commit: strings.Repeat("a", 64), BeaconSource: BeaconLocal,
		BeaconRound: 1}
	for i, cents := range []int64{90_000, 1_000, 700, 40, 9, 3, 2, 1, 1, 1} {
		c.Cards = append(c.Cards, DeckCard{ID: int64(i) + 1, Def: 1, ValueCents: cents})
	}
	for set := range 1 << 9 { // which of the others lie face up
		var turned []int64
		sum, left := int64(0), int64(0)
		for i, card := range c.Cards {
			if i > 0 && set&(1<<(i-1)) != 0 {
				turned = append(turned, card.ID)
				continue
			}
			sum, left = sum+card.ValueCents, left+1
		}
		price, err := c.PriceAfter(turned)
		if err != nil {
			t.Fatal(err)
		}
		if sum*1_000_000 > price*left*c.ReturnPPM || (price-1)*left*c.ReturnPPM >= sum*1_000_000 {
			t.Fatalf("after %v a flip for %d gives %d of %d cards", turned, price, sum, left)
		}
	}
	for _, turned := range [][]int64{{1}, {11}, {0}, {2, 2}} {
		if _, err := c.PriceAfter(turned); !errors.Is(err, ErrMismatch) {
			t.Errorf("after %v: %v", turned, err)
		}
	}
}

// A deck of before the rule is read, proved and priced as it was; one has either a price or a return.
func TestDecksOfOnePriceStayReadable(t *testing.T) {
	c := LuckycardContext{Room: 1, PriceCents: 160, Commit: strings.Repeat("a", 64), BeaconSource: BeaconLocal,
		BeaconRound: 1}
	for i := range int64(9) {
		c.Cards = append(c.Cards, DeckCard{ID: i + 1, Def: 1, ValueCents: 100 - i})
	}
	leaf := string(must(c.Leaf()))
	back, err := ParseLuckycardContext(leaf)
	if err != nil || !strings.Contains(leaf, "\nprice-cents=160\ncards=9\n") ||
		must(back.PriceAfter([]int64{2, 3})) != 160 {
		t.Errorf("%q is %+v, %v", leaf, back, err)
	}
	for _, wrong := range []LuckycardContext{{PriceCents: 160, ReturnPPM: 920_000}, {}, {ReturnPPM: 1_000_001},
		{ReturnPPM: -1, PriceCents: 3}} {
		w := c
		w.PriceCents, w.ReturnPPM = wrong.PriceCents, wrong.ReturnPPM
		if _, err := w.Leaf(); !errors.Is(err, ErrInput) {
			t.Errorf("%d and %d: %v", w.PriceCents, w.ReturnPPM, err)
		}
	}
	c.PriceCents, c.ReturnPPM, c.Cards[0].ValueCents = 0, 920_000, deckMaxCents
	if _, err := c.Leaf(); !errors.Is(err, ErrInput) {
		t.Errorf("a deck that overflows: %v", err)
	}
}
