-- +goose Up
-- A writer's row is a slot that processes hold one after another; until now each start of each process made a row of
-- its own, and with 65,536 of them the ids of items would have turned negative. Rows of before are not reusable: a
-- process of the release before may still write under one. ended says where a writer's sequence ended for good:
-- followers need not ask for it again.
ALTER TABLE writer ADD COLUMN reusable boolean NOT NULL DEFAULT false, ADD COLUMN ended bigint;

UPDATE writer w SET ended = coalesce((SELECT max(o.id) FROM op o WHERE o.id > w.id << 40 AND o.id < (w.id + 1) << 40), w.id << 40) & ((1::bigint << 40) - 1)
	WHERE at < now() - interval '1 day'
	AND NOT EXISTS (SELECT FROM op o WHERE o.id = (SELECT max(l.id) FROM op l WHERE l.id > w.id << 40 AND l.id < (w.id + 1) << 40) AND o.at > now() - interval '1 day');

CREATE INDEX writer_open ON writer (id) WHERE ended IS NULL;

-- Takes the slot that the caller had, or the first that nobody holds, or makes one. It is held until the session ends:
-- whatever its last holder had on the way is committed or undone by then. 1245859666 is "JBWR".
-- +goose StatementBegin
CREATE FUNCTION claim_writer(had bigint, by_node text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE slot bigint;
BEGIN
	FOR slot IN SELECT id FROM writer WHERE reusable ORDER BY id <> had, id LOOP
		IF pg_try_advisory_lock(1245859666, slot::int) THEN
			UPDATE writer SET node = by_node, at = clock_timestamp() WHERE id = slot;
			RETURN slot;
		END IF;
	END LOOP;
	INSERT INTO writer (node, reusable) VALUES (by_node, true) RETURNING id INTO slot;
	IF slot >= 65536 THEN
		RAISE EXCEPTION 'no writer slot is left' USING ERRCODE = 'JB002';
	END IF;
	PERFORM pg_advisory_lock(1245859666, slot::int);
	RETURN slot;
END $$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION claim_writer;
DROP INDEX writer_open;
ALTER TABLE writer DROP COLUMN reusable, DROP COLUMN ended;
