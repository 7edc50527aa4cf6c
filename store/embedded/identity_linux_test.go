package embedded

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestRootRunsTheDatabaseAsAnotherUser makes one cluster, of which each part has a copy.
func TestRootRunsTheDatabaseAsAnotherUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("not root")
	}
	made := t.TempDir()
	s, err := Start(t.Context(), Options{DataDir: made, Settings: fast})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	for name, part := range map[string]func(t *testing.T, closed, dir string){
		"root's files are not PostgreSQL's":                   rootsFilesAreNotRead,
		"nor where no mount namespace can be made":            rootsFilesAreNotReadWithoutNamespace,
		"a cluster of root's goes on":                         aClusterOfRootsGoesOn,
		"a data directory behind a link of root's is reached": aDirectoryBehindALinkIsReached,
		"a cluster and its log behind links of root's go on":  aClusterBehindLinksGoesOn,
		"a PostgreSQL of another user's is not adopted":       aPostgreSQLOfAnotherUserIsNotAdopted,
	} {
		t.Run(name, func(t *testing.T) {
			closed, dir := ofRoot(t)
			pg := filepath.Join(dir, "pg")
			if err := errors.Join(os.CopyFS(pg, os.DirFS(filepath.Join(made, "pg"))), os.Chmod(pg, 0o700)); err != nil {
				t.Fatal(err)
			}
			part(t, closed, dir)
		})
	}
}

// ofRoot is a data directory of root's, below another one that only root can enter.
func ofRoot(t *testing.T) (closed, dir string) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("not root")
	}
	closed = filepath.Join(t.TempDir(), "closed")
	dir = filepath.Join(closed, "data")
	if err := os.MkdirAll(filepath.Join(dir, "run"), 0o700); err != nil {
		t.Fatal(err)
	}
	return closed, dir
}

// openTo lets every user enter what leads to a path.
func openTo(t *testing.T, path string) {
	t.Helper()
	for at := path; at != os.TempDir() && at != "/"; at = filepath.Dir(at) {
		if err := os.Chmod(at, 0o711); err != nil {
			t.Fatal(err)
		}
	}
}

// A superuser of the database may read and run what PostgreSQL's user may: that must not be what root may.
func rootsFilesAreNotRead(t *testing.T, _, dir string) {
	readsNothing(t, dir, identity{uid: databaseID, apart: true})
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the data directory was opened: %v, %v", info.Mode(), err)
	}
}

func rootsFilesAreNotReadWithoutNamespace(t *testing.T, closed, dir string) {
	openTo(t, closed)
	readsNothing(t, dir, identity{uid: databaseID})
}

