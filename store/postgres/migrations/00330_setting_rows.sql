-- +goose Up
-- expand: the release before goes on from what it kept.
-- What followers of the outbox know of each player, beside their position (actors/runtime/follow, Keyed). The settings
-- in which they kept all of it as one JSON stay: processes of the release before go on from there.
CREATE TABLE setting_row (
  key   text NOT NULL,
  name  text NOT NULL,
  value bytea NOT NULL,
  PRIMARY KEY (key, name)
);

-- +goose Down
DELETE FROM setting WHERE key LIKE '%.position.rows';
DROP TABLE setting_row;
