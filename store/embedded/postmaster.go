//go:build unix

package embedded

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// postmaster is a running PostgreSQL: a child, or adopted when cmd is nil.
type postmaster struct {
	pid  int
	cmd  *exec.Cmd
	done chan struct{} // closed when the process has ended
	err  error         // of the child, set before done closes
	dog  *watchdog
}

// signal sends nothing to a process that has ended: its number may be another's by now.
func (p *postmaster) signal(sig syscall.Signal) {
	select {
	case <-p.done:
	default:
		syscall.Kill(p.pid, sig)
	}
}

func (p *postmaster) wait() error {
	<-p.done
	p.dog.dismiss()
	return p.err
}

func (s *Server) cluster() string { return filepath.Join(s.opt.DataDir, s.opt.Cluster) }

// initialise makes the cluster beside its place and moves it there whole, so that a kill in between leaves none.
func (s *Server) initialise(ctx context.Context) error {
	version, err := os.ReadFile(filepath.Join(s.cluster(), "PG_VERSION"))
	if err == nil {
		if have := strings.TrimSpace(string(version)); have != strconv.Itoa(s.bin.major) {
			return fmt.Errorf("embedded: %s was made by PostgreSQL %s and %s is PostgreSQL %d: start it with that version or move the data by pg_dump",
				s.cluster(), have, s.bin.dir, s.bin.major)
		}
		return s.bin.run.ownCluster(s.cluster())
	}
	fresh := s.cluster() + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return err
	}
	if err := os.Mkdir(fresh, 0o700); err != nil {
		return err
	}
	maker, reach := s.bin.run.named(), append(s.bin.paths(), fresh)
	if err := maker.own(fresh); err != nil {
		return err
	}
	args := []string{"-D", fresh, "-U", keeper, "--auth-local=trust", "--auth-host=scram-sha-256", "-E", "UTF8",
		"--locale=C", "--no-instructions", "-k"}
	if s.opt.Settings["fsync"] == "off" {
		args = append(args, "--no-sync")
	}
	if s.opt.Password != "" {
		file := fresh + ".password"
		if err := os.WriteFile(file, []byte(s.opt.Password+"\n"), 0o600); err != nil {
			return err
		}
		defer os.Remove(file)
		if err := maker.own(file); err != nil {
			return err
		}
		reach = append(reach, file)
		args = append(args, "--pwfile="+file)
	}
	cmd := exec.CommandContext(ctx, filepath.Join(s.bin.dir, "initdb"), args...)
	cmd.Env, cmd.Dir = s.bin.env(), "/"
	if out, err := maker.output(cmd, reach...); err != nil {
		return fmt.Errorf("embedded: initdb: %w: %s", err, out)
	}
	if err := s.keepNames(fresh, Names{Database: database, User: keeper}); err != nil {
		return err
	}
	if err := s.bin.run.own(fresh); err != nil {
		return err
	}
	return os.Rename(fresh, s.cluster())
}

// settings are the defaults of docs/store.md, then what the options say. Durability is on, whatever the platform's
// default.
func (s *Server) settings() map[string]string {
	set := map[string]string{
		"listen_addresses": "", "unix_socket_directories": s.socket, "unix_socket_permissions": "0700",
		"port":           strconv.Itoa(s.port()),
		"shared_buffers": sharedBuffers(machineMemory()),
		"fsync":          "on", "synchronous_commit": "on", "full_page_writes": "on",
		"max_connections": "100", "max_wal_size": "1GB", "jit": "off", "timezone": "UTC", "log_timezone": "UTC",
		// A backup that no longer runs must not fill the disk with log that is kept for it.
		"max_slot_wal_keep_size": "8GB",
		"log_checkpoints":        "off", "log_min_messages": "warning", "restart_after_crash": "on",
	}
	if s.bin.major >= 18 {
		set["io_method"] = "sync"
	}
	if s.opt.TCPPort != 0 {
		set["listen_addresses"] = "127.0.0.1"
	}
	maps.Copy(set, s.opt.Settings)
	return set
}

