-- +goose Up
ALTER TABLE room ADD COLUMN listed text COLLATE "C" NOT NULL DEFAULT '';
DROP INDEX room_final;
CREATE INDEX room_final ON room (kind, updated DESC, id DESC) INCLUDE (listed) WHERE status >= 4 AND listed <> '';

-- +goose Down
DROP INDEX room_final;
CREATE INDEX room_final ON room (kind, updated DESC, id DESC) WHERE status >= 4;
ALTER TABLE room DROP COLUMN listed;
