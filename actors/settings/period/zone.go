package period

import (
	"fmt"
	"sync"
	"time"
	_ "time/tzdata" // zones are known on machines that have none of their own

	"jadebox/actors/settings"
)

// Setting is the zone, by its IANA name: "America/Sao_Paulo".
var Setting = &settings.Setting[string]{Name: "site.zone", Says: "the time zone of the site's days, weeks and months",
	CostlessBecause: "when a day begins, not what it brings",
	Standard:        func() string { return "UTC" },
	Check: func(name string) error {
		_, err := Named(name)
		return err
	}}

// In is a moment on the site's clock; with a nil watch, UTC.
func In(w *settings.Watch, t time.Time) time.Time {
	loc, err := Named(Setting.Cached(w))
	if err != nil { // what is held was checked
		loc = time.UTC
	}
	return t.In(loc)
}

var known sync.Map // by name: finding a zone reads a file

// Named is a zone by its IANA name. "Local" is none: it would be another one on the next machine.
func Named(name string) (*time.Location, error) {
	if loc, ok := known.Load(name); ok {
		return loc.(*time.Location), nil
	}
	if name == "" || name == "Local" {
		return nil, fmt.Errorf("period: %q is no time zone", name)
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("period: %w", err)
	}
	known.Store(name, loc)
	return loc, nil
}
