//go:build unix

// Package pgtest gives tests fresh PostgreSQL databases: one embedded cluster for each test process, started on first
// use, and one initdb and one migration for all processes of a machine, whose result they copy.
//
// The cluster does not sync (nothing here may pull the plug), lies in memory where it can and goes away with the
// process. Deliberately absent: tests of durability, which make clusters of their own (tools/crash).
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"jadebox/store/embedded"
	"jadebox/store/postgres"
)

// ServerURL names a PostgreSQL server to test on besides the embedded one; its user must be allowed to create
// databases.
const ServerURL = "JADEBOX_TEST_DATABASE_URL"

// DSN returns an empty database on the embedded cluster, reached over its Unix socket.
func DSN(t testing.TB) string {
	t.Helper()
	c := running(t)
	return fresh(t, c.server.DSN(), "")
}

// MigratedDSN is DSN with the schema in place, quicker than migrating it again.
func MigratedDSN(t testing.TB) string {
	t.Helper()
	return fresh(t, running(t).server.DSN(), migrated)
}

// ServerDSN returns an empty database on the server that ServerURL names or, without one, on the embedded cluster
// through its TCP port with a password: what a server deployment looks like to the store.
func ServerDSN(t testing.TB) string {
	t.Helper()
	if dsn := os.Getenv(ServerURL); dsn != "" {
		return fresh(t, dsn, "")
	}
	return fresh(t, running(t).server.TCPDSN(), "")
}

// Copy returns another database like the one of a DSN, to which no connection may be open.
func Copy(t testing.TB, dsn string) string {
	t.Helper()
	of, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	return fresh(t, WithDatabase(dsn, "postgres"), of.Database)
}

// KeptDSN is MigratedDSN that stays as long as the process: what Copy copies.
func KeptDSN(t testing.TB) string {
	t.Helper()
	return create(t, running(t).server.DSN(), nextName(), migrated)
}

var keys sync.Map // database to file

// KeysOf is where a server on a database keeps the keys of real names: the same path for each start on it in one test.
func KeysOf(t testing.TB, dsn string) string {
	t.Helper()
	path, _ := keys.LoadOrStore(dsn, filepath.Join(t.TempDir(), "identity.keys"))
	return path.(string)
}

// Server is the embedded cluster of this process.
func Server(t testing.TB) *embedded.Server {
	t.Helper()
	return running(t).server
}

type cluster struct {
	server *embedded.Server
}

