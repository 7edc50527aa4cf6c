//go:build unix

package archive_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
	"jadebox/store/storetest"
	"jadebox/store/storetest/pgtest"
)

// stage is how far archiving has come, as files and database show it.
type stage struct {
	Files                int // whole ones
	Acts                 int // ops that say what was done
	Parts, Marked, Ended int // months that are noted, of them to be dropped, of them dropped
	Taken                int // ops whose bodies are taken out
}

// What waits for a lock of its own before it is done, for as long as another session has that lock.
const (
	saying = iota + 1 // an op of archiving is written
	noting            // a month is noted, or that it is to be dropped
	ending            // a month is noted as dropped
)

var pauses = fmt.Sprintf(`CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS
	$$ BEGIN PERFORM pg_advisory_xact_lock(TG_ARGV[0]::bigint); RETURN NEW; END $$;
	CREATE TRIGGER pause BEFORE INSERT ON op FOR EACH ROW WHEN (NEW.kind LIKE 'archive.%%') EXECUTE FUNCTION pause(%d);
	CREATE TRIGGER pause BEFORE INSERT OR UPDATE ON journal_part FOR EACH ROW WHEN (NOT NEW.done)
		EXECUTE FUNCTION pause(%d);
	CREATE TRIGGER paused BEFORE UPDATE ON journal_part FOR EACH ROW WHEN (NEW.done) EXECUTE FUNCTION pause(%d)`,
	saying, noting, ending)

func held(lock int) string { return fmt.Sprintf(`SELECT pg_advisory_xact_lock(%d)`, lock) }

// killing stops processes that archive at a chosen statement, by a lock that it waits for, and kills them there.
type killing struct {
	*testing.T
	dsn, dir string
	admin    *pgx.Conn
}

const ownConnections = "the test"

func (k *killing) connect() *pgx.Conn {
	k.Helper()
	c, err := pgx.Connect(k.Context(), k.dsn)
	if err == nil {
		_, err = c.Exec(k.Context(), `SELECT set_config('application_name', $1, false)`, ownConnections)
	}
	if err != nil {
		k.Fatal(err)
	}
	return c
}

func (k *killing) count(sql string, args ...any) (n int) {
	k.Helper()
	if err := k.admin.QueryRow(k.Context(), sql, args...).Scan(&n); err != nil {
		k.Fatal(err)
	}
	return n
}

// stage reads how far it is.
func (k *killing) stage() (s stage) {
	k.Helper()
	files, err := filepath.Glob(filepath.Join(k.dir, "*.zip"))
	if err != nil {
		k.Fatal(err)
	}
	s.Files = len(files)
	s.Acts = k.count(`SELECT count(*) FROM op WHERE kind LIKE 'archive.%'`)
	s.Parts = k.count(`SELECT count(*) FROM journal_part`)
	s.Marked = k.count(`SELECT count(*) FROM journal_part WHERE dropped IS NOT NULL`)
	s.Ended = k.count(`SELECT count(*) FROM journal_part WHERE done`)
	s.Taken = k.count(`SELECT count(*) FROM op WHERE get_byte(body, 0) = 253`)
	return s
}

// lock takes a lock in a transaction of its own.
func (k *killing) lock(sql string) (release func()) {
	k.Helper()
	c := k.connect()
	_, err := c.Exec(k.Context(), `BEGIN`)
	if err == nil {
		_, err = c.Exec(k.Context(), sql)
	}
	if err != nil {
		k.Fatal(sql, err)
	}
	return func() {
		if _, err := c.Exec(context.Background(), `ROLLBACK`); err != nil {
			k.Error(err)
		}
		c.Close(context.Background())
	}
}

// begin starts a process that archives and drops.
func (k *killing) begin() (cmd *exec.Cmd, ended chan error) {
	k.Helper()
	cmd = exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), childOf+"="+k.dsn+"\n"+k.dir)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		k.Fatal(err)
	}
	ended = make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	return cmd, ended
}

// until polls what the database or the process does.
func (k *killing) until(ended chan error, done func() bool) {
	k.Helper()
	for !done() {
		select {
		case err := <-ended:
			k.Fatalf("it was over: %v", err)
		case <-time.After(time.Millisecond):
		}
	}
}

const others = `FROM pg_stat_activity a WHERE datname = current_database() AND backend_type = 'client backend'
	AND application_name <> '` + ownConnections + `'`

// at kills a process that waits for a lock. What it had asked of the database is cut off with it, or is still done when
// it is gone: both happen to a process that is killed.
func (k *killing) at(lock string, done bool) (s stage) {
	k.Helper()
	release := k.lock(lock)
	cmd, ended := k.begin()
	k.until(ended, func() bool {
		return k.count(`SELECT count(*) `+others+
			` AND EXISTS (SELECT FROM pg_locks l WHERE l.pid = a.pid AND NOT granted)`) > 0
	})
	s = k.stage()
	if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
		k.Fatal(err)
	}
	<-ended
	if done {
		release()
	} else {
		k.count(`SELECT count(pg_terminate_backend(pid)) ` + others)
	}
	k.until(nil, func() bool { return k.count(`SELECT count(*) `+others) == 0 })
	if !done {
		if now := k.stage(); now != s {
			k.Errorf("%+v when it was killed, %+v after", s, now)
		}
		release()
	}
	return s
}

