package sim

import (
	"crypto/sha256"
	"sync"

	"jadebox/actors/runtime/beacon"
	"jadebox/fairness"
	"jadebox/store"
)

// rounds of the beacon: a battle waits an hour for its players, machines sleep, and the last retries come after that.
const rounds = 9000

// chain is the same in every run and made once, as are its values; what a run draws differs by its keys.
var (
	chain = sync.OnceValues(func() (*fairness.LocalChain, error) {
		seed := fairness.Key(sha256.Sum256([]byte("the simulator's own beacon")))
		return fairness.NewLocalChain(seed, rounds, genesis.UnixMilli(), 1000)
	})
	drawn sync.Map // round → fairness.Beacon
)

// source is the beacon of all processes: it goes by the world's clock, so that a node's own may jump.
type source struct {
	*fairness.LocalChain
	clock     store.Clock
	impatient bool
}

var _ beacon.Source = source{}

// RoundAfter implements beacon.Source. The caller's clock does not count, as with beacon.Local.
func (b source) RoundAfter(int64) uint64 { return b.LocalChain.RoundAfter(b.clock().UnixMilli()) }

// Beacon implements beacon.Source.
func (b source) Beacon(round uint64) (fairness.Beacon, error) {
	now := b.clock().UnixMilli()
	if now < b.DueMS(round) {
		if b.impatient {
			return fairness.Beacon{}, beacon.ErrWait
		}
		return fairness.Beacon{}, beacon.ErrEarly
	}
	if v, ok := drawn.Load(round); ok {
		return v.(fairness.Beacon), nil
	}
	v, err := b.LocalChain.Beacon(round, now)
	if err == nil {
		drawn.Store(round, v)
	}
	return v, err
}

// trust is what a verifier knows of the beacon.
func (b source) trust() fairness.Trust {
	return fairness.Trust{Anchors: []fairness.Anchor{{Rounds: b.Length(), Link: b.Anchor()}}}
}
