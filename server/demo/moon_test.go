package demo

import (
	"testing"
	"time"

	"jadebox/actors/rewards/season"
	"jadebox/actors/shop/catalog"
	"jadebox/fairness"
	"jadebox/store"
	"jadebox/store/memory"
)

// The demo's nights are a cycle that settings can take: each another table, all worth the same, and none for sale.
func TestMoonBoxesAreACycle(t *testing.T) {
	engine := memory.New(memory.Options{Clock: now})
	defer engine.Close()
	if err := seedCatalog(t.Context(), engine, now()); err != nil {
		t.Fatal(err)
	}
	goods := catalog.New(engine, now)
	if err := goods.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	offer := season.Box{Tokens: 30}
	held := season.Standard()
	held.Season, held.Page, held.From, held.Until = "moon", season.PageMoonBox, now(), now().Add(56*24*time.Hour)
	rarest := make([]int64, season.Nights)
	for i := range season.Nights {
		b, ok := goods.Box(moonFirst + store.BoxID(i))
		if !ok || b.Enabled {
			t.Fatalf("night %d: %v, on sale %v", i+1, ok, ok && b.Enabled)
		}
		offer.Cycle = append(offer.Cycle, season.Night{Box: b.ID, Version: b.Version, Odds: b.Odds.Hash()})
		for e := range b.Odds.Len() {
			rarest[i] = max(rarest[i], b.Odds.Entry(e).ValueCents)
		}
		t.Logf("night %2d: %.3f cents, %2d items up to %d", i+1, float64(b.Odds.ExpectedTickets())/fairness.TicketUnit,
			b.Odds.Len(), rarest[i])
	}
	held.Boxes = []season.Box{offer}
	if err := held.Check(); err != nil {
		t.Fatal(err)
	}
	w, err := held.Audit(goods)
	if err != nil || w.Most-w.Least > moonCents/100 {
		t.Errorf("%+v, %v", w, err)
	}
	for i := 1; i <= season.Nights/2; i++ {
		if rarest[i] <= rarest[i-1] {
			t.Errorf("the moon waxes, and night %d has %d after %d", i+1, rarest[i], rarest[i-1])
		}
	}
	for i := season.Nights/2 + 1; i < season.Nights; i++ {
		if rarest[i] >= rarest[i-1] {
			t.Errorf("the moon wanes, and night %d has %d after %d", i+1, rarest[i], rarest[i-1])
		}
	}
}
