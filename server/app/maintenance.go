package app

import (
	"context"
	"time"

	"jadebox/server/maintain"
)

// maintenanceEvery is how soon a running server closes or opens.
const maintenanceEvery = time.Second

// maintain keeps the window that an operator has set and tells the sockets of its begin and end.
func (a *App) maintain(ctx context.Context) {
	tick := time.NewTicker(maintenanceEvery)
	defer tick.Stop()
	for closed := false; ; {
		w, err := maintain.Read(ctx, a.db)
		switch {
		case err == nil:
			a.window.Store(&w)
		case ctx.Err() == nil:
			a.log.Warn().Err(err).Msg("maintenance not read: what was before holds on")
		}
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

func (a *App) maintenance() maintain.Window {
	if w := a.window.Load(); w != nil {
		return *w
	}
	return maintain.Window{}
}
