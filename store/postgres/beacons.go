package postgres

import "context"

// BeaconProof implements store.Beacons.
func (e *Engine) BeaconProof(ctx context.Context, source string, round uint64) (proof string, err error) {
	err = e.pool.QueryRow(ctx, `SELECT proof FROM beacon_proof WHERE source = $1 AND round = $2`, source,
		int64(round)).Scan(&proof)
	return proof, found(err, "round of the beacon")
}

// KeepBeaconProof implements store.Beacons.
func (e *Engine) KeepBeaconProof(ctx context.Context, source string, round uint64, proof string) error {
	_, err := e.pool.Exec(ctx,
		`INSERT INTO beacon_proof (source, round, proof) VALUES ($1, $2, $3) ON CONFLICT (source, round) DO NOTHING`,
		source, int64(round), proof)
	return found(err, "")
}
