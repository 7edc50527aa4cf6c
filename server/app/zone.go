package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"jadebox/actors/settings"
	"jadebox/actors/settings/period"
)

// ErrZone is a new site with people whose days begin nowhere in particular.
var ErrZone = errors.New("the site's time zone")

// holdZone sees to it that a site with people has named its time zone: what is given once a day, and every statement,
// goes by it. The first start names it; later the setting holds, whatever is said. A site from before it was asked goes
// on in UTC, and is warned.
func (a *App) holdZone(ctx context.Context) error {
	now, err := a.db.Settings(ctx)
	if err != nil {
		return err
	}
	zone := a.config.Zone
	if now.Values[period.Setting.Name].Value != nil {
		held, err := period.Setting.In(now)
		if err != nil || zone == "" || zone == held {
			return err
		}
		a.log.Warn().Str("holds", held).Str("zone", zone).Msg(
			"--zone is for the first start: jadebox settings set site.zone changes the zone")
		return nil
	}
	if zone != "" {
		text, err := json.Marshal(zone)
		if err != nil {
			return err
		}
		_, err = settings.Write(ctx, a.db, period.Setting, now, text, settings.Who{Author: "serve",
			Note: "named by the first start", At: a.now()})
		return err
	}
	if a.config.Demo {
		return nil
	}
	stats, err := a.db.Stats(ctx)
	if err == nil && stats.Players == 0 {
		err = fmt.Errorf("%w is not named: start it once with --zone, such as --zone America/Sao_Paulo", ErrZone)
	}
	if err == nil {
		a.log.Warn().Msg("the site has not named its time zone, and its days are those of UTC: jadebox settings set site.zone names it")
	}
	return err
}
