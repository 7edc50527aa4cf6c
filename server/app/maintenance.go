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

func (a *App) maintenance() maintain.Window { return maintain.Setting.Held(a.db.watch) }
