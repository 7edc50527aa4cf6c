-- +goose Up
-- expand: nobody but a site that draws with a public beacon writes it; an older program draws with the house's own.
-- What the named rounds of a public beacon are proved by (store.Beacons).
CREATE TABLE beacon_proof (
  source text NOT NULL,
  round  bigint NOT NULL,
  proof  text NOT NULL,
  PRIMARY KEY (source, round)
);

-- +goose Down
DROP TABLE beacon_proof;
