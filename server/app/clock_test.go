package app

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/runtime/siteclock"
)

// shownTime is a database with a clock and ops of its own.
type shownTime struct{ now, newest time.Time }

func (s shownTime) Time(context.Context) (time.Time, error)       { return s.now, nil }
func (s shownTime) NewestTime(context.Context) (time.Time, error) { return s.newest, nil }

func TestAStartTellsOfAClockThatNothingLaterShows(t *testing.T) {
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		database, newest, ahead time.Duration // beside the machine's noon
		told                    []string
	}{
		"all agree":                          {0, -time.Hour, 0, nil},
		"another server is ms ahead":         {0, 20 * time.Millisecond, 0, nil},
		"a demo's clock is ahead":            {0, 23 * time.Hour, 24 * time.Hour, nil},
		"the database is ahead":              {20 * time.Minute, 0, 0, []string{"this machine's"}},
		"the database is behind":             {-2 * time.Second, -time.Hour, 0, []string{"this machine's"}},
		"the clock was set back":             {0, 20 * time.Minute, 0, []string{"of a time to come"}},
		"a demo's clock was set back":        {0, 25 * time.Hour, 24 * time.Hour, []string{"of a time to come"}},
		"the database's clock was set back ": {-time.Hour, 0, 0, []string{"this machine's", "of a time to come"}},
	} {
		t.Run(name, func(t *testing.T) {
			var told strings.Builder
			clock := siteclock.Of(noon.AddDate(-1, 0, 0), func() time.Duration { return 0 },
				func() time.Duration { return 0 })
			db := shownTime{noon.Add(c.database), noon.Add(c.newest)}
			machine := func() time.Time { return noon }
			if err := startClock(t.Context(), clock, db, c.ahead, machine, zerolog.New(&told)); err != nil {
				t.Fatal(err)
			}
			if want := db.now.Add(c.ahead); !clock.Now().Equal(want) {
				t.Errorf("the site's time is %v, want %v", clock.Now(), want)
			}
			if strings.Count(told.String(), "\n") != len(c.told) {
				t.Errorf("told %q", told.String())
			}
			for _, words := range c.told {
				if !strings.Contains(told.String(), words) {
					t.Errorf("told %q, want %q in it", told.String(), words)
				}
			}
		})
	}
}
