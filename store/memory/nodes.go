package memory

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"jadebox/store"
)

// nodes is who serves the site together.
type nodes struct {
	living map[store.NodeID]store.Node
	last   store.NodeID
	guard  store.NodeID // for which this engine writes; 0: asks nothing
	owners map[store.Actor]store.Owner
}

func newNodes() nodes {
	return nodes{living: map[store.NodeID]store.Node{}, owners: map[store.Actor]store.Owner{}}
}

// EnterNode implements store.Nodes.
func (e *Engine) EnterNode(_ context.Context, n store.NodeEntry, lease time.Duration) (store.NodeID, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.nodes.last++
	e.living[e.nodes.last] = store.Node{ID: e.nodes.last, NodeEntry: n, LeaseUntil: e.instant().Add(lease)}
	return e.nodes.last, nil
}

// instant is now, as the store keeps it.
func (e *Engine) instant() time.Time { return e.clock().UTC().Truncate(time.Microsecond) }

// held is ErrNodeLost unless a node has its lease. The caller holds mu.
func (e *Engine) held(id store.NodeID) error {
	if n, ok := e.living[id]; !ok || !n.LeaseUntil.After(e.instant()) {
		return fmt.Errorf("%w: node %d", store.ErrNodeLost, id)
	}
	return nil
}

// guarded is ErrNodeLost when this engine writes for a node that has lost its lease. The caller holds mu.
func (e *Engine) guarded() error {
	if e.guard == 0 {
		return nil
	}
	return e.held(e.guard)
}

// RenewNode implements store.Nodes.
func (e *Engine) RenewNode(_ context.Context, id store.NodeID, l store.NodeLoad, lease time.Duration) (time.Time,
	error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := e.held(id); err != nil {
		return time.Time{}, err
	}
	now, n := e.instant(), e.living[id]
	n.NodeLoad, n.LeaseUntil = l, now.Add(lease)
	e.living[id] = n
	return now, nil
}

// Nodes implements store.Nodes.
func (e *Engine) Nodes(context.Context) ([]store.Node, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var list []store.Node
	for _, n := range e.living {
		list = append(list, n)
	}
	slices.SortFunc(list, func(a, b store.Node) int { return cmp.Compare(a.ID, b.ID) })
	return list, nil
}

// BuryNode implements store.Nodes.
func (e *Engine) BuryNode(_ context.Context, id store.NodeID) (bool, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	n, ok := e.living[id]
	if !ok || !n.LeaseUntil.Before(e.instant().Add(-store.BuryAfter)) {
		return false, nil
	}
	delete(e.living, id)
	return true, nil
}

// LeaveNode implements store.Nodes.
func (e *Engine) LeaveNode(_ context.Context, id store.NodeID) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.living, id)
	return nil
}

// Guard implements store.Nodes.
func (e *Engine) Guard(id store.NodeID) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.guard = id
}

// quarter counts as actors/runtime/publish does.
func (e *Engine) quarter() int64 {
	return int64(e.clock().Sub(time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)) / (time.Second / 4))
}

// ClaimActors implements store.Nodes.
func (e *Engine) ClaimActors(_ context.Context, by store.NodeID, actors []store.Actor) ([]store.Owner, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := e.held(by); err != nil {
		return nil, err
	}
	actors = slices.Clone(actors)
	slices.SortFunc(actors, func(a, b store.Actor) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID))
	})
	var list []store.Owner
	for _, a := range slices.Compact(actors) {
		o, known := e.owners[a]
		if _, lives := e.living[o.Node]; !lives || o.Node == by {
			epoch := e.quarter()
			if known {
				epoch = max(epoch, o.Epoch+store.EpochStep)
			}
			o = store.Owner{Actor: a, Node: by, Epoch: epoch}
			e.owners[a] = o
		}
		list = append(list, o)
	}
	return list, nil
}

// ReleaseActors implements store.Nodes.
func (e *Engine) ReleaseActors(_ context.Context, owned []store.Owner) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, o := range owned {
		if e.owners[o.Actor] == o {
			o.Node = 0
			e.owners[o.Actor] = o
		}
	}
	return nil
}
