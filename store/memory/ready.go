package memory

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"jadebox/store"
)

// ReserveNumbers implements store.Players.
func (e *Engine) ReserveNumbers(_ context.Context, n int) ([]store.PlayerID, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	ids := make([]store.PlayerID, n)
	for i := range ids {
		e.numbers++
		ids[i] = e.numbers
	}
	return ids, nil
}

// KeepReady implements store.Players.
func (e *Engine) KeepReady(_ context.Context, seeds []store.ReadySeed) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, s := range seeds {
		if _, kept := e.ready[s.Player]; kept {
			return store.ErrConflict
		}
	}
	for _, s := range seeds {
		s.Epoch, s.OpenedAt = 1, s.OpenedAt.UTC().Truncate(time.Microsecond)
		e.ready[s.Player] = s
	}
	return nil
}

// ReadySeeds implements store.Players.
func (e *Engine) ReadySeeds(context.Context) ([]store.ReadySeed, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.SortedFunc(maps.Values(e.ready), func(a, b store.ReadySeed) int {
		return cmp.Compare(a.Player,
			b.Player)
	}), nil
}

// takeReady gives a new player what was kept for their number. The caller holds mu.
func (e *Engine) takeReady(id store.PlayerID) {
	s, kept := e.ready[id]
	if !kept {
		return
	}
	delete(e.ready, id)
	e.seeds[seedKey{id, 1}] = s.SeedEpoch
	gems := store.PlayerGems(id)
	a := e.accounts[gems]
	a.epoch = 1
	e.accounts[gems] = a
	p := e.players[id]
	p.UserSeed = s.UserSeed
	e.players[id] = p
}
