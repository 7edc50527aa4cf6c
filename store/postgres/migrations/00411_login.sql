-- +goose Up
-- expand: a program of before logs a player who has changed the public name in by that, and not by the login name.
-- What a player logs in by, where the public name is another one since; and the names that an account has had, which
-- nobody else gets: whoever knew the player by one finds them, and rankings and orders of before name them by it.
ALTER TABLE player ADD COLUMN login text, ADD COLUMN renamed timestamptz;
CREATE TABLE former_name (
  name   text PRIMARY KEY, -- in lower case
  player bigint NOT NULL
);

-- After the row is in the index of names: what another transaction has given up meanwhile is seen then.
-- +goose StatementBegin
CREATE FUNCTION keeps_former_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM former_name WHERE name = lower(NEW.name) AND player <> NEW.id) THEN
    RAISE EXCEPTION 'name taken' USING ERRCODE = 'unique_violation', CONSTRAINT = 'player_name';
  END IF;
  RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER keeps_former_names AFTER INSERT OR UPDATE OF name ON player
  FOR EACH ROW EXECUTE FUNCTION keeps_former_names();

-- +goose Down
DROP TRIGGER keeps_former_names ON player;
DROP FUNCTION keeps_former_names();
DROP TABLE former_name;
ALTER TABLE player DROP COLUMN login, DROP COLUMN renamed;
