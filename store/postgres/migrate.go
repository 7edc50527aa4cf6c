package postgres

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Schema names what Migrate makes of an empty database: two programs of one schema give the same name.
func Schema() string {
	sum := sha256.New()
	_ = fs.WalkDir(migrations, ".", func(path string, _ fs.DirEntry, _ error) error {
		if text, err := migrations.ReadFile(path); err == nil {
			fmt.Fprintf(sum, "%s %d\n%s", path, len(text), text)
		}
		return nil
	})
	return hex.EncodeToString(sum.Sum(nil))[:16]
}

// Schemas that a program does not run on.
var (
	ErrSchemaNewer = errors.New("store: the database's schema is newer than this program")
	ErrSchemaOlder = errors.New("store: the database's schema is older than this program")
)

// Migration is one step of the schema.
type Migration struct {
	Version int64
	Name    string // of its file
	// Note says what it does, and whether the release before still runs on what it leaves: it begins with "expand:"
	// when that does, with "contract:" when not. Empty for the steps of the first releases.
	Note string
}

// Migrate brings the schema to this program's version. Several nodes may call it at once: one of them does the work.
// ErrSchemaNewer, and nothing is changed, when the schema asks for a program that knows more.
func Migrate(ctx context.Context, dsn string) error {
	if whole, err := isWhole(ctx, dsn); err != nil || whole {
		return err
	}
	return migrating(ctx, dsn, func(p *goose.Provider, db *sql.DB) error {
		if err := checkFloor(ctx, p, db); err != nil {
			return err
		}
		if _, err := p.Up(ctx); err != nil {
			return err
		}
		return relist(ctx, dsn)
	})
}

// Pending lists the steps that the schema lacks of this program's. ErrSchemaNewer as Migrate.
func Pending(ctx context.Context, dsn string) (list []Migration, err error) {
	err = migrating(ctx, dsn, func(p *goose.Provider, db *sql.DB) error {
		if err := checkFloor(ctx, p, db); err != nil {
			return err
		}
		list, err = lackingSteps(ctx, p, db)
		return err
	})
	return list, err
}

// CheckSchema is nil when this program may run on the schema as it is: it changes nothing.
func CheckSchema(ctx context.Context, dsn string) error {
	if whole, err := isWhole(ctx, dsn); err != nil || whole {
		return err
	}
	list, err := Pending(ctx, dsn)
	if err == nil && len(list) > 0 {
		return fmt.Errorf(
			"%w: %d steps are missing, the first is %s; a start of the server makes them, or jadebox migrate",
			ErrSchemaOlder, len(list), list[0].Name)
	}
	return err
}

// isWhole reports whether the schema has every step of this program, asks for no newer one and has nothing left to be
// listed again. Most starts find it so, and need no more than one connection and one question to see it; false is also
// what a schema from before the tables that are asked gives.
func isWhole(ctx context.Context, dsn string) (bool, error) {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return false, fmt.Errorf("store: migrate: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var floor int64
	var done []int64
	var listed bool
	if err := conn.QueryRow(ctx, `SELECT (SELECT version FROM schema_floor),
		ARRAY(SELECT version_id FROM goose_db_version WHERE is_applied), NOT EXISTS (SELECT FROM relist)`).Scan(&floor,
		&done, &listed); err != nil || !listed {
		return false, ctx.Err()
	}
	steps, err := migrations.ReadDir("migrations")
	if err != nil {
		return false, err
	}
	latest := int64(0)
	for _, step := range steps {
		version, err := goose.NumericComponent(step.Name())
		if err != nil {
			return false, err
		}
		if latest = max(latest, version); !slices.Contains(done, version) {
			return false, nil
		}
	}
	return floor <= latest, nil
}

func migrating(ctx context.Context, dsn string, do func(*goose.Provider, *sql.DB) error) error {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return fmt.Errorf("store: database url: %w", err)
	}
	db := stdlib.OpenDB(*config)
	defer db.Close()
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return err
	}
	// each part of the product has numbers of its own
	p, err := goose.NewProvider(goose.DialectPostgres, db, files, goose.WithSessionLocker(locker),
		goose.WithAllowOutofOrder(true))
	if err != nil {
		return err
	}
	if err := do(p, db); err != nil {
		return fmt.Errorf("store: migrate: %w", err)
	}
	return nil
}

// checkFloor asks the schema which programs may run on it. One from before there was a floor asks for none.
func checkFloor(ctx context.Context, p *goose.Provider, db *sql.DB) error {
	var there bool
	if err := db.QueryRowContext(ctx, `SELECT to_regclass('schema_floor') IS NOT NULL`).Scan(&there); err != nil {
		return err
	}
	if !there {
		return nil
	}
	var floor, latest int64
	if err := db.QueryRowContext(ctx, `SELECT version FROM schema_floor`).Scan(&floor); err != nil {
		return err
	}
	for _, s := range p.ListSources() {
		latest = max(latest, s.Version)
	}
	if latest < floor {
		return fmt.Errorf("%w: it asks for a release that knows step %05d, this one knows up to %05d", ErrSchemaNewer,
			floor, latest)
	}
	return nil
}

// lackingSteps asks the table in which goose keeps what was done; an empty database has none.
func lackingSteps(ctx context.Context, p *goose.Provider, db *sql.DB) (list []Migration, err error) {
	done := map[int64]bool{}
	var there bool
	if err := db.QueryRowContext(ctx, `SELECT to_regclass('goose_db_version') IS NOT NULL`).Scan(&there); err != nil {
		return nil, err
	}
	if there {
		rows, err := db.QueryContext(ctx, `SELECT version_id FROM goose_db_version WHERE is_applied`)
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		for rows.Next() {
			var version int64
			if err := rows.Scan(&version); err != nil {
				return nil, err
			}
			done[version] = true
		}
		if err := rows.Err(); err != nil {
			return nil, err
		}
	}
	for _, s := range p.ListSources() {
		if done[s.Version] {
			continue
		}
		note, err := noteOf(s.Path)
		if err != nil {
			return nil, err
		}
		list = append(list, Migration{Version: s.Version, Name: s.Path, Note: note})
	}
	return list, nil
}

// noteOf reads the comment that begins a step, as far as it says what kind of step it is.
func noteOf(name string) (string, error) {
	text, err := migrations.ReadFile("migrations/" + name)
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(text)) {
		note, comment := strings.CutPrefix(strings.TrimSpace(line), "-- ")
		if comment && (strings.HasPrefix(note, "expand:") || strings.HasPrefix(note, "contract:")) {
			return note, nil
		}
	}
	return "", nil
}
