package session

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/rs/zerolog"
)

const (
	purgeEvery = time.Hour // and up to as long again, so that several nodes do not come together
	purgeBatch = 500       // a short statement each: nobody waits behind it
)

// Purge removes the sessions that even Memory no longer keeps, in batches, and reports how many there were.
func (s *Sessions) Purge(ctx context.Context) (int, error) {
	for total := 0; ; {
		n, err := s.store.PurgeSessions(ctx, s.now(), purgeBatch)
		total += n
		if err != nil || n < purgeBatch {
			return total, err
		}
	}
}

// Run notes what was used, and purges, until ctx ends.
func (s *Sessions) Run(ctx context.Context, log zerolog.Logger) {
	note := time.NewTicker(noteEvery)
	defer note.Stop()
	purge := time.After(purgeEvery + rand.N(purgeEvery))
	for {
		select {
		case <-ctx.Done():
			return
		case <-note.C:
			if err := s.Note(ctx); err != nil && ctx.Err() == nil {
				log.Warn().Err(err).Msg("last uses of sessions not noted")
			}
			continue
		case <-purge:
			purge = time.After(purgeEvery + rand.N(purgeEvery))
		}
		switch n, err := s.Purge(ctx); {
		case err != nil && ctx.Err() == nil:
			log.Warn().Err(err).Msg("expired sessions not purged")
		case n > 0:
			log.Info().Int("sessions", n).Msg("expired sessions purged")
		}
	}
}
