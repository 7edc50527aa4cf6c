package player

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"

	"jadebox/actors/runtime/beacon"
	"jadebox/actors/runtime/repeat"
	"jadebox/fairness"
	fairlog "jadebox/fairness/log"
	"jadebox/store"
)

// Numbers keeps numbers of accounts to come ready, each with first seeds whose commitment is public, so that a new
// player's first opening need not wait for a beacon (docs/fairness.md, "A new player's first seeds"). They are given in
// their order. nil keeps none.
//
// Deliberately absent: a choice. A registration gets the lowest number that is free, and with it its seeds and the
// user seed that follows from them.
type Numbers struct {
	NumbersPorts

	mu    sync.Mutex
	ready []store.PlayerID // ascending
}

// NumbersPorts are what Numbers needs.
type NumbersPorts struct {
	Store interface {
		store.Ledger
		ReserveNumbers(ctx context.Context, n int) ([]store.PlayerID, error)
		KeepReady(ctx context.Context, seeds []store.ReadySeed) error
		ReadySeeds(ctx context.Context) ([]store.ReadySeed, error)
	}
	Beacon beacon.Source
	Now    store.Clock
	Rand   io.Reader // CSPRNG: keys are read from it
	Log    zerolog.Logger
}

const (
	// readyEach numbers for each core, and readyLeast at least, are more than can register until new ones have seen
	// their beacon: a password costs a core some 30 ms, and a beacon is waited for 4 s.
	readyEach  = 160
	readyLeast = 192
	readyMost  = 2_048
	// readyStep are made ready at once.
	readyStep = 64
	// readyEvery is how often it is looked whether there are enough.
	readyEvery = time.Second
	// commitsAtOnce of one step: the store makes few transactions of them.
	commitsAtOnce = 32
)

// ReadyMin is how many numbers are kept ready on this machine.
func ReadyMin() int { return min(readyMost, max(readyLeast, readyEach*runtime.GOMAXPROCS(0))) }

// OpenNumbers has what was kept ready before.
func OpenNumbers(ctx context.Context, p NumbersPorts) (*Numbers, error) {
	n := &Numbers{NumbersPorts: p}
	kept, err := p.Store.ReadySeeds(ctx)
	for _, s := range kept {
		if s.BeaconSource == p.Beacon.Source() { // the others wait for a source that this site no longer asks
			n.ready = append(n.ready, s.Player)
		}
	}
	return n, err
}

// Take is the lowest number that is ready, 0 when there is none.
func (n *Numbers) Take() (id store.PlayerID) {
	if n == nil {
		return 0
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.ready) > 0 {
		id, n.ready = n.ready[0], n.ready[1:]
	}
	return id
}

// Back takes a number back under which no player was registered: it is the next again.
func (n *Numbers) Back(id store.PlayerID) {
	if id == 0 || n == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.add(id)
}