var start = sync.OnceValues(func() (*cluster, error) {
	template, err := template()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(inMemory(), "jadebox-pgtest")
	if err != nil {
		return nil, err
	}
	if err := removeAfterUs(dir); err != nil { // before anything is in it: this process may be killed any time
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if err := os.CopyFS(filepath.Join(dir, "pg"), os.DirFS(filepath.Join(template, "pg"))); err != nil {
		return nil, err
	}
	if err := os.Chmod(filepath.Join(dir, "pg"), 0o700); err != nil {
		return nil, err
	}
	port, err := embedded.FreePort()
	if err != nil {
		return nil, err
	}
	opt := options(dir)
	opt.TCPPort = port
	server, err := embedded.Start(context.Background(), opt)
	if err != nil {
		return nil, err
	}
	// The first connection to a database writes what each after it reads of the catalogue; copies have it from here.
	if err := execute(context.Background(), WithDatabase(server.DSN(), migrated), `SELECT 1`); err != nil {
		return nil, err
	}
	return &cluster{server: server}, nil
})

const (
	password = "pgtest"
	migrated = "pgtest_template" // a database of every cluster
	layout   = "roles"           // what a cluster has beside the schema: another word when that changes
)

func options(dir string) embedded.Options {
	return embedded.Options{DataDir: dir, Password: password, OrphanGrace: time.Millisecond,
		Settings: map[string]string{"fsync": "off", "full_page_writes": "off", "max_wal_size": "256MB",
			"max_connections": "200", "shared_buffers": "64MB",
			"autovacuum": "off"}} // no database here lives until it would need one
}

func running(t testing.TB) *cluster {
	t.Helper()
	c, err := start()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// template returns a data directory that was initialised and migrated once on this machine. A lock lets one process do
// it; what another schema or version left, or a process that died over it, is not looked at.
func template() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	version, err := embedded.Version(embedded.Options{})
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "jadebox-pgtest", version+"-"+postgres.Schema()+"-"+layout)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	lock, err := os.OpenFile(filepath.Join(dir, "making"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return "", err
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return "", err
	}
	if _, err := os.Stat(filepath.Join(dir, "done")); err == nil {
		return dir, nil
	}
	if err := os.RemoveAll(filepath.Join(dir, "pg")); err != nil {
		return "", err
	}
	server, err := embedded.Start(context.Background(), options(dir))
	if err != nil {
		return "", err
	}
	if err := errors.Join(prepare(server), server.Stop()); err != nil {
		return "", err
	}
	return dir, os.WriteFile(filepath.Join(dir, "done"), nil, 0o600)
}

// prepare lets the site's role, which is as it is in production otherwise, make databases.
func prepare(server *embedded.Server) error {
	ctx := context.Background()
	if err := execute(ctx, server.KeeperDSN(), `ALTER ROLE jadebox CREATEDB`); err != nil {
		return err
	}
	if err := execute(ctx, server.DSN(), `CREATE DATABASE `+migrated); err != nil {
		return err
	}
	return postgres.Migrate(ctx, WithDatabase(server.DSN(), migrated))
}

// removeAfterUs deletes dir when this process has ended and PostgreSQL with it; a test process gets no other chance.
func removeAfterUs(dir string) error {
	cmd := exec.Command("/bin/sh", "-c",
		`read -r _; n=0; while [ -e "$1/pg/postmaster.pid" ] && [ $n -lt 30 ]; do sleep 1; n=$((n+1)); done; rm -rf "$1"`, "pgtest-cleanup", dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Dir = "/"
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	leashes = append(leashes, in)
	return cmd.Start()
}

// leashes are the ends of the pipes whose closing notifies the cleaners that this process is gone; they must not be
// collected before.
//
//lint:ignore U1000 they are held, not read
var leashes []io.Closer

// Main runs the tests of a package with their temporary directories in memory where that has room: for packages whose
// tests make data directories of their own, hundreds of files each. Nothing in them may be there after a power cut.
func Main(m *testing.M) {
	if dir := inMemory(); dir != "" {
		tmp, err := os.MkdirTemp(dir, "jb")
		if err == nil {
			err = errors.Join(removeAfterUs(tmp), os.Setenv("TMPDIR", tmp))
		}
		if err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

var databases atomic.Int64

// fresh creates a database that t drops.
func fresh(t testing.TB, admin, template string) string {
	t.Helper()
	name := nextName()
	dsn := create(t, admin, name, template)
	t.Cleanup(func() {
		if err := administer(context.Background(), admin, `DROP DATABASE IF EXISTS `+name+` WITH (FORCE)`); err != nil {
			t.Error(err)
		}
	})
	return dsn
}

func nextName() string { return fmt.Sprintf("t%d_%d", os.Getpid(), databases.Add(1)) }

func create(t testing.TB, admin, name, template string) string {
	t.Helper()
	query := `CREATE DATABASE ` + name
	if template != "" {
		// Files are copied in half the time that it takes to log every page.
		query += ` TEMPLATE ` + template + ` STRATEGY FILE_COPY`
	}
	if err := administer(t.Context(), admin, query); err != nil {
		t.Fatal(err)
	}
	return WithDatabase(admin, name)
}

func execute(ctx context.Context, dsn, query string) error {
	c, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer c.Close(ctx)
	_, err = c.Exec(ctx, query)
	return err
}

var (
	keepers sync.Mutex
	keeper  = map[string]*pgx.Conn{} // by DSN
)

// administer runs a query over a connection that stays as long as the process.
func administer(ctx context.Context, dsn, query string) error {
	keepers.Lock()
	defer keepers.Unlock()
	c := keeper[dsn]
	if c == nil || c.IsClosed() {
		var err error
		if c, err = pgx.Connect(ctx, dsn); err != nil {
			return err
		}
		keeper[dsn] = c
	}
	_, err := c.Exec(ctx, query)
	if err == nil || !c.IsClosed() || !pgconn.SafeToRetry(err) {
		return err
	}
	if c, err = pgx.Connect(ctx, dsn); err != nil { // a test has ended it
		return err
	}
	keeper[dsn] = c
	_, err = c.Exec(ctx, query)
	return err
}

// WithDatabase changes the database that a DSN, URL or key-value, names.
func WithDatabase(dsn, name string) string {
	if u, err := url.Parse(dsn); err == nil && u.Scheme != "" {
		u.Path = "/" + name
		return u.String()
	}
	return dsn + " dbname=" + name
}
