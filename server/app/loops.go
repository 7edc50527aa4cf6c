package app

import (
	"context"

	"jadebox/server/registry/economy"
)

// tellLoops tells whoever runs the site which ways to play its settings pay for, and what can be had by what is given:
// a change that opens one is refused (server/registry), but the standard leaves some open.
func (a *App) tellLoops(ctx context.Context) error {
	now, err := a.db.Settings(ctx)
	if err != nil {
		return err
	}
	goods, err := economy.ReadGoods(ctx, a.db)
	if err != nil {
		return err
	}
	e, err := economy.Of(now, goods)
	if err != nil { // a setting that cannot be read counts as its standard, and is told elsewhere
		a.log.Warn().Err(err).Msg("what the settings cost cannot be said")
		return nil
	}
	for _, l := range e.Loops {
		if l.Open() {
			a.log.Warn().Str("loop", l.String()).Msg("the settings leave a free loop open: see jadebox settings return")
		}
	}
	for _, g := range e.Gains {
		if g.Positive() {
			a.log.Info().Str("gain", g.String()).Msg("the settings give more than its play costs")
		}
	}
	return nil
}
