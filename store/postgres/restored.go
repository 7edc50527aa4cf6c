package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"jadebox/store"
)

// timelineSetting holds the timeline of the database's log as it was at its last start, or when it was marked.
const timelineSetting = "site.timeline"

// ErrRecovered is a database that was recovered or promoted since a server last ran on it, and is not marked: it may
// have gone back in time.
var ErrRecovered = errors.New("store: the database was recovered from a backup or promoted")

// timeline is the number that PostgreSQL raises with every recovery from an archive and every promotion.
const timeline = `('x' || lpad(left(pg_walfile_name(pg_current_wal_lsn()), 8), 16, '0'))::bit(64)::bigint`

// ClaimTimeline remembers the database's timeline at its first start, and is ErrRecovered when it is another one since.
func (e *Engine) ClaimTimeline(ctx context.Context) error {
	var now string
	err := e.pool.QueryRow(ctx, `SELECT (`+timeline+`)::text`).Scan(&now)
	if pe, ok := errors.AsType[*pgconn.PgError](err); ok { // a server that is none of PostgreSQL's own does not say it
		e.opt.Log.Warn().Err(pe).Msg("whether the database went back in time cannot be told")
		return nil
	}
	if err != nil {
		return found(err, "")
	}
	kept, err := e.KeepFirst(ctx, timelineSetting, []byte(now))
	if err != nil {
		return err
	}
	known := string(kept)
	if known != now {
		return fmt.Errorf("%w: its timeline was %s and is %s; "+
			"\"jadebox restore --database-url URL --to TIME\" closes what may be known from the time that is lost, "+
			"--nothing-lost says that there is none", ErrRecovered, known, now)
	}
	return nil
}

// Timeline is the one that the database is on.
func Timeline(ctx context.Context, dsn string) (now string, err error) {
	c, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return "", fmt.Errorf("store: %w", err)
	}
	defer c.Close(context.WithoutCancel(ctx))
	err = c.QueryRow(ctx, `SELECT (`+timeline+`)::text`).Scan(&now)
	return now, found(err, "")
}

// AcceptTimeline says that the database lost nothing when its timeline changed.
func AcceptTimeline(ctx context.Context, dsn string) error {
	c, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	defer c.Close(context.WithoutCancel(ctx))
	_, err = c.Exec(ctx, acceptTimeline, timelineSetting)
	return found(err, "")
}

const acceptTimeline = `INSERT INTO setting (key, value) VALUES ($1, convert_to((` + timeline + `)::text, 'UTF8'))
	ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`

// BackupSlot is the replication slot of the backup that follows.
const BackupSlot = "jadebox_backup"

// Followed says how the log of the database is kept elsewhere (store/backup).
type Followed struct {
	Slot   bool  // a follower has begun to
	Active bool  // a follower does now
	Kept   int64 // bytes that PostgreSQL keeps for it
	End    int64 // LSN up to which the database has written its log
	Have   int64 // LSN up to which it is kept elsewhere, 0 when that is not known
	Lost   bool  // PostgreSQL has thrown away what was to be kept
}

// Followed asks the slot of a name.
func (e *Engine) Followed(ctx context.Context, slot string) (f Followed, err error) {
	err = e.pool.QueryRow(ctx, `SELECT active, coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)::bigint,
		coalesce(wal_status, '') = 'lost', pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint,
		coalesce(pg_wal_lsn_diff(restart_lsn, '0/0'), 0)::bigint
		FROM pg_replication_slots WHERE slot_name = $1`, slot).Scan(&f.Active, &f.Kept, &f.Lost, &f.End, &f.Have)
	if errors.Is(err, pgx.ErrNoRows) {
		return f, nil
	}
	f.Slot = err == nil
	return f, found(err, "")
}

// Restored is what MarkRestored writes beside what it closes.
type Restored struct {
	LogKey     []byte // setting log.key from now on
	Checkpoint []byte // of the log as it is, under that key
}

// idsLost is more than a site gives out between the moment that is restored and its end: numbers of players and rooms
// that were given out and are lost are not given to others.
const (
	idsLost   = 1_000_000
	slotsLost = 64
)

// NewestTime is the newest time of an op or of a seed epoch.
func (e *Engine) NewestTime(ctx context.Context) (at time.Time, err error) {
	err = e.pool.QueryRow(ctx, `SELECT greatest('epoch', (SELECT max(opened_at) FROM seed_epoch), (SELECT max(o.at) FROM writer w,
		LATERAL (SELECT at FROM op WHERE id > w.id << 40 AND id < (w.id + 1) << 40 ORDER BY id DESC LIMIT 1) o))`).Scan(&at)
	return at.UTC(), found(err, "")
}

