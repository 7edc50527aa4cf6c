package delivery

import (
	"errors"

	"jadebox/actors/settings"
)

// Setting registers them.
var Setting = &settings.Setting[Settings]{Name: "delivery",
	Says:            "what is shipped without a review, and when an item waits for support",
	CostlessBecause: "who looks at a delivery of an item that is paid for",
	Gives:           true,
	Standard:        Standard,
	Check:           Settings.Check}

// Settings say what is shipped without a person's look, and when an item is no longer tried.
type Settings struct {
	AutoCents    int64 `json:"autoCents"`    // orders worth at most this need no reviewer; 0: all do
	DayCents     int64 `json:"dayCents"`     // as long as a player's of a day are worth at most this together
	FailuresMost int   `json:"failuresMost"` // so many failures of one item, and it waits for support (status 8)
	OffersMost   int   `json:"offersMost"`   // so many offers turned down, likewise (status 9)
}

// Standard is what holds until another value is set. Two offers is the specification's number (§3, status 9).
func Standard() Settings {
	return Settings{AutoCents: 200_00, DayCents: 500_00, FailuresMost: 3, OffersMost: 2}
}

// Check reports what is not allowed in settings.
func (t Settings) Check() error {
	if t.AutoCents < 0 || t.DayCents < 0 || t.FailuresMost < 1 || t.FailuresMost > 50 || t.OffersMost < 1 ||
		t.OffersMost > 50 {
		return errors.New("delivery: settings: values from 0 on, 1 to 50 failures, 1 to 50 offers")
	}
	return nil
}
