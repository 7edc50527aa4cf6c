package app

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"jadebox/server/registry"
	"jadebox/server/registry/economy"
)

// ErrLoops is a site with people whose settings pay for a way to play.
var ErrLoops = errors.New("the settings leave ways to play open that pay for themselves")

// holdLoops refuses to start a site with people whose settings pay for a way to play, and names each with what
// contributes to it; a demo, whose gems are play money, says so and starts. A change that opens one is refused before
// (server/registry): what is left is what was written past it, what an older version held, and another catalogue.
func (a *App) holdLoops(ctx context.Context) error {
	now, err := a.db.Settings(ctx)
	if err != nil {
		return err
	}
	goods, err := economy.ReadGoods(ctx, a.db)
	if err != nil {
		return err
	}
	e, err := economy.Of(registry.Readable(now), goods) // what cannot be read is reported elsewhere
	if err != nil {
		return err
	}
	for _, g := range e.Gains {
		if g.Positive() && g.Once {
			a.log.Info().Str("gain", g.String()).Msg("the settings give more than its play costs, once")
		}
	}
	open := e.Open()
	if len(open) == 0 {
		return nil
	}
	if !a.config.Demo {
		return fmt.Errorf("%w (%s; see jadebox settings return: jadebox settings set changes settings, "+
			"jadebox catalogue import changes boxes, and --demo starts for play money):\n%s",
			ErrLoops, goods.Leanest(), strings.Join(open, "\n"))
	}
	for _, loop := range open {
		a.log.Warn().Str("loop", loop).Str("boxes", goods.Leanest()).Msg(
			"the settings leave a profitable loop open: see jadebox settings return")
	}
	return nil
}
