package realname

import (
	"fmt"

	"jadebox/actors/settings"
)

// Setting is the terms.
var Setting = &settings.Setting[Terms]{Name: "realname.terms", Says: "what the verification of a real name is rewarded with", Standard: Standard, Check: Terms.Check}

// Terms are what a verification is rewarded with.
type Terms struct {
	RewardCents int64 `json:"rewardCents"` // gems, once for each card; 0: nothing
}

// Standard is product-spec §9's.
func Standard() Terms { return Terms{RewardCents: 10} }

const rewardMax = 100_00 // cents: a slip of the keyboard must not empty the house

// Check says what terms may not be.
func (t Terms) Check() error {
	if t.RewardCents < 0 || t.RewardCents > rewardMax {
		return fmt.Errorf("realname: terms: 0 to %d cents", rewardMax)
	}
	return nil
}
