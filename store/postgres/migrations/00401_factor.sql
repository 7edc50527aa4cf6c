-- +goose Up
-- expand: a program of before does not know it, and lets in whoever has the password alone.
-- Second factors and recovery codes. Sealed by the server, which alone has the keys; a recovery code's id is its hash.
CREATE TABLE factor (
  player bigint NOT NULL,
  id     bytea NOT NULL,
  kind   smallint NOT NULL,
  sealed bytea NOT NULL,
  name   text NOT NULL,
  at     timestamptz NOT NULL,
  used   timestamptz,
  PRIMARY KEY (player, id)
);

-- +goose Down
DROP TABLE factor;
