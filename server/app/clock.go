package app

import (
	"context"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/runtime/siteclock"
)

// clockDiffers is how far two clocks may be apart before a start says so, and clockBehind how far the newest op may be
// of a time to come: two servers' clocks differ by less.
const (
	clockDiffers = time.Second
	clockBehind  = time.Minute
)

// dated is a database that knows the time, and that of the newest of what it holds.
type dated interface {
	siteclock.Database
	NewestTime(ctx context.Context) (time.Time, error)
}

// startClock takes the database's time, ahead by so much, before anything is stamped with it. It tells what no later
// look would find, since the site agrees with its database from there on: that the machine has another time, and that
// more was done already than this time allows.
func startClock(ctx context.Context, clock *siteclock.Clock, db dated, ahead time.Duration, machine func() time.Time,
	log zerolog.Logger) error {
	if err := clock.Start(ctx, db, ahead); err != nil {
		return err
	}
	now := clock.Now()
	if apart := now.Add(-ahead).Sub(machine()); apart.Abs() > clockDiffers {
		log.Error().Dur("apart", apart).
			Msg("the database's clock differs from this machine's: the site goes by the database's")
	}
	newest, err := db.NewestTime(ctx)
	if err != nil {
		return err
	}
	if early := newest.Sub(now); early > clockBehind {
		log.Error().Dur("early", early).Time("newest", newest).
			Msg("what was done last is of a time to come: the clock was set back since then, or was ahead at that time")
	}
	return nil
}
