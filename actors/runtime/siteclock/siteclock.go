// Package siteclock is the time that everything on a site goes by: rooms, beacon, sessions, followers, limits. It is
// the database's when the process starts, and from there on what has really passed: a machine whose clock is stepped by
// NTP, by minutes or by a month, steps nothing here, and a machine that slept has slept. A database whose clock differs
// later is followed slowly, and reported.
//
// So no deadline of a room lies suddenly in the past, and no operation is stamped with a time that goes back.
// Deliberately absent: agreement of several processes to the millisecond (docs/cluster.md).
package siteclock

import (
	"context"
	"errors"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/runtime/repeat"
)

const (
	// slower is how much longer than a difference it takes to catch up with it: 1 min in 3 h 20 min.
	slower = 200
	// differs is what is reported.
	differs = time.Second
	// sleepEvery is how soon after it a sleep of the machine is noticed; askEvery, how often the database is asked.
	sleepEvery = time.Second
	askEvery   = 30 * time.Second
	askWithin  = 5 * time.Second
	startTries = 5 // of a first answer that comes soon enough to be exact
)

// Database returns its time.
type Database interface {
	Time(ctx context.Context) (time.Time, error)
}

// Clock is safe for concurrent use. Its time never goes back.
type Clock struct {
	passed func() time.Duration // since the clock was made, while the machine was awake
	lived  func() time.Duration // the same with its sleep

	mu     sync.Mutex // held while it changes
	now    atomic.Pointer[course]
	apart  atomic.Int64 // the database's time less the site's when last asked, ns
	warned bool         // that they differ
}

// course is how time goes until the next reading: from a moment on, and for so long a little faster or slower.
type course struct {
	from   time.Duration // passed
	at     time.Time     // the site's time then
	slept  time.Duration // until then
	gain   time.Duration // to be caught up
	gained time.Duration // how long that takes
}

func (c *course) time(passed time.Duration) time.Time {
	d := passed - c.from
	t := c.at.Add(d)
	if c.gain == 0 {
		return t
	}
	if d >= c.gained {
		return t.Add(c.gain)
	}
	if c.gain < 0 {
		return t.Add(-d / slower)
	}
	return t.Add(d / slower)
}

// New returns the machine's time, ahead by so much.
func New(ahead time.Duration) *Clock {
	start := time.Now()
	return Of(start.Round(0).Add(ahead), func() time.Duration { return time.Since(start) }, uptime())
}

// Of returns a clock that stands at now, on a machine that measures what has passed while it was awake, and in all.
func Of(at time.Time, passed, lived func() time.Duration) *Clock {
	c := &Clock{passed: passed, lived: lived}
	c.now.Store(&course{from: passed(), at: at, slept: lived() - passed()})
	return c
}

// Now is the site's time.
func (c *Clock) Now() time.Time { return c.now.Load().time(c.passed()) }

// Apart is the database's time less the site's, when it was last asked.
func (c *Clock) Apart() time.Duration { return time.Duration(c.apart.Load()) }

// Start takes the database's time, ahead by so much, whatever it is: before anything goes by the clock.
func (c *Clock) Start(ctx context.Context, db Database, ahead time.Duration) error {
	there, took, err := c.ask(ctx, db)
	for try := 1; err == nil && took >= differs && try < startTries; try++ {
		there, took, err = c.ask(ctx, db)
	}
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	passed := c.passed()
	c.now.Store(&course{from: passed, at: there.Add(ahead), slept: c.lived() - passed})
	return nil
}

// Run notices sleep, follows the database and tells commands how far apart they are, until ctx ends.
func (c *Clock) Run(ctx context.Context, db interface {
	Database
	Keeper
}, ahead time.Duration, log zerolog.Logger) {
	n := -1
	repeat.Every(ctx, sleepEvery, func() {
		n++
		c.Wake(log)
		if n%int(askEvery/sleepEvery) != 0 {
			return
		}
		there, err := c.Follow(ctx, db, ahead, log)
		if err == nil {
			err = c.Tell(ctx, db, there)
		}
		if err != nil && ctx.Err() == nil {
			log.Debug().Err(err).Msg("the database was not asked for its time")
		}
	})
}

// Wake adds what the machine slept since it was last asked; Run does it every second.
func (c *Clock) Wake(log zerolog.Logger) {
	if slept := c.wake(); slept > differs {
		log.Warn().Dur("slept", slept).Msg("the machine slept; the site's time has gone on")
	}
}

// Follow reads the database's clock, there, and adjusts to it; Run does it every half minute. A database that is away
// is reported elsewhere.
func (c *Clock) Follow(ctx context.Context, db Database, ahead time.Duration, log zerolog.Logger) (there time.Time,
	err error) {
	there, took, err := c.ask(ctx, db)
	if err == nil && took >= differs {
		err = errLate
	}
	if err == nil {
		c.follow(there.Add(ahead), log)
	}
	return there, err
}

// errLate is an answer that says too little of the time.
var errLate = errors.New("the database answered too late to tell the time")

// ask reads the database's time as it is when ask returns, to half the time that it took: a busy database may have been
// asked at its end only.
func (c *Clock) ask(ctx context.Context, db Database) (there time.Time, took time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	before := c.passed()
	there, err = db.Time(ctx)
	took = c.passed() - before
	return there.Add(took / 2), took, err
}

// wake adds what the machine slept since it was last called.
func (c *Clock) wake() (slept time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	passed, old := c.passed(), c.now.Load()
	all := c.lived() - passed
	slept = all - old.slept
	if slept < sleepEvery { // two clocks that are read one after the other
		return 0
	}
	c.now.Store(&course{from: passed, at: old.time(passed).Add(slept), slept: all})
	return slept
}

// follow goes after the database's time.
func (c *Clock) follow(there time.Time, log zerolog.Logger) {
	c.mu.Lock()
	defer c.mu.Unlock()
	passed, old := c.passed(), c.now.Load()
	at := old.time(passed)
	apart := there.Sub(at)
	c.apart.Store(int64(apart))
	gained := min(apart.Abs(), math.MaxInt64/slower) * slower
	c.now.Store(&course{from: passed, at: at, slept: old.slept, gain: apart, gained: gained})
	switch far := apart.Abs() > differs; {
	case far && !c.warned:
		log.Error().Dur("apart",
			apart).Msg("the database's clock differs from the site's, which follows it slowly; a restart takes its time at once")
	case !far && c.warned:
		log.Info().Msg("the database's clock agrees with the site's again")
	}
	c.warned = apart.Abs() > differs
}
