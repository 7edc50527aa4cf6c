-- +goose Up
-- What changed what a player owns without being an op of his stands in a list of his own (store.OthersList), so that
-- his statement adds up to his balances. What was done before is put there by 00250.
SELECT 1;

-- +goose Down
DELETE FROM entry WHERE list >= 'others/' AND list < 'others0';
DELETE FROM list_mark WHERE list LIKE 'statement/%';
