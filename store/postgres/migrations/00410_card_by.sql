-- +goose Up
-- expand: a program of before leaves it out: what it takes down is declared, and gives way to what is confirmed.
-- Which registry has confirmed that name and card number are one person's; empty: none, the player has declared them.
ALTER TABLE player ADD COLUMN card_by text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE player DROP COLUMN card_by;
