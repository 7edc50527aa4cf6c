package payment

import "math/bits"

// Tier is one line of rechargeConfig (product-spec §3): from a price of KeyCents on, a bonus. With Share it is ValuePPM
// of the gems bought, else ValueCents of gems.
type Tier struct {
	KeyCents   int64 `json:"keyCents"`
	Share      bool  `json:"share"`
	ValuePPM   int64 `json:"valuePpm,omitempty"`
	ValueCents int64 `json:"valueCents,omitempty"`
}

// Reached is the tier of a price: the one with the highest key that is not above it (product-spec §9: "at or above the
// tier key"), whatever the order of the list.
func Reached(tiers []Tier, priceCents int64) (Tier, bool) {
	var best Tier
	found := false
	for _, t := range tiers {
		if t.KeyCents <= priceCents && (!found || t.KeyCents > best.KeyCents) {
			best, found = t, true
		}
	}
	return best, found
}

// BonusCents is what a tier adds to gems that are bought, rounded down: the remainder stays with the house.
func (t Tier) BonusCents(gemsCents int64) int64 {
	if !t.Share {
		return t.ValueCents
	}
	return share(gemsCents, t.ValuePPM)
}

// share is ⌊cents × ppm / 1,000,000⌋ in 128 bits; both are ≥ 0 and the result is at most cents for ppm ≤ 1,000,000.
func share(cents, ppm int64) int64 {
	hi, lo := bits.Mul64(uint64(cents), uint64(ppm))
	q, _ := bits.Div64(hi, lo, 1_000_000)
	return int64(q)
}
