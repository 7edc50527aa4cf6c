package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

// ReserveNumbers implements store.Players.
func (e *Engine) ReserveNumbers(ctx context.Context, n int) ([]store.PlayerID, error) {
	rows, _ := e.pool.Query(ctx, `SELECT nextval('player_id') FROM generate_series(1, $1::int) ORDER BY 1`, n)
	ids, err := pgx.CollectRows(rows, pgx.RowTo[store.PlayerID])
	return ids, found(err, "")
}

// KeepReady implements store.Players.
func (e *Engine) KeepReady(ctx context.Context, seeds []store.ReadySeed) error {
	q := &pgx.Batch{}
	for _, s := range seeds {
		q.Queue(`INSERT INTO ready_player (id, key, commit, beacon_source, beacon_round, opened_at, client_seed) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			s.Player, s.Key[:], s.Commit, s.BeaconSource, int64(s.BeaconRound), s.OpenedAt, s.UserSeed)
	}
	err := e.pool.SendBatch(ctx, q).Close()
	if constraint(err) == "ready_player_pkey" {
		return fmt.Errorf("%w: number of a player to come", store.ErrConflict)
	}
	return found(err, "")
}

// ReadySeeds implements store.Players.
func (e *Engine) ReadySeeds(ctx context.Context) ([]store.ReadySeed, error) {
	return readySeeds(ctx, e.pool)
}

func readySeeds(ctx context.Context, db querier) ([]store.ReadySeed, error) {
	rows, _ := db.Query(ctx,
		`SELECT id, key, commit, beacon_source, beacon_round, opened_at, client_seed FROM ready_player ORDER BY id`)
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (s store.ReadySeed, err error) {
		var key []byte
		err = row.Scan(&s.Player, &key, &s.Commit, &s.BeaconSource, &s.BeaconRound, &s.OpenedAt, &s.UserSeed)
		copy(s.Key[:], key)
		s.Epoch, s.OpenedAt = 1, s.OpenedAt.UTC()
		return s, err
	})
	return list, found(err, "")
}
