// Package quicknet follows drand's quicknet over its relays: a beacon whose values the house neither makes nor knows
// before any other reader (docs/fairness.md, "Where the beacon comes from").
//
// No relay is trusted: the round that was asked for is the round whose signature is checked, so that a relay can be
// late or silent, and nothing worse. Deliberately absent: any fall-back to another source. A value that does not come
// is waited for by rooms and players, and given up after beacon.WaitMax.
package quicknet

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/runtime/beacon"
	"jadebox/fairness"
	"jadebox/fairness/drand"
	"jadebox/store"
)

// Options say whom to ask.
type Options struct {
	Relays []string        // origins such as https://api.drand.sh
	Chain  *drand.Quicknet // whose key every value is checked under
	Store  store.Beacons   // keeps the rounds that draws have named
	Clock  store.Clock     // never goes back
	Log    zerolog.Logger
}

const (
	// fetchAfter the time of a round its value is first asked for: relays have it some 100 ms after the network.
	fetchAfter = 200 * time.Millisecond
	// secondAfter and allAfter the first question other relays are asked, too, and every againAfter all of them.
	secondAfter = 400 * time.Millisecond
	allAfter    = time.Second
	againAfter  = time.Second
	// unnamedFor bounds the search for a round that no draw has named: it tells the time, and the next one does, too.
	unnamedFor = 5 * time.Second
	// lookingFor is how long a value that was not at hand may take before its round counts as late.
	lookingFor = 10 * time.Second
	// patientAfter a search asks less often: while the network itself does not come, its relays need no crowd.
	patientAfter = 10 * time.Second
	patientEvery = 5 * time.Second
	// headEvery is how often a relay is asked for its newest round, which tells a site whose clock is behind.
	headEvery = 30 * time.Second
	// aheadKept is how long it counts how far the network was seen to be ahead of the clock.
	aheadKept = 5 * time.Minute
	// behindMost is how far the clock may be behind before the site says so.
	behindMost = time.Second
	// leadsMost is how old a round may be when it is first seen, the newest one of a relay: with one that is older, the
	// clock is ahead of the network's, and a round that is due by the clock may be far from made.
	leadsMost = 10 * time.Second
	// unheard and corrected are how much further ahead a round is named while nothing was heard of the network, and
	// while the clock is known to be behind: how far is known from rounds that came, each at an unknown age.
	unheard   = 30 * time.Second
	corrected = 3 * time.Second
	// lateAfter without a new round the site does without the beacon: nothing new can be committed to it.
	lateAfter = 30 * time.Second
	// valuesMax bounds the values in memory, searchesMax the rounds that are searched for at once, askingMax those of
	// them for which relays are asked.
	valuesMax   = 4096
	searchesMax = 4096
	askingMax   = 64
	// storeWithin bounds a question to the store.
	storeWithin = 2 * time.Second
)

// Follower is the beacon of a site. It implements beacon.Source.
type Follower struct {
	Options
	relays []*relay
	ctx    context.Context // of searches, which a caller of Beacon does not wait for
	stop   context.CancelFunc
	wait   sync.WaitGroup

	newest atomic.Uint64 // the highest round whose value was verified
	asking chan struct{} // a place for each round that relays are asked for

	mu       sync.Mutex
	values   map[uint64]*value
	named    map[uint64]bool // by a commitment of this process; until the round is out
	searches map[uint64]time.Time
	ahead    [2]int64  // ms by which the network was ahead of the clock, at most, now and in the time before
	aheadOf  time.Time // when that of now began
	lead     int64     // ms by which the clock was past the time of the newest round when it was first seen
}

// value is a verified one, and whether the store has it, too.
type value struct {
	fairness.Beacon
	kept bool
}

// New makes a follower; Run makes it follow. Close ends it.
func New(o Options) (*Follower, error) {
	f := &Follower{Options: o, values: map[uint64]*value{}, named: map[uint64]bool{},
		searches: map[uint64]time.Time{}, asking: make(chan struct{}, askingMax)}
	client := newClient()
	for _, origin := range o.Relays {
		f.relays = append(f.relays, &relay{origin: origin, client: client})
	}
	if len(f.relays) == 0 {
		return nil, errors.New("quicknet: no relays")
	}
	f.ctx, f.stop = context.WithCancel(context.Background())
	return f, nil
}

// Close ends every search.
func (f *Follower) Close() {
	f.mu.Lock()
	f.stop() // no search begins after it
	f.mu.Unlock()
	f.wait.Wait()
}

// now is the time in ms by the clock, as far as it is known to be behind the network's corrected: no relay can have
// made a round before its time.
func (f *Follower) now() int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.Clock().UnixMilli() + f.correction()
}

