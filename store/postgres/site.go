package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

// ErrNoSite is a database in which no site ever was: its name is another one's, or it was made empty.
var ErrNoSite = errors.New("store: the database holds no site")

// Site is what a backup must know of a database to find it again, and to know that all of it is there
// (docs/backup.md).
type Site struct {
	Database  string // its name
	Schema    string // of the tables
	Owner     string // role that owns them
	Superuser string // the role that PostgreSQL was made with: it may do everything, and cannot be removed
	Heads     map[int64]store.ChainHead
}

// ReadSite asks a database for what it holds; ErrNoSite, with the database's name, when that is nothing of a site.
func ReadSite(ctx context.Context, dsn string) (s Site, err error) {
	c, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return s, fmt.Errorf("store: %w", err)
	}
	defer c.Close(context.WithoutCancel(ctx))
	if err := checkSite(ctx, c); err != nil {
		return s, err
	}
	if err := c.QueryRow(ctx, `SELECT current_database()::text, n.nspname::text, pg_get_userbyid(t.relowner)::text,
		(SELECT rolname::text FROM pg_roles WHERE oid = 10)
		FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace WHERE t.oid = to_regclass('op')`).Scan(&s.Database,
		&s.Schema, &s.Owner, &s.Superuser); err != nil {
		return s, found(err, "")
	}
	s.Heads, err = chainHeads(ctx, c)
	return s, err
}

// CheckSite is ErrNoSite, with the database's name, where no site ever was.
func CheckSite(ctx context.Context, dsn string) error {
	c, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	defer c.Close(context.WithoutCancel(ctx))
	return checkSite(ctx, c)
}

func checkSite(ctx context.Context, db querier) error {
	var name string
	var there bool
	if err := db.QueryRow(ctx, `SELECT current_database()::text, to_regclass('op') IS NOT NULL`).Scan(&name,
		&there); err != nil {
		return found(err, "")
	}
	if !there {
		return fmt.Errorf("%w: %q has no journal (table op)", ErrNoSite, name)
	}
	return nil
}

// CheckHeads holds the journal to heads that it once had: each writer's ops up to there, none less, and the last of
// them with the hash of the chain that it had.
func CheckHeads(ctx context.Context, dsn string, heads map[int64]store.ChainHead) error {
	c, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	defer c.Close(context.WithoutCancel(ctx))
	for writer, head := range heads {
		var n int64
		var chain []byte
		if err := c.QueryRow(ctx, `SELECT count(*), (SELECT chain FROM op WHERE id = $2)
			FROM op WHERE id > $1 AND id <= $2`,
			store.MakeOpID(writer, 0), store.MakeOpID(writer, head.Seq)).Scan(&n, &chain); err != nil {
			return found(err, "")
		}
		switch {
		case n != head.Seq:
			return fmt.Errorf("store: writer %d has %d operations where it had %d", writer, n, head.Seq)
		case !slices.Equal(chain, head.Chain[:]):
			return fmt.Errorf("store: operation %d of writer %d is another one than it was", head.Seq, writer)
		}
	}
	return nil
}
