package catalog

import (
	"context"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/runtime/repeat"
)

// Stamped says when there is something to read.
type Stamped interface {
	CatalogueStamp(ctx context.Context) (stamp int64, next time.Time, err error)
}

// Every is how soon a running server sells what has changed.
const Every = time.Second

// follower reads again what was added, and what comes in force.
type follower struct {
	*Catalog
	from    Stamped
	changed func()
	loaded  bool
	stamp   int64
	next    time.Time // when something that waits comes in force
}

// Run keeps a catalogue that was loaded up to date until ctx ends, and calls changed after it has read another one.
// What cannot be read leaves what was read before.
func (c *Catalog) Run(ctx context.Context, from Stamped, changed func(), log zerolog.Logger) {
	f := follower{Catalog: c, from: from, changed: changed}
	repeat.Every(ctx, Every, func() {
		if err := f.refresh(ctx); err != nil && ctx.Err() == nil {
			log.Error().Err(err).Msg("the catalogue cannot be read")
		}
	})
}

// refresh loads the catalogue if there is another one since it was loaded last. It asks for the stamp before: what
// comes between is loaded again.
func (f *follower) refresh(ctx context.Context) error {
	stamp, next, err := f.from.CatalogueStamp(ctx)
	if err != nil {
		return err
	}
	due := !f.next.IsZero() && !f.now().Before(f.next)
	if f.loaded && stamp == f.stamp && !due {
		return nil
	}
	if err := f.Load(ctx); err != nil {
		return err
	}
	if f.loaded {
		f.changed()
	}
	f.loaded, f.stamp, f.next = true, stamp, next
	return nil
}
