package fairness

import (
	"fmt"

	"jadebox/fairness/internal/canon"
)

// packetsMax bounds one rain.
const packetsMax = 100_000

// RedPacket splits a pool into n packets of at least minCents and shuffles them.
// The amounts sum to poolCents exactly; the stream carries LabelRain.
func RedPacket(s *Stream, poolCents int64, n int, minCents int64) ([]int64, error) {
	switch {
	case s == nil || n < 1 || n > packetsMax:
		return nil, fmt.Errorf("%w: rain of %d packets", ErrInput, n)
	case minCents < 1 || poolCents > canon.MaxSafe || poolCents/int64(n) < minCents:
		return nil, fmt.Errorf("%w: pool of %d cents for %d packets of %d", ErrInput, poolCents, n, minCents)
	}
	amounts := make([]int64, n)
	rest := poolCents
	for i := range n - 1 {
		left := int64(n - i)
		high := max(minCents, min(2*(rest/left), rest-minCents*(left-1)))
		amounts[i] = minCents + int64(s.Uniform(uint64(high-minCents+1)))
		rest -= amounts[i]
	}
	amounts[n-1] = rest
	shuffle(s, amounts, n)
	return amounts, nil
}
