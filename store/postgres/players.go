package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

// Register implements store.Players.
func (e *Engine) Register(ctx context.Context, n store.NewPlayer, op *store.Op) (store.Player, error) {
	id := n.ID
	if id == 0 {
		ids, err := e.ReserveNumbers(ctx, 1)
		if err != nil {
			return store.Player{}, err
		}
		id = ids[0]
	}
	n.At = n.At.UTC().Truncate(time.Microsecond)
	if op != nil {
		if _, err := e.commit(ctx, op.ForNewPlayer(id), identity{player: &n}); err != nil {
			return store.Player{}, err
		}
		return e.LoadPlayer(ctx, id)
	}
	err := e.exec(ctx, statements["player"], id, n.Name, n.PasswordHash, n.Avatar, n.Language, n.SpreadCode,
		n.InvitedBy,
		n.Fingerprint, n.UserSeed, n.Bot, n.At, store.PlayerGems(id), n.Phone, n.SteamID)
	if err != nil {
		if taken := nameTaken(err); taken != nil {
			return store.Player{}, taken
		}
		return store.Player{}, found(err, "")
	}
	return e.LoadPlayer(ctx, id)
}

// holding and holders are the columns of what a player has, and where they stand.
const holding = `g.balance, g.next_nonce, coalesce(r.balance, 0), coalesce(w.balance, 0), coalesce(f.balance, 0),
		coalesce(y.balance, 0),
		(SELECT count(*) FROM item WHERE owner = p.id AND status = 0 AND def < 1073741824),
		(SELECT count(*) FROM item WHERE owner = p.id AND def >= 1073741824)`

const holders = `
	FROM player p
	JOIN account g ON g.id = p.id << 8 | 1
	LEFT JOIN account r ON r.id = p.id << 8 | 2
	LEFT JOIN account w ON w.id = p.id << 8 | 4
	LEFT JOIN account f ON f.id = p.id << 8 | 6
	LEFT JOIN account y ON y.id = p.id << 8 | 8`

const playerQuery = `
	SELECT p.id, p.name, coalesce(p.login, p.name), p.renamed, p.password_hash, p.avatar, p.head_frame, p.language, p.spread_code, p.invited_by, p.fingerprint, p.client_seed, p.status,
		p.recharged, p.real_name, p.steam_id, p.bot, p.roles, p.at,
		` + holding + `,
		(SELECT count(*) FROM op WHERE player = p.id AND player > 0 AND kind = '` + store.KindReversed + `'),
		s.epoch, s.key, s.commit, s.beacon_source, s.beacon_round, s.opened_at` + holders + `
	LEFT JOIN seed_epoch s ON s.player = p.id AND s.epoch = g.seed_epoch
	WHERE `

func scanPlayer(row pgx.CollectableRow) (store.Player, error) {
	var p store.Player
	var epoch *store.Epoch
	var key []byte
	var commit, source *string
	var round *uint64
	var opened, renamed *time.Time
	err := row.Scan(&p.ID, &p.Name, &p.Login, &renamed, &p.PasswordHash, &p.Avatar, &p.HeadFrame, &p.Language,
		&p.SpreadCode, &p.InvitedBy, &p.Fingerprint, &p.UserSeed, &p.Status,
		&p.Recharged, &p.RealName, &p.SteamID, &p.Bot, &p.Roles, &p.At, &p.GemsCents, &p.NextNonce, &p.RealCents,
		&p.WishCards, &p.Fragments, &p.ToPlayCents, &p.BagCount, &p.Vouchers, &p.Reversed,
		&epoch, &key, &commit, &source, &round, &opened)
	p.At = p.At.UTC()
	if renamed != nil {
		p.Renamed = renamed.UTC()
	}
	if epoch != nil {
		p.Seed = store.SeedEpoch{Player: p.ID, Epoch: *epoch, Commit: *commit, BeaconSource: *source,
			BeaconRound: *round, OpenedAt: opened.UTC()}
		copy(p.Seed.Key[:], key)
	}
	return p, err
}

// LoadPlayer implements store.Players.
func (e *Engine) LoadPlayer(ctx context.Context, id store.PlayerID) (store.Player, error) {
	rows, _ := e.pool.Query(ctx, playerQuery+`p.id = $1`, id)
	p, err := pgx.CollectExactlyOneRow(rows, scanPlayer)
	return p, found(err, "player %d", id)
}

// Holdings implements store.Players.
func (e *Engine) Holdings(ctx context.Context, ids []store.PlayerID) ([]store.Holding, error) {
	rows, _ := e.pool.Query(ctx, `SELECT p.id, g.seed_epoch, `+holding+holders+` WHERE p.id = ANY($1)`, ids)
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (h store.Holding, err error) {
		err = row.Scan(&h.Player, &h.Epoch, &h.GemsCents, &h.NextNonce, &h.RealCents, &h.WishCards, &h.Fragments,
			&h.ToPlayCents, &h.BagCount, &h.Vouchers)
		return h, err
	})
	return list, found(err, "")
}

