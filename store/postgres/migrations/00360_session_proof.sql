-- +goose Up
-- expand: a program of before leaves these out, and its logins count as a proof and a use at their begin.
-- When the player last proved in a session who they are, when it was last used, and where and on what it began.
ALTER TABLE session ADD COLUMN proved timestamptz, ADD COLUMN seen timestamptz,
  ADD COLUMN network text NOT NULL DEFAULT '', ADD COLUMN country text NOT NULL DEFAULT '',
  ADD COLUMN strange boolean NOT NULL DEFAULT false;

-- +goose Down
ALTER TABLE session DROP COLUMN proved, DROP COLUMN seen, DROP COLUMN network, DROP COLUMN country,
  DROP COLUMN strange;
