-- +goose Up
-- The log keeps where its leaves stand in the journal instead of a second copy of each, and its hashes in runs instead
-- of a row and an index entry each: those were two thirds of what an opening wrote. What was appended before stays in
-- log_leaf and log_hash.
CREATE TABLE log_span (
  index   bigint PRIMARY KEY,                -- of the first leaf; n of them follow one another in the log and in the op
  op      bigint NOT NULL,
  subject bigint NOT NULL,                   -- hash of what their keys say behind the first colon
  place   smallint NOT NULL,                 -- of the first leaf among those of the op
  n       smallint NOT NULL
);
CREATE INDEX log_span_subject ON log_span (subject);

CREATE TABLE log_run (
  index  bigint PRIMARY KEY,                 -- of the first hash
  hashes bytea NOT NULL                      -- 32 bytes each
);
ALTER TABLE log_run ALTER COLUMN hashes SET STORAGE EXTERNAL; -- they do not compress

-- +goose Down
-- +goose StatementBegin
DO $$ BEGIN
  IF EXISTS (SELECT FROM log_run) THEN
    RAISE EXCEPTION 'the public log has leaves that a release before 00220 cannot find';
  END IF;
END $$;
-- +goose StatementEnd
DROP TABLE log_run, log_span;
