package app

import (
	"context"

	"jadebox/actors/runtime/repeat"
	"jadebox/actors/settings"
	"jadebox/server/maintain"
)

// maintain notifies the sockets of the begin and the end of the window that an operator has set.
func (a *App) maintain(ctx context.Context) {
	closed := false
	repeat.Every(ctx, settings.Every, func() {
		if now := a.maintenance().Covers(a.now()); now != closed {
			closed = now
			a.log.Info().Bool("closed", closed).Msg("maintenance")
			a.hub.Maintain(closed)
		}
	})
}

// maintenanceEnd is when the window ends that the site is closed in, in seconds; 0 while it is open.
func (a *App) maintenanceEnd() float64 {
	if w := a.maintenance(); w.Covers(a.now()) {
		return float64(w.UntilMS) / 1000
	}
	return 0
}

func (a *App) maintenance() maintain.Window { return maintain.Setting.Cached(a.db.watch) }
