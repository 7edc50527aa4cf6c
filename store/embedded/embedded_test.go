//go:build unix

package embedded

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// fast makes clusters that need not survive the machine.
var fast = map[string]string{"fsync": "off"}

func start(t *testing.T, opt Options) *Server {
	t.Helper()
	s, err := Start(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
		if isPostgres(s.PID()) {
			t.Error("postgres runs on after Stop")
		}
	})
	return s
}

// ask runs one query and returns its text.
func ask(t *testing.T, dsn, query string) string {
	t.Helper()
	var last error
	for range 3000 { // a minute
		c, err := pgx.Connect(t.Context(), dsn)
		if err != nil {
			last = err // it starts or recovers
			time.Sleep(20 * time.Millisecond)
			continue
		}
		defer c.Close(t.Context())
		var answer string
		if err := c.QueryRow(t.Context(), query).Scan(&answer); err != nil && !errors.Is(err, pgx.ErrNoRows) {
			t.Fatal(err)
		}
		return answer
	}
	t.Fatal(last)
	return ""
}

func TestAClusterStartsServesAndStops(t *testing.T) {
	dir := t.TempDir()
	first, err := Start(t.Context(), Options{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on",
		"listen_addresses": "", "data_checksums": "on"} {
		if got := ask(t, first.DSN(), "SHOW "+name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	const isAsked = "SELECT (pg_size_bytes(current_setting('shared_buffers')) = pg_size_bytes('%s'))::text"
	if ask(t, first.DSN(), fmt.Sprintf(isAsked, sharedBuffers(machineMemory()))) != "true" {
		t.Errorf("shared_buffers = %s", ask(t, first.DSN(), "SHOW shared_buffers"))
	}
	ask(t, first.DSN(), "CREATE TABLE kept AS SELECT 'here'::text AS v")
	if _, err := Start(t.Context(), Options{DataDir: dir}); !errors.Is(err, ErrInUse) {
		t.Errorf("second server on the same directory: %v", err)
	}
	if err := first.Stop(); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	second := start(t, Options{DataDir: dir})
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("warm start took %v", took)
	}
	if got := ask(t, second.DSN(), "SELECT v FROM kept"); got != "here" || second.Adopted() {
		t.Errorf("after a restart: %q, adopted %v", got, second.Adopted())
	}
	if info, err := os.Stat(filepath.Join(dir, "pg")); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("cluster directory: %v, %v", info, err)
	}
}

func TestRestartsWhenKilled(t *testing.T) {
	s := start(t, Options{DataDir: t.TempDir(), Settings: fast})
	ask(t, s.DSN(), "CREATE TABLE kept AS SELECT 'here'::text AS v")
	dead := s.PID()
	syscall.Kill(dead, syscall.SIGKILL)
	for s.PID() == dead {
		time.Sleep(5 * time.Millisecond)
	}
	if got := ask(t, s.DSN(), "SELECT v FROM kept"); got != "here" {
		t.Errorf("after kill -9: %q", got)
	}
}

func TestAStalePidFileOfAnotherProgramIsIgnored(t *testing.T) {
	dir := t.TempDir()
	s, err := Start(t.Context(), Options{DataDir: dir, Settings: fast, NoRestart: true})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "pg", "postmaster.pid")
	left, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(left), "\n")
	if err := os.WriteFile(file, []byte(strconv.Itoa(os.Getpid())+"\n"+rest), 0o600); err != nil {
		t.Fatal(err)
	}
	again := start(t, Options{DataDir: dir, Settings: fast})
	if again.PID() == os.Getpid() || again.Adopted() {
		t.Error("took ourselves for postgres")
	}
}

func TestALongPathGetsAShortSocket(t *testing.T) {
	dir := filepath.Join(t.TempDir(), strings.Repeat("long", 30))
	s := start(t, Options{DataDir: dir, Settings: fast})
	if got := ask(t, s.DSN(), "SELECT 'hi'"); got != "hi" {
		t.Error(got)
	}
	if len(s.socket) > sunPathMax {
		t.Errorf("socket directory has %d bytes", len(s.socket))
	}
}

