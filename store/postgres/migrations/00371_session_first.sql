-- +goose Up
-- expand: a program of before leaves it out, and knows a session by the token that it has now.
-- The token's hash that a session began with, where it has had another since.
ALTER TABLE session ADD COLUMN first bytea;

-- +goose Down
ALTER TABLE session DROP COLUMN first;
