-- +goose Up
-- expand: the release before runs on it until a catalogue is imported, which raises schema_floor to this step: it would
-- sell versions before their time.
-- Item definitions by the change of the catalogue that brought them (store.DatedItem): of those whose time has come,
-- the one with the highest number is in force. What item_def has was there before the first of them.
CREATE TABLE item_version (
  id  int NOT NULL,
  n   bigint NOT NULL,
  at  timestamptz NOT NULL,
  def jsonb NOT NULL,
  PRIMARY KEY (id, n)
);

-- +goose Down
DROP TABLE item_version;
