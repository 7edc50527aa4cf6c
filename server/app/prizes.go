package app

import (
	"context"
	"errors"
	"time"

	"jadebox/actors/rewards/wishtree"
)

// termsEvery is how soon running servers play by terms that were changed.
const termsEvery = 2 * time.Second

// readTerms keeps the terms of prizes and task boxes, and the site's time zone, as the operator has set them.
func (a *App) readTerms(ctx context.Context) {
	tick := time.NewTicker(termsEvery)
	defer tick.Stop()
	for {
		if err := a.loadTerms(ctx); err != nil && ctx.Err() == nil {
			a.log.Warn().Err(err).Msg("terms not read: those before hold on")
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (a *App) loadTerms(ctx context.Context) error {
	return errors.Join(a.prizes.Load(ctx, a.db), a.zone.Load(ctx, a.db), a.tasks.Load(ctx, a.db, a.prizes.Terms()))
}

// claimOf names what a reset card can open once more: a card of the wish tree, or a task box.
func (a *App) claimOf(target string, now time.Time) (key string, known bool) {
	if key, known = wishtree.ClaimOf(target, now); known {
		return key, true
	}
	return a.tasks.Terms().ClaimOf(target, a.zone.In(now))
}
