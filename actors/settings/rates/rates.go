// Package rates is what the operator may change of the rules of play: the fee of an upgrade and the
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
var Setting = &settings.Setting[Settings]{Name: "rates", Says: "the fee of an upgrade; the rewards of the ranking and what they ask",
	Standard: Standard, Earlier: []func() Settings{until090}, Fill: Settings.orStandard, Check: Settings.Check}

// Places is how many a ranking rewards at most (product-spec §7, …Top10).
const Places = 10

const (
	awardMax = 100_000_00 // cents of one place
	asksMax  = 1_000_000_00
)

// Settings of the house.
type Settings struct {
	Upgrade fairness.UpgradeFee `json:"upgrade"` // zero: the standard
	// of a day of each board, by place among players who do not belong to the house; null: the standard, empty: none
	AwardsCents []int64 `json:"awardsCents"`
	// RankedLeastCents is the stake of an upgrade, or the price of a box, from which a result is ranked.
	RankedLeastCents int64 `json:"rankedLeastCents"`
	// AwardSpentCents is how many gems a rewarded player has spent on play on that day, where that is more than
	// gifts ask for (actors/rewards/eligibility). On a quiet day the first places are anybody's: what the house keeps
	// of so much play is more than both boards give.
	AwardSpentCents int64 `json:"awardSpentCents"`
}

// Standard is docs/rules.md: an upgrade's fee of 8 %, at least 2 % of the target below 25 % (product-spec §9), the
// rewards of the ranking, and what they ask.
func Standard() Settings {
	return Settings{Upgrade: fairness.UpgradeFee{DrawPPM: 80_000, LeastPPM: 20_000},
		AwardsCents: []int64{250, 150, 100, 50, 40, 30, 25, 20, 15, 10}, RankedLeastCents: 1_00,
		AwardSpentCents: 500_00}
}

// until090 was the standard of releases until 0.9.0: of a quiet day it paid more than the house keeps.
func until090() Settings {
	return Settings{Upgrade: Standard().Upgrade, AwardsCents: []int64{5000, 3000, 2000, 1000, 800, 600, 500, 400, 300,
		200}}
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
	if asks := []int64{t.RankedLeastCents, t.AwardSpentCents}; slices.Min(asks) < 0 || slices.Max(asks) > asksMax {
		return fmt.Errorf("a ranking asks for 0 to %d cents of a stake, and of a day's play", asksMax)
	}
	return nil
}
