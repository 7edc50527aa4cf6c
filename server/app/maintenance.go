package app

import (
	"context"
	"time"

	"jadebox/actors/settings"
	"jadebox/server/maintain"
)

// maintain tells the sockets of the begin and the end of the window that an operator has set.
func (a *App) maintain(ctx context.Context) {
	tick := time.NewTicker(settings.Every)
	defer tick.Stop()
	for closed := false; ; {
		if now := a.maintenance().Covers(a.now()); now != closed {
			closed = now
			a.log.Info().Bool("closed", closed).Msg("maintenance")
			a.hub.Maintain(closed)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (a *App) maintenance() maintain.Window { return maintain.Setting.Held(a.db.watch) }