// clearDead removes the lock files of a postmaster that has exited, and of one that this directory was copied from.
// PostgreSQL checks only whether the number is
// alive, and that is also true of a zombie that is not reaped yet and of another program that has the number by
// now.
func (s *Server) clearDead() error {
	socket := fmt.Sprintf("%s/.s.PGSQL.%d", s.socket, s.port())
	var errs []error
	for _, file := range []string{filepath.Join(s.cluster(), "postmaster.pid"), socket + ".lock"} {
		b, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		line, _, _ := strings.Cut(string(b), "\n")
		if pid, _ := strconv.Atoi(strings.TrimSpace(line)); pid > 0 &&
			(!isPostgres(pid) || copiedFrom(s.cluster(), file)) {
			errs = append(errs, os.Remove(file))
		}
	}
	return errors.Join(errs...)
}

// launch starts PostgreSQL. Backends of a killed postmaster can hold its shared memory for a moment; it waits for them.
func (s *Server) launch(ctx context.Context) (*postmaster, error) {
	ctx, cancel := context.WithTimeout(ctx, s.opt.StartWait)
	defer cancel()
	for {
		if err := s.clearDead(); err != nil {
			return nil, fmt.Errorf("embedded: %w", err)
		}
		p, err := s.launchOnce(ctx)
		if err == nil || !strings.Contains(err.Error(), "pre-existing shared memory block") || ctx.Err() != nil {
			return p, err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func (s *Server) launchOnce(ctx context.Context) (*postmaster, error) {
	log, err := os.OpenFile(filepath.Join(s.opt.DataDir, logName), os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	at, err := log.Seek(0, 2)
	if err != nil {
		return nil, err
	}
	args := []string{"-D", s.cluster()}
	set := s.settings()
	for _, name := range slices.Sorted(maps.Keys(set)) {
		args = append(args, "-c", name+"="+set[name])
	}
	run := filepath.Join(s.opt.DataDir, "run")
	sockets, err := s.bin.run.behind(run)
	if err == nil {
		err = s.bin.run.own(sockets)
	}
	if err != nil {
		return nil, err
	}
	beside, err := s.bin.run.beside(s.cluster())
	if err != nil {
		return nil, err
	}
	reach := append(append(append(s.bin.paths(), s.cluster(), run), beside...), s.opt.Reads...)
	if s.socket != run {
		reach = append(reach, filepath.Dir(s.socket))
	}
	started := time.Now()
	cmd := exec.Command(filepath.Join(s.bin.dir, "postgres"), args...)
	cmd.Env, cmd.Dir = s.bin.env(), "/"
	cmd.Stdout, cmd.Stderr = log, log
	if err := s.bin.run.start(cmd, reach...); err != nil {
		return nil, fmt.Errorf("embedded: %w", err)
	}
	p := &postmaster{pid: cmd.Process.Pid, cmd: cmd, done: make(chan struct{})}
	go func() {
		p.err = cmd.Wait()
		close(p.done)
	}()
	for !s.ready(p.pid) {
		select {
		case <-p.done:
			words, _ := os.ReadFile(log.Name())
			return nil, fmt.Errorf("embedded: postgres ended at once (%v): %s", p.err, words[min(int(at), len(words)):])
		case <-ctx.Done():
			p.signal(syscall.SIGQUIT)
			<-p.done
			return nil, fmt.Errorf("embedded: postgres was not ready in time: %w", ctx.Err())
		case <-time.After(2 * time.Millisecond):
		}
	}
	if p.dog, err = s.watch(p.pid); err != nil {
		p.signal(syscall.SIGINT)
		<-p.done
		return nil, err
	}
	s.opt.Log.Info().Int("pid", p.pid).Int("major", s.bin.major).Dur("took",
		time.Since(started)).Msg("postgres is ready")
	return p, nil
}

// pidFile is what PostgreSQL writes to postmaster.pid: its process id in line 1, its state in line 8.
func (s *Server) pidFile() (pid int, state string) {
	b, err := os.ReadFile(filepath.Join(s.cluster(), "postmaster.pid"))
	if err != nil {
		return 0, ""
	}
	lines := strings.Split(string(b), "\n")
	pid, _ = strconv.Atoi(strings.TrimSpace(lines[0]))
	if len(lines) >= 8 {
		state = strings.TrimSpace(lines[7])
	}
	return pid, state
}

// ready needs the process id as well: the file of a killed postmaster still says ready.
func (s *Server) ready(pid int) bool {
	got, state := s.pidFile()
	return got == pid && state == "ready"
}

// adopt takes over a PostgreSQL that outlived the server before, or returns nil when none runs.
func (s *Server) adopt(ctx context.Context) (*postmaster, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		pid, state := s.pidFile()
		if pid <= 0 {
			return nil, nil
		}
		if !isPostgres(pid) || copiedFrom(s.cluster(), "postmaster.pid") {
			// The number belongs to another program by now; PostgreSQL would only see that it is alive and refuse.
			return nil, os.Remove(filepath.Join(s.cluster(), "postmaster.pid"))
		}
		if s.bin.run.another(pid) {
			return nil, s.replace(ctx, pid)
		}
		if state == "ready" && s.answers() {
			break
		}
		select { // it starts, or it stops
		case <-ctx.Done():
			return nil, fmt.Errorf("embedded: PostgreSQL %d runs in %s and does not answer: %w", pid, s.cluster(),
				ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
	pid, _ := s.pidFile()
	p := &postmaster{pid: pid, done: make(chan struct{}), err: errors.New("adopted postgres ended")}
	go func() {
		for isPostgres(pid) {
			time.Sleep(50 * time.Millisecond) // not a child: nothing reports its end
		}
		close(p.done)
	}()
	var err error
	if p.dog, err = s.watch(pid); err != nil {
		return nil, err
	}
	s.opt.Log.Info().Int("pid", pid).Msg("adopted a running postgres")
	return p, nil
}

// replace ends a PostgreSQL that runs as another user than it is to, so that it is started anew: a release that let it
// run as root, or a server that was started by another user, has left it.
func (s *Server) replace(ctx context.Context, pid int) error {
	s.opt.Log.Warn().Int("pid", pid).Msg("the postgres that runs is another user's: it is ended and started again")
	syscall.Kill(pid, syscall.SIGINT)
	for isPostgres(pid) {
		select {
		case <-ctx.Done():
			return fmt.Errorf("embedded: PostgreSQL %d of another user runs in %s and does not end: %w", pid,
				s.cluster(), ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
	return nil
}

func (s *Server) answers() bool {
	c, err := net.Dial("unix", fmt.Sprintf("%s/.s.PGSQL.%d", s.socket, s.port()))
	if err != nil {
		return false
	}
	c.Close()
	return true
}

// copiedFrom reports whether a lock file of a cluster's, by its path or its name in the cluster, names another cluster
// that is there: the directory was copied while PostgreSQL ran on that one, which must be neither adopted nor spoken to
// for this one.
func copiedFrom(cluster, lock string) bool {
	if !filepath.IsAbs(lock) {
		lock = filepath.Join(cluster, lock)
	}
	b, err := os.ReadFile(lock)
	lines := strings.Split(string(b), "\n")
	if err != nil || len(lines) < 2 {
		return false
	}
	of, err := os.Stat(strings.TrimSpace(lines[1]))
	if err != nil { // it was moved, perhaps with a PostgreSQL that runs on it
		return false
	}
	this, err := os.Stat(cluster)
	return err == nil && !os.SameFile(of, this)
}

// isPostgres reports whether pid is alive and, where that can be read, a PostgreSQL.
func isPostgres(pid int) bool {
	if err := syscall.Kill(pid, 0); errors.Is(err, syscall.ESRCH) {
		return false
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return !errors.Is(err, os.ErrNotExist) || !hasProc()
	}
	_, after, _ := strings.Cut(string(status), "(")
	name, rest, _ := strings.Cut(after, ") ")
	return strings.HasPrefix(name, "postgres") && !strings.HasPrefix(rest, "Z")
}

func hasProc() bool {
	_, err := os.Stat("/proc/self/stat")
	return err == nil
}

// RunningDSN connects to the PostgreSQL that some other process runs on a data directory, to look at it.
func RunningDSN(dataDir string) (string, bool) {
	dir, err := filepath.Abs(dataDir)
	if err != nil {
		return "", false
	}
	b, err := os.ReadFile(filepath.Join(dir, clusterName, "postmaster.pid"))
	if err != nil {
		return "", false
	}
	// Line 4 is the port, line 5 the socket directory.
	lines := strings.Split(string(b), "\n")
	pid, _ := strconv.Atoi(strings.TrimSpace(lines[0]))
	if len(lines) < 5 || !isPostgres(pid) || copiedFrom(filepath.Join(dir, clusterName), "postmaster.pid") {
		return "", false
	}
	names, err := namesOf(filepath.Join(dir, clusterName))
	if err != nil {
		return "", false
	}
	return names.dsn(fmt.Sprintf("host=%s port=%s", strings.TrimSpace(lines[4]), strings.TrimSpace(lines[3]))), true
}
