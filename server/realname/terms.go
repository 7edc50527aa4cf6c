package realname

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"jadebox/store"
)

// TermsSetting is where the terms stand in the store; without them the standard ones hold.
const TermsSetting = "realname.terms"

// Terms are what a verification is rewarded with.
type Terms struct {
	RewardCents int64 `json:"rewardCents"` // gems, once for each card; 0: nothing
}

const rewardMax = 100_00 // cents: a slip of the keyboard must not empty the house

// LoadTerms reads the terms that hold now; product-spec §9 gives the standard.
func LoadTerms(ctx context.Context, settings interface {
	Setting(ctx context.Context, key string) ([]byte, error)
}) (Terms, error) {
	t := Terms{RewardCents: 10}
	text, err := settings.Setting(ctx, TermsSetting)
	if errors.Is(err, store.ErrNotFound) {
		return t, nil
	}
	if err != nil {
		return Terms{}, err
	}
	if err := json.Unmarshal(text, &t); err != nil {
		return Terms{}, fmt.Errorf("realname: setting %s: %w", TermsSetting, err)
	}
	if t.RewardCents < 0 || t.RewardCents > rewardMax {
		return Terms{}, fmt.Errorf("realname: setting %s: 0 to %d cents", TermsSetting, rewardMax)
	}
	return t, nil
}
