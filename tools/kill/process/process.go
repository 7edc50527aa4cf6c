//go:build linux

// Package process runs the server's binary as tools see it: a child that is started, killed, asked to stop and
// measured.
//
// Only processes that it started, or whose id stands in a data directory that it was given, are ever signalled.
// Deliberately absent: what to do with a running server.
package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"jadebox/store/embedded"
)

// Options of a server.
type Options struct {
	Bin         string
	Data        string // data directory
	Listen      string // host:port; FreeAddress gives one that survives restarts
	DatabaseURL string // instead of the embedded PostgreSQL
	Args        []string
	Env         []string      // besides this process's own
	Log         io.Writer     // the server's own words; nil drops them
	Within      time.Duration // to be ready; 0 = 180 s
	Socket      *os.File      // listening at Listen, passed on as a service manager does; nil: the server opens its own
}

// LogName is the file below a directory that keeps what every run of a server in it says (In).
const LogName = "server.log"

// In is a server of its own below a directory, at a free address. Close its log when all is over.
func In(dir, bin string) (o Options, log io.Closer, err error) {
	listen, err := FreeAddress()
	if err != nil {
		return o, nil, err
	}
	file, err := os.Create(filepath.Join(dir, LogName))
	return Options{Bin: bin, Data: filepath.Join(dir, "data"), Listen: listen, Log: file}, file, err
}

// Prepare is In for a test that says what it does; say becomes io.Discard where nothing is to be said.
func Prepare(dir, bin string, say *io.Writer) (o Options, log io.Closer, err error) {
	if *say == nil {
		*say = io.Discard
	}
	return In(dir, bin)
}

// End kills the last run of a server, if it has not exited, and stops the PostgreSQL of its directory.
func End(last *Server, data string) {
	if last != nil && !last.Exited() {
		_ = last.Kill()
	}
	StopPostgres(data)
}

// Server is one run of the binary.
type Server struct {
	Options
	Took time.Duration // from start to ready

	cmd    *exec.Cmd
	exited chan struct{}
	state  *os.ProcessState
}

// ErrExited means that the server ended by itself.
var ErrExited = errors.New("process: the server exited")

// FreeAddress is a loopback address with a port that is free now. It is below those that the kernel gives to
// connections (from 32,768 on), one of which could take it before the server does.
func FreeAddress() (string, error) {
	port, err := embedded.FreePort()
	return fmt.Sprintf("127.0.0.1:%d", port), err
}

