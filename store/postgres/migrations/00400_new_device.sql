-- +goose Up
-- expand: a program of before leaves it out: what logs in under one is not told.
-- Logins on devices that had not been in the account before, whatever became of their sessions.
CREATE TABLE new_device (
  session bytea PRIMARY KEY, -- the token's hash that the session began with
  player  bigint NOT NULL,
  at      timestamptz NOT NULL,
  device  text NOT NULL,
  network text NOT NULL,
  country text NOT NULL
);
CREATE INDEX new_device_player ON new_device (player, at);
CREATE INDEX new_device_at ON new_device (at);
INSERT INTO new_device (session, player, at, device, network, country)
  SELECT coalesce(first, token_hash), player, at, device, network, country FROM session WHERE strange;

-- +goose Down
DROP TABLE new_device;