func TestTheTCPPortAsksForThePassword(t *testing.T) {
	port, err := FreePort()
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, Options{DataDir: t.TempDir(), Settings: fast, TCPPort: port, Password: "secret"})
	mayNothingMore(t, s.TCPDSN())
	_, err = pgx.Connect(t.Context(), strings.Replace(s.TCPDSN(), "secret", "guess", 1))
	if err == nil || !strings.Contains(err.Error(), "28P01") {
		t.Errorf("wrong password: %v", err)
	}
}

// TestAKilledServersDatabaseIsAdopted runs a server in a process of its own and kills that: PostgreSQL is adopted by
// the next one, and ends when none comes.
func TestAKilledServersDatabaseIsAdopted(t *testing.T) {
	dir := t.TempDir()
	if os.Getenv("EMBEDDED_TEST_DIR") != "" {
		t.Skip("only the parent runs it")
	}
	run := func(grace string) (pid int) {
		cmd := exec.Command(os.Args[0], "-test.run=^TestTheHelperServerRunsAlone$", "-test.v")
		cmd.Env = append(os.Environ(), "EMBEDDED_TEST_DIR="+dir, "EMBEDDED_TEST_GRACE="+grace)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		var buf [4096]byte
		var text string
		for !strings.Contains(text, "READY ") {
			n, err := out.Read(buf[:])
			if err != nil {
				t.Fatalf("%v: %s", err, text)
			}
			text += string(buf[:n])
		}
		_, after, _ := strings.Cut(text, "READY ")
		pid, _ = strconv.Atoi(strings.Fields(after)[0])
		cmd.Process.Kill()
		cmd.Wait()
		return pid
	}

	pid := run("60s")
	s := start(t, Options{DataDir: dir, Settings: fast})
	if s.PID() != pid || !s.Adopted() {
		t.Fatalf("postmaster %d, adopted %v; the killed server had %d", s.PID(), s.Adopted(), pid)
	}
	if got := ask(t, s.DSN(), "SELECT 'hi'"); got != "hi" {
		t.Error(got)
	}
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}

	ended := func(pid int, why string) {
		t.Helper()
		for deadline := time.Now().Add(10 * time.Second); isPostgres(pid); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal(why)
			}
		}
	}
	pid = run("1s")
	ended(pid, "postgres outlived its server for more than its grace")

	// Both are killed: the killed postmaster stays a zombie until process 1 waits for it, and its lock files name
	// it.
	pid = run("60s")
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	ended(pid, "postgres outlived a SIGKILL")
	s = start(t, Options{DataDir: dir, Settings: fast})
	if s.PID() == pid || s.Adopted() {
		t.Fatalf("postmaster %d, adopted %v: a dead one was adopted", s.PID(), s.Adopted())
	}
	if got := ask(t, s.DSN(), "SELECT 'hi'"); got != "hi" {
		t.Error(got)
	}
}

func TestTheHelperServerRunsAlone(t *testing.T) {
	dir := os.Getenv("EMBEDDED_TEST_DIR")
	if dir == "" {
		t.Skip("run by TestAKilledServersDatabaseIsAdopted")
	}
	grace, _ := time.ParseDuration(os.Getenv("EMBEDDED_TEST_GRACE"))
	s, err := Start(context.Background(), Options{DataDir: dir, Settings: fast, OrphanGrace: grace})
	if err != nil {
		t.Fatal(err)
	}
	os.Stdout.WriteString("READY " + strconv.Itoa(s.PID()) + "\n")
	select {}
}

func TestAnEmptyDirectoryHasNoDatabase(t *testing.T) {
	_, err := resolve(Options{BinDir: t.TempDir()})
	if err == nil {
		t.Fatal("found PostgreSQL in an empty directory")
	}
}
