package session

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/rs/zerolog"
)

const (
	purgeEvery = time.Hour // and up to as long again, so that several nodes do not come together
	purgeBatch = 500       // a short statement each: none waits behind it long
)

// Purge removes the sessions that even Memory no longer keeps, and the logins on new devices older than
// NewDeviceMemory, in batches, and reports how many sessions there were.
func (s *Sessions) Purge(ctx context.Context) (int, error) {
	total, err := inBatches(ctx, s.now(), s.store.PurgeSessions)
	if err == nil {
		_, err = inBatches(ctx, s.now().Add(-NewDeviceMemory), s.store.PurgeNewDevices)
	}
	return total, err
}

func inBatches(ctx context.Context, until time.Time,
	purge func(context.Context, time.Time, int) (int, error)) (total int, err error) {
	for {
		n, err := purge(ctx, until, purgeBatch)
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
