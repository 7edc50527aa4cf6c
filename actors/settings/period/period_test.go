package period_test

import (
	"testing"
	"time"

	"jadebox/actors/settings"
	"jadebox/actors/settings/period"
	"jadebox/actors/settings/settingstest"
	"jadebox/store/memory"
)

func TestSpansBeginAndEndInTheirZone(t *testing.T) {
	for _, tt := range []struct {
		zone, at                string
		day, week, month        string
		dayStart, dayEnd, weekS string
	}{
		{"UTC", "2026-11-21T23:59:59Z", "2026-11-21", "w2026-11-16", "2026-11", "2026-11-21T00:00:00Z",
			"2026-11-22T00:00:00Z", "2026-11-16T00:00:00Z"},
		{"Asia/Shanghai", "2026-11-22T16:00:00Z", "2026-11-23", "w2026-11-23", "2026-11", "2026-11-22T16:00:00Z",
			"2026-11-23T16:00:00Z", "2026-11-22T16:00:00Z"},
		{"Asia/Shanghai", "2026-11-22T15:59:59Z", "2026-11-22", "w2026-11-16", "2026-11", "2026-11-21T16:00:00Z",
			"2026-11-22T16:00:00Z", "2026-11-15T16:00:00Z"},
		{"America/New_York", "2027-01-01T04:59:59Z", "2026-12-31", "w2026-12-28", "2026-12", "2026-12-31T05:00:00Z",
			"2027-01-01T05:00:00Z", "2026-12-28T05:00:00Z"},
		// Clocks skip 0:00 of that day: it begins at 1:00, and has 23 hours.
		{"America/Sao_Paulo", "2018-11-04T03:00:00Z", "2018-11-04", "w2018-10-29", "2018-11", "2018-11-04T03:00:00Z",
			"2018-11-05T02:00:00Z", "2018-10-29T03:00:00Z"},
		{"America/Sao_Paulo", "2018-11-04T02:59:59Z", "2018-11-03", "w2018-10-29", "2018-11", "2018-11-03T03:00:00Z",
			"2018-11-04T03:00:00Z", "2018-10-29T03:00:00Z"},
		// 23:00 comes twice on the day before this one, which has 25 hours.
		{"America/Sao_Paulo", "2019-02-17T02:30:00Z", "2019-02-16", "w2019-02-11", "2019-02", "2019-02-16T02:00:00Z",
			"2019-02-17T03:00:00Z", "2019-02-11T02:00:00Z"},
	} {
		loc, err := period.Named(tt.zone)
		if err != nil {
			t.Fatal(err)
		}
		at, _ := time.Parse(time.RFC3339, tt.at)
		at = at.In(loc)
		utc := func(t time.Time) string { return t.UTC().Format(time.RFC3339) }
		day, week, month := period.Day(at), period.Week(at), period.Month(at)
		if day.Name != tt.day || week.Name != tt.week || month.Name != tt.month {
			t.Errorf("%s in %s: %s %s %s", tt.at, tt.zone, day.Name, week.Name, month.Name)
		}
		if utc(day.Start) != tt.dayStart || utc(day.End) != tt.dayEnd || utc(week.Start) != tt.weekS {
			t.Errorf("%s in %s: day %s to %s, week from %s", tt.at, tt.zone, utc(day.Start), utc(day.End),
				utc(week.Start))
		}
		for _, s := range []period.Span{day, week, month} {
			if at.Before(s.Start) || !at.Before(s.End) {
				t.Errorf("%s in %s is not in %+v", tt.at, tt.zone, s)
			}
		}
	}
}

// Every moment of two years is in one span of each kind, and the next begins where one ends.
func TestSpansHaveNoGaps(t *testing.T) {
	for _, name := range []string{"UTC", "America/Sao_Paulo", "Africa/Cairo", "Asia/Beirut", "Pacific/Apia",
		"Australia/Lord_Howe"} {
		loc, err := period.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, of := range []func(time.Time) period.Span{period.Day, period.Week, period.Month} {
			at := time.Date(2017, 12, 30, 12, 0, 0, 0, loc)
			for before := of(at); at.Year() < 2020; {
				at = before.End
				now := of(at)
				if !now.Start.Equal(before.End) || now.Name == before.Name ||
					of(at.Add(-time.Nanosecond)).Name != before.Name {
					t.Fatalf("%s: %+v, then %+v", name, before, now)
				}
				before = now
			}
		}
	}
}

func TestTheZoneKeepsAGoodOne(t *testing.T) {
	at := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	if period.In(nil, at).Location() != time.UTC {
		t.Error("no zone is not UTC")
	}
	db := memory.New(memory.Options{})
	defer db.Close()
	w := settings.NewWatch(db)
	for _, c := range []struct{ text, want string }{{`"Asia/Shanghai"`, "Asia/Shanghai"}, {`"Local"`, "Asia/Shanghai"},
		{`""`, "Asia/Shanghai"}, {`"Nowhere/Land"`, "Asia/Shanghai"},
		{`8`, "Asia/Shanghai"}, {`"../etc/passwd"`, "Asia/Shanghai"}, {``, "UTC"}} {
		var text []byte
		if c.text != "" {
			text = []byte(c.text)
		}
		err := settingstest.Put(t.Context(), db, period.Setting, text)
		if err == nil {
			err = w.Refresh(t.Context())
		}
		if got := period.In(w, at).Location().String(); err != nil || got != c.want {
			t.Errorf("%s: %s, %v", c.text, got, err)
		}
	}
}
