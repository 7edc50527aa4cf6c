package promotion

import (
	"fmt"

	"jadebox/actors/settings"
)

// Setting is the terms.
var Setting = &settings.Setting[Terms]{Name: "promotion.terms", Says: "what an inviter gets of the recharges of those invited", Standard: Standard, Check: Terms.Check}

// Terms are what an inviter gets. Shown to players, never in a handler.
type Terms struct {
	SharePPM int64 `json:"sharePpm"` // of the gems bought
	HoldS    int64 `json:"holdS"`    // how long after the credit a recharge counts as cleared
}

// Standard is docs/rules.md, "Promotion": 3 %, as soon as the provider's word has credited the recharge.
func Standard() Terms { return Terms{SharePPM: 30_000} }

const (
	shareMax = 200_000
	holdMaxS = 90 * 24 * 3600
)

// Check says what terms may not be.
func (t Terms) Check() error {
	if t.SharePPM < 0 || t.SharePPM > shareMax || t.HoldS < 0 || t.HoldS > holdMaxS {
		return fmt.Errorf("promotion: terms: a share is at most %d millionths, a recharge clears within %d s", shareMax, holdMaxS)
	}
	return nil
}