// Taken asks the store, after a number was refused, which of its numbers other processes have given since, drops
// them, and reports whether id is one of them. If it is not, or the store does not say, it is the next again.
func (n *Numbers) Taken(ctx context.Context, id store.PlayerID) (bool, error) {
	if id == 0 || n == nil {
		return false, nil
	}
	n.mu.Lock()
	gone := map[store.PlayerID]bool{id: true} // what is made ready while the store is asked is not asked about
	for _, r := range n.ready {
		gone[r] = true
	}
	n.mu.Unlock()
	kept, err := n.Store.ReadySeeds(ctx)
	if err != nil {
		n.Back(id)
		return false, err
	}
	for _, s := range kept {
		delete(gone, s.Player)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.ready = slices.DeleteFunc(n.ready, func(r store.PlayerID) bool { return gone[r] })
	if !gone[id] {
		n.add(id)
	}
	return gone[id], nil
}

func (n *Numbers) add(ids ...store.PlayerID) {
	n.ready = append(n.ready, ids...)
	slices.Sort(n.ready)
}

// Run keeps enough ready until ctx ends.
func (n *Numbers) Run(ctx context.Context) {
	repeat.Every(ctx, readyEvery, func() {
		if err := n.Refill(ctx); err != nil && ctx.Err() == nil {
			n.Log.Warn().Err(err).Msg("no numbers made ready; first openings wait for their beacon")
		}
	})
}

// Refill makes numbers ready until there are enough.
func (n *Numbers) Refill(ctx context.Context) error {
	for {
		n.mu.Lock()
		enough := len(n.ready) >= ReadyMin()
		n.mu.Unlock()
		if enough {
			return nil
		}
		if err := n.step(ctx); err != nil {
			return err
		}
	}
}

// errLate is a commitment that became durable when its beacon's value could be known.
var errLate = errors.New("player: the beacon's round came before its commitments were durable")

// step makes readyStep numbers ready. The keys are kept only when all commitments are durable and their round is still
// to come: what a crash or a slow store leaves behind are commitments of numbers that are never given out.
func (n *Numbers) step(ctx context.Context) error {
	ids, err := n.Store.ReserveNumbers(ctx, readyStep)
	if err != nil {
		return err
	}
	seeds := make([]store.ReadySeed, len(ids))
	for i, id := range ids {
		if seeds[i].SeedEpoch, err = commitTo(id, 1, n.Rand, n.Beacon, n.Now()); err != nil {
			return err
		}
		if seeds[i].UserSeed, err = fairness.FirstUserSeed(seeds[i].Commit); err != nil {
			return err
		}
	}
	var all errgroup.Group
	all.SetLimit(commitsAtOnce)
	for _, s := range seeds {
		all.Go(func() error { return n.publish(ctx, s.SeedEpoch) })
	}
	if err := all.Wait(); err != nil {
		return err
	}
	for _, s := range seeds {
		// A value that is out counts as known, whether this site has it or not.
		if _, err := n.Beacon.Beacon(s.BeaconRound); !errors.Is(err, beacon.ErrEarly) {
			return errors.Join(errLate, err)
		}
	}
	if err := n.Store.KeepReady(ctx, seeds); err != nil {
		return err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.add(ids...)
	return nil
}

// publish is the op by which the player's actor would publish the epoch, under the same key: it finds it done.
func (n *Numbers) publish(ctx context.Context, e store.SeedEpoch) error {
	leaf, err := openLeaf(e)
	if err != nil {
		return err
	}
	_, err = n.Store.Commit(ctx, onceOp(KindSeedOpen, e.Player, e.Epoch, leaf, n.Now()))
	return err
}

// commitTo draws the key of an epoch and names the beacon round that it waits for.
func commitTo(id store.PlayerID, number store.Epoch, random io.Reader, source beacon.Source,
	now time.Time) (store.SeedEpoch, error) {
	key, err := fairness.NewKey(random)
	if err != nil {
		return store.SeedEpoch{}, err
	}
	ms := now.UnixMilli()
	return store.SeedEpoch{Player: id, Epoch: number, Key: key, Commit: key.Commit(), BeaconSource: source.Source(),
		BeaconRound: source.RoundAfter(ms),
		OpenedAt:    time.UnixMilli(ms)}, nil
}

// openLeaf is the commitment of an epoch in the public log.
func openLeaf(e store.SeedEpoch) (store.LogLeaf, error) {
	leaf, err := soloContext(e).Leaf()
	scope := fairness.SoloScope(int64(e.Player), uint32(e.Epoch))
	return store.LogLeaf{Key: fairlog.KeyOpen.Of(scope), Data: leaf}, err
}

// onceKey is that of the one op of a kind for an epoch.
func onceKey(kind string, epoch store.Epoch) string { return fmt.Sprintf("%s:%d", kind, epoch) }

func onceOp(kind string, id store.PlayerID, epoch store.Epoch, leaf store.LogLeaf, at time.Time) *store.Op {
	return &store.Op{Player: id, Key: onceKey(kind, epoch), Kind: kind, Request: sha256.Sum256(leaf.Data), At: at,
		Leaves: []store.LogLeaf{leaf}}
}
