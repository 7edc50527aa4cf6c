-- +goose Up
-- expand: until a server enters as a node; one of before neither enters nor asks whether it still is one.
-- The processes that serve the site together (store.Nodes, docs/cluster.md). A row is one life of a process, its id the
-- fence: whoever has lost the lease comes back under another id. Rows stay, so that owners of before are known dead.
CREATE TABLE actor_node (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name        text NOT NULL,
  address     text NOT NULL,
  role        smallint NOT NULL,
  release     text NOT NULL,
  wire_min    int NOT NULL,
  wire_max    int NOT NULL,
  lease_until timestamptz NOT NULL,       -- by the clock of the database
  state       smallint NOT NULL DEFAULT 0, -- 0 up, 1 takes no new actors, 2 gives its actors away, 3 dead; 3 stays
  load        int NOT NULL DEFAULT 0,
  online      int NOT NULL DEFAULT 0
);
CREATE INDEX actor_node_living ON actor_node (id) WHERE state < 3;

-- Which node runs an actor. Epochs only grow; node 0 is nobody.
CREATE TABLE actor_owner (
  kind  text COLLATE "C",
  id    text COLLATE "C",
  node  bigint NOT NULL,
  epoch bigint NOT NULL,
  PRIMARY KEY (kind, id)
) WITH (fillfactor = 70);
CREATE INDEX actor_owner_node ON actor_owner (node);

-- Quarters of a second since 2024, as actors/runtime/publish counts epochs: it goes on after rows or commits were lost.
CREATE FUNCTION quarter() RETURNS bigint LANGUAGE sql VOLATILE AS
  $$ SELECT floor((extract(epoch FROM clock_timestamp()) - 1704067200) * 4)::bigint $$;

-- The first statement of whatever a node writes. It waits while the node is being buried, and from then on refuses; a
-- burial waits for it. 1245859669 is "JBWU". It must be VOLATILE, and the transaction READ COMMITTED: the row is then
-- read as it is behind the lock, and not as it was when the statement began.
-- +goose StatementBegin
CREATE FUNCTION node_guard(node bigint) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'a node writes in transactions that are read committed only';
  END IF;
  -- A machine that has lost its power in between must not hold up its burial until TCP gives it up.
  PERFORM set_config('idle_in_transaction_session_timeout', '5000', true);
  PERFORM pg_advisory_xact_lock_shared(1245859669, node::int);
  IF NOT EXISTS (SELECT FROM actor_node WHERE id = node AND state < 3 AND lease_until > clock_timestamp()) THEN
    RAISE EXCEPTION 'node % has lost its lease', node USING ERRCODE = 'JB003';
  END IF;
END $$;
-- +goose StatementEnd

-- Ends a node whose lease has run out, and some more for a step of the clock; first without the lock, which would hold
-- up a node that lives. What the node has under way ends before; when that takes more than a second, lock_not_available
-- (55P03): whoever buries asks again.
-- +goose StatementBegin
CREATE FUNCTION bury(dead bigint) RETURNS boolean LANGUAGE plpgsql VOLATILE SET lock_timeout = '1s' AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM actor_node
      WHERE id = dead AND state < 3 AND lease_until < clock_timestamp() - interval '250 ms') THEN
    RETURN false;
  END IF;
  PERFORM pg_advisory_xact_lock(1245859669, dead::int);
  UPDATE actor_node SET state = 3
    WHERE id = dead AND state < 3 AND lease_until < clock_timestamp() - interval '250 ms';
  RETURN FOUND;
END $$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION bury, node_guard, quarter;
DROP TABLE actor_owner, actor_node;
