package postgres

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

// Contact implements store.Contacts.
func (e *Engine) Contact(ctx context.Context, id store.PlayerID) (store.Contact, error) {
	var c store.Contact
	var index []byte
	var at *time.Time
	var by string
	err := e.pool.QueryRow(ctx,
		`SELECT phone, steam_id, trade_url, card_sealed, card_index, card_by, card_at FROM player WHERE id = $1`, id).
		Scan(&c.Phone, &c.SteamID, &c.TradeURL, &c.RealName.Sealed, &index, &by, &at)
	if err != nil {
		return store.Contact{}, found(err, "player %d", id)
	}
	if at != nil {
		copy(c.RealName.Index[:], index)
		c.RealName.By, c.RealName.At = by, at.UTC()
	}
	return c, nil
}

// PlayerByPhone implements store.Contacts.
func (e *Engine) PlayerByPhone(ctx context.Context, phone string) (store.Player, error) {
	rows, _ := e.pool.Query(ctx, playerQuery+`p.phone = $1 AND p.phone <> ''`, phone)
	p, err := pgx.CollectExactlyOneRow(rows, scanPlayer)
	return p, found(err, "phone") // the number itself stands in no error
}

// PhoneTaken implements store.Contacts.
func (e *Engine) PhoneTaken(ctx context.Context, phone string, except store.PlayerID) (bool, error) {
	// A sum and no OR, which would skip the second half where the first is true.
	const query = `SELECT (SELECT count(*) FROM player WHERE phone = $1 AND phone <> '')
		+ (SELECT count(*) FROM player WHERE lower(name) = lower($1) AND id <> $2)
		+ (SELECT count(*) FROM former_name WHERE name = lower($1) AND player <> $2) > 0`
	var taken bool
	err := e.pool.QueryRow(ctx, query, phone, except).Scan(&taken)
	return taken, found(err, "phone")
}

// PlayerBySteam implements store.Contacts.
func (e *Engine) PlayerBySteam(ctx context.Context, steamID string) (store.Player, error) {
	rows, _ := e.pool.Query(ctx, playerQuery+`p.steam_id = $1 AND p.steam_id <> ''`, steamID)
	p, err := pgx.CollectExactlyOneRow(rows, scanPlayer)
	return p, found(err, "steam id")
}

// SetContact implements store.Contacts.
func (e *Engine) SetContact(ctx context.Context, id store.PlayerID, c store.ContactChange) error {
	tag, err := e.pool.Exec(ctx, `UPDATE player SET phone = coalesce($2, phone), steam_id = coalesce($3, steam_id), trade_url = coalesce($4, trade_url)
		WHERE id = $1 AND (coalesce($2, '') = '' OR phone = '') AND (coalesce($3, '') = '' OR steam_id = '')`, id, c.Phone, c.SteamID, c.TradeURL)
	return e.bound(ctx, id, tag.RowsAffected(), err)
}

// bound distinguishes an account that is not there from one whose place is taken.
func (e *Engine) bound(ctx context.Context, id store.PlayerID, rows int64, err error) error {
	switch c := constraint(err); {
	case c == "player_phone", c == "player_steam", c == "player_card":
		return fmt.Errorf("%w: %s", store.ErrConflict, c)
	case err != nil || rows > 0:
		return found(err, "")
	}
	if _, err := e.Contact(ctx, id); err != nil {
		return err
	}
	return fmt.Errorf("%w: bound already", store.ErrConflict)
}

// SetRealName implements store.Contacts.
func (e *Engine) SetRealName(ctx context.Context, id store.PlayerID, n store.SealedName) error {
	var rows int64
	err := pgx.BeginFunc(ctx, e.pool, func(tx pgx.Tx) error {
		if n.By != "" {
			if _, err := tx.Exec(ctx,
				`UPDATE player SET `+noRealName+` WHERE card_index = $2 AND id <> $1 AND card_by = ''`, id,
				n.Index[:]); err != nil {
				return err
			}
		}
		tag, err := tx.Exec(ctx, `UPDATE player SET real_name = true, card_sealed = $2, card_index = $3, card_by = $4, card_at = $5
			WHERE id = $1 AND (NOT real_name OR card_by = '' AND $4 <> '')`, id, n.Sealed, n.Index[:], n.By, n.At)
		if rows = tag.RowsAffected(); err == nil && rows == 0 {
			err = errNothingSet
		}
		return err
	})
	if errors.Is(err, errNothingSet) {
		err = nil
	}
	return e.bound(ctx, id, rows, err)
}

const noRealName = `real_name = false, card_sealed = NULL, card_index = NULL, card_by = '', card_at = NULL`

// errNothingSet takes back what a transaction did before it.
var errNothingSet = errors.New("store: nothing set")

// EraseRealName implements store.Contacts.
func (e *Engine) EraseRealName(ctx context.Context, id store.PlayerID) error {
	tag, err := e.pool.Exec(ctx,
		`UPDATE player SET `+noRealName+` WHERE id = $1`, id)
	if err == nil && tag.RowsAffected() == 0 {
		err = pgx.ErrNoRows
	}
	return found(err, "player %d", id)
}

// PutCode implements store.Contacts.
func (e *Engine) PutCode(ctx context.Context, c store.Code) error {
	_, err := e.pool.Exec(ctx, `INSERT INTO code (key, hash, expires) VALUES ($1, $2, $3)
		ON CONFLICT (key) DO UPDATE SET hash = excluded.hash, expires = excluded.expires, tries = 0`, c.Key[:], c.Hash[:], c.Expires)
	return found(err, "")
}

// TryCode implements store.Contacts. The row's lock gives every try its own count, and the deletion one winner.
func (e *Engine) TryCode(ctx context.Context, key, hash [32]byte, now time.Time) (bool, error) {
	var stored []byte
	err := e.pool.QueryRow(ctx,
		`UPDATE code SET tries = tries + 1 WHERE key = $1 AND tries < $2 AND expires > $3 RETURNING hash`,
		key[:], store.CodeTries, now).Scan(&stored)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return false, nil
	case err != nil:
		return false, found(err, "")
	case subtle.ConstantTimeCompare(stored, hash[:]) != 1:
		return false, nil
	}
	tag, err := e.pool.Exec(ctx, `DELETE FROM code WHERE key = $1 AND hash = $2`, key[:], hash[:])
	return tag.RowsAffected() == 1, found(err, "")
}

// Once implements store.Contacts.
func (e *Engine) Once(ctx context.Context, id [32]byte, until time.Time) (bool, error) {
	tag, err := e.pool.Exec(ctx, `INSERT INTO once (id, until) VALUES ($1, $2) ON CONFLICT DO NOTHING`, id[:], until)
	return tag.RowsAffected() == 1, found(err, "")
}

// PurgeSecrets implements store.Contacts.
func (e *Engine) PurgeSecrets(ctx context.Context, ended time.Time, n int) (int, error) {
	codes, err := e.pool.Exec(ctx, `DELETE FROM code WHERE key IN
		(SELECT key FROM code WHERE expires <= $1 ORDER BY expires LIMIT $2 FOR UPDATE SKIP LOCKED)`, ended, n)
	if err != nil {
		return 0, found(err, "")
	}
	uses, err := e.pool.Exec(ctx, `DELETE FROM once WHERE id IN
		(SELECT id FROM once WHERE until <= $1 ORDER BY until LIMIT $2 FOR UPDATE SKIP LOCKED)`, ended, n)
	return int(codes.RowsAffected() + uses.RowsAffected()), found(err, "")
}
