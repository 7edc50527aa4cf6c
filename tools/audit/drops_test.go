package audit

import (
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/store"
)

// An extra drop comes in its day, or when the site runs again: not for a day without play, and not after more
// than a week of days with play.
func TestAnExtraDropIsOfADayOfPlayThatItDidNotMiss(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 11, n, 10, 0, 0, 0, time.UTC) }
	for name, c := range map[string]struct {
		played []int // days of November on which a box is opened
		date   string
		at     int
		wrong  int
	}{
		"in its day":                               {[]int{3}, "2026-11-03", 3, 0},
		"in the night after it":                    {[]int{3}, "2026-11-02", 3, 0},
		"the site was off for weeks":               {[]int{3, 24}, "2026-11-03", 24, 0},
		"the process ended before it was given":    {[]int{3, 12, 24}, "2026-11-03", 24, 0},
		"the store did not take a gift for a week": {[]int{3, 12, 13, 14, 15, 16, 17, 18, 24}, "2026-11-03", 24, 0},
		"the site ran on for more than a week":     {[]int{3, 11, 12, 13, 14, 15, 16, 17, 18, 24}, "2026-11-03", 24, 1},
		"nobody played on that day":                {[]int{3, 24}, "2026-11-10", 24, 1},
		"before there was a site":                  {[]int{24}, "2001-01-01", 24, 1},
		"a zone in which its day began before":     {[]int{2, 24}, "2026-11-03", 24, 0},
	} {
		d, r := drops{opened: map[int64]bool{}}, newReport(day(30), true)
		for _, n := range c.played {
			d.feed(&store.JournalEntry{OpRecord: store.OpRecord{Op: store.Op{Kind: player.KindOpen, At: day(n)}}})
		}
		gift := &store.JournalEntry{OpRecord: store.OpRecord{ID: 7, Op: store.Op{Player: 1, At: day(c.at)}}}
		if err := d.dated(gift, c.date); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if d.check(r); r.Counts[Prices] != c.wrong {
			t.Errorf("%s: %d violations, want %d: %+v", name, r.Counts[Prices], c.wrong, r.Violations)
		}
	}
	for _, date := range []string{"", "2026-11-31", "2026-11-05"} {
		if err := new(drops).dated(&store.JournalEntry{OpRecord: store.OpRecord{Op: store.Op{At: day(3)}}},
			date); err == nil {
			t.Errorf("%q on the 3rd is a day", date)
		}
	}
}
