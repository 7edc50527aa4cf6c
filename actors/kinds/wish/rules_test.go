package wish

import (
	"fmt"
	"testing"
	"time"

	"jadebox/fairness"
	"jadebox/store"
)

// The least and the greatest of a room are allowed, what lies beyond them is not.
func TestARoomMayBeAsLargeAndAsSmallAsItsBounds(t *testing.T) {
	room := func(change func(*Setup)) Setup {
		s := Setup{Name: "n", Def: 1, PrizeCents: 100, Bottles: fairness.WishBottlesMin, BottleCents: 1,
			Life: time.Hour}
		change(&s)
		return s
	}
	for name, c := range map[string]struct {
		change func(*Setup)
		good   bool
	}{
		"the fewest bottles":  {func(s *Setup) { s.Bottles = fairness.WishBottlesMin }, true},
		"too few bottles":     {func(s *Setup) { s.Bottles = fairness.WishBottlesMin - 1 }, false},
		"the most bottles":    {func(s *Setup) { s.Bottles = fairness.WishBottlesMax }, true},
		"too many bottles":    {func(s *Setup) { s.Bottles = fairness.WishBottlesMax + 1 }, false},
		"the dearest prize":   {func(s *Setup) { s.PrizeCents = priceMax }, true},
		"too dear a prize":    {func(s *Setup) { s.PrizeCents = priceMax + 1 }, false},
		"the dearest bottle":  {func(s *Setup) { s.BottleCents = priceMax }, true},
		"too dear a bottle":   {func(s *Setup) { s.BottleCents = priceMax + 1 }, false},
		"the longest life":    {func(s *Setup) { s.Life = LifeMax }, true},
		"too long a life":     {func(s *Setup) { s.Life = LifeMax + 1 }, false},
		"both kinds of price": {func(s *Setup) { s.CardNum = 1 }, false},
		"the most cards":      {func(s *Setup) { s.CardNum, s.BottleCents = priceMax, 0 }, true},
		"too many cards":      {func(s *Setup) { s.CardNum, s.BottleCents = priceMax+1, 0 }, false},
	} {
		if err := room(c.change).check(); (err == nil) != c.good {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A whole room gives 92 % back at most: what a bottle costs is rounded up, to the cent and no further.
func TestABottleIsRoundedUpToTheCent(t *testing.T) {
	for _, c := range []struct {
		prizeCents int64
		bottles    int
		want       int64
	}{{9_200, 10, 1_000}, {9_201, 10, 1_001}, {9_199, 10, 1_000}, {1, 100, 1}} {
		got := bottleCents(c.prizeCents, c.bottles)
		if got != c.want {
			t.Errorf("%s: %d cents", fmt.Sprint(c.prizeCents, " in ", c.bottles), got)
		}
	}
}

// The lobby's rooms give what the kind says of itself, whichever item is the prize, and no more.
func TestNoRoomOfTheLobbyGivesMoreThanTheKindSays(t *testing.T) {
	items := []store.ItemDef{{ID: 1, PriceCents: 1}, {ID: 2, PriceCents: 37}, {ID: 3, PriceCents: 9_201},
		{ID: 4, PriceCents: 299_999}}
	says, err := rate(&store.SettingsNow{}, items)
	if err != nil {
		t.Fatal(err)
	}
	for i := range templates {
		for _, prize := range prizes(i, items) {
			s := setup(i, prize)
			bottles := float64(s.Bottles)
			if paid := bottles * float64(s.BottleCents); s.CardNum == 0 &&
				(float64(s.PrizeCents) > paid*says.Back(0) || float64(s.BottleCents) < says.StakeCents) {
				t.Errorf("%+v gives more than %.2f of %.0f cents", s, says.Back(0), paid)
			}
			wishCards := bottles * float64(s.CardNum)
			if s.CardNum > 0 && float64(s.PrizeCents) > wishCards*says.WishCardCents {
				t.Errorf("%+v gives more than %.2f cents a wish card", s, says.WishCardCents)
			}
		}
	}
}
