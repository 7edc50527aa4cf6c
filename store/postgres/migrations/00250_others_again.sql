-- +goose Up
-- What 00210 put on the statements of a used database was wrong: an op that made an item stood with whoever has the
-- item now, and ops that only moved items stood nowhere. Only the ops' bodies say whose things they changed, and SQL
-- cannot read those: the program does, when it has brought the schema up (relist.go). position is how far it came,
-- until is the last moment in which a release that keeps no such lists may have written.
CREATE TABLE relist (
	one      bool PRIMARY KEY DEFAULT true CHECK (one),
	position bigint NOT NULL,
	until    timestamptz NOT NULL
);
INSERT INTO relist (position, until)
	SELECT 0, tstamp + interval '1 hour' FROM goose_db_version WHERE version_id = 210 AND EXISTS (SELECT FROM op) ORDER BY id DESC LIMIT 1;

-- +goose Down
DROP TABLE relist;
