package postgres

import "fmt"

// statements are prepared on every writer connection. A batch sends those that it needs in one round trip; without
// BEGIN they are one transaction up to the end of the pipeline. All take their locks in the same order: op keys, rooms,
// accounts and items, each by ascending id. Arrays are unnested in the target list: unnest of many in FROM would
// materialise each in a tuplestore of its own.
var statements = map[string]string{
	"one": `SELECT commit_one($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`,

	"ops": `INSERT INTO op (id, player, at, key, kind, request, chain, body, result)
		SELECT unnest($1::bigint[]), unnest($2::bigint[]), unnest($3::timestamptz[]), unnest($4::text[]), unnest($5::text[]),
			unnest($6::bytea[]), unnest($7::bytea[]), unnest($8::bytea[]), unnest($9::bytea[])`,

	"newRooms": `WITH u AS (
			INSERT INTO room (id, kind, epoch, version, status, deadline, at, updated, state, listed)
			SELECT t.id, t.kind, 1, 1, t.status, t.deadline, t.at, t.at, t.state, t.listed
			FROM unnest($1::bigint[], $2::text[], $3::smallint[], $4::timestamptz[], $5::timestamptz[], $6::bytea[], $7::text[])
				t(id, kind, status, deadline, at, state, listed)
			ON CONFLICT (id) DO NOTHING RETURNING 1)
		SELECT assert_count((SELECT count(*) FROM u), $8, 'new rooms')`,

	"rooms": `WITH u AS (
			UPDATE room r SET version = r.version + 1, status = t.status, deadline = t.deadline, updated = t.at, state = t.state
			FROM unnest($1::bigint[], $2::text[], $3::smallint[], $4::timestamptz[], $5::timestamptz[], $6::bytea[], $7::int[], $8::bigint[], $9::smallint[])
				t(id, kind, status, deadline, at, state, epoch, from_version, from_status)
			WHERE r.id = t.id AND r.kind = t.kind AND r.epoch = t.epoch AND r.version = t.from_version AND r.status = t.from_status RETURNING 1)
		SELECT assert_count((SELECT count(*) FROM u), $10, 'rooms')`,

	"members": `INSERT INTO room_member (player, room, kind, at) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::timestamptz[])
		ON CONFLICT (player, room) DO NOTHING`,

	// For ops so old that anchors may stand behind them (history.go). Sums are not put there meanwhile (opsums.go): the
	// lock comes a statement before, so that those are seen that were put before it.
	"late": fmt.Sprintf(`SELECT pg_advisory_xact_lock(%d, s) FROM (SELECT DISTINCT (t %% %d)::int s FROM unnest($1::bigint[]) t ORDER BY 1) o`,
		sumLock, sumStripes),

	"unanchor": `DELETE FROM list_mark l USING unnest($1::bigint[], $2::timestamptz[]) t(owner, at) WHERE l.owner = t.owner AND l.at >= t.at`,

	"newAccounts": `INSERT INTO account (id) SELECT * FROM unnest($1::bigint[]) ON CONFLICT DO NOTHING`,

	"accounts": `WITH u AS (
			UPDATE account a SET balance = a.balance + t.delta, next_nonce = a.next_nonce + t.count
			FROM (SELECT unnest($1::bigint[]) id, unnest($2::bigint[]) delta, unnest($3::int[]) epoch, unnest($4::bigint[]) nonce, unnest($5::int[]) count, unnest($7::bigint[]) most) t
			WHERE a.id = t.id AND a.balance <= t.most AND (t.count = 0 OR (a.seed_epoch = t.epoch AND a.next_nonce = t.nonce)) RETURNING a.id, a.balance)
		SELECT assert_count(count(*), $6, 'accounts'), array_agg(balance ORDER BY id) FROM u`,

	"transfers": `INSERT INTO transfer (op, debit, credit, amount, idx)
		SELECT unnest($1::bigint[]), unnest($2::bigint[]), unnest($3::bigint[]), unnest($4::bigint[]), unnest($5::smallint[])`,

	"items": `INSERT INTO item (id, owner, at, value, def, source)
		SELECT unnest($1::bigint[]), unnest($2::bigint[]), unnest($3::timestamptz[]), unnest($4::bigint[]), unnest($5::int[]), unnest($6::smallint[])`,

	"moves": `WITH u AS (
			UPDATE item i SET owner = t.to_owner, status = t.to_status
			FROM unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::bigint[], $5::smallint[]) t(id, from_owner, from_status, to_owner, to_status)
			WHERE i.id = t.id AND i.owner = t.from_owner AND i.status = t.from_status RETURNING 1)
		SELECT assert_count((SELECT count(*) FROM u), $6, 'items')`,

	"entries": `INSERT INTO entry (player, list, at, id)
		SELECT unnest($1::bigint[]), unnest($2::text[]), unnest($3::timestamptz[]), unnest($4::bigint[]) ON CONFLICT DO NOTHING`,

	// The next two for owners whose lists of items change otherwise than at their end (itemlist.go): first no other
	// writer may make anchors, and a statement later, which sees those that were made meanwhile, the ones behind the
	// moved items go.
	"touch": `UPDATE item_marked SET version = version + 1
		WHERE owner IN (SELECT owner FROM item_marked WHERE owner = ANY($1::bigint[]) ORDER BY owner FOR UPDATE)`,

	"unlist": `DELETE FROM list_mark l USING (
			SELECT DISTINCT ON (t.owner, t.stays) t.owner, t.stays, i.at, i.id
			FROM unnest($1::bigint[], $2::bigint[], $3::smallint[]) t(owner, item, stays) JOIN item i ON i.id = t.item
			ORDER BY t.owner, t.stays, i.at, i.id) f
		WHERE l.owner = f.owner AND l.list >= 'item/' AND l.list < 'item0' AND (l.at, l.id) >= (f.at, f.id) AND NOT (f.stays = 1 AND l.list = 'item/')`,

	"name": `WITH was AS (SELECT id, name FROM player WHERE id = $1 AND (renamed IS NULL OR renamed <= $4) FOR UPDATE),
		kept AS (INSERT INTO former_name (name, player) SELECT lower(name), id FROM was ON CONFLICT DO NOTHING),
		u AS (UPDATE player p SET login = coalesce(p.login, p.name), name = $2, renamed = $3 FROM was WHERE p.id = was.id RETURNING 1)
		SELECT assert_count((SELECT count(*) FROM u), 1, 'names')`,

	"player": `WITH r AS (DELETE FROM ready_player WHERE id = $1 RETURNING *), p AS (
			INSERT INTO player (id, name, password_hash, avatar, language, spread_code, invited_by, fingerprint, client_seed, bot, at, phone, steam_id)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, coalesce((SELECT client_seed FROM r), $9), $10, $11, $13, $14)),
		s AS (INSERT INTO seed_epoch (player, epoch, key, commit, beacon_source, beacon_round, opened_at)
			SELECT id, 1, key, commit, beacon_source, beacon_round, opened_at FROM r)
		INSERT INTO account (id, seed_epoch) VALUES ($12, (SELECT count(*) FROM r)::int)`,
}
