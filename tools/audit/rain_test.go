package audit

import (
	"testing"
	"time"

	"jadebox/actors/kinds/rain"
	"jadebox/actors/settings/period"
	"jadebox/store"
)

// A rain of the settings falls at one of their times, on the site's clock, and once a day at each.
func TestARainOfTheDayFallsAtItsTime(t *testing.T) {
	zone, err := period.Named("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	began := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	b := &rulebook{parsed: map[parsedKey]any{}, settings: map[string][]store.SettingVersion{
		period.Setting.Name: {{Version: 1, Value: []byte(`"America/New_York"`), At: began}}}}
	held := rain.Settings{Daily: []string{"20:00", "01:30"}}
	evening := time.Date(2026, 5, 2, 20, 0, 0, 0, zone)
	for _, c := range []struct {
		key  string
		at   time.Time
		want bool
	}{
		{"rain:daily:2026-05-02T20:00", evening.Add(-12 * time.Second), true},
		{"rain:daily:2026-05-02T20:00", evening.Add(20 * time.Minute), true},
		// 01:30 is there twice, and so the key's is the first or the second
		{"rain:daily:2026-11-01T01:30", time.Date(2026, 11, 1, 5, 30, 0, 0, time.UTC), true},
		{"rain:daily:2026-11-01T01:30", time.Date(2026, 11, 1, 6, 30, 0, 0, time.UTC), true},
		{"rain:daily:2026-05-02T20:00", evening.Add(2 * time.Hour), false},
		{"rain:daily:2026-05-02T20:01", evening, false},
		{"rain:daily:2026-05-03T20:00", evening, false},
		{"rain:daily:2026-05-02T20:00", time.Date(2026, 5, 2, 20, 0, 0, 0, time.UTC), false},
		{"rain:daily:2026-5-02T20:00", evening, false},
		{"rain:daily:a1", evening, false},
		{"rain:other:2026-05-02T20:00", evening, false},
	} {
		if got := daily(b, held, c.key, c.at); got != c.want {
			t.Errorf("%s at %s: %t", c.key, c.at, got)
		}
	}
}
