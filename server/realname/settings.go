package realname

import (
	"fmt"

	"jadebox/actors/settings"
)

// Setting registers them.
var Setting = &settings.Setting[Settings]{Name: "realname",
	Says: "what the verification of a real name is rewarded with", Standard: Standard, Check: Settings.Check}

// Settings are what a verification is rewarded with.
type Settings struct {
	RewardCents int64 `json:"rewardCents"` // gems, once for each card; 0: nothing
}

// Standard is product-spec §9's.
func Standard() Settings { return Settings{RewardCents: 10} }

const rewardMax = 100_00 // cents: a slip of the keyboard must not empty the house

// Check reports what is not allowed in settings.
func (t Settings) Check() error {
	if t.RewardCents < 0 || t.RewardCents > rewardMax {
		return fmt.Errorf("realname: settings: 0 to %d cents", rewardMax)
	}
	return nil
}
