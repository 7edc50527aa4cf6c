package operators

import (
	"fmt"

	"jadebox/actors/settings"
	"jadebox/store"
)

// SecondAbove is from which worth on an act needs a second operator: `operators.secondAbove`.
var SecondAbove = &settings.Setting[Limit]{Name: "operators.secondAbove",
	Says: "above which worth an act of an operator waits for a second one, in cents of gems or R$, and above which sum " +
		"what one has done alone in a day of UTC; 0: none does",
	CostlessBecause: "who decides, not what anything brings",
	Gives:           true,
	Standard:        func() Limit { return Limit{} }, Check: Limit.check}

// Limit is a bound in cents.
type Limit struct {
	Cents    int64 `json:"cents"`
	DayCents int64 `json:"dayCents,omitempty"` // of all that an operator does alone in a day of UTC
}

func (l Limit) check() error {
	switch {
	case l.Cents < 0 || l.Cents > store.MaxAmountCents:
		return fmt.Errorf("cents: 0 to %d", int64(store.MaxAmountCents))
	case l.DayCents != 0 && (l.Cents == 0 || l.DayCents < l.Cents || l.DayCents > store.MaxAmountCents):
		return fmt.Errorf("dayCents: 0, or cents to %d", int64(store.MaxAmountCents))
	}
	return nil
}

// Whatever is the worth of what has none in cents: a price, a return, a bound. It is above every limit.
const Whatever = store.MaxAmountCents + 1

// Needs reports whether an act of a worth waits for a second operator.
func (l Limit) Needs(worthCents int64) bool { return l.Cents > 0 && worthCents > l.Cents }

// NeedsOfDay reports whether an act waits for a second operator that makes so much of a day.
func (l Limit) NeedsOfDay(cents int64) bool { return l.DayCents > 0 && cents > l.DayCents }
