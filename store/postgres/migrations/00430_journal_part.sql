-- +goose Up
-- expand: until a month is dropped, which then asks for this step: an older program cannot read what is archived.
-- Old months of the journal whose ops stand in files, too (store/archive), and since when only there.
CREATE TABLE journal_part (
  month   int PRIMARY KEY,                   -- 202608 is August 2026
  sha256  bytea NOT NULL,                    -- of the file
  ops     bigint NOT NULL,
  writers bigint[] NOT NULL,                 -- whose sequences have a part in it, each from one number
  firsts  bigint[] NOT NULL,
  lasts   bigint[] NOT NULL,                 -- to another
  at      timestamptz NOT NULL,
  dropped timestamptz,                       -- since when its bodies are taken out of the rows
  done    boolean NOT NULL DEFAULT false     -- all of them are
);

-- +goose Down
-- +goose StatementBegin
DO $$ BEGIN
  IF EXISTS (SELECT FROM journal_part WHERE dropped IS NOT NULL) THEN
    RAISE EXCEPTION 'months of the journal stand in files, which a release before 00430 cannot read';
  END IF;
END $$;
-- +goose StatementEnd
DROP TABLE journal_part;
