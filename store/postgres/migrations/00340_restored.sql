-- +goose Up
-- expand: until a restore marks the database, which then asks for this step: an older program lets its rooms go on.
-- Rooms that were open when the site went back to a backup, until they have ended.
CREATE TABLE restored_room (id bigint PRIMARY KEY);

-- +goose Down
DROP TABLE restored_room;
