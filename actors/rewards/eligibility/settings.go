package eligibility

import (
	"errors"

	"jadebox/actors/settings"
)

// Setting registers them.
var Setting = &settings.Setting[Settings]{Name: "eligibility",
	Says:     "what the house asks of a player before it gives what has no stake",
	Standard: Standard, Check: Settings.Check}

// Settings say what is asked.
type Settings struct {
	Identity   bool  `json:"identity"`   // a phone, or a recharge that stands
	SpentCents int64 `json:"spentCents"` // gems spent on play on the day of the gift; 0: nothing is asked
}

// Standard is docs/rules.md, "Eligibility".
func Standard() Settings { return Settings{Identity: true, SpentCents: 20_00} }

const spentMax = 1_000_000_00

// Check reports what is not allowed in settings.
func (t Settings) Check() error {
	if t.SpentCents < 0 || t.SpentCents > spentMax {
		return errors.New("eligibility: settings: from 0 to 1,000,000 gems are spent on play")
	}
	return nil
}
