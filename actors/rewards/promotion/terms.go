package promotion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"jadebox/store"
)

// TermsSetting is where the terms are kept; without them the standard ones hold.
const TermsSetting = "promotion.terms"

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

// Settings is where terms are read from.
type Settings interface {
	Setting(ctx context.Context, key string) ([]byte, error)
}

// Load reads the terms that hold now.
func Load(ctx context.Context, s Settings) (Terms, error) {
	t := Standard()
	text, err := s.Setting(ctx, TermsSetting)
	if errors.Is(err, store.ErrNotFound) {
		return t, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &t)
	}
	if err == nil && (t.SharePPM < 0 || t.SharePPM > shareMax || t.HoldS < 0 || t.HoldS > holdMaxS) {
		err = fmt.Errorf("a share is at most %d millionths, a recharge clears within %d s", shareMax, holdMaxS)
	}
	if err != nil {
		return t, fmt.Errorf("promotion: setting %s: %w", TermsSetting, err)
	}
	return t, nil
}
