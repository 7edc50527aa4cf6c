package realname

import (
	"encoding/hex"
	"fmt"
	"strings"

	"jadebox/actors/settings"
)

// Setting registers them.
var Setting = &settings.Setting[Settings]{Name: "realname",
	Says: "what the verification of a real name is rewarded with", Standard: Standard, Check: Settings.Check}

// Settings are what a verification is rewarded with.
type Settings struct {
	RewardCents int64 `json:"rewardCents"` // gems, once for each card and once for each player; 0: nothing
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

const rewardPrefix = "real-name:"

// RewardKey is the key of what a card brings, in the house's key space, from the card's keyed hash (Vault.Fingerprint).
func RewardKey(card [32]byte) string { return rewardPrefix + hex.EncodeToString(card[:keyBytes]) }

const keyBytes = 16

// IsRewardKey reports whether a key may be that of a card.
func IsRewardKey(key string) bool {
	text, ok := strings.CutPrefix(key, rewardPrefix)
	card, err := hex.DecodeString(text)
	return ok && err == nil && len(card) == keyBytes && hex.EncodeToString(card) == text
}
