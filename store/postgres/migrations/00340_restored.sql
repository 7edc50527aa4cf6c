-- +goose Up
-- expand: until a restore marks the database, which then asks for a program that knows this step: others would let rooms of before the restore go on.
-- Rooms that were open when the site went back to a backup, until they have ended.
CREATE TABLE restored_room (id bigint PRIMARY KEY);

-- +goose Down
DROP TABLE restored_room;
