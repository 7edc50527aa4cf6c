package demo

import (
	"context"
	"strings"
	"time"

	"jadebox/actors/rewards/season"
	"jadebox/actors/settings"
)

const (
	seasonPrefix = "demo"
	seasonDays   = 60
)

// seedSeason lets a season run in a demo: a new one when the demo's own is over. One that somebody else has set stays.
func seedSeason(ctx context.Context, to settings.Store, now time.Time) error {
	terms, err := season.Setting.Read(ctx, to)
	if err != nil {
		return err
	}
	own := terms.Season == "" || strings.HasPrefix(terms.Season, seasonPrefix) && !now.Before(terms.Until)
	if !own {
		return nil
	}
	terms = season.Standard()
	terms.From = now.UTC().Truncate(24 * time.Hour)
	terms.Until = terms.From.AddDate(0, 0, seasonDays)
	terms.Season = seasonPrefix + terms.From.Format("20060102")
	terms.Name = season.Words{Zh: "萝卜丰收季", En: "The radish harvest", Pt: "A colheita de rabanetes"}
	return settings.Change(ctx, to, season.Setting, settings.Who{Author: author, At: now}, func(season.Terms) (season.Terms, error) { return terms, nil })
}