// MarkRestored makes a database that went back in time one that can be served from: whatever may be known from the time
// that is lost is closed, in one transaction, before any server runs on it (docs/fairness.md, "After a restore").
//   - Every seed epoch: nothing can be drawn from it any more; the player's actor opens its key and the next one.
//   - Seeds that were committed ahead, and those of numbers that are ready: they are forgotten.
//   - Every open room is to be ended before anything else is done in it (RestoredRooms).
//   - Sessions and codes: what was ended or used after that moment must not come alive.
//   - Numbers of players and rooms and the writers' sequences: those that were given out are not given again.
func MarkRestored(ctx context.Context, dsn string, r Restored) error {
	c, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	defer c.Close(context.WithoutCancel(ctx))
	err = pgx.BeginFunc(ctx, c, func(tx pgx.Tx) error {
		for _, s := range []struct {
			sql  string
			args []any
		}{
			{`UPDATE account SET next_nonce = $1 WHERE seed_epoch > 0 AND id & 255 = $2`,
				[]any{store.NonceClosed, store.ClassPlayerGems}},
			{`DELETE FROM setting WHERE key LIKE 'seed.next.%'`, nil},
			{`DELETE FROM ready_player`, nil},
			{`DELETE FROM session`, nil},
			{`DELETE FROM code`, nil},
			{`INSERT INTO restored_room SELECT id FROM room WHERE status < 4 ON CONFLICT DO NOTHING`, nil},
			{`UPDATE schema_floor SET version = greatest(version, 340)`, nil}, // see migration 00340
			{`INSERT INTO setting (key, value) VALUES ('log.key', $1) ON CONFLICT (key) DO UPDATE SET value = $1`,
				[]any{r.LogKey}},
			{`UPDATE log_head SET checkpoint = $1`, []any{notNil(r.Checkpoint)}},
			{`SELECT setval('room_id', nextval('room_id') + $1)`, []any{idsLost}},
			{`SELECT setval('player_id', nextval('player_id') + $1)`, []any{idsLost}},
			{`UPDATE writer w SET reusable = false, ended = coalesce((SELECT max(o.id) FROM op o
				WHERE o.id > w.id << 40 AND o.id < (w.id + 1) << 40), w.id << 40) & ((1::bigint << 40) - 1)`, nil},
			{`SELECT setval(pg_get_serial_sequence('writer', 'id'), coalesce((SELECT max(id) FROM writer), 0) + $1)`,
				[]any{slotsLost}},
			{acceptTimeline, []any{timelineSetting}},
		} {
			if _, err := tx.Exec(ctx, s.sql, s.args...); err != nil {
				return fmt.Errorf("%s: %w", s.sql, err)
			}
		}
		return nil
	})
	return found(err, "")
}

// Guarded is an account that has second factors.
type Guarded struct {
	Name       string
	Registered time.Time
	Factors    []string // kind and id of each, sorted, without recovery codes
}

// GuardedAccounts are all accounts that have second factors. A database of a release that knew none has none.
func GuardedAccounts(ctx context.Context, dsn string) (map[store.PlayerID]Guarded, error) {
	c, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	defer c.Close(context.WithoutCancel(ctx))
	var known bool
	if err := c.QueryRow(ctx, `SELECT to_regclass('factor') IS NOT NULL`).Scan(&known); err != nil || !known {
		return nil, found(err, "")
	}
	rows, _ := c.Query(ctx, `SELECT p.id, p.name, p.at, array_agg(f.kind || ':' || encode(f.id, 'hex') ORDER BY f.kind, f.id)
		FROM factor f JOIN player p ON p.id = f.player WHERE f.kind <> $1 GROUP BY p.id`, int16(store.FactorRecovery))
	all := map[store.PlayerID]Guarded{}
	var id store.PlayerID
	var g Guarded
	_, err = pgx.ForEachRow(rows, []any{&id, &g.Name, &g.Registered, &g.Factors}, func() error {
		g.Factors = slices.Clone(g.Factors)
		all[id] = g
		return nil
	})
	return all, found(err, "")
}

// RestoredRooms are the rooms that were open when the site went back to a backup, until RestoredEnded.
func (e *Engine) RestoredRooms(ctx context.Context) ([]store.RoomID, error) {
	rows, _ := e.pool.Query(ctx, `SELECT id FROM restored_room ORDER BY id`)
	ids, err := pgx.CollectRows(rows, pgx.RowTo[store.RoomID])
	return ids, found(err, "")
}

// RestoredEnded says that all of them have ended.
func (e *Engine) RestoredEnded(ctx context.Context) error {
	_, err := e.pool.Exec(ctx, `DELETE FROM restored_room`)
	return found(err, "")
}
