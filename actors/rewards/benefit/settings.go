package benefit

import (
	"fmt"

	"jadebox/actors/settings"
)

// Setting registers them.
var Setting = &settings.Setting[Settings]{Name: "benefit", Says: "what a week's spending brings", Standard: Standard,
	Check: Settings.Check}

// Settings are the steps. They are shown to players.
type Settings struct {
	Steps []Step `json:"steps"` // null: the standard, empty: there is no benefit
}

// Step is what spending so much brings.
type Step struct {
	SpentCents  int64 `json:"spentCents"`  // gems spent on play since Monday
	RewardCents int64 `json:"rewardCents"` // gems
}

// Standard is small against the house's share of what is spent: 0.2 to 0.3 %.
func Standard() Settings {
	return Settings{[]Step{{50_00, 10}, {200_00, 50}, {1_000_00, 3_00}, {5_000_00, 15_00}}}
}

const stepsMax = 20

// Check reports what is not allowed in settings: a step asks and gives more than the one before, and never gives back
// a tenth of what it asks.
func (t Settings) Check() error {
	if len(t.Steps) > stepsMax {
		return fmt.Errorf("benefit: settings: more than %d steps", stepsMax)
	}
	before := Step{}
	for i, s := range t.Steps {
		if s.SpentCents <= before.SpentCents || s.RewardCents <= before.RewardCents || s.SpentCents > 1<<50 ||
			s.RewardCents > s.SpentCents/10 {
			return fmt.Errorf("benefit: settings: step %d: %+v after %+v", i+1, s, before)
		}
		before = s
	}
	return nil
}

// Reached is the highest step that so much spending reaches.
func (t Settings) Reached(cents int64) (best Step, any bool) {
	for _, s := range t.Steps {
		if s.SpentCents <= cents {
			best, any = s, true
		}
	}
	return best, any
}
