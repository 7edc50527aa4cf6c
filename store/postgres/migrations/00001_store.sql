-- +goose Up
-- Money is bigint in 1/100 of a gem or R$. Shapes and reasons: docs/store.md. PostgreSQL 15 or newer.

-- One row for each process start and shard, so that a writer's sequence has no gaps.
CREATE TABLE writer (
  id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  node text NOT NULL,
  at   timestamptz NOT NULL DEFAULT now()
);

-- Players and escrow only; house accounts are derived from transfer, a row of theirs would be hot.
CREATE TABLE account (
  id         bigint PRIMARY KEY,            -- owner << 8 | class
  balance    bigint NOT NULL DEFAULT 0,
  next_nonce bigint NOT NULL DEFAULT 0,     -- of seed_epoch; here because an opening updates this row anyway
  seed_epoch int    NOT NULL DEFAULT 0,
  CONSTRAINT no_overdraft CHECK (balance >= 0)
) WITH (fillfactor = 60);

-- Journal, idempotency store and outbox at once. body is the canonical form of everything the op did.
CREATE TABLE op (
  id      bigint PRIMARY KEY,               -- writer << 40 | sequence
  player  bigint NOT NULL,
  at      timestamptz NOT NULL,
  key     text COLLATE "C" NOT NULL,
  kind    text COLLATE "C" NOT NULL,
  request bytea NOT NULL,
  chain   bytea NOT NULL,
  body    bytea NOT NULL,
  result  bytea NOT NULL,
  CONSTRAINT op_key UNIQUE (player, key)
);
ALTER TABLE op ALTER COLUMN body SET STORAGE EXTERNAL; -- the engine compresses large ones

CREATE TABLE transfer (
  op     bigint NOT NULL,
  debit  bigint NOT NULL,
  credit bigint NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  idx    smallint NOT NULL
);
-- Block ranges instead of a tree: costs nearly nothing at insert and serves the auditor's walk along the journal.
CREATE INDEX transfer_op ON transfer USING brin (op int8_minmax_multi_ops) WITH (pages_per_range = 16, autosummarize = on);

CREATE TABLE item (
  id     bigint PRIMARY KEY,                -- op << 7 | index
  owner  bigint NOT NULL,
  at     timestamptz NOT NULL,
  value  bigint NOT NULL,
  def    int NOT NULL,
  source smallint NOT NULL,
  status smallint NOT NULL DEFAULT 0
) WITH (fillfactor = 90);
-- An item stands in one of the two, so an opening maintains one tree and a backpack stays small to read.
CREATE INDEX item_bag  ON item (owner, at DESC, id DESC) WHERE status = 0;
CREATE INDEX item_gone ON item (owner, at DESC, id DESC) WHERE status <> 0;

