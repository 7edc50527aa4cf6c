-- +goose Up
-- Numbers of players to come, each with its first seeds, whose commitment is public and whose beacon round is out or on
-- its way (store.ReadySeed). A registration under the number takes the row away.
CREATE TABLE ready_player (
  id            bigint PRIMARY KEY,
  key           bytea NOT NULL,
  commit        text NOT NULL,
  beacon_source text NOT NULL,
  beacon_round  bigint NOT NULL,
  opened_at     timestamptz NOT NULL,
  client_seed   text NOT NULL
);

-- +goose Down
DROP TABLE ready_player;
