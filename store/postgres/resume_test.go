//go:build unix

package postgres_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/rs/zerolog"

	"jadebox/store/postgres"
	"jadebox/store/storetest"
	"jadebox/store/storetest/pgtest"
)

// The end of a slot's sequence cannot be read at the first try: the connection stands, and the writer must not go on
// with the sequence that it had before, or with none.
func TestASlotWhoseEndIsNotReadIsNotWritten(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{Writers: 1, Reads: 2})
	p := register(t, e, "player", 1000)
	other := open(t, dsn+" options='-c lock_timeout=200'", postgres.Options{Writers: 1, Reads: 2})
	admin, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close(context.Background())
	tx, err := admin.Begin(t.Context())
	if err == nil {
		_, err = tx.Exec(t.Context(), `LOCK TABLE op IN ACCESS EXCLUSIVE MODE`)
	}
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { _, err := other.Commit(context.Background(), spend(p, "a", 1)); done <- err }()
	time.Sleep(time.Second) // real: the server's own time-out passes meanwhile
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-done // committed, or not: both may be
	commit(t, other, spend(p, "b", 1))
	storetest.Sound(t, e)
}

// A standby that is reached after a failover refuses to give a slot: each try closes its connection, so that none is
// left with a slot, and the site's connections do not run out.
func TestAWriterThatCannotResumeLeavesNoConnectionBehind(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	var log strings.Builder
	e := open(t, dsn, postgres.Options{Writers: 1, Reads: 2, Log: zerolog.New(&log)})
	p := register(t, e, "player", 1000)
	count := func() int64 {
		return query[int64](t, dsn, `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()`)[0]
	}
	name := query[string](t, dsn, `SELECT current_database()::text`)[0]
	before := count()
	execute(t, dsn, `ALTER DATABASE "`+name+`" SET default_transaction_read_only = on`)
	execute(t, dsn, `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
	done := make(chan error, 1)
	go func() { _, err := e.Commit(context.Background(), spend(p, "a", 1)); done <- err }()
	time.Sleep(3 * time.Second) // real: half a dozen tries
	if n := count(); n > before+1 {
		t.Errorf("%d connections, %d before", n, before)
	}
	execute(t, dsn+" options='-c default_transaction_read_only=off'",
		`ALTER DATABASE "`+name+`" SET default_transaction_read_only = off`)
	if err := <-done; err != nil {
		t.Error(err)
	}
	if n := strings.Count(log.String(), "25006"); n != 1 {
		t.Errorf("that no slot is given is told %d times:\n%s", n, &log)
	}
	storetest.Sound(t, e)
}

// A statement that is cancelled from outside (pg_cancel_backend, a statement_timeout of the role) is tried again.
func TestAStatementThatIsCancelledIsTriedAgain(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{Writers: 1, Reads: 2})
	p := register(t, e, "player", 1000)
	admin, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close(context.Background())
	tx, err := admin.Begin(t.Context())
	if err == nil {
		_, err = tx.Exec(t.Context(), `LOCK TABLE op IN ACCESS EXCLUSIVE MODE`)
	}
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { _, err := e.Commit(context.Background(), spend(p, "a", 1)); done <- err }()
	for cancelled := 0; cancelled < 2 && len(done) == 0; {
		if len(query[bool](t, dsn, `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
			WHERE wait_event_type = 'Lock' AND datname = current_database()`)) > 0 {
			cancelled++
		}
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	storetest.Sound(t, e)
}
