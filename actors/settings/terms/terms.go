// Package terms is what whoever runs the site may change of the rules of the house: the fee of an upgrade and the rewards of
// the ranking. They stand in the store, and players are shown them before they play.
//
// Deliberately absent: terms of rooms, which each fixes when it is made, and of rains, which have a plan of their own. What was
// played under other terms keeps them: they are part of its record.
package terms

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"jadebox/fairness"
	"jadebox/store"
)

// Setting is where the terms stand in the store.
const Setting = "terms"

// Places is how many a ranking rewards at most (product-spec §7, …Top10).
const Places = 10

const awardMax = 100_000_00 // cents of one place

// Terms of the house.
type Terms struct {
	Upgrade     fairness.UpgradeFee `json:"upgrade"`     // zero: the standard
	AwardsCents []int64             `json:"awardsCents"` // by place among players who do not belong to the house; null: the standard, empty: none
}

// Standard is docs/rules.md: an upgrade's fee of 8 %, at least 2 % of the target below 25 % (product-spec §9), and
// the rewards.
func Standard() Terms {
	return Terms{fairness.UpgradeFee{DrawPPM: 80_000, LeastPPM: 20_000}, []int64{5000, 3000, 2000, 1000, 800, 600, 500, 400, 300, 200}}
}

// Settings is where Read looks.
type Settings interface {
	Setting(ctx context.Context, key string) ([]byte, error)
}

// Read gives what holds now: what the store does not say is the standard.
func Read(ctx context.Context, from Settings) (Terms, error) {
	t, err := Stored(ctx, from)
	if err != nil {
		return Terms{}, err
	}
	standard := Standard()
	if t.Upgrade == (fairness.UpgradeFee{}) {
		t.Upgrade = standard.Upgrade
	}
	if t.AwardsCents == nil {
		t.AwardsCents = standard.AwardsCents
	}
	return t, nil
}

// Stored gives what the store says and nothing else.
func Stored(ctx context.Context, from Settings) (Terms, error) {
	var t Terms
	text, err := from.Setting(ctx, Setting)
	if errors.Is(err, store.ErrNotFound) {
		return t, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &t)
	}
	if err == nil {
		err = t.Check()
	}
	if err != nil {
		return Terms{}, fmt.Errorf("terms: %w", err)
	}
	return t, nil
}

// Check says what terms may not be.
func (t Terms) Check() error {
	if fee := t.Upgrade; fee != (fairness.UpgradeFee{}) {
		if _, err := fee.RateE8(1, 1); err != nil {
			return err
		}
		if fee.LeastPPM > fee.DrawPPM {
			return errors.New("the least fee of an upgrade is not above its share")
		}
	}
	falls := slices.IsSortedFunc(t.AwardsCents, func(a, b int64) int { return int(min(max(b-a, -1), 1)) })
	if len(t.AwardsCents) > Places || !falls || slices.ContainsFunc(t.AwardsCents, func(c int64) bool { return c < 0 || c > awardMax }) {
		return fmt.Errorf("rewards fall from place to place, at most %d of them within 0–%d cents", Places, awardMax)
	}
	return nil
}
