//go:build unix

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store/embedded"
)

// world is one database and its clients.
type world struct {
	dir      string
	say      func(string, ...any)
	server   *embedded.Server
	dsn      string
	children []*exec.Cmd
	unmount  string
}

func (w *world) journals() string { return filepath.Join(w.dir, "journals") }

// start makes a database with players in dataDir.
func (w *world) start(ctx context.Context, dataDir string, settings map[string]string) error {
	if err := os.MkdirAll(w.journals(), 0o700); err != nil {
		return err
	}
	template, err := template()
	if err != nil {
		return err
	}
	pg := filepath.Join(dataDir, "pg")
	if err := os.CopyFS(pg, os.DirFS(template)); err != nil {
		return err
	}
	if err := os.Chmod(pg, 0o700); err != nil {
		return err
	}
	w.server, err = embedded.Start(ctx, embedded.Options{DataDir: dataDir, OrphanGrace: time.Second,
		Settings: settings})
	if err != nil {
		return err
	}
	w.dsn = w.server.DSN()
	return prepare(ctx, w.dsn)
}

// template is a cluster that was initialised once for this process; every world copies it.
var template = sync.OnceValues(func() (string, error) {
	server, err := embedded.Start(context.Background(), embedded.Options{DataDir: templateDir(),
		OrphanGrace: time.Second, Settings: map[string]string{"fsync": "off"}})
	if err != nil {
		return "", err
	}
	return filepath.Join(templateDir(), "pg"), server.Stop()
})

func templateDir() string {
	return filepath.Join(os.TempDir(), fmt.Sprintf("jadebox-crash-template-%d", os.Getpid()))
}

// spawn starts a process of clients; dsn "" is the server itself.
func (w *world) spawn(mode, dsn string, env ...string) (*exec.Cmd, error) {
	if dsn == "" {
		dsn = w.dsn
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	c := exec.Command(self)
	c.Env = append(append(os.Environ(), "JADEBOX_CRASH_CHILD="+mode, "JADEBOX_CRASH_DSN="+dsn, "JADEBOX_CRASH_DIR="+
		w.journals(),
		"JADEBOX_CRASH_ID="+strconv.Itoa(len(w.children)+1)), env...)
	log, err := os.OpenFile(filepath.Join(w.dir, "children.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	c.Stdout, c.Stderr = log, log
	if err := c.Start(); err != nil {
		return nil, err
	}
	w.children = append(w.children, c)
	return c, nil
}

// working waits until clients have written n more acknowledgements' worth of journal, so that a kill meets them at
// work.
func (w *world) working(entries int64) error {
	size := func() (total int64) {
		files, _ := filepath.Glob(filepath.Join(w.journals(), "*.journal"))
		for _, f := range files {
			if info, err := os.Stat(f); err == nil {
				total += info.Size()
			}
		}
		return total
	}
	want := size() + 2*entries*entrySize
	for deadline := time.Now().Add(30 * time.Second); size() < want; time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			log, _ := os.ReadFile(filepath.Join(w.dir, "children.log"))
			return fmt.Errorf("clients do not get on: %s", log[max(0, len(log)-2000):])
		}
	}
	return nil
}

func kill9(c *exec.Cmd) {
	c.Process.Kill()
	c.Wait()
}

// finish lets clients resolve what is open and checks that nothing stays so.
func (w *world) finish(ctx context.Context) error {
	c, err := w.spawn(modeFinish, "")
	if err != nil {
		return err
	}
	if err := c.Wait(); err != nil {
		log, _ := os.ReadFile(filepath.Join(w.dir, "children.log"))
		return fmt.Errorf("finishing: %w: %s", err, log[max(0, len(log)-2000):])
	}
	v, err := w.verify(ctx)
	if err != nil {
		return err
	}
	w.say("      %v", v)
	if v.open > 0 {
		return fmt.Errorf("%d ops have no answer after they were retried", v.open)
	}
	return v.err()
}

// backends are the processes of PostgreSQL but the postmaster.
func backends(postmaster int) (pids []int) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			continue
		}
		_, after, _ := strings.Cut(string(text), ") ")
		if fields := strings.Fields(after); len(fields) > 1 && fields[1] == strconv.Itoa(postmaster) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(f)))
			pids = append(pids, pid)
		}
	}
	return pids
}

// killPostgresNow ends every process of PostgreSQL as a power cut would, but for the kernel's page cache.
func (w *world) killPostgresNow() {
	postmaster := w.server.PID()
	pids := backends(postmaster)
	syscall.Kill(postmaster, syscall.SIGKILL)
	for _, pid := range pids {
		syscall.Kill(pid, syscall.SIGKILL)
	}
	for w.server.PID() == postmaster {
		time.Sleep(2 * time.Millisecond)
	}
}

// connect waits for a database that is on its way up.
func connect(ctx context.Context, dsn string) (c *pgx.Conn, err error) {
	for range 500 {
		if c, err = pgx.Connect(ctx, dsn); err == nil {
			return c, nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return nil, err
}

func (w *world) close() {
	for _, c := range w.children {
		if c.ProcessState == nil {
			kill9(c)
		}
	}
	if w.server != nil {
		w.server.Stop()
	}
	if w.unmount != "" {
		syscall.Unmount(w.unmount, 0)
	}
}