func readsNothing(t *testing.T, dir string, as identity) {
	t.Helper()
	s := start(t, Options{DataDir: dir, Settings: fast, as: &as})
	secret := filepath.Join(t.TempDir(), "secret")
	openTo(t, filepath.Dir(secret)) // only the file itself is closed
	if err := os.WriteFile(secret, []byte("of root"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := try(t, s.DSN(), `CREATE TABLE kept (v text)`); err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{
		`SELECT pg_read_file('` + secret + `')`,
		`COPY kept FROM PROGRAM 'cat ` + secret + `'`,
		`COPY kept FROM PROGRAM 'echo > ` + secret + `'`,
	} {
		if err := try(t, s.KeeperDSN(), query); err == nil {
			t.Errorf("done: %s", query)
		}
	}
	if err := try(t, s.KeeperDSN(), `COPY kept FROM PROGRAM 'id -u; id -g; id -G'`); err != nil {
		t.Fatal(err)
	}
	id := fmt.Sprint(databaseID)
	if got := ask(t, s.DSN(), `SELECT string_agg(v, ' ') FROM kept`); got != id+" "+id+" "+id {
		t.Errorf("PostgreSQL's programs run as %s, want %s", got, id)
	}
	if _, err := os.Stat(filepath.Join(dir, "run", ".s.PGSQL.5432")); err != nil {
		t.Errorf("the socket is elsewhere: %v", err)
	}
}

// What a release left that let PostgreSQL run as root, and what root puts into a cluster later.
func aClusterOfRootsGoesOn(t *testing.T, _, dir string) {
	victim := filepath.Join(t.TempDir(), "victim")
	hba := filepath.Join(dir, "pg", "pg_hba.conf")
	if err := errors.Join(os.WriteFile(victim, []byte("whole"), 0o600),
		os.Symlink(victim, filepath.Join(dir, "run", "owner"))); err != nil {
		t.Fatal(err)
	}
	for _, write := range []string{`CREATE TABLE kept AS SELECT 'here'::text v`, `SELECT 1`} {
		s := start(t, Options{DataDir: dir, Settings: fast})
		if err := try(t, s.DSN(), write); err != nil {
			t.Fatal(err)
		}
		if got := ask(t, s.DSN(), `SELECT v FROM kept`); got != "here" {
			t.Error(got)
		}
		if err := s.Stop(); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(hba)
		if err == nil {
			err = errors.Join(os.Remove(hba), os.WriteFile(hba, text, 0o600)) // as an editor does
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]int{dir: 0, filepath.Join(dir, "pg"): databaseID,
		filepath.Join(dir, "pg", "base", "1"): databaseID, filepath.Join(dir, "run"): databaseID, victim: 0} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if ownerOf(info) != want {
			t.Errorf("%s is %d's, want %d's", path, ownerOf(info), want)
		}
	}
	if text, err := os.ReadFile(victim); err != nil || string(text) != "whole" {
		t.Errorf("what a link of the database's leads to is written: %q, %v", text, err)
	}
}

func TestAFileOfSeveralNamesIsNotGivenAway(t *testing.T) {
	_, dir := ofRoot(t)
	victim := filepath.Join(filepath.Dir(dir), "victim")
	if err := errors.Join(os.WriteFile(victim, nil, 0o600), os.Link(victim, filepath.Join(dir, "linked")),
		(identity{uid: databaseID}).own(dir)); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(victim); err != nil || ownerOf(info) != 0 {
		t.Errorf("it is %d's by now", ownerOf(info))
	}
}

func aDirectoryBehindALinkIsReached(t *testing.T, closed, dir string) {
	elsewhere := filepath.Join(t.TempDir(), "disk", strings.Repeat("long", 30))
	link := filepath.Join(closed, "link")
	if err := errors.Join(os.Mkdir(filepath.Dir(elsewhere), 0o700), os.Rename(dir, elsewhere),
		os.Symlink(elsewhere, link)); err != nil {
		t.Fatal(err)
	}
	s := start(t, Options{DataDir: link, Settings: fast})
	if got := ask(t, s.DSN(), "SELECT 'hi'"); got != "hi" {
		t.Error(got)
	}
}

// The cluster stands on another disk, and its log on a third: what a release that let PostgreSQL run as root went on
// with. A start of one that gave away the link alone has left that as the user's.
func aClusterBehindLinksGoesOn(t *testing.T, _, dir string) {
	disks := t.TempDir()
	pg, wal := filepath.Join(disks, "second", "pg"), filepath.Join(disks, "third", "wal")
	link := filepath.Join(dir, "pg")
	if err := errors.Join(os.Mkdir(filepath.Dir(pg), 0o700), os.Mkdir(filepath.Dir(wal), 0o700),
		os.Rename(link, pg), os.Symlink(pg, link), os.Lchown(link, databaseID, databaseID),
		os.Rename(filepath.Join(pg, "pg_wal"), wal), os.Symlink(wal, filepath.Join(pg, "pg_wal"))); err != nil {
		t.Fatal(err)
	}
	s := start(t, Options{DataDir: dir, Settings: fast})
	if got := ask(t, s.KeeperDSN(), "SELECT pg_walfile_name(pg_switch_wal())"); got == "" {
		t.Error("it has no log")
	}
	for path, want := range map[string]int{filepath.Dir(pg): 0, pg: databaseID, filepath.Dir(wal): 0, wal: databaseID} {
		if info, err := os.Stat(path); err != nil || ownerOf(info) != want {
			t.Errorf("%s is %d's, want %d's: %v", path, ownerOf(info), want, err)
		}
	}
}

// linked is a cluster with a tablespace that is a link to a directory with a file.
func linked(t *testing.T) (pg, target string) {
	t.Helper()
	closed, dir := ofRoot(t)
	pg, target = filepath.Join(dir, "pg"), filepath.Join(closed, "space")
	if err := errors.Join(os.MkdirAll(filepath.Join(pg, "pg_tblspc"), 0o700), os.Mkdir(target, 0o700),
		os.WriteFile(filepath.Join(target, "file"), nil, 0o600),
		os.Symlink(target, filepath.Join(pg, "pg_tblspc", "16400"))); err != nil {
		t.Fatal(err)
	}
	return pg, target
}

func TestATablespaceOfRootsClusterIsGivenAwayWithIt(t *testing.T) {
	pg, target := linked(t)
	i := identity{uid: databaseID}
	if err := i.ownCluster(pg); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{target, filepath.Join(target, "file")} {
		if info, err := os.Stat(path); err != nil || ownerOf(info) != databaseID {
			t.Errorf("%s is %d's, %v", path, ownerOf(info), err)
		}
	}
	if paths, err := i.beside(pg); err != nil || len(paths) != 1 || paths[0] != target {
		t.Errorf("PostgreSQL is let reach %v, %v", paths, err)
	}
}

// A process of the database's user may make links in what is its own: root must not follow them.
func TestALinkOfAClustersOwnerGivesItNothing(t *testing.T) {
	i := identity{uid: databaseID}
	for _, owner := range []int{databaseID, 1000} {
		pg, target := linked(t)
		if err := os.Chown(pg, owner, owner); err != nil {
			t.Fatal(err)
		}
		if err := i.ownCluster(pg); err != nil {
			t.Fatal(err)
		}
		if _, err := i.beside(pg); err == nil || !strings.Contains(err.Error(), "chown -R 65531:65531 "+target) {
			t.Errorf("it is let in, or told %v", err)
		}
		link := filepath.Join(pg, "run")
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
		if to, err := i.behind(link); err == nil {
			t.Errorf("it is followed to %s", to)
		}
		if info, err := os.Stat(target); err != nil || ownerOf(info) != 0 {
			t.Errorf("root's directory is %d's, %v", ownerOf(info), err)
		}
	}
}

func TestADirectoryThatCannotBeReachedIsNamed(t *testing.T) {
	closed, dir := ofRoot(t)
	_, err := Start(t.Context(), Options{DataDir: dir, as: &identity{uid: databaseID}})
	if err == nil || !strings.Contains(err.Error(), "cannot enter "+filepath.Dir(filepath.Dir(closed))+" on the way") ||
		!strings.Contains(err.Error(), "--data") {
		t.Errorf("it says %v", err)
	}
}

// A server that was killed has left a PostgreSQL that runs as another user.
func aPostgreSQLOfAnotherUserIsNotAdopted(t *testing.T, _, dir string) {
	left, err := Start(t.Context(), Options{DataDir: dir, Settings: fast, NoRestart: true,
		as: &identity{uid: nobody, apart: true}})
	if err != nil {
		t.Fatal(err)
	}
	if err := try(t, left.DSN(), `CREATE TABLE kept AS SELECT 'here'::text v`); err != nil {
		t.Fatal(err)
	}
	left.lock.Close() // as the kernel does
	s := start(t, Options{DataDir: dir, Settings: fast})
	if s.Adopted() || s.PID() == left.PID() {
		t.Error("it is adopted")
	}
	if got := ask(t, s.DSN(), `SELECT v FROM kept`); got != "here" {
		t.Error(got)
	}
	<-left.stopped
}

// Thousands of files are given away at a copy's first start; a process that still works in them is waited for.
func TestAProcessThatWorksInAClusterIsWaitedFor(t *testing.T) {
	_, dir := ofRoot(t)
	began := time.Now()
	works := exec.Command("sleep", "0.3")
	works.Dir = dir
	if err := works.Start(); err != nil {
		t.Fatal(err)
	}
	if err := (identity{uid: databaseID}).own(dir); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took < 300*time.Millisecond {
		t.Errorf("its files were given away after %v, while it ran", took)
	}
	if err := works.Wait(); err != nil {
		t.Fatal(err)
	}
}

// The umask under which an installation is unpacked says nothing about who runs it.
func TestAnInstallationIsReadableWhateverTheUmask(t *testing.T) {
	dir := t.TempDir()
	lib := filepath.Join(dir, "lib")
	file := filepath.Join(lib, "postgres")
	if err := errors.Join(os.Mkdir(lib, 0o700), os.WriteFile(file, nil, 0o700), readable(dir)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, lib, file} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o755 {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
}
