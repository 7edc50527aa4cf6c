package beacon

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/runtime/repeat"
	"jadebox/fairness"
	"jadebox/store"
)

const (
	// periodMS is a round of the local beacon.
	periodMS = 1000
	// firstRounds is the length of a chain that is needed at once: 18 hours, computed in some 15 ms, so that a fresh
	// installation plays at its first request.
	firstRounds = 1 << 16
	// laterRounds is the length of a chain that is made ahead: 12 days.
	laterRounds = 1 << 20
	// aheadRounds is how long before the end of its chains the beacon makes the next one: 9 hours.
	aheadRounds = 1 << 15
)

// Local is the house's own beacon for an installation without a network: hash chains, one after another, that count
// their rounds on. Each is committed by its anchor, a leaf of the public log, before one of its rounds is promised to
// any room.
//
// Several processes on one store have the same chains: of those that two make at once the first stands. Their clocks
// have to agree, because a link reveals all values before it: the site's clock, which is the database's.
type Local struct {
	store     Store
	random    io.Reader
	clock     store.Clock  // never goes back: a value that is out stays out
	genesisMS atomic.Int64 // of the first chain, which Run may make while rounds are asked for

	mu     sync.Mutex
	chains []*chain // by From; each one's anchor is public
	cache  map[uint64]fairness.Beacon
}

// Store is what the local beacon keeps itself in.
type Store interface {
	store.Ledger
	Kept(ctx context.Context, key string) ([]byte, error)
	KeepFirst(ctx context.Context, key string, value []byte) (kept []byte, err error)
}

// ErrClock is a clock that stands before the first round that the site ever had: no room could draw until that time
// comes, and what is staked would lie there.
var ErrClock = errors.New("the clock is wrong, or was at the first start")

// wrongAfter is how far the first round may be ahead of the clock.
const wrongAfter = time.Minute

// OpenLocal loads the chains, or makes one from random when none holds the present. The clock must never go back. Run
// makes the next chain in time.
func OpenLocal(ctx context.Context, s Store, random io.Reader, clock store.Clock) (*Local, error) {
	return OpenLocalRounds(ctx, s, random, clock, firstRounds)
}

// LocalAnchors are the anchors of the chains that a site has drawn from, for one that draws from another source now.
func LocalAnchors(ctx context.Context, s Store) ([]fairness.Anchor, error) {
	var l Local
	for {
		c, err := load(ctx, s, len(l.chains))
		if errors.Is(err, store.ErrNotFound) {
			return l.Anchors(), nil
		}
		if err != nil {
			return nil, err
		}
		l.add(c)
	}
}

// OpenLocalRounds is OpenLocal with another length of the chain that is needed at once: for tests and
// the simulator.
func OpenLocalRounds(ctx context.Context, s Store, random io.Reader, clock store.Clock, rounds uint64) (*Local, error) {
	l := &Local{store: s, random: random, clock: clock, cache: map[uint64]fairness.Beacon{}}
	l.genesisMS.Store(clock().UnixMilli())
	var newest *chain
	for {
		c, err := load(ctx, s, len(l.chains))
		if errors.Is(err, store.ErrNotFound) {
			break
		}
		if err != nil {
			return nil, err
		}
		l.add(c)
		newest = c
	}
	if begins := time.UnixMilli(l.genesisMS.Load()); begins.Sub(clock()) > wrongAfter {
		return nil, fmt.Errorf("local beacon: %w: its first round is of %v, and the clock says %v; set it right, or "+
			"begin with another database if its first start had the wrong one", ErrClock, begins.UTC(), clock().UTC())
	}
	if newest != nil { // a crash may have come before it
		if err := newest.publish(ctx, s, clock()); err != nil {
			return nil, err
		}
	}
	if l.Left() > 0 {
		return l, nil
	}
	return l, l.extend(ctx, rounds)
}

// Renew makes the next chain when less than aheadRounds are left.
func (l *Local) Renew(ctx context.Context) error {
	if l.Left() >= aheadRounds {
		return nil
	}
	return l.extend(ctx, laterRounds)
}

const (
	renewEvery = time.Minute
	// alarmRounds before the end a beacon that could not be renewed is worth an operator's evening: 4 hours.
	alarmRounds = aheadRounds / 2
)

