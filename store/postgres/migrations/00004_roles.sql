-- +goose Up
-- What an account may do beyond playing, as a set of bits (store.Role).
ALTER TABLE player ADD COLUMN roles int NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE player DROP COLUMN roles;
