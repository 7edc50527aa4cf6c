-- +goose Up
-- Cards are asked for by a range of definitions, and those that are held apart from those that were used: a kind of
-- which a player has used thousands costs the others nothing.
DROP INDEX item_card;
CREATE INDEX item_card ON item (owner, def, status, at DESC, id DESC) WHERE def >= 1073741824;

-- +goose Down
DROP INDEX item_card;
CREATE INDEX item_card ON item (owner, at DESC, id DESC) WHERE def >= 1073741824;