// PlayerByName implements store.Players.
func (e *Engine) PlayerByName(ctx context.Context, name string) (store.Player, error) {
	rows, _ := e.pool.Query(ctx, playerQuery+`p.id = `+named, name)
	p, err := pgx.CollectExactlyOneRow(rows, scanPlayer)
	return p, found(err, "player %q", name)
}

// named is the player who has or had the name $1.
const named = `coalesce((SELECT id FROM player WHERE lower(name) = lower($1)),
	(SELECT player FROM former_name WHERE name = lower($1)))`

// SetName implements store.Players.
func (e *Engine) SetName(ctx context.Context, c store.NameChange, op *store.Op) (store.Receipt, error) {
	return e.commit(ctx, op, identity{name: &c})
}

// PlayerBySpreadCode implements store.Players.
func (e *Engine) PlayerBySpreadCode(ctx context.Context, code string) (store.Player, error) {
	rows, _ := e.pool.Query(ctx, playerQuery+`p.spread_code = $1 AND p.spread_code <> ''`, code)
	p, err := pgx.CollectExactlyOneRow(rows, scanPlayer)
	return p, found(err, "spread code")
}

// SetProfile implements store.Players.
func (e *Engine) SetProfile(ctx context.Context, id store.PlayerID, c store.ProfileChange) error {
	tag, err := e.pool.Exec(ctx, `UPDATE player SET client_seed = coalesce($2, client_seed), avatar = coalesce($3, avatar),
		head_frame = coalesce($4, head_frame), language = coalesce($5, language), password_hash = coalesce($6, password_hash),
		status = coalesce($7, status), roles = coalesce($8, roles) WHERE id = $1`, id, c.UserSeed, c.Avatar, c.HeadFrame, c.Language,
		c.PasswordHash, c.Status, c.Roles)
	if err == nil && tag.RowsAffected() == 0 {
		err = pgx.ErrNoRows
	}
	return found(err, "player %d", id)
}

// PublicProfiles implements store.Players.
func (e *Engine) PublicProfiles(ctx context.Context, ids []store.PlayerID) ([]store.PublicProfile, error) {
	rows, _ := e.pool.Query(ctx, `SELECT p.id, name, avatar, head_frame, vip, bot
		FROM unnest($1::bigint[]) WITH ORDINALITY t(id, i) JOIN player p ON p.id = t.id ORDER BY t.i`, ids)
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[store.PublicProfile])
	return list, found(err, "")
}

// CreateSession implements store.Players.
func (e *Engine) CreateSession(ctx context.Context, s store.Session) error {
	const query = `WITH begun AS (
			INSERT INTO session (token_hash, player, at, expires, device, proved, seen, network, country, strange)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING
			RETURNING token_hash, player, at, device, network, country, strange),
		told AS (
			INSERT INTO new_device (session, player, at, device, network, country)
			SELECT token_hash, player, at, device, network, country FROM begun WHERE strange)
		SELECT count(*) FROM begun`
	var begun int
	err := e.pool.QueryRow(ctx, query, s.TokenHash[:], s.Player, s.At, s.Expires, s.Device, s.Proved, s.Seen,
		s.Network, s.Country, s.Strange).Scan(&begun)
	if err == nil && begun == 0 {
		return fmt.Errorf("%w: session", store.ErrConflict)
	}
	return found(err, "")
}

// DeleteSession implements store.Players.
func (e *Engine) DeleteSession(ctx context.Context, hash [32]byte) error {
	_, err := e.pool.Exec(ctx, `DELETE FROM session WHERE token_hash = $1`, hash[:])
	return found(err, "")
}

// RenewSession implements store.Players.
func (e *Engine) RenewSession(ctx context.Context, old, fresh [32]byte, at, proved time.Time) error {
	var since *time.Time
	if !proved.IsZero() {
		since = &proved
	}
	tag, err := e.pool.Exec(ctx, `UPDATE session SET token_hash = $2, first = coalesce(first, token_hash), seen = $3,
		proved = coalesce($4, proved) WHERE token_hash = $1`, old[:], fresh[:], at, since)
	if err == nil && tag.RowsAffected() == 0 {
		err = pgx.ErrNoRows
	}
	return found(err, "session")
}

// SeeSessions implements store.Players.
func (e *Engine) SeeSessions(ctx context.Context, hashes [][32]byte, at time.Time) error {
	_, err := e.pool.Exec(ctx, `UPDATE session SET seen = $2 WHERE token_hash = ANY($1)`, raw(hashes), at)
	return found(err, "")
}

// raw is what a list of hashes is to PostgreSQL; none is an empty list.
func raw(hashes [][32]byte) [][]byte {
	list := make([][]byte, len(hashes))
	for i := range hashes {
		list[i] = hashes[i][:]
	}
	return list
}

