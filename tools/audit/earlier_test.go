package audit

import (
	"slices"
	"testing"
	"time"

	"jadebox/actors/rewards/season"
	"jadebox/actors/settings/rates"
	"jadebox/store"
)

// What was played under the standard of a release before is right after an upgrade to one with another standard: where
// nothing was set, and where what was set left out what changed.
func TestWhatAnEarlierStandardGaveIsRight(t *testing.T) {
	at := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	b := &rulebook{parsed: map[parsedKey]any{}, settings: map[string][]store.SettingVersion{
		season.Setting.Name: {{Name: season.Setting.Name, Version: 1, At: at, Value: []byte(`{"leastCents":200}`)},
			{Name: season.Setting.Name, Version: 2, At: at.Add(time.Hour),
				Value: []byte(`{"boxes":[{"box":1,"tokens":40}]}`)}}}}
	for range 2 { // read, and known
		for _, first := range []int64{5000, rates.Standard().AwardsCents[0]} {
			if !slices.ContainsFunc(ever(b, rates.Setting), func(t rates.Settings) bool {
				return t.AwardsCents[0] == first
			}) {
				t.Errorf("no standard gave %d cents for the first place", first)
			}
		}
		asked := func(at time.Time, tokens int64) bool {
			return allows(b, season.Setting, at, func(t season.Settings) bool {
				n, _, ok := t.Offer(1)
				return ok && n == tokens
			})
		}
		for tokens, want := range map[int64][2]bool{30: {true, false}, 60: {true, false}, 40: {false, true}} {
			for i, at := range []time.Time{at.Add(30 * time.Minute), at.Add(2 * time.Hour)} {
				if asked(at, tokens) != want[i] {
					t.Errorf("at %v the box was had for %d tokens: %t", at, tokens, !want[i])
				}
			}
		}
	}
}
