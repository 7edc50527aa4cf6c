-- +goose Up
-- 00190 ended the writers of before slots that had rested for a day, once: those of the last day stayed open for good,
-- and a site with a command each minute has thousands of them, which every reading of the outbox asked. Now followers
-- end what has rested for an hour.
-- +goose StatementBegin
CREATE FUNCTION end_writers() RETURNS void LANGUAGE sql AS $$
	UPDATE writer w SET ended = coalesce(l.id, 0) & ((1::bigint << 40) - 1)
	FROM (SELECT id FROM writer WHERE ended IS NULL AND NOT reusable AND at < now() - interval '1 hour' FOR UPDATE SKIP LOCKED) x
	LEFT JOIN LATERAL (SELECT id, at FROM op WHERE id > x.id << 40 AND id < (x.id + 1) << 40 ORDER BY id DESC LIMIT 1) l ON true
	WHERE w.id = x.id AND (l.at IS NULL OR l.at < now() - interval '1 hour')
$$;
-- +goose StatementEnd

CREATE INDEX writer_slot ON writer (id) WHERE reusable;

-- +goose Down
DROP INDEX writer_slot;
DROP FUNCTION end_writers;
