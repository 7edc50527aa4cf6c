package period

import "time"

// Span is a day, a week or a month: from Start on and before End. Name says which; two spans of a kind never share one.
type Span struct {
	Name       string
	Start, End time.Time
}

// Near reports whether a moment may be in the day of a name ("2006-01-02"), whatever the zone: they are at most 14
// hours ahead of UTC and 12 behind. It is for what was made under a zone that holds no more.
func Near(day string, at time.Time) bool {
	start, err := time.Parse(time.DateOnly, day)
	return err == nil && near(start, 1, at)
}

// Over reports whether the day of a name may be over at a moment, whatever the zone.
func Over(day string, at time.Time) bool {
	start, err := time.Parse(time.DateOnly, day)
	return err == nil && !at.Before(start.AddDate(0, 0, 1).Add(-14*time.Hour))
}

// NearWeek is Near for the name of a week ("w2006-01-02"): that of another day than a Monday is none's.
func NearWeek(week string, at time.Time) bool {
	start, err := time.Parse("w"+time.DateOnly, week)
	return err == nil && start.Weekday() == time.Monday && near(start, 7, at)
}

func near(start time.Time, days int, at time.Time) bool {
	return !at.Before(start.Add(-14*time.Hour)) && at.Before(start.AddDate(0, 0, days).Add(12*time.Hour))
}

// Day is the day of a moment, in the moment's location.
func Day(t time.Time) Span {
	y, m, d := t.Date()
	return span("", y, m, d, y, m, d+1, time.DateOnly, t.Location())
}

// Week is the week of a moment; it begins on Monday (product-spec §4, "Task box").
func Week(t time.Time) Span {
	y, m, d := t.Date()
	d -= (int(t.Weekday()) + 6) % 7
	return span("w", y, m, d, y, m, d+7, time.DateOnly, t.Location())
}

// Month is the month of a moment; it begins on the 1st.
func Month(t time.Time) Span {
	y, m, _ := t.Date()
	return span("", y, m, 1, y, m+1, 1, "2006-01", t.Location())
}

// span takes its name from the calendar alone, so that no change of a clock can give two days one name.
func span(prefix string, y int, m time.Month, d, y2 int, m2 time.Month, d2 int, format string,
	loc *time.Location) Span {
	return Span{Name: prefix + time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Format(format), Start: begin(y, m, d, loc),
		End: begin(y2, m2, d2, loc)}
}

// begin is the first moment of a day: 0:00, or what comes after it where the clocks skip that hour.
func begin(y int, m time.Month, d int, loc *time.Location) time.Time {
	want := time.Date(y, m, d, 12, 0, 0, 0, time.UTC).Day()
	t := time.Date(y, m, d, 0, 0, 0, 0, loc)
	for t.Day() != want { // the zone gave the hour before the gap
		t = t.Add(30 * time.Minute)
	}
	for back := t.Add(-30 * time.Minute); back.Day() == want; back = back.Add(-30 * time.Minute) {
		t = back // the hour behind it, or 0:00 for a second time
	}
	return t
}
