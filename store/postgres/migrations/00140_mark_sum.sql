-- +goose Up
-- A list whose rows are added up keeps the sum of the rows at or before its marks.
ALTER TABLE list_mark ADD COLUMN sum bigint NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE list_mark DROP COLUMN sum;
