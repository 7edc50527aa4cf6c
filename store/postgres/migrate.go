package postgres

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"

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

// Migrate brings the schema to this program's version. Several nodes may call it at once: one of them does the work.
func Migrate(ctx context.Context, dsn string) error {
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
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("store: migrate: %w", err)
	}
	if err := relist(ctx, dsn); err != nil {
		return fmt.Errorf("store: migrate: %w", err)
	}
	return nil
}
