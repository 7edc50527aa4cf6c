package memory

import (
	"context"

	"jadebox/store"
)

type beaconRound struct {
	source string
	round  uint64
}

// BeaconProof implements store.Beacons.
func (e *Engine) BeaconProof(_ context.Context, source string, round uint64) (string, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	proof, kept := e.beacons[beaconRound{source, round}]
	if !kept {
		return "", store.ErrNotFound
	}
	return proof, nil
}

// KeepBeaconProof implements store.Beacons.
func (e *Engine) KeepBeaconProof(_ context.Context, source string, round uint64, proof string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	at := beaconRound{source, round}
	if _, kept := e.beacons[at]; !kept {
		e.beacons[at] = proof
	}
	return nil
}
