package luckycard

import (
	"testing"

	"jadebox/actors/shop/catalog"
	"jadebox/fairness"
	"jadebox/store"
)

// A small deck has a top prize that its flips can pay for, a large one the box's best.
func TestTheTopPrizeGoesByTheSizeOfTheDeck(t *testing.T) {
	mixed := []fairness.OddsEntry{{Item: 1, Weight: 60e6, ValueCents: 40}, {Item: 2, Weight: 30e6, ValueCents: 80},
		{Item: 3, Weight: 10e6, ValueCents: 400}} // worth 88 on average
	alike := []fairness.OddsEntry{{Item: 4, Weight: 50e6, ValueCents: 50}, {Item: 5, Weight: 50e6, ValueCents: 50}}
	for _, c := range []struct {
		name    string
		entries []fairness.OddsEntry
		cards   int
		want    store.DefID
	}{{"9 cards: at most 396", mixed, 9, 2}, {"10 cards: at most 440", mixed, 10, 3},
		{"100 cards", mixed, 100, 3}, {"items that are alike dear", alike, 9, 4}} {
		odds, err := fairness.NewOdds(1, 1, c.entries)
		if err != nil {
			t.Fatal(err)
		}
		if got := topOf(&catalog.Box{Odds: odds}, c.cards); got.Def != c.want {
			t.Errorf("%s: %+v, want item %d", c.name, got, c.want)
		}
	}
}