// correction in ms. The caller holds mu.
func (f *Follower) correction() int64 {
	if ahead := max(f.ahead[0], f.ahead[1]); ahead > 0 {
		return ahead + corrected.Milliseconds()
	}
	return 0
}

// Source implements beacon.Source.
func (f *Follower) Source() string { return fairness.BeaconDrand }

// DueMS implements beacon.Source.
func (f *Follower) DueMS(round uint64) int64 { return f.Chain.DueMS(round) }

// RoundAfter implements beacon.Source. The caller's clock does not count.
func (f *Follower) RoundAfter(int64) uint64 {
	now := f.now()
	if f.newest.Load() == 0 {
		now += unheard.Milliseconds()
	}
	round := f.Chain.RoundAfter(now)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.named[round] = true
	return round
}

// Beacon implements beacon.Source.
func (f *Follower) Beacon(round uint64) (fairness.Beacon, error) {
	f.mu.Lock()
	v, known := f.values[round]
	if known && !v.kept {
		v.kept = true
		f.keepLater(v.Beacon)
	}
	f.mu.Unlock()
	switch {
	case known:
		return v.Beacon, nil
	case f.now()-f.leads().Milliseconds() < f.DueMS(round):
		return fairness.Beacon{}, beacon.ErrEarly // so that no room gives up what is still to come
	}
	if began := f.search(round, true); time.Since(began) >= lookingFor {
		return fairness.Beacon{}, beacon.ErrWait
	}
	return fairness.Beacon{}, beacon.ErrLooking
}

// leads is how far the clock is known to be ahead of the network's. What is committed bears the clock's time, so that
// rounds are named by it all the same, and waited for.
func (f *Follower) leads() time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	if lead := time.Duration(f.lead) * time.Millisecond; lead > leadsMost {
		return lead
	}
	return 0
}

// Behind is how long the newest round is overdue: 0 while rounds come.
func (f *Follower) Behind() time.Duration {
	overdue := f.Clock().UnixMilli() - f.DueMS(f.newest.Load()+1)
	return max(0, time.Duration(overdue)*time.Millisecond-f.leads())
}

// Degraded is what a site does without while no relay answers, or while its clock is wrong.
func (f *Follower) Degraded() error {
	f.mu.Lock()
	ahead := time.Duration(max(f.ahead[0], f.ahead[1])) * time.Millisecond
	f.mu.Unlock()
	if ahead > behindMost {
		return fmt.Errorf("drand: this site's clock is %v behind the network's: rounds are named later for it",
			ahead.Truncate(time.Millisecond))
	}
	if leads := f.leads(); leads > 0 {
		return fmt.Errorf("drand: this site's clock is %v ahead of the network's: draws wait so much longer",
			leads.Truncate(time.Millisecond))
	}
	if behind := f.Behind(); behind > lateAfter {
		return fmt.Errorf("drand: no round for %v from any of %d relays: new rooms and new seeds wait",
			behind.Truncate(time.Second), len(f.relays))
	}
	return nil
}

// Poll asks every relay where the network is, so that a site knows it before it commits to anything.
func (f *Follower) Poll(ctx context.Context) { f.heads(ctx) }

// Run follows the network until ctx ends.
func (f *Follower) Run(ctx context.Context) {
	asked, turn, last := time.Now(), 0, uint64(0)
	for {
		round := max(last+1, f.Chain.RoundAfter(f.now()-fairness.BeaconDelayMS+1))
		due := time.UnixMilli(f.DueMS(round)).Add(fetchAfter)
		select {
		case <-ctx.Done():
			return
		case <-time.After(max(due.Sub(time.UnixMilli(f.now())), time.Millisecond)):
		}
		f.search(round, false)
		last = round
		if time.Since(asked) >= headEvery {
			asked, turn = time.Now(), turn+1
			r := f.relays[turn%len(f.relays)]
			f.wait.Go(func() { f.head(ctx, r) })
		}
	}
}

// heads asks every relay where the network is.
func (f *Follower) heads(ctx context.Context) {
	var all sync.WaitGroup
	for _, r := range f.relays {
		all.Go(func() { f.head(ctx, r) })
	}
	all.Wait()
}

// head asks one relay for its newest round.
func (f *Follower) head(ctx context.Context, r *relay) {
	b, err := r.ask(ctx, f.Chain, latest)
	if err != nil {
		r.punish(err)
		f.Log.Debug().Err(err).Str("relay", r.origin).Msg("drand: newest round")
		return
	}
	f.saw(b, false)
	if err := f.Degraded(); err != nil {
		f.Log.Warn().Err(err).Msg("drand")
	}
}