// DeleteSessions implements store.Players. It clears the player's expired sessions with the others.
func (e *Engine) DeleteSessions(ctx context.Context, p store.PlayerID, except ...[32]byte) ([][32]byte, error) {
	rows, _ := e.pool.Query(ctx, `DELETE FROM session WHERE player = $1 AND token_hash <> ALL($2) RETURNING token_hash`,
		p, raw(except))
	hashes, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (hash [32]byte, err error) {
		var raw []byte
		err = row.Scan(&raw)
		copy(hash[:], raw)
		return hash, err
	})
	return hashes, found(err, "")
}

// PurgeSessions implements store.Players. Rows that another purge holds are left to it.
func (e *Engine) PurgeSessions(ctx context.Context, ended time.Time, n int) (int, error) {
	tag, err := e.pool.Exec(ctx, `DELETE FROM session WHERE token_hash IN
		(SELECT token_hash FROM session WHERE expires <= $1 ORDER BY expires LIMIT $2 FOR UPDATE SKIP LOCKED)`, ended, n)
	return int(tag.RowsAffected()), found(err, "")
}

// NewDevices implements store.Players.
func (e *Engine) NewDevices(ctx context.Context, p store.PlayerID, since time.Time) ([]store.NewDevice, error) {
	rows, _ := e.pool.Query(ctx, `SELECT session, at, device, network, country FROM new_device
		WHERE player = $1 AND at > $2 ORDER BY at DESC, session`, p, since)
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (d store.NewDevice, err error) {
		var session []byte
		err = row.Scan(&session, &d.At, &d.Device, &d.Network, &d.Country)
		copy(d.Session[:], session)
		d.At = d.At.UTC()
		return d, err
	})
	return list, found(err, "")
}

// PurgeNewDevices implements store.Players. Rows that another purge holds are left to it.
func (e *Engine) PurgeNewDevices(ctx context.Context, until time.Time, n int) (int, error) {
	tag, err := e.pool.Exec(ctx, `DELETE FROM new_device WHERE session IN
		(SELECT session FROM new_device WHERE at <= $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED)`, until, n)
	return int(tag.RowsAffected()), found(err, "")
}

// OpenSeedEpoch implements store.Players.
func (e *Engine) OpenSeedEpoch(ctx context.Context, s store.SeedEpoch) error {
	return pgx.BeginFunc(ctx, e.pool, func(tx pgx.Tx) error {
		if err := e.guarded(ctx, tx); err != nil {
			return found(err, "")
		}
		var newest store.Epoch
		err := tx.QueryRow(ctx, `SELECT seed_epoch FROM account WHERE id = $1 FOR UPDATE`,
			store.PlayerGems(s.Player)).Scan(&newest)
		if err != nil {
			return found(err, "player %d", s.Player)
		}
		if s.Epoch != newest+1 {
			return fmt.Errorf("%w: seed epoch %d of player %d", store.ErrConflict, s.Epoch, s.Player)
		}
		q := &pgx.Batch{}
		q.Queue(`UPDATE seed_epoch SET revealed_at = $3 WHERE player = $1 AND epoch = $2`, s.Player, newest, s.OpenedAt)
		q.Queue(`INSERT INTO seed_epoch (player, epoch, key, commit, beacon_source, beacon_round, opened_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			s.Player, s.Epoch, s.Key[:], s.Commit, s.BeaconSource, int64(s.BeaconRound), s.OpenedAt)
		q.Queue(`UPDATE account SET seed_epoch = $2, next_nonce = 0 WHERE id = $1`, store.PlayerGems(s.Player), s.Epoch)
		return found(tx.SendBatch(ctx, q).Close(), "")
	})
}

// SeedEpoch implements store.Players.
func (e *Engine) SeedEpoch(ctx context.Context, p store.PlayerID, epoch uint32) (store.SeedEpoch, error) {
	s := store.SeedEpoch{Player: p, Epoch: store.Epoch(epoch)}
	var key []byte
	var revealed *time.Time
	err := e.pool.QueryRow(ctx, `SELECT CASE WHEN revealed_at IS NOT NULL THEN key END, commit, beacon_source, beacon_round, opened_at, revealed_at
		FROM seed_epoch WHERE player = $1 AND epoch = $2`, p, int64(epoch)).
		Scan(&key, &s.Commit, &s.BeaconSource, &s.BeaconRound, &s.OpenedAt, &revealed)
	if err != nil {
		return store.SeedEpoch{}, found(err, "seed epoch %d of player %d", epoch, p)
	}
	copy(s.Key[:], key)
	s.OpenedAt = s.OpenedAt.UTC()
	if revealed != nil {
		s.RevealedAt = revealed.UTC()
	}
	return s, nil
}
