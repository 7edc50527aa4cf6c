-- +goose Up
-- Who came by whom: lists of invited players page by key (store.Invites).
CREATE INDEX player_invited ON player (invited_by, id DESC) WHERE invited_by <> 0;

-- +goose Down
DROP INDEX player_invited;