// search looks for a round beside the caller, once at a time, and says since when. It goes on in the background until
// the value is there, or for as long as a room waits for it.
func (f *Follower) search(round uint64, named bool) (began time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if named {
		f.named[round] = true
	}
	if began, running := f.searches[round]; running {
		return began
	}
	began = time.Now()
	if _, known := f.values[round]; known || len(f.searches) >= searchesMax || f.ctx.Err() != nil {
		return began
	}
	f.searches[round] = began
	f.wait.Go(func() {
		b, kept, err := f.find(round)
		if err == nil {
			f.saw(b, kept)
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.searches, round)
		if f.named[round] && err != nil && f.ctx.Err() == nil {
			f.Log.Warn().Err(err).Uint64("round", round).Msg("drand: a round that draws wait for does not come")
		}
		delete(f.named, round)
	})
	return began
}

func (f *Follower) wanted(round uint64) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.named[round]
}

// saw takes a verified value.
func (f *Follower) saw(b fairness.Beacon, kept bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.values) >= valuesMax {
		clear(f.values) // what is still needed is in the store
	}
	if _, known := f.values[b.Round]; !known {
		f.values[b.Round] = &value{b, kept}
	}
	if b.Round > f.newest.Load() {
		f.newest.Store(b.Round)
		f.lead = f.Clock().UnixMilli() - f.DueMS(b.Round)
	}
	if time.Since(f.aheadOf) > aheadKept {
		f.ahead, f.aheadOf = [2]int64{0, f.ahead[0]}, time.Now()
	}
	f.ahead[0] = max(f.ahead[0], f.DueMS(b.Round)-f.Clock().UnixMilli())
}

// find has a value from the store, else from the relays, and keeps one that a draw has named.
func (f *Follower) find(round uint64) (b fairness.Beacon, kept bool, err error) {
	if f.wanted(round) {
		if b, err := f.stored(round); err == nil {
			return b, true, nil
		}
	}
	ctx, cancel := context.WithTimeout(f.ctx, beacon.WaitMax)
	defer cancel()
	select {
	case f.asking <- struct{}{}:
		defer func() { <-f.asking }()
	case <-ctx.Done():
		return b, false, ctx.Err()
	}
	if b, err = f.fetch(ctx, round); err == nil && f.wanted(round) {
		kept = f.keep(b)
	}
	return b, kept, err
}

// keep reports whether the store has the value now.
func (f *Follower) keep(b fairness.Beacon) bool {
	ctx, cancel := context.WithTimeout(f.ctx, storeWithin)
	defer cancel()
	err := f.Store.KeepBeaconProof(ctx, f.Source(), b.Round, b.Proof.Signature)
	if err != nil && f.ctx.Err() == nil {
		f.Log.Warn().Err(err).Uint64("round", b.Round).Msg("drand: round not kept; it is asked for again when needed")
	}
	return err == nil
}

// keepLater keeps a value that is handed out and was not named here: another process named it, or this one before it
// was started again. The caller holds mu.
func (f *Follower) keepLater(b fairness.Beacon) {
	if f.ctx.Err() == nil {
		f.wait.Go(func() { f.keep(b) })
	}
}

func (f *Follower) stored(round uint64) (fairness.Beacon, error) {
	ctx, cancel := context.WithTimeout(f.ctx, storeWithin)
	defer cancel()
	signature, err := f.Store.BeaconProof(ctx, f.Source(), round)
	if err != nil {
		return fairness.Beacon{}, err
	}
	return f.Chain.Beacon(round, signature)
}

// fetch asks the relay that was fastest, soon a second one, then all, until one has the value.
func (f *Follower) fetch(ctx context.Context, round uint64) (fairness.Beacon, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type answer struct {
		b   fairness.Beacon
		err error
	}
	answers := make(chan answer)
	ask := func(relays []*relay) {
		for _, r := range relays {
			f.wait.Go(func() {
				b, err := r.ask(ctx, f.Chain, round)
				if ctx.Err() == nil && err != nil {
					r.punish(err)
				}
				select {
				case answers <- answer{b, err}:
				case <-ctx.Done():
				}
			})
		}
	}
	began, last := time.Now(), error(beacon.ErrWait)
	for step := 0; ; step++ {
		relays, next := inTurn(f.relays), againAfter
		switch {
		case step == 0:
			relays, next = relays[:min(1, len(relays))], secondAfter
		case step == 1:
			relays, next = relays[min(1, len(relays)):min(2, len(relays))], allAfter-secondAfter
		case time.Since(began) > patientAfter:
			next = patientEvery
		}
		ask(relays)
		for pause := time.After(next); pause != nil; {
			select {
			case a := <-answers:
				if a.err == nil {
					return a.b, nil
				}
				last = a.err
			case <-pause:
				pause = nil
			case <-ctx.Done():
				return fairness.Beacon{}, errors.Join(last, ctx.Err())
			}
		}
		if time.Since(began) > unnamedFor && !f.wanted(round) {
			return fairness.Beacon{}, last
		}
	}
}

var _ beacon.Source = (*Follower)(nil)
