-- +goose Up
-- Running sums of what a player did, in the order in which whoever asks counts it (store.SumQuery).
ALTER TABLE list_mark ADD COLUMN sums bigint[];

-- +goose Down
DELETE FROM list_mark WHERE list LIKE 'sums/%';
ALTER TABLE list_mark DROP COLUMN sums;
