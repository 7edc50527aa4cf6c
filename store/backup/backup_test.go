//go:build unix

package backup_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store/backup"
	"jadebox/store/embedded"
	"jadebox/store/postgres"
)

func query[T any](t *testing.T, dsn, sql string, a ...any) (v T) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	if err := c.QueryRow(t.Context(), sql, a...).Scan(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func at(dsn string) func() (string, error) { return func() (string, error) { return dsn, nil } }

func execute(t *testing.T, dsn, sql string, a ...any) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	if _, err := c.Exec(t.Context(), sql, a...); err != nil {
		t.Fatal(err)
	}
}

func site(t *testing.T) *embedded.Server {
	t.Helper()
	s, err := embedded.Start(t.Context(), embedded.Options{DataDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Stop() })
	if err := postgres.Migrate(t.Context(), s.DSN()); err != nil {
		t.Fatal(err)
	}
	execute(t, s.DSN(), `CREATE TABLE kept (i bigint GENERATED ALWAYS AS IDENTITY, pad text)`)
	return s
}

func recoverTo(t *testing.T, from backup.Destination, to time.Time) (string, backup.Recovered) {
	t.Helper()
	server, got, err := backup.Recover(t.Context(), backup.Recovery{From: from, DataDir: t.TempDir(),
		Cluster: "pg.restoring", To: to})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Stop() })
	return server.DSN(), got
}

func TestABaseAloneIsRestored(t *testing.T) {
	s, to := site(t), backup.Directory(t.TempDir())
	execute(t, s.DSN(), `INSERT INTO kept (pad) SELECT repeat('x', 500) FROM generate_series(1, 20000)`)
	if err := (backup.Run{DSN: at(s.DSN()), To: to, Now: time.Now}).Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	execute(t, s.DSN(), `INSERT INTO kept (pad) VALUES ('later')`)
	dsn, _ := recoverTo(t, to, time.Time{})
	if n := query[int](t, dsn, `SELECT count(*) FROM kept`); n != 20000 {
		t.Errorf("%d rows, want 20000", n)
	}
	if n := query[int](t, s.DSN(), `SELECT count(*) FROM pg_replication_slots`); n != 0 {
		t.Errorf("a backup that has ended left %d slots, for which log is kept", n)
	}
}

func TestAMomentUnderLoadIsRestoredAfterAKill(t *testing.T) {
	s, to := site(t), backup.Directory(t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	based, ended := make(chan backup.Base, 4), make(chan error, 1)
	run := backup.Run{DSN: at(s.DSN()), To: to, Follow: true, Every: 100 * time.Millisecond, Now: time.Now,
		Base: func(b backup.Base) { based <- b }, Failed: func(err error) { t.Log("goes on after:", err) }}
	go func() { ended <- run.Do(ctx) }()
	load := func(n int) {
		for range n {
			execute(t, s.DSN(), `INSERT INTO kept (pad) SELECT repeat('y', 900) FROM generate_series(1, 2000)`)
		}
	}
	load(5)
	<-based
	load(10)
	count := query[int](t, s.DSN(), `SELECT count(*) FROM kept`)
	moment := query[time.Time](t, s.DSN(), `SELECT clock_timestamp()`)
	load(10)
	syscall.Kill(s.PID(), syscall.SIGKILL) // it is started again, and the log is followed on
	time.Sleep(2 * time.Second)
	for range 100 {
		c, err := pgx.Connect(t.Context(), s.DSN())
		if err == nil {
			c.Close(t.Context())
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	load(10)
	quiet := query[time.Time](t, s.DSN(), `SELECT clock_timestamp()`)
	all := query[int](t, s.DSN(), `SELECT count(*) FROM kept`)
	for end := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		f, err := backup.LastFollowed(t.Context(), to)
		if err != nil || time.Now().After(end) {
			t.Fatal(f, err)
		}
		if f.At.After(quiet.Add(time.Second)) { // the archive is whole, though nothing was committed since
			break
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	dsn, got := recoverTo(t, to, moment)
	if n := query[int](t, dsn, `SELECT count(*) FROM kept`); n != count {
		t.Errorf("%d rows at %s, want %d", n, moment, count)
	}
	if got.LastCommit.After(moment) {
		t.Errorf("last commit %s is after %s", got.LastCommit, moment)
	}
	dsn, got = recoverTo(t, to, time.Time{})
	if n := query[int](t, dsn, `SELECT count(*) FROM kept`); n != all {
		t.Errorf("%d rows at the end, want %d", n, all)
	}
	if !got.Until.After(quiet) || !got.LastCommit.Before(quiet) {
		t.Errorf("known to be whole until %s, %s came after the last commit of %s", got.Until, quiet, got.LastCommit)
	}
	dsn, _ = recoverTo(t, to, quiet) // behind the last commit, and within what is known
	if n := query[int](t, dsn, `SELECT count(*) FROM kept`); n != all {
		t.Errorf("%d rows in the quiet behind the end, want %d", n, all)
	}
	_, _, err := backup.Recover(t.Context(), backup.Recovery{From: to, DataDir: t.TempDir(), Cluster: "pg.restoring",
		To: got.LastCommit.Add(time.Hour)})
	if err == nil || !strings.Contains(err.Error(), "the archive ends before") {
		t.Errorf("a moment behind the archive: %v", err)
	}
}

func TestABackupThatIsBrokenOffLeavesNothingThatLooksWhole(t *testing.T) {
	s, to := site(t), backup.Directory(t.TempDir())
	execute(t, s.DSN(), `INSERT INTO kept (pad) SELECT md5(i::text) || repeat(md5((i * 7)::text), 30)
		FROM generate_series(1, 60000) i`)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- backup.Run{DSN: at(s.DSN()), To: to, Now: time.Now}.Do(ctx) }()
	started := func() bool {
		list, _ := filepath.Glob(filepath.Join(string(to), "base", "*", "*"))
		return len(list) > 0
	}
	for end := time.Now().Add(time.Minute); !started() && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	cancel()
	if err := <-ended; err == nil {
		t.Fatal("it was whole before it could be broken off: give it more to copy")
	}
	if list, err := backup.Bases(t.Context(), to); len(list) > 0 || err != nil {
		t.Errorf("%d bases, %v", len(list), err)
	}
	if _, _, err := backup.BaseFor(t.Context(), to, time.Time{}); !errors.Is(err, backup.ErrNone) {
		t.Errorf("restoring: %v", err)
	}
	if err := (backup.Run{DSN: at(s.DSN()), To: to, Now: time.Now}).Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(string(to), "base", "*", "*"))
	if err != nil || len(left) != 3 {
		t.Errorf("beside the whole base stands what was broken off: %v", left)
	}
}

func TestAFollowerThatStartsAgainLeavesNoGap(t *testing.T) {
	s, to := site(t), backup.Directory(t.TempDir())
	load := func() {
		t.Helper()
		for range 12 { // more than a segment
			execute(t, s.DSN(), `INSERT INTO kept (pad) SELECT repeat('z', 900) FROM generate_series(1, 2000)`)
		}
	}
	follow := func() {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			ended <- backup.Run{DSN: at(s.DSN()), To: to, Follow: true, Every: 100 * time.Millisecond,
				BaseEvery: time.Hour, Now: time.Now}.Do(ctx)
		}()
		from := query[time.Time](t, s.DSN(), `SELECT clock_timestamp()`)
		for end := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
			f, err := backup.LastFollowed(t.Context(), to)
			list, listErr := backup.Bases(t.Context(), to)
			if err = errors.Join(err, listErr); err != nil || time.Now().After(end) {
				t.Fatal(f, list, err)
			}
			if f.At.After(from) && len(list) > 0 {
				break
			}
		}
		cancel()
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
	}
	follow()
	load()
	time.Sleep(time.Second) // bases are named by the second
	if err := (backup.Run{DSN: at(s.DSN()), To: to, Now: time.Now}).Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	load()
	follow()
	list, err := backup.Bases(t.Context(), to)
	if err != nil || len(list) != 2 {
		t.Fatalf("%d bases, want that of the first start and the one between: %v", len(list), err)
	}
	var ends []string
	for _, b := range list {
		log, err := backup.LogOf(t.Context(), to, b)
		if err != nil {
			t.Fatal(err)
		}
		ends = append(ends, log.End.String())
	}
	if ends[0] != ends[1] {
		t.Errorf("the log of the first base ends at %s, that of the second at %s", ends[0], ends[1])
	}
}

