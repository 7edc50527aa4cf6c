-- +goose Up
-- expand: accounts that came by Steam had all one device, so that none of them could invite or help another.
UPDATE player SET fingerprint = '' WHERE fingerprint = 'steam';

-- +goose Down
SELECT 1; -- what was wrong is not brought back
