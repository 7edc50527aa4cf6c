package app

import (
	"context"
	"time"
)

// prizesEvery is how soon running servers play by terms that were changed.
const prizesEvery = 2 * time.Second

// readPrizes keeps the terms of prizes as the operator has set them.
func (a *App) readPrizes(ctx context.Context) {
	tick := time.NewTicker(prizesEvery)
	defer tick.Stop()
	for {
		if err := a.prizes.Load(ctx, a.db); err != nil && ctx.Err() == nil {
			a.log.Warn().Err(err).Msg("terms of prizes not read: those before hold on")
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
