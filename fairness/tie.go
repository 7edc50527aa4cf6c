package fairness

import "fmt"

// Tie picks one of the tied seats, each equally likely. The stream carries
// LabelTie; it is asked only where a mode needs one winner.
func Tie(s *Stream, tied []int) (int, error) {
	if s == nil || len(tied) < 2 {
		return 0, fmt.Errorf("%w: a tie of %d seats", ErrInput, len(tied))
	}
	return tied[s.Uniform(uint64(len(tied)))], nil
}