// Killed before, in and after each thing that it does, archiving loses nothing and does nothing twice; the next run
// goes on from there.
func TestArchivingThatIsKilledAtEachOfItsStepsLosesNothing(t *testing.T) {
	const first, later, months = 4200, 60, 3 // what a month's pages are is seen by the first month
	dsn, dir := pgtest.MigratedDSN(t), t.TempDir()
	p := siteOf(t, dsn, [4]int{first, later, later, later})
	k := &killing{T: t, dsn: dsn, dir: dir}
	k.admin = k.connect()
	defer k.admin.Close(context.Background())
	if _, err := k.admin.Exec(t.Context(), pauses); err != nil {
		t.Fatal(err)
	}
	before := holds(t, dsn, dir).Ops

	// While it writes a file: a pipe takes the first bytes and no more.
	part := filepath.Join(dir, "journal-2026-01.zip.part")
	if err := syscall.Mkfifo(part, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd, _ := k.begin()
	pipe, err := os.Open(part)
	if err != nil {
		t.Fatal(err)
	}
	written := make([]byte, 1000)
	if _, err := io.ReadFull(pipe, written); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	pipe.Close()
	if err := os.Remove(part); err != nil {
		t.Fatal(err)
	}
	write(t, part, written)
	k.until(nil, func() bool { return k.count(`SELECT count(*) `+others) == 0 })
	if s := k.stage(); s != (stage{}) {
		t.Errorf("while a file is written: %+v", s)
	}
	holds(t, dsn, dir)

	kill := func(name, lock string, is func(stage) bool) {
		t.Helper()
		for _, done := range []bool{false, true} {
			if s := k.at(lock, done); !is(s) {
				t.Errorf("%s: %+v", name, s)
			}
			if r := holds(t, dsn, dir); r.Ops != before+int64(k.stage().Acts) {
				t.Errorf("%s: %d ops, before %d", name, r.Ops, before)
			}
		}
	}
	just := func(want stage) func(stage) bool { return func(s stage) bool { return s == want } }
	kill("a file is whole", held(saying), just(stage{Files: 1}))
	kill("its op is written", held(noting), just(stage{Files: 1, Acts: 1}))
	if err := command(dsn, dir, false).Run(t.Context(), session(io.Discard)); err != nil {
		t.Fatal(err)
	}
	all := stage{Files: months, Acts: months, Parts: months}
	if s := k.stage(); s != all {
		t.Fatalf("written: %+v", s)
	}
	kill("all files are there", held(saying), just(all))
	all.Acts++
	kill("the drop is said", held(noting), just(all))
	all.Marked++
	// The journal is changed in pages of 2,000, each in three passes.
	taken := func(from, below int) func(stage) bool {
		return func(s stage) bool {
			n := s.Taken
			s.Taken = 0
			return s == all && n >= from && n < below
		}
	}
	row := func(rest int) string {
		return fmt.Sprintf(`SELECT FROM op WHERE id > (SELECT min(id) FROM op) + 2100 AND id & 7 = %d ORDER BY id LIMIT 1
			FOR UPDATE`, rest)
	}
	kill("the first pass of the second page", row(0), taken(2000, 2001))
	kill("its second pass", row(2), taken(2200, 2300))
	kill("its third pass", row(1), taken(2900, 3100))
	kill("all is taken out", held(ending), taken(first+1, first+2)) // with the player's welcome
	for _, done := range []bool{false, true} {                      // of one month, and of the next
		was := k.stage()
		s := k.at(`LOCK op IN SHARE UPDATE EXCLUSIVE MODE`, done) // VACUUM waits for it
		if s.Ended != was.Ended+1 || s.Marked != s.Ended || s.Taken < first+(s.Ended-1)*later {
			t.Errorf("a month is dropped: %+v, before %+v", s, was)
		}
		holds(t, dsn, dir)
	}

	_, ended := k.begin()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	end := stage{months, 2 * months, months, months, months, first + (months-1)*later + 1} // with the player's welcome
	if s := k.stage(); s != end {
		t.Errorf("at the end %+v instead of %+v", s, end)
	}
	if r := holds(t, dsn, dir); r.Ops != before+2*months {
		t.Errorf("%d ops, before %d", r.Ops, before)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*.part")); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
	e := open(t, dsn, dir)
	defer e.Close()
	storetest.Sound(t, e)
	for i := 0; i < first+months*later; i += 97 {
		if r, err := e.Commit(t.Context(), spend(p, i)); err != nil || !r.Replayed || len(r.Result) != 400 {
			t.Fatalf("key %d: %+v, %v", i, r, err)
		}
	}
	if cents, err := e.Balance(t.Context(), store.PlayerGems(p)); err != nil || cents != 1_000_000-first-months*later {
		t.Errorf("the balance is %d, %v", cents, err)
	}
}
