package session

import (
	"fmt"
	"time"

	"jadebox/actors/settings"
)

// Setting says how long unused sessions last.
var Setting = &settings.Setting[Settings]{Name: "session",
	Says:            "how long a session lasts that nobody uses",
	CostlessBecause: "who is logged in",
	Standard:        func() Settings { return Settings{IdleS: 14 * 24 * 3600} }, Check: Settings.Check}

// Settings are those of sessions.
type Settings struct {
	IdleS int64 `json:"idleS"` // seconds since the last use
}

// idleLeast is far above what a last use is exact to (seenEvery).
const idleLeast = time.Hour

// Check refuses an idle limit within which a session in use could end, or that no session lives to see.
func (s Settings) Check() error {
	if idle := s.Idle(); idle < idleLeast || idle > Life {
		return fmt.Errorf("idleS: between %d and %d", int64(idleLeast.Seconds()), int64(Life.Seconds()))
	}
	return nil
}

// Idle is after which time without a use a session is over.
func (s Settings) Idle() time.Duration { return time.Duration(s.IdleS) * time.Second }
