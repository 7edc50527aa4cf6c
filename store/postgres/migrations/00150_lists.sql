-- +goose Up
-- Lists that an op itself says it stands on (store.Op.Lists), in their order.
CREATE TABLE entry (
  player bigint NOT NULL,
  list   text COLLATE "C" NOT NULL,
  at     timestamptz NOT NULL,
  id     bigint NOT NULL,                    -- of the op, or of the room that it wrote
  PRIMARY KEY (player, list, at, id)
);
-- Upgrades from before there were lists. Battles from then stand in no list of won or lost ones: who won is not in
-- their rows.
INSERT INTO entry (player, list, at, id)
  SELECT player, CASE WHEN convert_from(result, 'UTF8')::jsonb ->> 'won' = 'true' THEN 'upgrade.won' ELSE 'upgrade.lost' END, at, id
  FROM op WHERE kind = 'upgrade.play' AND player > 0 AND length(result) > 0;

-- One tree in which every part of a backpack has its order, instead of two in which only one part has.
DROP INDEX item_bag, item_gone;
CREATE INDEX item_list ON item (owner, status, at, id) WHERE def < 1073741824;

-- Whose lists of items may be marked (list_mark). The version counts what moved there: marks are made for one version.
CREATE TABLE item_marked (
  owner   bigint PRIMARY KEY,
  version bigint NOT NULL DEFAULT 0,
  at      timestamptz NOT NULL               -- before that, an op may be under way that has not counted
) WITH (fillfactor = 60);

-- +goose Down
DROP TABLE item_marked;
DELETE FROM list_mark WHERE list LIKE 'item/%' OR list LIKE 'list/%';
DROP INDEX item_list;
CREATE INDEX item_bag  ON item (owner, at DESC, id DESC) WHERE status = 0 AND def < 1073741824;
CREATE INDEX item_gone ON item (owner, at DESC, id DESC) WHERE status <> 0 AND def < 1073741824;
DROP TABLE entry;
