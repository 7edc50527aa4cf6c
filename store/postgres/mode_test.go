//go:build unix

package postgres_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
)

func TestADatabaseRemembersWhatItIsFor(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{Writers: 1})
	var starts sync.WaitGroup
	for range 8 {
		starts.Go(func() {
			if have, err := e.ClaimMode(t.Context(), store.ModeLive); err != nil || have != store.ModeLive {
				t.Errorf("first starts at once: %q, %v", have, err)
			}
		})
	}
	starts.Wait()
	have, err := e.ClaimMode(t.Context(), store.ModeDemo)
	if have != store.ModeLive || !errors.Is(err, store.ErrMode) || !strings.Contains(err.Error(), "without --demo") {
		t.Fatalf("a demo on a live database: %q, %v", have, err)
	}
	if have, err := e.ClaimMode(t.Context(), store.ModeLive); have != store.ModeLive || err != nil {
		t.Fatalf("the next start: %q, %v", have, err)
	}
}

// siteFrom is the step by which a database says what it is for.
const siteFrom = 300

func TestADemoOfTheReleaseBeforeStaysADemo(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{Writers: 1})
	op := spend(register(t, e, "demo01", 1000), "seeded", 1)
	op.Kind = "demo.welcome"
	commit(t, e, op)
	e.Close()
	before(t, dsn, siteFrom)
	e = open(t, dsn, postgres.Options{Writers: 1})
	have, err := e.ClaimMode(t.Context(), store.ModeLive)
	if have != store.ModeDemo || !errors.Is(err, store.ErrMode) ||
		!strings.Contains(err.Error(), "known passwords") {
		t.Fatalf("a live start on a demo's database: %q, %v", have, err)
	}
}

func TestACommandNeverMigrates(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	before(t, dsn, siteFrom)
	_, err := postgres.Open(t.Context(), dsn, postgres.Options{Writers: 1, KeepSchema: true})
	if !errors.Is(err, postgres.ErrSchemaOlder) || !strings.Contains(err.Error(), "00300") {
		t.Fatalf("opened a schema that lacks a step: %v", err)
	}
	list, err := postgres.Pending(t.Context(), dsn)
	if err != nil || len(list) == 0 || list[0].Version != siteFrom || !strings.HasPrefix(list[0].Note, "expand: ") {
		t.Fatalf("pending: %+v, %v", list, err)
	}
	if err := postgres.Migrate(t.Context(), dsn); err != nil {
		t.Fatal(err)
	}
	e, err := postgres.Open(t.Context(), dsn, postgres.Options{Writers: 1, KeepSchema: true})
	if err != nil {
		t.Fatal(err)
	}
	e.Close()
}

func TestASchemaThatAsksForANewerProgramIsRefused(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	execute(t, dsn, `UPDATE schema_floor SET version = 99990`)
	for name, keep := range map[string]bool{"server": false, "command": true} {
		_, err := postgres.Open(t.Context(), dsn, postgres.Options{Writers: 1, KeepSchema: keep})
		if !errors.Is(err, postgres.ErrSchemaNewer) || !strings.Contains(err.Error(), "99990") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestEveryNewStepSaysWhetherTheReleaseBeforeRunsOnIt(t *testing.T) {
	dsn := pgtest.DSN(t)
	list, err := postgres.Pending(t.Context(), dsn)
	if err != nil || len(list) == 0 {
		t.Fatalf("pending of an empty database: %d, %v", len(list), err)
	}
	for _, m := range list {
		if m.Version >= siteFrom && m.Note == "" {
			t.Errorf("%s: no line that begins with \"-- expand:\" or \"-- contract:\"", m.Name)
		}
		text, err := os.ReadFile(filepath.Join("migrations", m.Name))
		if m.Version >= siteFrom && (err != nil || !bytes.Contains(text, []byte("\n-- +goose Down\n"))) {
			t.Errorf("%s: no \"-- +goose Down\", by which tests make a database of the release before (%v)",
				m.Name, err)
		}
	}
	if again, err := postgres.Pending(t.Context(), dsn); err != nil || len(again) != len(list) {
		t.Errorf("asking has changed the database: %d steps, then %d, %v", len(list), len(again), err)
	}
}
