-- +goose Up
-- Cards are items from this definition on (store.CardBase). They stand in a tree of their own, so that a backpack's
-- reads neither bring nor count them.
DROP INDEX item_bag, item_gone;
CREATE INDEX item_bag  ON item (owner, at DESC, id DESC) WHERE status = 0 AND def < 1073741824;
CREATE INDEX item_gone ON item (owner, at DESC, id DESC) WHERE status <> 0 AND def < 1073741824;
CREATE INDEX item_card ON item (owner, at DESC, id DESC) WHERE def >= 1073741824;

-- +goose Down
DROP INDEX item_card, item_bag, item_gone;
CREATE INDEX item_bag  ON item (owner, at DESC, id DESC) WHERE status = 0;
CREATE INDEX item_gone ON item (owner, at DESC, id DESC) WHERE status <> 0;
