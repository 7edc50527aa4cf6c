package promotion

import (
	"fmt"

	"jadebox/actors/settings"
)

// Setting registers them.
var Setting = &settings.Setting[Settings]{Name: "promotion",
	Says: "what an inviter gets of the recharges of those invited", Standard: Standard, Check: Settings.Check}

// Settings are what an inviter gets. Shown to players, never in a handler.
type Settings struct {
	SharePPM int64 `json:"sharePpm"` // of the gems bought
	HoldS    int64 `json:"holdS"`    // how long after the credit a recharge counts as cleared
	Known    bool  `json:"known"`    // only of invited players who have a phone or a verified real name
}

// Standard is docs/rules.md, "Promotion": 1 %, three days after the provider's word has credited the recharge, of
// players who are known.
func Standard() Settings { return Settings{SharePPM: 10_000, HoldS: 3 * 24 * 3600, Known: true} }

const (
	shareMax = 200_000
	holdMaxS = 90 * 24 * 3600
)

// Check reports what is not allowed in settings.
func (t Settings) Check() error {
	if t.SharePPM < 0 || t.SharePPM > shareMax || t.HoldS < 0 || t.HoldS > holdMaxS {
		return fmt.Errorf("promotion: settings: a share is at most %d millionths, a recharge clears within %d s",
			shareMax, holdMaxS)
	}
	return nil
}
