-- +goose Up
-- How an account is known outside of the game. Partial indexes: one phone, one Steam account, one card for one account.
ALTER TABLE player
  ADD COLUMN phone       text COLLATE "C" NOT NULL DEFAULT '',
  ADD COLUMN trade_url   text NOT NULL DEFAULT '',
  ADD COLUMN card_sealed bytea,                  -- encrypted by the server, which alone has the keys
  ADD COLUMN card_index  bytea,                  -- keyed hash
  ADD COLUMN card_at     timestamptz;
CREATE UNIQUE INDEX player_phone ON player (phone) WHERE phone <> '';
CREATE UNIQUE INDEX player_steam ON player (steam_id) WHERE steam_id <> '';
CREATE UNIQUE INDEX player_card ON player (card_index) WHERE card_index IS NOT NULL;

-- Secrets that were sent out; key and hash are SHA-256, so that the table tells neither phones nor codes.
CREATE TABLE code (
  key     bytea PRIMARY KEY,
  hash    bytea NOT NULL,
  expires timestamptz NOT NULL,
  tries   smallint NOT NULL DEFAULT 0
);
CREATE INDEX code_expires ON code (expires);

-- What is good once: captcha tickets, nonces of a provider.
CREATE TABLE once (
  id    bytea PRIMARY KEY,
  until timestamptz NOT NULL
);
CREATE INDEX once_until ON once (until);

-- +goose Down
DROP TABLE once;
DROP TABLE code;
ALTER TABLE player DROP COLUMN phone, DROP COLUMN trade_url, DROP COLUMN card_sealed, DROP COLUMN card_index, DROP COLUMN card_at;
DROP INDEX player_steam;
