//go:build unix

package postgres_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

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
	var log strings.Builder
	e := open(t, dsn, postgres.Options{Writers: 1, Log: zerolog.New(&log)})
	p := register(t, e, "player", 1_000)
	within(t, e, false)
	lacks := func(code string) {
		t.Helper()
		execute(t, dsn, `CREATE OR REPLACE FUNCTION lacks() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN RAISE EXCEPTION 'it lacks something' USING ERRCODE = '`+code+`'; END $$`)
	}
	lacks("53100")
	for _, table := range []string{"op", "schema_floor"} {
		execute(t, dsn, `CREATE TRIGGER lacks BEFORE INSERT OR UPDATE ON `+table+` EXECUTE FUNCTION lacks()`)
	}
	refused := func() {
		t.Helper()
		for range 3 {
			if _, err := e.Commit(t.Context(), spend(p, "a", 1)); !errors.Is(err, store.ErrFull) {
				t.Fatal(err)
			}
		}
	}
	refused()
	if err := e.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	within(t, e, true)
	lacks("53200")
	refused()
	time.Sleep(1100 * time.Millisecond) // real: the next try, which fails, too
	within(t, e, true)
	execute(t, dsn, `DROP FUNCTION lacks CASCADE`)
	within(t, e, false) // though no op is sent to a server that is not ready
	commit(t, e, spend(p, "a", 1))
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"disk is full", "no memory left"} {
		if n := strings.Count(log.String(), words); n != 1 {
			t.Errorf("%q is logged %d times:\n%s", words, n, &log)
		}
	}
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

// An answer to the caller is no error of the database's: its log would grow with every key that is sent again.
func TestAKeyThatIsSentAgainIsNotInTheDatabasesLog(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	first := open(t, dsn, postgres.Options{Writers: 1})
	p := register(t, first, "player", 1_000)
	commit(t, first, spend(p, "sent-again", 1))
	dir := query[string](t, dsn, `SELECT current_setting('data_directory')`)[0]
	log := filepath.Join(filepath.Dir(dir), "postgres.log")
	before, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	again := open(t, dsn, postgres.Options{Writers: 1}) // has nothing of it in its memory
	r, err := again.Commit(t.Context(), spend(p, "sent-again", 1))
	if err != nil || !r.Replayed {
		t.Fatalf("%+v, %v", r, err)
	}
	if _, err := again.Commit(t.Context(), spend(p, "too-much", 5_000)); !errors.Is(err, store.ErrFunds) {
		t.Fatal(err)
	}
	execute(t, dsn, `DO $$ BEGIN RAISE WARNING 'others are heard'; END $$`)
	after, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	said := string(after[len(before):])
	if !strings.Contains(said, "others are heard") {
		t.Fatalf("it is another log: %s", said)
	}
	if strings.Contains(said, "ERROR") {
		t.Errorf("the log has what is an answer:\n%s", said)
	}
}

// The right to keep answers out of the database's log may be taken away while the site runs.
func TestAWriterComesBackWithoutTheRightToKeepTheLogShort(t *testing.T) {
	dsn, keeper := pgtest.MigratedDSN(t), pgtest.Server(t).KeeperDSN()
	e := open(t, dsn, postgres.Options{Writers: 1})
	p := register(t, e, "player", 1_000)
	if got := e.WriterSetting(t.Context(), "log_min_messages"); got != "log" {
		t.Fatalf("with the right, the log has what is %s", got)
	}
	execute(t, keeper, `REVOKE SET ON PARAMETER log_min_messages FROM jadebox`)
	defer execute(t, keeper, `GRANT SET ON PARAMETER log_min_messages TO jadebox`)
	execute(t, dsn, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid()`)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if _, err := e.Commit(ctx, spend(p, "a", 1)); err != nil {
		t.Fatal(err)
	}
	if got := e.WriterSetting(t.Context(), "log_min_messages"); got == "log" {
		t.Error("the setting is as it was")
	}
}

// An op that takes longer than a statement_timeout each time refuses itself, and no other op of its batch.
func TestAnOpThatIsCancelledEachTimeRefusesItselfAlone(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{Writers: 1})
	p := register(t, e, "player", 1_000)
	execute(t, dsn, `CREATE FUNCTION cancels() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		IF NEW.key = 'long' THEN RAISE EXCEPTION 'canceling statement' USING ERRCODE = '57014'; END IF;
		RETURN NEW; END $$`)
	execute(t, dsn, `CREATE TRIGGER cancels BEFORE INSERT ON op FOR EACH ROW EXECUTE FUNCTION cancels()`)
	admin := session(t, dsn)
	tx, err := admin.Begin(t.Context())
	if err == nil {
		_, err = tx.Exec(t.Context(), `LOCK TABLE op IN ACCESS EXCLUSIVE MODE`)
	}
	if err != nil {
		t.Fatal(err)
	}
	keys := []string{"first", "a", "b", "long", "c", "d"} // all but the first are one batch
	errs := make([]error, len(keys))
	var done sync.WaitGroup
	done.Add(len(keys))
	for i, key := range keys {
		e.Submit(spend(p, key, 1), func(_ store.Receipt, err error) {
			errs[i] = err
			done.Done()
		})
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	done.Wait()
	for i, key := range keys {
		if key == "long" != errors.Is(errs[i], store.ErrConflict) || key != "long" && errs[i] != nil {
			t.Errorf("%s: %v", key, errs[i])
		}
	}
}

// PostgreSQL's log has no deadlock of a writer's any more: this process's has.
func TestABatchThatADeadlockEndsIsToldOnce(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	var log strings.Builder
	e := open(t, dsn, postgres.Options{Writers: 1, Log: zerolog.New(&log)})
	p := register(t, e, "player", 1_000)
	execute(t, dsn, `CREATE SEQUENCE tried`)
	execute(t, dsn, `CREATE FUNCTION deadlocks() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		IF nextval('tried') <= 2 THEN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF;
		RETURN NULL; END $$`)
	execute(t, dsn, `CREATE TRIGGER deadlocks BEFORE INSERT ON op EXECUTE FUNCTION deadlocks()`)
	commit(t, e, spend(p, "a", 1))
	if n := strings.Count(log.String(), "40P01"); n != 1 {
		t.Errorf("it is told %d times:\n%s", n, &log)
	}
}
