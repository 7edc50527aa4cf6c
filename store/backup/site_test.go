//go:build unix

package backup_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jadebox/store"
	"jadebox/store/backup"
	"jadebox/store/embedded"
	"jadebox/store/postgres"
)

// ofAnother is a site in a PostgreSQL that was not made by package embedded: names of its own, and a configuration
// that accepts no connection and waits for a standby, which the copy takes along.
func ofAnother(t *testing.T) (*embedded.Server, string) {
	t.Helper()
	dir := t.TempDir()
	s, err := embedded.Start(t.Context(), embedded.Options{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Stop() })
	as := func(user, database string) string {
		return strings.NewReplacer("user=jadebox", "user="+user, "dbname=postgres", "dbname="+database).Replace(s.DSN())
	}
	execute(t, s.KeeperDSN(), `CREATE ROLE other LOGIN SUPERUSER`)
	execute(t, as("other", "postgres"), `ALTER ROLE jadebox_keeper RENAME TO "the root"`)
	execute(t, as("other", "postgres"), `CREATE ROLE keeper LOGIN REPLICATION`)
	execute(t, as("other", "postgres"), `CREATE DATABASE "the shop's" OWNER keeper`)
	dsn := as("keeper", `'the shop\'s'`)
	execute(t, dsn, `CREATE SCHEMA keeper`) // first in the way of a role of that name, and of no other
	if err := postgres.Migrate(t.Context(), dsn); err != nil {
		t.Fatal(err)
	}
	execute(t, as("other", "postgres"), `ALTER SYSTEM SET synchronous_standby_names = 'elsewhere'`) // until it is read
	hba := filepath.Join(dir, "pg", "pg_hba.conf")
	if err := os.WriteFile(hba, []byte("local all all reject\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return s, dsn
}

// operate commits n operations.
func operate(t *testing.T, dsn, name string, n int) {
	t.Helper()
	e, err := postgres.Open(t.Context(), dsn, postgres.Options{Writers: 1, KeepSchema: true})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for i := range n {
		op := &store.Op{Key: fmt.Sprint(name, i), Kind: "test", At: time.Now()}
		if _, err := e.Commit(t.Context(), op); err != nil {
			t.Fatal(err)
		}
	}
}

func TestASiteUnderOtherNamesIsRecoveredWithItsJournal(t *testing.T) {
	_, from := ofAnother(t)
	to := backup.Directory(t.TempDir())
	operate(t, from, "before", 7)
	if err := (backup.Run{DSN: at(from), To: to}).Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	server, got, err := backup.Recover(t.Context(), backup.Recovery{From: to, DataDir: dir, Cluster: "pg"})
	if err != nil {
		t.Fatal(err)
	}
	of := got.Base.Site
	if of.Database != "the shop's" || of.Schema != "keeper" || of.Owner != "keeper" || of.Superuser != "the root" ||
		of.Operations != 7 || len(of.Journal) != 1 || of.Settings["max_connections"] != "100" {
		t.Errorf("the copy says of its site: %+v", of)
	}
	for range 2 { // then as a server starts that finds the cluster
		if n := query[int](t, server.DSN(), `SELECT count(*) FROM op`); n != 7 {
			t.Errorf("%d operations, want 7", n)
		}
		if running, ok := embedded.RunningDSN(dir); !ok ||
			query[string](t, running, `SELECT current_database()`) != "the shop's" {
			t.Errorf("beside the server the site is looked for at %q", running)
		}
		operate(t, server.DSN(), fmt.Sprint("after", time.Now().UnixNano()), 1) // waits for no standby
		execute(t, server.DSN(), `DELETE FROM op WHERE key LIKE 'after%'`)
		if err := server.Stop(); err != nil {
			t.Fatal(err)
		}
		if server, err = embedded.Start(t.Context(), embedded.Options{DataDir: dir}); err != nil {
			t.Fatal(err)
		}
		defer server.Stop()
	}
}

func TestADatabaseWithoutASiteIsNotBackedUp(t *testing.T) {
	s, _ := ofAnother(t)
	empty := strings.Replace(s.DSN(), "user=jadebox", "user=other", 1)
	err := backup.Run{DSN: at(empty), To: backup.Directory(t.TempDir())}.Do(t.Context())
	if !errors.Is(err, postgres.ErrNoSite) || !strings.Contains(err.Error(), `"postgres"`) {
		t.Errorf("a backup of an empty database: %v", err)
	}
}

// What the copy's own description says is changed, so that the database is the one that lacks something.
func TestACopyThatLacksOperationsIsRefused(t *testing.T) {
	s, to := site(t), backup.Directory(t.TempDir())
	operate(t, s.DSN(), "op", 3)
	if err := (backup.Run{DSN: at(s.DSN()), To: to}).Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	list, err := filepath.Glob(filepath.Join(string(to), "base", "*", "base.json"))
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	whole, err := os.ReadFile(list[0])
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		change func(*backup.Site)
		is     error
	}{
		"one operation more": {func(s *backup.Site) { s.Journal[0].Last++ }, backup.ErrJournal},
		"another hash": {func(s *backup.Site) { s.Journal[0].Chain = strings.Repeat("00", 32) },
			backup.ErrJournal},
		"no hash":           {func(s *backup.Site) { s.Journal[0].Chain = "abc" }, backup.ErrJournal},
		"another writer":    {func(s *backup.Site) { s.Journal[0].Writer = 77 }, backup.ErrJournal},
		"an empty database": {func(s *backup.Site) { s.Database = "template1" }, postgres.ErrNoSite},
	} {
		var b backup.Base
		if err := json.Unmarshal(whole, &b); err != nil {
			t.Fatal(err)
		}
		c.change(&b.Site)
		if err := b.Keep(t.Context(), to); err != nil {
			t.Fatal(err)
		}
		if _, _, err := backup.Recover(t.Context(), backup.Recovery{From: to, DataDir: t.TempDir(),
			Cluster: "pg.restoring"}); !errors.Is(err, c.is) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
