//go:build unix

package embedded

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

func asked(t *testing.T, dsn, sql string) (text string) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(t.Context())
	if err := c.QueryRow(t.Context(), sql).Scan(&text); err != nil {
		t.Fatal(err)
	}
	return text
}

// The lock files of the copy name a process that is alive and a PostgreSQL: that of the site that was copied.
func TestACopyOfARunningSitesDirectoryIsAClusterOfItsOwn(t *testing.T) {
	dir := t.TempDir()
	first, err := Start(t.Context(), Options{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer first.Stop()
	asked(t, first.KeeperDSN(), `SELECT pg_switch_wal()::text`)
	other := filepath.Join(t.TempDir(), "copy")
	if out, err := exec.Command("cp", "-a", dir, other).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if dsn, running := RunningDSN(other); running {
		t.Errorf("whoever asks for the copy is sent to %s", dsn)
	}
	second, err := Start(t.Context(), Options{DataDir: other})
	if err != nil {
		t.Fatal(err)
	}
	defer second.Stop()
	if second.PID() == first.PID() || second.Adopted() {
		t.Error("the copy's PostgreSQL is the site's")
	}
	const where = `SELECT current_setting('data_directory')`
	if at := asked(t, second.DSN(), where); at != filepath.Join(other, "pg") {
		t.Errorf("the copy is served from %s", at)
	}
	if dsn, running := RunningDSN(dir); !running || asked(t, dsn, where) != filepath.Join(dir, "pg") {
		t.Errorf("the site is looked for at %q", dsn)
	}
	moved := filepath.Join(t.TempDir(), "moved") // with the PostgreSQL that runs on it
	if err := os.Rename(dir, moved); err != nil {
		t.Fatal(err)
	}
	if copiedFrom(filepath.Join(moved, "pg"), "postmaster.pid") {
		t.Error("a directory that was moved is taken for a copy: a second PostgreSQL would start on it")
	}
	if err := os.Rename(moved, dir); err != nil {
		t.Fatal(err)
	}
}

// Releases that did not wait for the disk have left an empty file after a power cut.
func TestNamesThatAPowerCutHasTakenSayTheWayOut(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, namesFile)
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := namesOf(dir); err == nil || !strings.Contains(err.Error(), file+" cannot be read") ||
		!strings.Contains(err.Error(), "remove it") {
		t.Errorf("it says %v", err)
	}
	want := Names{Database: "site", User: "owner"}
	if err := KeepNames(dir, want); err != nil {
		t.Fatal(err)
	}
	if n, err := namesOf(dir); err != nil || n != want {
		t.Errorf("written again they are %+v, %v", n, err)
	}
}
