package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"jadebox/actors/settings"
	"jadebox/actors/settings/period"
	"jadebox/server/demo"
)

// ErrZone is a new site with people whose days begin nowhere in particular.
var ErrZone = errors.New("the site's time zone")

// holdZone sees to it that a new site has a time zone: what is given once a day, and every statement, goes by it. The
// first start of a site with people names it, that of a demo need not; later the setting holds, whatever is said. One
// from before it was asked goes on in UTC, and one with people is warned.
func (a *App) holdZone(ctx context.Context) error {
	return settings.Again(func() error { // another server may start at the same time
		now, err := a.db.Settings(ctx)
		if err != nil {
			return err
		}
		if now.Values[period.Setting.Name].Value != nil {
			held, err := period.Setting.In(now)
			if err == nil && a.config.Zone != "" && a.config.Zone != held {
				a.log.Warn().Str("holds", held).Str("zone", a.config.Zone).Msg(
					"--zone is for the first start: jadebox settings set site.zone changes the zone")
			}
			return err
		}
		zone, err := a.newZone(ctx)
		if err != nil || zone == "" {
			return err
		}
		text, err := json.Marshal(zone)
		if err != nil {
			return err
		}
		_, err = settings.Write(ctx, a.db, period.Setting, now, text, settings.Who{Author: "serve",
			Note: "named by the first start", At: a.now()})
		return err
	})
}

// newZone is the zone of a site that has none; "" leaves it in UTC.
func (a *App) newZone(ctx context.Context) (string, error) {
	if a.config.Zone != "" {
		return a.config.Zone, nil
	}
	stats, err := a.db.Stats(ctx)
	switch {
	case err != nil:
		return "", err
	case stats.Players == 0 && a.config.Demo:
		return demo.Zone, nil
	case stats.Players == 0:
		return "", fmt.Errorf("%w is not named: start it once with --zone, such as --zone America/Sao_Paulo", ErrZone)
	case !a.config.Demo:
		a.log.Warn().Msg("the site has not named its time zone, and its days are those of UTC: jadebox settings set site.zone names it")
	}
	return "", nil
}