// Both go on from one moment of one archive: under one number, the log of the second would pass for that of the first.
func TestTwoRestoredSitesHaveTimelinesOfTheirOwn(t *testing.T) {
	s, to := site(t), backup.Directory(t.TempDir())
	once := func(dsn string) {
		t.Helper()
		if err := (backup.Run{DSN: at(dsn), To: to, Now: time.Now}).Do(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	once(s.DSN())
	first := query[time.Time](t, s.DSN(), `SELECT clock_timestamp()`)
	time.Sleep(time.Second) // bases are named by the second
	const timeline = `SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8)`
	one, _ := recoverTo(t, to, time.Time{})
	execute(t, one, `INSERT INTO kept (pad) VALUES ('of the first')`)
	once(one)
	bases, err := backup.Bases(t.Context(), to)
	if err != nil || len(bases) != 2 || bases[1].Timeline != 2 {
		t.Fatal(bases, err)
	}
	// The second goes back behind the first, by the older base.
	two, got := recoverTo(t, onlyOldest{to}, time.Time{})
	if got.Base.Name != bases[0].Name {
		t.Fatal(got.Base, first)
	}
	if of := query[string](t, two, timeline); of != "00000003" {
		t.Errorf("the second restored site is on timeline %s, the first on %s", of, query[string](t, one, timeline))
	}
	again, _ := recoverTo(t, to, time.Time{})
	if n := query[int](t, again, `SELECT count(*) FROM kept`); n != 1 {
		t.Errorf("%d rows, want the one of the first", n)
	}
}

// onlyOldest hides every base but the oldest.
type onlyOldest struct{ backup.Destination }

func (o onlyOldest) List(ctx context.Context, under string) ([]backup.Object, error) {
	list, err := o.Destination.List(ctx, under)
	if under == "base" && len(list) > 3 {
		list = list[:3]
	}
	return list, err
}

func TestADamagedBaseIsRefused(t *testing.T) {
	s, to := site(t), backup.Directory(t.TempDir())
	if err := (backup.Run{DSN: at(s.DSN()), To: to, Now: time.Now}).Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	list, err := filepath.Glob(filepath.Join(string(to), "base", "*", "base.tar.zst"))
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	text, err := os.ReadFile(list[0])
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)/2] ^= 1
	if err := os.WriteFile(list[0], text, 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, err = backup.Recover(t.Context(), backup.Recovery{From: to, DataDir: t.TempDir(), Cluster: "pg.restoring"})
	if err == nil {
		t.Error("a flipped bit was restored")
	}
}
