-- +goose Up
-- expand: a database says whether it is a live site's or a demo's, and which programs may run on it.
CREATE TABLE site_mode (
  id   int PRIMARY KEY DEFAULT 1 CHECK (id = 1), -- one row
  mode text NOT NULL CHECK (mode IN ('live', 'demo')),
  at   timestamptz NOT NULL
);
-- Databases from before: what a demo has seeded is one. The others are claimed by their next start.
INSERT INTO site_mode (mode, at) SELECT 'demo', now() WHERE EXISTS (SELECT FROM op WHERE kind = 'demo.welcome');

-- The latest migration that a program must know to run on this schema; a contracting migration raises it to its own.
CREATE TABLE schema_floor (
  id      int PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  version bigint NOT NULL
);
INSERT INTO schema_floor (version) VALUES (260);

-- +goose Down
DROP TABLE schema_floor;
DROP TABLE site_mode;
