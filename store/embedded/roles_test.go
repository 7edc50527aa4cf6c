//go:build unix

package embedded

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// try runs statements on one connection.
func try(t *testing.T, dsn string, statements ...string) error {
	t.Helper()
	c, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(t.Context())
	for _, sql := range statements {
		if _, err := c.Exec(t.Context(), sql); err != nil {
			return err
		}
	}
	return nil
}

// refused is whether the role may not do it, and not whether it failed.
func refused(err error) bool {
	pe, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pe.Code == "42501"
}

// mayNothingMore holds the role of a DSN to what the site needs.
func mayNothingMore(t *testing.T, dsn string) {
	t.Helper()
	if got := ask(t, dsn, `SELECT concat_ws(' ', rolname, rolsuper, rolreplication, rolcreaterole, rolcreatedb,
		rolbypassrls) FROM pg_roles WHERE rolname = current_user`); got != "jadebox f t f f f" {
		t.Errorf("the site connects as %s", got)
	}
	for _, sql := range []string{
		`SELECT pg_read_file('postgresql.conf')`,
		`COPY (SELECT 1) TO PROGRAM 'cat'`,
		`COPY (SELECT 1) TO '/tmp/jadebox-never'`,
		`SELECT lo_import('/etc/hostname')`,
		`SET ROLE jadebox_keeper`,
		`ALTER ROLE jadebox SUPERUSER`,
		`GRANT pg_execute_server_program TO jadebox`,
		`CREATE EXTENSION dblink`,
		`ALTER SYSTEM SET restore_command = 'true'`,
	} {
		if err := try(t, dsn, sql); !refused(err) {
			t.Errorf("%s: %v", sql, err)
		}
	}
	// What a site does: its schema, and its writers' settings.
	if err := try(t, dsn, `CREATE TABLE made (i int)`, `DROP TABLE made`, `SET log_min_messages = log`); err != nil {
		t.Error(err)
	}
}

// An earlier release made clusters in which the site's role may do everything, and owned everything.
func TestAnEarlierReleasesRolesAreChangedOnce(t *testing.T) {
	dir := t.TempDir()
	port, err := FreePort()
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{DataDir: dir, Settings: fast, TCPPort: port, Password: "secret"}
	s, err := Start(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	names := filepath.Join(dir, "pg", namesFile)
	other := strings.Replace(s.KeeperDSN(), "user="+keeper, "user=other", 1)
	before := s.DSN() // by the same name, then a superuser
	if err := errors.Join(
		try(t, s.KeeperDSN(), `ALTER DATABASE postgres OWNER TO jadebox_keeper`, `DROP OWNED BY jadebox`,
			`DROP ROLE jadebox`, `CREATE ROLE other LOGIN SUPERUSER`),
		try(t, other, `ALTER ROLE jadebox_keeper RENAME TO jadebox`, `ALTER ROLE jadebox PASSWORD 'secret'`),
		try(t, before, `CREATE SCHEMA apart`, `CREATE TYPE apart.colour AS ENUM ('red')`,
			`CREATE TABLE kept (i bigint GENERATED ALWAYS AS IDENTITY, n serial, c apart.colour)`,
			`CREATE SEQUENCE numbers`,
			`CREATE FUNCTION two() RETURNS int LANGUAGE sql AS 'SELECT 2'`, `CREATE VIEW seen AS SELECT i FROM kept`,
			`CREATE MATERIALIZED VIEW stood AS SELECT i FROM kept`, `INSERT INTO kept (c) VALUES ('red')`),
		os.Remove(names), s.Stop()); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second finds what a process that was killed before it wrote the names has left
		if s, err = Start(t.Context(), opt); err != nil {
			t.Fatal(err)
		}
		mayNothingMore(t, s.TCPDSN())
		if err := try(t, s.DSN(), `INSERT INTO kept (c) VALUES ('red')`, `SELECT nextval('numbers')`,
			`ALTER TABLE kept ADD COLUMN IF NOT EXISTS more int`,
			`ALTER TYPE apart.colour ADD VALUE IF NOT EXISTS 'green'`,
			`CREATE OR REPLACE FUNCTION two() RETURNS int LANGUAGE sql AS 'SELECT 3'`,
			`REFRESH MATERIALIZED VIEW stood`,
			`CREATE OR REPLACE VIEW seen AS SELECT i FROM kept`, `SELECT * FROM pg_control_system()`); err != nil {
			t.Error(err)
		}
		if got := ask(t, s.KeeperDSN(), `SELECT current_setting('is_superuser') || count(*) FROM pg_class
			WHERE relowner <> 'jadebox'::regrole AND relnamespace = 'public'::regnamespace`); got != "on0" {
			t.Errorf("the keeper is a superuser, and tables are others': %s", got)
		}
		keepers := strings.Replace(s.TCPDSN(), "user=jadebox", "user="+keeper, 1)
		if _, err := pgx.Connect(t.Context(), keepers); err == nil {
			t.Error("the keeper comes in with a password")
		}
		waitsNotForEver(t, s)
		if err := errors.Join(s.Stop(), os.Remove(names)); err != nil {
			t.Fatal(err)
		}
	}
}

// waitsNotForEver makes the roles again while another session reads a table: a start must end, and say what it waited
// for.
func waitsNotForEver(t *testing.T, s *Server) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	reader, err := pgx.Connect(ctx, s.DSN())
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close(t.Context())
	if _, err := reader.Exec(ctx, `BEGIN; LOCK TABLE kept IN ACCESS SHARE MODE`); err != nil {
		t.Fatal(err)
	}
	by, err := pgx.Connect(ctx, s.KeeperDSN())
	if err != nil {
		t.Fatal(err)
	}
	defer by.Close(t.Context())
	_, err = settleRoles(ctx, by, s.names, 50*time.Millisecond)
	if err == nil || !strings.Contains(err.Error(), "ALTER TABLE kept OWNER TO jadebox") {
		t.Errorf("it says %v", err)
	}
}
