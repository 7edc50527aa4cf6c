// Package arrival plans when players arrive in an open model: at times that the server's speed has no say in.
//
// Deliberately absent: who arrives, waiting, and randomness: a run that is repeated asks for the same load.
package arrival

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"
	"time"
)

// Stage moves the rate evenly to PerS arrivals a second within Over; 0 is a jump.
type Stage struct {
	Over time.Duration
	PerS float64
}

// Stages follow each other; before the first the rate is 0.
type Stages []Stage

// ErrStages is text that is none.
var ErrStages = errors.New("stages")

// Limits of a plan: what is beyond is a slip of the keyboard.
const (
	perSMax  = 100_000
	stageMax = 6 * time.Hour
	most     = 10_000_000
)

// UnmarshalText reads "30s:100,1m:500": within 30 s to 100 a second, within a minute more to 500.
func (s *Stages) UnmarshalText(text []byte) error {
	var list Stages
	for i, part := range strings.Split(string(text), ",") {
		bad := func(why string) error {
			return fmt.Errorf("%w: %d. of %q, %q: %s", ErrStages, i+1, text, part, why)
		}
		over, rate, ok := strings.Cut(strings.TrimSpace(part), ":")
		if !ok {
			return bad("want time:arrivals a second, as 30s:100")
		}
		d, err := time.ParseDuration(over)
		if err != nil || d < 0 || d > stageMax {
			return bad(fmt.Sprintf("the time is 0s to %v", stageMax))
		}
		v, err := strconv.ParseFloat(rate, 64)
		if err != nil || !(v >= 0 && v <= perSMax) { // no NaN
			return bad(fmt.Sprintf("the rate is 0 to %d a second", perSMax))
		}
		list = append(list, Stage{d, v})
	}
	switch n := list.expected(); {
	case n < 1:
		return fmt.Errorf("%w: nobody arrives in %q", ErrStages, text)
	case n > most:
		return fmt.Errorf("%w: %.0f arrivals in %q, at most %d", ErrStages, n, text, most)
	}
	*s = list
	return nil
}

// MarshalText implements encoding.TextMarshaler.
func (s Stages) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func (s Stages) String() string {
	var parts []string
	for _, stage := range s {
		parts = append(parts, fmt.Sprintf("%v:%g", stage.Over, stage.PerS))
	}
	return strings.Join(parts, ",")
}

// Duration is how long they last.
func (s Stages) Duration() (d time.Duration) {
	for _, stage := range s {
		d += stage.Over
	}
	return d
}

// expected is the area below the rate.
func (s Stages) expected() (n float64) {
	from := 0.0
	for _, stage := range s {
		n += (from + stage.PerS) / 2 * stage.Over.Seconds()
		from = stage.PerS
	}
	return n
}

// Times are when arrivals are due, from the beginning on: as many before any moment as the rate until then makes.
func (s Stages) Times() iter.Seq[time.Duration] {
	return func(yield func(time.Duration) bool) {
		var begun time.Duration
		from, done, next := 0.0, 0.0, 0.0 // arrivals before this stage, and the one that is looked for
		for _, stage := range s {
			seconds := stage.Over.Seconds()
			here := (from + stage.PerS) / 2 * seconds
			for ; next-done < here; next++ {
				at := begun + time.Duration(when(next-done, from, stage.PerS, seconds)*float64(time.Second))
				if !yield(at) {
					return
				}
			}
			begun, done, from = begun+stage.Over, done+here, stage.PerS
		}
	}
}

// when is how far into a stage of so many seconds n arrivals have come, while the rate goes from one to another.
func when(n, from, to, seconds float64) float64 {
	slope := (to - from) / seconds
	switch {
	case n == 0: // from a rate of 0 on, too
		return 0
	case slope == 0:
		return n / from
	}
	// n = from·t + slope·t²/2, in the form that does not cancel
	return min(seconds, 2*n/(from+math.Sqrt(max(0, from*from+2*slope*n))))
}
