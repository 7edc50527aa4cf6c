package playthrough

import (
	"errors"
	"math/bits"

	"jadebox/actors/settings"
)

// Setting registers them.
var Setting = &settings.Setting[Settings]{Name: "playthrough",
	Says:     "how often what is given must be staked before anything is retrieved or withdrawn",
	Standard: Standard,
	Check:    Settings.Check}

// Settings say how much play a gift asks for. What was asked for stays when they change.
type Settings struct {
	MultiplePPM int64 `json:"multiplePpm"` // of what is given, in millionths; 0: nothing is asked for
	LeastCents  int64 `json:"leastCents"`  // with less than this left to stake, nothing is held back
}

const (
	multipleMaxPPM = 100_000_000
	leastMaxCents  = 100_00
)

// Standard is docs/rules.md, "Play-through": once.
func Standard() Settings { return Settings{MultiplePPM: 1_000_000} }

// Check says what settings may not be.
func (t Settings) Check() error {
	if t.MultiplePPM < 0 || t.MultiplePPM > multipleMaxPPM {
		return errors.New("playthrough: settings: a multiple from 0 to 100 times")
	}
	if t.LeastCents < 0 || t.LeastCents > leastMaxCents {
		return errors.New("playthrough: settings: nothing is held back below 0 to 100 gems")
	}
	return nil
}

// Holds is what is left to stake as far as it holds anything back.
func (t Settings) Holds(leftCents int64) int64 {
	if leftCents < t.LeastCents {
		return 0
	}
	return leftCents
}

// Unplayed is what of gifts has not been staked while so much is left to be: what asked for it, rounded up. It goes by
// the multiple that holds, whatever held when they were given; where nothing is asked for any more it is what is left.
func (t Settings) Unplayed(leftCents int64) int64 {
	if t.MultiplePPM == 0 {
		return leftCents
	}
	hi, lo := bits.Mul64(uint64(leftCents), 1_000_000)
	whole, rest := bits.Div64(hi, lo, uint64(t.MultiplePPM))
	if rest > 0 {
		whole++
	}
	return int64(whole)
}

// Asks is how much must be staked for a gift; it rounds up, as prices do.
func (t Settings) Asks(giftCents int64) int64 {
	const one = 1_000_000
	whole, rest := giftCents/one, giftCents%one // a gift times the greatest multiple stays within an int64
	return whole*t.MultiplePPM + (rest*t.MultiplePPM+one-1)/one
}
