-- +goose Up
-- Histories are read by key: each list has an index in its own order, and marks that say which place of it a row has.
CREATE INDEX op_history ON op (player, kind, at, id) WHERE player > 0;

ALTER TABLE room_member
  ADD COLUMN kind text COLLATE "C" NOT NULL DEFAULT '',
  ADD COLUMN at   timestamptz NOT NULL DEFAULT 'epoch';
UPDATE room_member m SET kind = r.kind, at = r.at FROM room r WHERE r.id = m.room;
CREATE INDEX room_member_history ON room_member (player, kind, at, room);

CREATE INDEX room_final_listed ON room (kind, listed, updated, id) WHERE status >= 4 AND listed <> '';

-- n rows of a list are at or before (at, id). Made by whoever reads, from rows that are old enough to have none coming
-- before them.
CREATE TABLE list_mark (
  owner bigint NOT NULL,                     -- player; 0 for a list of everybody
  list  text COLLATE "C" NOT NULL,
  n     bigint NOT NULL,
  at    timestamptz NOT NULL,
  id    bigint NOT NULL,
  PRIMARY KEY (owner, list, n)
);
CREATE INDEX list_mark_at ON list_mark (owner, list, at, id);

-- +goose Down
DROP TABLE list_mark;
DROP INDEX room_final_listed;
ALTER TABLE room_member DROP COLUMN kind, DROP COLUMN at;
DROP INDEX op_history;
