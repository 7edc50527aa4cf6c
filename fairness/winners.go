package fairness

import (
	"cmp"
	"fmt"
	"slices"
)

// entrantsMax bounds a roll room.
const entrantsMax = 1_000_000

// Winners draws k distinct places of 0 … n-1 (join order) by a partial
// Fisher–Yates. Winner i takes prize i of PrizeOrder.
func Winners(s *Stream, n, k int) ([]int, error) {
	if err := checkWinners(s, n, k); err != nil {
		return nil, err
	}
	places := make([]int, n)
	for i := range places {
		places[i] = i
	}
	shuffle(s, places, k)
	return places[:k:k], nil
}

// WinnersWeighted draws k distinct places, each time in proportion to the weights
// that are left: uniform over their sum, found by prefix sums in join order, and
// the winner removed. Every weight is 1 … 2³²-1.
func WinnersWeighted(s *Stream, weights []uint64, k int) ([]int, error) {
	if err := checkWinners(s, len(weights), k); err != nil {
		return nil, err
	}
	left := slices.Clone(weights)
	var total uint64
	for i, w := range left {
		if w == 0 || w > 1<<32-1 {
			return nil, fmt.Errorf("%w: weight %d of entrant %d", ErrInput, w, i)
		}
		total += w
	}
	winners := make([]int, 0, k)
	for range k {
		at := s.Uniform(total)
		place := 0
		for at >= left[place] {
			at -= left[place]
			place++
		}
		winners = append(winners, place)
		total -= left[place]
		left[place] = 0
	}
	return winners, nil
}

// Prize is one thing to be won in a roll room.
type Prize struct {
	ID         int64
	ValueCents int64
}

// PrizeOrder returns the prizes as winners take them: value descending, then id.
func PrizeOrder(prizes []Prize) []Prize {
	sorted := slices.Clone(prizes)
	slices.SortFunc(sorted, func(a, b Prize) int {
		return cmp.Or(cmp.Compare(b.ValueCents, a.ValueCents), cmp.Compare(a.ID, b.ID))
	})
	return sorted
}

func checkWinners(s *Stream, n, k int) error {
	if s == nil || n < 1 || n > entrantsMax || k < 1 || k > n {
		return fmt.Errorf("%w: %d winners of %d entrants", ErrInput, k, n)
	}
	return nil
}
