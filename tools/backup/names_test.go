//go:build linux

package backup_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"jadebox/store/backup"
	"jadebox/store/embedded"
	"jadebox/store/postgres"
	tool "jadebox/tools/backup"
)

// A site with a PostgreSQL of its own may name its database otherwise; the Compose file's is named jadebox.
func TestASiteUnderAnotherDatabaseNameIsVerifiedAndRestored(t *testing.T) {
	s, err := embedded.Start(t.Context(), embedded.Options{DataDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	execute := func(dsn, sql string) string {
		t.Helper()
		c, err := pgx.Connect(t.Context(), dsn)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close(t.Context())
		var text string
		if err := c.QueryRow(t.Context(), sql).Scan(&text); err != nil && !errors.Is(err, pgx.ErrNoRows) {
			t.Fatal(err)
		}
		return text
	}
	execute(s.KeeperDSN(), `CREATE DATABASE jadebox OWNER jadebox`)
	of := strings.Replace(s.DSN(), "dbname=postgres", "dbname=jadebox", 1)
	db, err := postgres.Open(t.Context(), of, postgres.Options{Writers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ClaimMode(t.Context(), "live"); err != nil {
		t.Fatal(err)
	}
	db.Close()
	to := t.TempDir()
	run := backup.Run{DSN: func() (string, error) { return of, nil }, To: backup.Directory(to)}
	if err := run.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := (&tool.Verify{From: to, Work: t.TempDir(), Quiet: true}).Run(t.Context(), session(&out)); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	if !strings.Contains(out.String(), "Database jadebox, owner jadebox: all 0 operations") {
		t.Errorf("it verified:\n%s", &out)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	const data = "restored" // named from where one is, in which the binaries are looked for, too
	there, dist := t.TempDir(), filepath.Join("store", "embedded", "dist")
	if err := errors.Join(os.MkdirAll(filepath.Join(there, filepath.Dir(dist)), 0o700),
		os.Symlink(filepath.Join(here, "..", "..", dist), filepath.Join(there, dist))); err != nil {
		t.Fatal(err)
	}
	t.Chdir(there)
	if err := (&tool.Restore{From: to, Data: data, Quiet: true}).Run(t.Context(), session(&out)); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	again, err := embedded.Start(t.Context(), embedded.Options{DataDir: data})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Stop()
	if name := execute(again.DSN(), `SELECT current_database() || ' ' || mode FROM site_mode`); name != "jadebox live" {
		t.Errorf("the restored directory is served from %q", name)
	}
	t.Setenv("JADEBOX_DATABASE_URL", s.DSN())
	err = (&tool.Restore{DatabaseURL: "env", To: "2026-11-26 14:30:00"}).Run(t.Context(), session(&out))
	if !errors.Is(err, postgres.ErrNoSite) || execute(s.DSN(), `SELECT coalesce(to_regclass('op')::text, '')`) != "" {
		t.Errorf("an empty database is marked: %v", err)
	}
}
