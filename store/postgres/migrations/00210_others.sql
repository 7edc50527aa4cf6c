-- +goose Up
-- What changed what a player owns without being an op of his stands in a list of his own (store.OthersList), so that his statement
-- adds up to his balances. Of before: the ops that moved his money, and those that made an item which he still has.
INSERT INTO entry (player, list, at, id)
	SELECT a.id >> 8, 'others/' || o.kind, o.at, o.id
	FROM transfer t, LATERAL (VALUES (t.debit), (t.credit)) a(id), op o
	WHERE o.id = t.op AND a.id & 255 IN (1, 2, 4, 6, 7) AND a.id >> 8 <> o.player
	ON CONFLICT DO NOTHING;
INSERT INTO entry (player, list, at, id)
	SELECT i.owner, 'others/' || o.kind, o.at, o.id FROM item i JOIN op o ON o.id = i.id >> 7 WHERE i.owner > 0 AND i.owner <> o.player
	ON CONFLICT DO NOTHING;

-- +goose Down
DELETE FROM entry WHERE list >= 'others/' AND list < 'others0';
DELETE FROM list_mark WHERE list LIKE 'statement/%';
