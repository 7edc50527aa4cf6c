-- +goose Up
-- expand: a program of before leaves "seen" out, and its logins count as a use at their begin, which is then.
-- A session that began before its last use was noted has been idle since nobody knows when: it counts from now on, so
-- that an upgrade logs out nobody who is there every day.
UPDATE session SET seen = now() WHERE seen IS NULL;

-- +goose Down
SELECT 1;
