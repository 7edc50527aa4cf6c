package playthrough

import (
	"context"
	"errors"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/settings"
	"jadebox/store"
)

// Setting registers them.
var Setting = &settings.Setting[Settings]{Name: "playthrough",
	Says:     "how often what is given must be staked before anything is retrieved or withdrawn",
	Standard: Standard,
	Check:    Settings.Check}

// Settings say how much play a gift asks for. What was asked for stays when they change.
type Settings struct {
	MultiplePPM int64 `json:"multiplePpm"` // of what is given, in millionths; 0: nothing is asked for
	LeastCents  int64 `json:"leastCents"`  // with less than this left to stake, nothing is held back
}

const (
	multipleMaxPPM = 100_000_000
	leastMaxCents  = 100_00
)

// Standard is docs/rules.md, "Play-through": once.
func Standard() Settings { return Settings{MultiplePPM: 1_000_000} }

// Check reports what is not allowed in settings.
func (t Settings) Check() error {
	if t.MultiplePPM < 0 || t.MultiplePPM > multipleMaxPPM {
		return errors.New("playthrough: settings: a multiple from 0 to 100 times")
	}
	if t.LeastCents < 0 || t.LeastCents > leastMaxCents {
		return errors.New("playthrough: settings: nothing is held back below 0 to 100 gems")
	}
	return nil
}

// HeldBack is what is left to stake as far as it holds anything back.
func (t Settings) HeldBack(leftCents int64) int64 {
	if leftCents < t.LeastCents {
		return 0
	}
	return leftCents
}

// Unplayed is what of gifts has not been staked while so much is left to be: what asked for it, rounded up. Gifts of
// several multiples are taken for those of the lowest (Lowest); where nothing is asked for it is what is left.
func (t Settings) Unplayed(leftCents int64) int64 { return player.Unplayed(leftCents, t.MultiplePPM) }

// History is where the versions of settings are read.
type History interface {
	SettingHistory(ctx context.Context, name string, n int) ([]store.SettingVersion, error)
}

// versionsMost bounds what is read of a history. Beyond it the standard counts, too.
const versionsMost = 1000

// Remembered is how long a multiple counts for gifts that are given back after it held: a player who has not staked a
// gift for so long gives it back as one of later.
const Remembered = 90 * 24 * time.Hour

// Lowest are the settings that asked for the least play, if for any, of those that have held since an account was made,
// of the last 90 days: a gift that was given before the multiple was raised is not given back for less than it was.
func Lowest(ctx context.Context, from History, made, at time.Time) (Settings, error) {
	since := made
	if oldest := at.Add(-Remembered); since.Before(oldest) {
		since = oldest
	}
	var lowest Settings
	versions, err := from.SettingHistory(ctx, Setting.Name, versionsMost)
	if err != nil {
		return Settings{}, err
	}
	for _, v := range append(versions, store.SettingVersion{Name: Setting.Name}) {
		held, err := Setting.Parse(v.Value)
		if err != nil {
			held = Standard() // as it holds
		}
		if held.MultiplePPM > 0 && (lowest.MultiplePPM == 0 || held.MultiplePPM < lowest.MultiplePPM) {
			lowest = held
		}
		if v.At.Before(since) { // it held when that time came
			break
		}
	}
	return lowest, nil
}

// Asks is how much must be staked for a gift; it rounds up, as prices do.
func (t Settings) Asks(giftCents int64) int64 {
	const one = 1_000_000
	whole, rest := giftCents/one, giftCents%one // a gift times the greatest multiple stays within an int64
	return whole*t.MultiplePPM + (rest*t.MultiplePPM+one-1)/one
}