// Start runs `serve --demo`, without rains of its own, and waits until /readyz answers 200.
func Start(ctx context.Context, o Options) (*Server, error) {
	args := []string{"serve", "--demo", "--demo-rain", "0s", "--listen", o.Listen, "--data", o.Data, "--trusted-proxy",
		"127.0.0.0/8", "--log-format", "json"}
	if o.DatabaseURL != "" {
		args = append(args, "--database-url", o.DatabaseURL)
	}
	s := &Server{Options: o, cmd: exec.Command(o.Bin, append(args, o.Args...)...), exited: make(chan struct{})}
	if o.Socket != nil { // sd_listen_fds(3): the variable names the process that it is for
		s.cmd = exec.Command("/bin/sh", append([]string{"-c", `LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"`},
			s.cmd.Args...)...)
		s.cmd.ExtraFiles = []*os.File{o.Socket}
	}
	s.cmd.Env = append(os.Environ(), o.Env...)
	s.cmd.Stdout, s.cmd.Stderr = o.Log, o.Log
	// A tool that dies must not leave a server behind; a terminal's interrupt is the tool's to pass on.
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
	began := time.Now()
	started := make(chan error)
	go func() {
		// Never unlocked: the signal comes when the thread ends that has started the server, which is here this
		// goroutine's alone until the server has ended.
		runtime.LockOSThread()
		err := s.cmd.Start()
		started <- err
		if err != nil {
			return
		}
		_ = s.cmd.Wait() // the state says it
		s.state = s.cmd.ProcessState
		close(s.exited)
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	if err := s.ready(ctx); err != nil {
		_ = s.Kill()
		return nil, err
	}
	s.Took = time.Since(began)
	return s, nil
}

func (s *Server) ready(ctx context.Context) error {
	within := s.Within
	if within == 0 { // a new database waits for the disk where compilers fill it
		within = 3 * time.Minute
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL()+"/readyz", nil)
		if err != nil {
			return err
		}
		resp, err := http.DefaultClient.Do(req)
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-s.exited:
			return fmt.Errorf("%w: %v", ErrExited, s.state)
		case <-ctx.Done():
			return fmt.Errorf("process: not ready in %v: %w\n%s", within, errors.Join(ctx.Err(), err), s.said())
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// said is the end of what the server said, where its log is a file.
func (s *Server) said() []byte {
	file, ok := s.Log.(*os.File)
	if !ok {
		return nil
	}
	text, err := os.ReadFile(file.Name())
	if err != nil {
		return []byte(err.Error())
	}
	return text[max(0, len(text)-saidMost):]
}

const saidMost = 1500 // bytes

// Audit holds what a stopped server left to the product's own audit. said is its report; err says that it found
// violations or could not look.
func (s *Server) Audit(ctx context.Context) (said string, err error) {
	out, err := exec.CommandContext(ctx, s.Bin, "audit", "--trial", "--data", s.Data).CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

// URL is where the server listens.
func (s *Server) URL() string { return "http://" + s.Listen }

// PID of the server.
func (s *Server) PID() int { return s.cmd.Process.Pid }

// Kill is kill -9; it returns when the process is gone.
func (s *Server) Kill() error {
	err := s.cmd.Process.Kill()
	<-s.exited
	if errors.Is(err, os.ErrProcessDone) {
		return nil
	}
	return err
}

// Terminate is SIGTERM; it waits for an exit with code 0 and kills after the deadline of ctx.
func (s *Server) Terminate(ctx context.Context) error {
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	select {
	case <-s.exited:
		if code := s.state.ExitCode(); code != 0 {
			return fmt.Errorf("process: exit code %d after SIGTERM (%v)", code, s.state)
		}
		return nil
	case <-ctx.Done():
		return errors.Join(errors.New("process: SIGTERM was not enough"), s.Kill())
	}
}

// Exited reports whether the server has ended.
func (s *Server) Exited() bool {
	select {
	case <-s.exited:
		return true
	default:
		return false
	}
}

// PostgresPID is the embedded postmaster of the data directory.
func PostgresPID(data string) (int, error) {
	b, err := os.ReadFile(filepath.Join(data, "pg", "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(b), "\n")
	return strconv.Atoi(strings.TrimSpace(first))
}

// KillPostgres is kill -9 of the embedded postmaster and of every process of it: a backend that outlived its postmaster
// could still commit.
func KillPostgres(data string) error {
	pid, err := PostgresPID(data)
	if err != nil {
		return err
	}
	backends, err := Children(pid)
	if err != nil {
		return err
	}
	err = syscall.Kill(pid, syscall.SIGKILL) // first, so that it starts no others
	for _, backend := range backends {
		if killed := syscall.Kill(backend, syscall.SIGKILL); killed != nil && !errors.Is(killed, syscall.ESRCH) {
			err = errors.Join(err, killed)
		}
	}
	return err
}

// StopPostgres ends what a killed server may have left running, so that the data directory can be removed.
func StopPostgres(data string) {
	pid, err := PostgresPID(data)
	if err != nil || syscall.Kill(pid, syscall.SIGQUIT) != nil {
		return
	}
	for end := time.Now().Add(10 * time.Second); runs(pid) && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
}

// runs reports whether a process has not ended. One that has, and that was not waited for, still has its id.
func runs(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, after, _ := strings.Cut(string(stat), ") ")
	return err == nil && !strings.HasPrefix(after, "Z")
}

// clockTick of /proc/<pid>/stat: USER_HZ, 100 on every Linux that Go runs on.
const clockTick = 10 * time.Millisecond

// CPU is the user and system time of a process and of its children that it has waited for.
func CPU(pid int) (time.Duration, error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	_, after, ok := strings.Cut(string(b), ") ")
	f := strings.Fields(after)
	if !ok || len(f) < 15 {
		return 0, errors.New("process: /proc stat has another form")
	}
	var ticks int64
	for _, v := range f[11:15] {
		n, err := strconv.ParseInt(v, 10, 64)
		if err != nil {
			return 0, err
		}
		ticks += n
	}
	return time.Duration(ticks) * clockTick, nil
}

// Children are the direct children of a process, as a postmaster's backends are.
func Children(pid int) ([]int, error) {
	var pids []int
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil {
		return nil, err
	}
	for _, path := range tasks {
		b, err := os.ReadFile(path)
		if err != nil {
			continue // the thread ended
		}
		for _, f := range strings.Fields(string(b)) {
			if n, err := strconv.Atoi(f); err == nil {
				pids = append(pids, n)
			}
		}
	}
	return pids, nil
}
