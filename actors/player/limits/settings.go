package limits

import (
	"errors"
	"slices"
	"time"

	"jadebox/actors/settings"
)

// Setting registers them.
var Setting = &settings.Setting[Settings]{Name: "limits",
	Says:            "what players can promise themselves: raises, pauses, exclusions, reality checks",
	CostlessBecause: "players keep themselves from playing",
	Standard:        Standard, Fill: Settings.orStandard, Check: Settings.Check}

// Settings are what players can choose from. A zero field holds the standard.
type Settings struct {
	RaiseHours      int64   `json:"raiseHours"`      // until a limit that was raised holds
	CoolOffHours    []int64 `json:"coolOffHours"`    // lengths of a pause, ascending
	ExclusionMonths []int64 `json:"exclusionMonths"` // lengths of an exclusion, ascending
	CheckMinutes    int64   `json:"checkMinutes"`    // of play between two reality checks
}

// Standard is docs/rules.md: raising waits 24 h, a pause is 24 h to 30 days, an exclusion six months or more, a check
// every 30 min.
func Standard() Settings {
	return Settings{RaiseHours: 24, CoolOffHours: []int64{24, 72, 7 * 24, 14 * 24, 30 * 24},
		ExclusionMonths: []int64{6, 12, 24, 60}, CheckMinutes: 30}
}

func (t Settings) orStandard() Settings {
	if t.RaiseHours == 0 {
		t.RaiseHours = Standard().RaiseHours
	}
	if t.CheckMinutes == 0 {
		t.CheckMinutes = Standard().CheckMinutes
	}
	return t
}

const choicesMax = 12

// Check reports what is not allowed in settings: less than docs/rules.md protects a player.
func (t Settings) Check() error {
	choices := func(list []int64, least, most int64) bool {
		return len(list) > 0 && len(list) <= choicesMax && list[0] >= least && list[len(list)-1] <= most &&
			slices.IsSorted(list) && len(slices.Compact(slices.Clone(list))) == len(list)
	}
	switch {
	case t.RaiseHours < 24 || t.RaiseHours > 30*24:
		return errors.New("limits: settings: raising a limit waits 24 h to 30 days")
	case !choices(t.CoolOffHours, 24, 30*24):
		return errors.New("limits: settings: pauses are 24 to 720 h, ascending")
	case !choices(t.ExclusionMonths, 6, 1200):
		return errors.New("limits: settings: exclusions are 6 to 1200 months, ascending")
	case t.CheckMinutes < 1 || t.CheckMinutes > 30:
		return errors.New("limits: settings: a reality check comes every 1 to 30 min")
	}
	return nil
}

func (t Settings) raise() time.Duration { return time.Duration(t.RaiseHours) * time.Hour }
