package payment_test

import (
	"math"
	"testing"

	"jadebox/actors/shop/payment"
)

// The house's tiers (docs/rules.md, "Recharge"), out of order on purpose.
var houseTiers = []payment.Tier{{KeyCents: 5_000, Share: true, ValuePPM: 20_000}, {KeyCents: 1_000, Share: true,
	ValuePPM: 10_000},
	{KeyCents: 100_000, Share: true, ValuePPM: 50_000}, {KeyCents: 20_000, Share: true, ValuePPM: 30_000},
	{KeyCents: 50_000, Share: true, ValuePPM: 40_000}}

func TestATierAppliesFromItsKeyOn(t *testing.T) {
	for price, bonus := range map[int64]int64{0: 0, 999: 0, 1_000: 10, 1_099: 10, 4_999: 49, 5_000: 100, 19_999: 399,
		20_000: 600,
		49_999: 1_499, 50_000: 2_000, 99_999: 3_999, 100_000: 5_000, 1 << 53: 450_359_962_737_049} {
		tier, ok := payment.Reached(houseTiers, price)
		if ok != (price >= 1_000) || tier.BonusCents(price) != bonus {
			t.Errorf("%d: %+v %v, bonus %d, not %d", price, tier, ok, tier.BonusCents(price), bonus)
		}
	}
}

func TestAFixedBonusIsItsValue(t *testing.T) {
	if got := (payment.Tier{KeyCents: 1_000, ValueCents: 250, ValuePPM: 10_000}).BonusCents(1_000_000); got != 250 {
		t.Errorf("%d", got)
	}
}

func TestShareIsExactAtTheEdge(t *testing.T) {
	all := payment.Tier{Share: true, ValuePPM: 1_000_000}
	if got := all.BonusCents(math.MaxInt64); got != math.MaxInt64 {
		t.Errorf("%d", got)
	}
}
