package period

import (
	"testing"
	"time"
)

// A day of any zone begins up to 14 hours before the day of UTC and ends up to 12 hours after it; so does a week.
func TestADayAndAWeekAreNearInEveryZone(t *testing.T) {
	monday := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name string
		near func(string, time.Time) bool
		days int
	}{{"2026-11-23", Near, 1}, {"w2026-11-23", NearWeek, 7}} {
		first, end := monday.Add(-14*time.Hour), monday.AddDate(0, 0, c.days).Add(12*time.Hour)
		for at, want := range map[time.Time]bool{first.Add(-1): false, first: true, end.Add(-1): true, end: false} {
			if c.near(c.name, at) != want {
				t.Errorf("%v is near %s: %v", at, c.name, !want)
			}
		}
	}
	for _, name := range []string{"", "2026-11-23", "w2026-11-24", "w2026-11-22", "w2026-11-31", "W2026-11-23"} {
		if NearWeek(name, monday) {
			t.Errorf("%q is a week", name)
		}
	}
	for _, name := range []string{"", "w2026-11-23", "2026-11-31", "2026-11"} {
		if Near(name, monday) {
			t.Errorf("%q is a day", name)
		}
	}
}

// A day is over somewhere when it is over in the zone that is farthest ahead.
func TestADayIsOverWhenItIsInSomeZone(t *testing.T) {
	first := time.Date(2026, 11, 24, 0, 0, 0, 0, time.UTC).Add(-14 * time.Hour)
	if Over("2026-11-23", first.Add(-1)) || !Over("2026-11-23", first) || Over("2026-11", first) {
		t.Errorf("the day before %v is over at another moment", first)
	}
}
