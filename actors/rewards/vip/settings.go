package vip

import (
	"fmt"

	"jadebox/actors/settings"
)

// Setting registers them.
var Setting = &settings.Setting[Settings]{Name: "vip", Says: "what a VIP level asks and gives", Standard: Standard,
	Check: Settings.Check}

// LevelMax is the highest level (product-spec §9).
const LevelMax = 10

// Level is what one level asks and gives.
type Level struct {
	NeedCents  int64 `json:"needCents"`  // R$ recharged in a calendar month
	RatePPM    int64 `json:"ratePpm"`    // of the gems bought, on top of each recharge
	BonusCents int64 `json:"bonusCents"` // gems, once for ever
}

// Settings are the levels from 1 on; level 0 asks and gives nothing. Shown to players, never in a handler.
type Settings struct {
	Levels []Level `json:"levels"`
}

// Standard is docs/rules.md, "VIP".
func Standard() Settings {
	var t Settings
	for i, need := range []int64{10, 50, 150, 400, 1_000, 2_500, 6_000, 15_000, 40_000, 100_000} {
		t.Levels = append(t.Levels, Level{NeedCents: need * 100, RatePPM: 500 * int64(i+1),
			BonusCents: need * 100 / 1000})
	}
	return t
}

const bonusMax = 1_000_000_00 // cents of gems

// Check reports what is not allowed in settings.
func (t Settings) Check() error {
	if len(t.Levels) == 0 || len(t.Levels) > LevelMax {
		return fmt.Errorf("vip: settings: 1 to %d levels", LevelMax)
	}
	before := Level{}
	for i, l := range t.Levels {
		if l.NeedCents <= before.NeedCents || l.NeedCents > 1<<50 || l.RatePPM < before.RatePPM ||
			l.RatePPM > 200_000 || l.BonusCents < 1 || l.BonusCents > bonusMax {
			return fmt.Errorf("vip: settings: level %d: more than the level before is needed, the rate does not fall and is at most 20 %%, the bonus is 1 to %d cents", i+1, bonusMax)
		}
		before = l
	}
	return nil
}

// Of is one level's line; level 0 and levels that the settings do not have are zero.
func (t Settings) Of(level int) Level {
	if level < 1 || level > len(t.Levels) {
		return Level{}
	}
	return t.Levels[level-1]
}

// Reached is the highest level whose need is met.
func (t Settings) Reached(cents int64) int {
	level := 0
	for level < len(t.Levels) && t.Levels[level].NeedCents <= cents {
		level++
	}
	return level
}
