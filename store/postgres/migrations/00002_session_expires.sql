-- +goose Up
CREATE INDEX session_expires ON session (expires);

-- +goose Down
DROP INDEX session_expires;