CREATE SEQUENCE room_id;
CREATE TABLE room (
  id       bigint PRIMARY KEY,
  version  bigint NOT NULL,
  at       timestamptz NOT NULL,
  updated  timestamptz NOT NULL,
  deadline timestamptz,
  epoch    int NOT NULL,
  status   smallint NOT NULL,
  kind     text COLLATE "C" NOT NULL,
  state    bytea NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX room_open  ON room (kind, at DESC, id DESC) WHERE status < 4;
CREATE INDEX room_final ON room (kind, updated DESC, id DESC) WHERE status >= 4;
CREATE TABLE room_member (
  player bigint NOT NULL,
  room   bigint NOT NULL,
  PRIMARY KEY (player, room)
);

CREATE SEQUENCE player_id;
CREATE TABLE player (
  id            bigint PRIMARY KEY,
  name          text NOT NULL,
  password_hash text NOT NULL,
  avatar        text NOT NULL,
  head_frame    text NOT NULL DEFAULT '',
  language      text NOT NULL,
  spread_code   text NOT NULL,
  invited_by    bigint NOT NULL,
  fingerprint   text NOT NULL,
  client_seed   text NOT NULL,
  status        smallint NOT NULL DEFAULT 0,
  vip           smallint NOT NULL DEFAULT 0,
  recharged     boolean NOT NULL DEFAULT false,
  real_name     boolean NOT NULL DEFAULT false,
  steam_id      text NOT NULL DEFAULT '',
  bot           boolean NOT NULL,
  at            timestamptz NOT NULL
);
CREATE UNIQUE INDEX player_name ON player (lower(name));
CREATE UNIQUE INDEX player_code ON player (spread_code) WHERE spread_code <> '';

CREATE TABLE session (
  token_hash bytea PRIMARY KEY,
  player     bigint NOT NULL,
  at         timestamptz NOT NULL,
  expires    timestamptz NOT NULL,
  device     text NOT NULL
);
CREATE INDEX session_player ON session (player);

CREATE TABLE seed_epoch (
  player        bigint NOT NULL,
  epoch         int NOT NULL,
  key           bytea NOT NULL,
  commit        text NOT NULL,
  beacon_source text NOT NULL,
  beacon_round  bigint NOT NULL,
  opened_at     timestamptz NOT NULL,
  revealed_at   timestamptz,
  PRIMARY KEY (player, epoch)
);

CREATE TABLE item_def (
  id       int PRIMARY KEY,
  slug     text NOT NULL,
  brand    text[] NOT NULL,                 -- zh, en, pt
  name     text[] NOT NULL,
  rarity   text NOT NULL,
  category text NOT NULL,
  price    bigint NOT NULL,
  image    text NOT NULL,
  thumb    text NOT NULL
);

CREATE TABLE box (
  id        int NOT NULL,
  version   int NOT NULL,
  slug      text NOT NULL,
  name      text[] NOT NULL,
  tagline   text[] NOT NULL,
  type      text NOT NULL,
  tags      text[] NOT NULL,
  accent    text NOT NULL,
  image     text NOT NULL,
  price     bigint NOT NULL,
  defs      int[] NOT NULL,
  weights   bigint[] NOT NULL,
  odds_hash text NOT NULL,
  enabled   boolean NOT NULL,
  weight    int NOT NULL,
  at        timestamptz NOT NULL,
  PRIMARY KEY (id, version)
);

CREATE TABLE setting (
  key   text PRIMARY KEY,
  value bytea NOT NULL
);

CREATE TABLE log_leaf (
  index bigint PRIMARY KEY,
  key   text COLLATE "C" NOT NULL UNIQUE,
  data  bytea NOT NULL
);
CREATE TABLE log_hash (
  index bigint PRIMARY KEY,
  hash  bytea NOT NULL
);
CREATE TABLE log_head (
  one        boolean PRIMARY KEY DEFAULT true CHECK (one),
  size       bigint NOT NULL,
  hashes     bigint NOT NULL,
  checkpoint bytea NOT NULL,
  writers    bigint[] NOT NULL,
  positions  bigint[] NOT NULL
);
INSERT INTO log_head VALUES (true, 0, 0, '', '{}', '{}');

-- Ends the transaction when a set-based statement did not touch what it had to.
-- +goose StatementBegin
CREATE FUNCTION assert_count(got bigint, want bigint, what text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF got <> want THEN
    RAISE EXCEPTION '%: % of %', what, got, want USING ERRCODE = 'JB001';
  END IF;
  RETURN true;
END $$;
-- +goose StatementEnd

-- A batch of one without rooms and item moves: one call instead of four pipelined statements.
-- +goose StatementBegin
CREATE FUNCTION commit_one(
  p_id bigint, p_player bigint, p_key text, p_kind text, p_at timestamptz, p_request bytea, p_chain bytea, p_body bytea, p_result bytea,
  p_accounts bigint[], p_deltas bigint[], p_epochs int[], p_nonces bigint[], p_counts int[],
  p_debits bigint[], p_credits bigint[], p_amounts bigint[],
  p_owners bigint[], p_values bigint[], p_defs int[], p_sources smallint[]) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  balances bigint[] := '{}';
  b bigint;
BEGIN
  INSERT INTO op (id, player, at, key, kind, request, chain, body, result)
    VALUES (p_id, p_player, p_at, p_key, p_kind, p_request, p_chain, p_body, p_result);
  FOR i IN 1 .. coalesce(cardinality(p_accounts), 0) LOOP
    UPDATE account SET balance = balance + p_deltas[i], next_nonce = next_nonce + p_counts[i]
      WHERE id = p_accounts[i] AND (p_counts[i] = 0 OR (seed_epoch = p_epochs[i] AND next_nonce = p_nonces[i]))
      RETURNING balance INTO b;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'account %', p_accounts[i] USING ERRCODE = 'JB001';
    END IF;
    balances := balances || b;
  END LOOP;
  FOR i IN 1 .. coalesce(cardinality(p_debits), 0) LOOP
    INSERT INTO transfer (op, debit, credit, amount, idx) VALUES (p_id, p_debits[i], p_credits[i], p_amounts[i], i - 1);
  END LOOP;
  FOR i IN 1 .. coalesce(cardinality(p_owners), 0) LOOP
    INSERT INTO item (id, owner, at, value, def, source) VALUES (p_id << 7 | i - 1, p_owners[i], p_at, p_values[i], p_defs[i], p_sources[i]);
  END LOOP;
  RETURN balances;
END $$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION commit_one, assert_count;
DROP TABLE log_head, log_hash, log_leaf, setting, box, item_def, seed_epoch, session, player, room_member, room, item, transfer, op, account, writer;
DROP SEQUENCE player_id, room_id;