// Run renews the beacon until ctx ends.
func (l *Local) Run(ctx context.Context, log zerolog.Logger) {
	repeat.Every(ctx, renewEvery, func() {
		if err := l.Renew(ctx); err != nil && ctx.Err() == nil {
			left := l.Left()
			level := zerolog.WarnLevel
			if left < alarmRounds {
				level = zerolog.ErrorLevel
			}
			log.WithLevel(level).Err(err).Uint64("rounds",
				left).Msg("local beacon not renewed; draws stop with its last round")
		}
	})
}

// extend makes a chain for the rounds that have none yet. A chain that was kept but not announced is taken as it is,
// also one of another process, so that rounds never have two.
func (l *Local) extend(ctx context.Context, rounds uint64) error {
	l.mu.Lock()
	n, from := len(l.chains), uint64(0)
	if n > 0 {
		from = l.end(l.roundAfter())
	}
	for _, c := range l.chains { // a start with a wrong clock may have made one far ahead
		if c.From > from {
			rounds = min(rounds, c.From-from)
		}
	}
	l.mu.Unlock()
	c, err := load(ctx, l.store, n)
	if errors.Is(err, store.ErrNotFound) {
		if c, err = newChain(l.random, from, rounds, l.DueMS(from)); err == nil {
			c, err = c.keep(ctx, l.store, n)
		}
	}
	if err == nil {
		err = c.publish(ctx, l.store, l.clock())
	}
	if err != nil {
		return err
	}
	l.add(c)
	return nil
}

func (l *Local) add(c *chain) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.chains) == 0 {
		l.genesisMS.Store(c.GenesisMS)
	}
	l.chains = append(l.chains, c)
	slices.SortFunc(l.chains, func(a, b *chain) int { return cmp.Compare(a.From, b.From) })
}

// end is the last round without a gap from next on; the round before next when that has no value.
func (l *Local) end(next uint64) uint64 {
	end := next - 1
	for _, c := range l.chains {
		if c.holds(end + 1) {
			end = c.last()
		}
	}
	return end
}

// Left is how many rounds can still be promised, from the one that would be promised now; 0 says that draws must wait.
func (l *Local) Left() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	next := l.roundAfter() // asked once: a second that passes between two answers would make the rest negative
	return l.end(next) + 1 - next
}

// Anchors are the published links from which each chain's rounds count, in the order of the rounds.
func (l *Local) Anchors() []fairness.Anchor {
	l.mu.Lock()
	defer l.mu.Unlock()
	anchors := make([]fairness.Anchor, len(l.chains))
	for i, c := range l.chains {
		anchors[i] = fairness.Anchor{Round: c.From, Rounds: c.Rounds, Link: c.Anchor}
	}
	return anchors
}

func (l *Local) chain(round uint64) *chain {
	for _, c := range l.chains {
		if c.holds(round) {
			return c
		}
	}
	return nil
}

// Source implements Source.
func (l *Local) Source() string { return fairness.BeaconLocal }

// DueMS implements Source.
func (l *Local) DueMS(round uint64) int64 { return l.genesisMS.Load() + int64(round)*periodMS }

// RoundAfter implements Source. The caller's clock does not count.
func (l *Local) RoundAfter(int64) uint64 { return l.roundAfter() }

func (l *Local) roundAfter() uint64 {
	wait := l.clock().UnixMilli() + fairness.BeaconDelayMS - l.genesisMS.Load()
	return uint64(max(1, (wait+periodMS-1)/periodMS))
}

// cacheMax bounds the values kept; a value costs up to 4,096 hashes to find again.
const cacheMax = 4096

// Beacon implements Source.
func (l *Local) Beacon(round uint64) (fairness.Beacon, error) {
	now := l.clock().UnixMilli()
	if now < l.DueMS(round) {
		return fairness.Beacon{}, ErrEarly
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if b, ok := l.cache[round]; ok {
		return b, nil
	}
	c := l.chain(round)
	if c == nil {
		return fairness.Beacon{}, fmt.Errorf("%w: no local chain holds round %d", fairness.ErrInput, round)
	}
	b, err := c.beacon(round, now)
	if err != nil {
		return b, err
	}
	if len(l.cache) >= cacheMax {
		clear(l.cache)
	}
	l.cache[round] = b
	return b, nil
}

var _ Source = (*Local)(nil)
