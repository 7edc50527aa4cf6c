// Package lease keeps a process one of the nodes of a site (store.Nodes, docs/cluster.md): it renews the lease, knows
// how long that holds by a clock that counts the machine's sleep, and buries nodes that no longer renew theirs.
//
// No server enters a lease yet (docs/cluster.md, "Nodes, leases and the guard"): only tests do. The package is kept as
// the half of the fence that the store cannot hold, which a node needs before rooms are shared out.
//
// Held is for what is told; for what is written the guard of the store has the last word. Deliberately absent: what
// becomes of a process that has lost its lease.
package lease

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/runtime/repeat"
	"jadebox/store"
)

const (
	// Lasts is how long a lease runs from a renewal on, by the clock of the store.
	Lasts = 3 * time.Second
	// heldFor is how long a node goes by a renewal, from when it was sent. What is left of Lasts is for clocks that
	// run at different speeds, and for an answer that was on its way.
	heldFor = 2250 * time.Millisecond
	// goneAfter is how long a lease must have been seen unchanged before it is ended: longer than Lasts, by the clock
	// of the process that looks, so that a step of the clock of the store ends none.
	goneAfter = 3250 * time.Millisecond

	renewEvery  = time.Second
	renewWithin = 700 * time.Millisecond
	retryEvery  = 100 * time.Millisecond // after a renewal that failed
	lookEvery   = 100 * time.Millisecond // at the leases of others
	leaveWithin = 5 * time.Second
)

// Ports are what a lease needs.
type Ports struct {
	Store store.Nodes
	Entry store.NodeEntry
	Load  func() store.NodeLoad
	// Lived is how long this machine has run, sleep and all.
	Lived func() time.Duration
	Log   zerolog.Logger
}

// Lease is one life of this process as a node. It is safe for concurrent use.
type Lease struct {
	ports Ports
	id    store.NodeID
	until atomic.Int64 // Lived up to which it holds
}

// Enter begins a life. Run has it renewed.
func Enter(ctx context.Context, p Ports) (*Lease, error) {
	sent := p.Lived()
	id, err := p.Store.EnterNode(ctx, p.Entry, Lasts)
	if err != nil {
		return nil, err
	}
	l := &Lease{ports: p, id: id}
	l.until.Store(int64(sent + heldFor))
	return l, nil
}

// Node is the id of this life.
func (l *Lease) Node() store.NodeID { return l.id }

// Held reports whether this node still owns its rooms and players. It costs a reading of a clock.
func (l *Lease) Held() bool { return int64(l.ports.Lived()) < l.until.Load() }

// Run keeps the lease until ctx ends, and then leaves: everything that the node writes must have ended before. It
// returns store.ErrNodeLost when the lease is lost, which is for good; Held is false from then on.
func (l *Lease) Run(ctx context.Context) error {
	watch, end := context.WithCancel(ctx)
	var others sync.WaitGroup
	others.Go(func() { l.buryOn(watch) })
	err := l.renewOn(ctx)
	end()
	others.Wait()
	l.until.Store(0)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveWithin)
	defer cancel()
	return l.ports.Store.LeaveNode(ctx, l.id)
}

func (l *Lease) renewOn(ctx context.Context) error {
	failing := false
	for wait := renewEvery; ; {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
		err := l.renew(ctx)
		switch {
		case errors.Is(err, store.ErrNodeLost):
			return err
		case err == nil:
			wait = renewEvery
		default:
			wait = retryEvery
			if !failing && ctx.Err() == nil {
				l.ports.Log.Warn().Err(err).Msg("the lease of this node is not renewed")
			}
		}
		failing = err != nil
	}
}

func (l *Lease) renew(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, renewWithin)
	defer cancel()
	sent := l.ports.Lived()
	_, err := l.ports.Store.RenewNode(ctx, l.id, l.ports.Load(), Lasts)
	if err == nil {
		l.until.Store(int64(sent + heldFor))
	}
	return err
}

// sight is what was seen of another's lease, and since when by this process's clock.
type sight struct{ until, since time.Time }

func (l *Lease) buryOn(ctx context.Context) {
	seen := map[store.NodeID]sight{}
	repeat.Every(ctx, lookEvery, func() { seen = l.look(ctx, seen) })
}

// look ends the leases that have stood unchanged for too long, and returns what it has seen. A database that is away is
// reported elsewhere.
func (l *Lease) look(ctx context.Context, before map[store.NodeID]sight) map[store.NodeID]sight {
	asked := time.Now()
	nodes, err := l.ports.Store.Nodes(ctx)
	if err != nil {
		return before
	}
	answered := time.Now()
	seen := map[store.NodeID]sight{}
	for _, n := range nodes {
		if n.ID == l.id {
			continue
		}
		s, known := before[n.ID]
		if !known || !s.until.Equal(n.LeaseUntil) {
			s = sight{n.LeaseUntil, answered}
		}
		seen[n.ID] = s
		if asked.Sub(s.since) < goneAfter {
			continue
		}
		switch buried, err := l.ports.Store.BuryNode(ctx, n.ID); {
		case buried:
			l.ports.Log.Warn().Int64("node", int64(n.ID)).Str("name", n.Name).Msg("a node is gone")
		case err != nil && ctx.Err() == nil:
			l.ports.Log.Warn().Int64("node", int64(n.ID)).Err(err).Msg("a node that is gone could not be ended")
		}
	}
	return seen
}
