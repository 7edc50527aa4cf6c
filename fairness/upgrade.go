package fairness

import "fmt"

// RateUnit is the denominator of an upgrade's success rate, 10⁸ for certainty.
const RateUnit = 100_000_000

// UpgradeWins decides an upgrade in integers. With startE8 = 0 it wins iff
// v·10⁸ ≤ rateE8·16777215 (product-spec §4: Number at most the success rate);
// otherwise the winning section is (start, start + rate], wrapping at 1.
func UpgradeWins(v, rateE8, startE8 uint32) (bool, error) {
	switch {
	case v > MaxV:
		return false, fmt.Errorf("%w: v %d", ErrInput, v)
	case rateE8 == 0 || rateE8 > RateUnit:
		return false, fmt.Errorf("%w: upgrade rate %d", ErrInput, rateE8)
	case startE8 >= RateUnit:
		return false, fmt.Errorf("%w: upgrade section starts at %d", ErrInput, startE8)
	}
	at := uint64(v) * RateUnit
	end := uint64(startE8) + uint64(rateE8)
	if startE8 == 0 {
		return at <= end*MaxV, nil
	}
	if end > RateUnit {
		return at > uint64(startE8)*MaxV || at <= (end-RateUnit)*MaxV, nil
	}
	return at > uint64(startE8)*MaxV && at <= end*MaxV, nil
}
