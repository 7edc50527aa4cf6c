// Package rates is what whoever runs the site may change of the rules of the house: the fee of an upgrade and the
// rewards of the ranking. They stand in the store, and players are shown them before they play.
//
// Deliberately absent: settings of rooms, which each fixes when it is made, and of rains, which have settings of their
// own. What was played under other settings keeps them: they are part of its record.
package rates

import (
	"errors"
	"fmt"
	"slices"

	"jadebox/actors/settings"
	"jadebox/fairness"
)

// Setting registers them.
var Setting = &settings.Setting[Settings]{Name: "rates", Says: "the fee of an upgrade and the rewards of the ranking",
	Standard: Standard, Fill: Settings.orStandard, Check: Settings.Check}

// Places is how many a ranking rewards at most (product-spec §7, …Top10).
const Places = 10

const awardMax = 100_000_00 // cents of one place

// Settings of the house.
type Settings struct {
	Upgrade fairness.UpgradeFee `json:"upgrade"` // zero: the standard
	// by place among players who do not belong to the house; null: the standard, empty: none
	AwardsCents []int64 `json:"awardsCents"`
}

// Standard is docs/rules.md: an upgrade's fee of 8 %, at least 2 % of the target below 25 % (product-spec §9), and
// the rewards.
func Standard() Settings {
	return Settings{fairness.UpgradeFee{DrawPPM: 80_000, LeastPPM: 20_000}, []int64{5000, 3000, 2000, 1000, 800, 600,
		500, 400, 300, 200}}
}

func (t Settings) orStandard() Settings {
	if t.Upgrade == (fairness.UpgradeFee{}) {
		t.Upgrade = Standard().Upgrade
	}
	return t
}

// Check reports what is not allowed in settings.
func (t Settings) Check() error {
	if fee := t.Upgrade; fee != (fairness.UpgradeFee{}) {
		if _, err := fee.RateE8(1, 1); err != nil {
			return err
		}
		if fee.LeastPPM > fee.DrawPPM {
			return errors.New("the least fee of an upgrade is not above its share")
		}
	}
	falls := slices.IsSortedFunc(t.AwardsCents, func(a, b int64) int { return int(min(max(b-a, -1), 1)) })
	if len(t.AwardsCents) > Places || !falls || slices.ContainsFunc(t.AwardsCents, func(c int64) bool {
		return c < 0 ||
			c > awardMax
	}) {
		return fmt.Errorf("rewards fall from place to place, at most %d of them within 0–%d cents", Places, awardMax)
	}
	return nil
}
