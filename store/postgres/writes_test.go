//go:build unix

package postgres_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
)

// within asks until Writes is as it should be.
func within(t *testing.T, e *postgres.Engine, fails bool) {
	t.Helper()
	var err error
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if err = e.Writes(t.Context()); (err != nil) == fails {
			return
		}
	}
	t.Fatalf("writes: %v, want a failure: %t", err, fails)
}

func TestADatabaseThatIsFullIsKnownToTakeNothing(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{Writers: 1})
	p := register(t, e, "player", 1_000)
	within(t, e, false)
	execute(t, dsn, `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$`)
	for _, table := range []string{"op", "schema_floor"} {
		execute(t, dsn, `CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON `+table+` EXECUTE FUNCTION full_disk()`)
	}
	if _, err := e.Commit(t.Context(), spend(p, "a", 1)); !errors.Is(err, store.ErrFull) {
		t.Fatal(err)
	}
	if err := e.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	within(t, e, true)
	time.Sleep(1100 * time.Millisecond) // real: the next try, which fails, too
	within(t, e, true)
	execute(t, dsn, `DROP FUNCTION full_disk CASCADE`)
	within(t, e, false) // though nobody sends an op to a server that is not ready
	commit(t, e, spend(p, "a", 1))
}

func TestADatabaseThatIsReadOnlyIsKnownToTakeNothing(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{Writers: 1})
	p := register(t, e, "player", 1_000)
	name := query[string](t, dsn, `SELECT current_database()::text`)[0]
	execute(t, dsn, `ALTER DATABASE "`+name+`" SET default_transaction_read_only = on`)
	execute(t, dsn, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid()`)
	done := make(chan error, 1)
	go func() { _, err := e.Commit(context.Background(), spend(p, "a", 1)); done <- err }()
	within(t, e, true)
	execute(t, dsn+" options='-c default_transaction_read_only=off'",
		`ALTER DATABASE "`+name+`" SET default_transaction_read_only = off`)
	if err := <-done; err != nil {
		t.Error(err)
	}
	within(t, e, false)
}
