-- +goose Up
-- expand: a program of before logs a player who has changed the public name in by that, and not by the login name.
-- The names that an account has had, which nobody else gets: whoever knew the player by one finds them, and rankings
-- and orders of before name them by it.
CREATE TABLE former_name (
  name   text PRIMARY KEY, -- in lower case
  player bigint NOT NULL
);
-- What a name looks like (store.Look), for names that players choose for others to see.
CREATE INDEX player_look ON player (translate(lower(name), '01i', 'oll'));
CREATE INDEX former_look ON former_name (translate(name, '01i', 'oll'));

-- After the row is in the index of names: what another transaction has given up meanwhile is seen then. Of two that
-- choose names of one look at once the second one waits, and sees the first.
-- +goose StatementBegin
CREATE FUNCTION keeps_names() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  look text := translate(lower(NEW.name), '01i', 'oll');
  taken boolean;
BEGIN
  IF TG_OP = 'INSERT' THEN
    taken := EXISTS (SELECT FROM former_name WHERE name = lower(NEW.name) AND player <> NEW.id);
  ELSE
    PERFORM pg_advisory_xact_lock(1245859668, hashtext(look));
    taken := EXISTS (SELECT FROM player WHERE translate(lower(name), '01i', 'oll') = look AND id <> NEW.id)
      OR EXISTS (SELECT FROM former_name WHERE translate(name, '01i', 'oll') = look AND player <> NEW.id);
  END IF;
  IF taken THEN
    RAISE EXCEPTION 'name taken' USING ERRCODE = 'unique_violation', CONSTRAINT = 'player_name';
  END IF;
  RETURN NULL;
END $$;
-- +goose StatementEnd
-- What a player logs in by, where the public name is another one since. What follows keeps everybody from the table,
-- and so stands behind the index, which lets them read.
ALTER TABLE player ADD COLUMN login text, ADD COLUMN renamed timestamptz;
CREATE TRIGGER keeps_names AFTER INSERT OR UPDATE OF name ON player
  FOR EACH ROW EXECUTE FUNCTION keeps_names();

-- +goose Down
DROP TRIGGER keeps_names ON player;
DROP FUNCTION keeps_names();
DROP INDEX player_look;
DROP TABLE former_name;
ALTER TABLE player DROP COLUMN login, DROP COLUMN renamed;
