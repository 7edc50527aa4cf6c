//go:build unix

// Package embedded runs a real PostgreSQL as a child process, so that one command on a bare machine has the same
// database, dialect and code path as production (docs/store.md).
//
// The child listens on a Unix socket below a directory that only its owner can enter. It is restarted when it exits,
// adopted when it survived the server that started it, and stops by itself when no server comes back for it.
// Its one connection makes the roles of a cluster (roles.go). Deliberately absent: any other query (the caller connects
// to DSN), backups (store/backup), upgrades between major versions.
package embedded

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/rs/zerolog"
)

// Options of a server. Only DataDir is needed.
type Options struct {
	DataDir string // made with mode 0700 when absent; one server at a time
	// Log has starts, restarts, adoptions; PostgreSQL's own words go to DataDir/postgres.log, which is kept small.
	Log zerolog.Logger

	BinDir      string            // directory of postgres and initdb; "" = Resolve
	Settings    map[string]string // over the defaults, for tests and benchmarks
	TCPPort     int               // also listen on 127.0.0.1, with Password; 0 = Unix socket only
	Password    string            // of the TCP port; set when the cluster is made
	OrphanGrace time.Duration     // how long PostgreSQL outlives a killed server, to be adopted; 0 = a minute
	NoRestart   bool              // leave PostgreSQL down when it exits

	// For a cluster that is being restored (store/backup): its name in DataDir, "" = pg; how long a start may take, 0 =
	// a minute; and paths besides it that PostgreSQL reads.
	Cluster   string
	StartWait time.Duration
	Reads     []string

	as *identity // for tests: run as this, not as identify says
}

// ErrInUse means that another process runs a server on the same directory.
var ErrInUse = errors.New("embedded: data directory is in use by another process")

// Of a cluster that Start makes.
const (
	database = "postgres"
	// clusterName is the cluster's directory below the data directory.
	clusterName = "pg"
	port        = 5432 // only the name of the socket file, when there is no TCP port
)

// Server is a running PostgreSQL.
type Server struct {
	opt    Options
	bin    binaries
	names  Names
	socket string // directory
	lock   *os.File
	tidy   func() // removes the short way to a long socket path

	mu       sync.Mutex
	proc     *postmaster
	stopping bool
	stopped  chan struct{} // closed when supervision has ended
}

// Start makes the cluster on first use, starts PostgreSQL or adopts the one that runs, and returns when it takes
// connections.
func Start(ctx context.Context, opt Options) (*Server, error) {
	if opt.OrphanGrace == 0 {
		opt.OrphanGrace = time.Minute
	}
	if opt.Cluster == "" {
		opt.Cluster = clusterName
	}
	if opt.StartWait == 0 {
		opt.StartWait = time.Minute
	}
	dir, err := filepath.Abs(opt.DataDir)
	if err != nil {
		return nil, err
	}
	opt.DataDir = dir
	if err := os.MkdirAll(filepath.Join(dir, "run"), 0o700); err != nil {
		return nil, err
	}
	s := &Server{opt: opt, tidy: func() {}, stopped: make(chan struct{})}
	if s.lock, err = lockDir(dir); err != nil {
		return nil, err
	}
	if err := s.start(ctx); err != nil {
		s.release()
		return nil, err
	}
	go s.supervise()
	go s.keepLog()
	return s, nil
}

func (s *Server) start(ctx context.Context) (err error) {
	if s.bin, err = resolve(s.opt); err != nil {
		return err
	}
	if s.socket, s.tidy, err = socketDir(filepath.Join(s.opt.DataDir, "run"), s.port()); err != nil {
		return err
	}
	if s.proc, err = s.adopt(ctx); err != nil {
		return err
	}
	if s.proc == nil {
		if err := s.begin(ctx); err != nil {
			return err
		}
	}
	if s.names, err = namesOf(s.cluster()); err != nil {
		return s.giveUp(err)
	}
	if err := s.settle(ctx); err != nil {
		return s.giveUp(err)
	}
	return nil
}

// begin starts PostgreSQL where none runs.
func (s *Server) begin(ctx context.Context) (err error) {
	if err := s.initialise(ctx); err != nil {
		return err
	}
	for _, path := range s.opt.Reads {
		if err := s.bin.run.own(path); err != nil {
			return err
		}
	}
	s.proc, err = s.launch(ctx)
	return err
}

// giveUp stops a PostgreSQL that the site cannot be served from.
func (s *Server) giveUp(err error) error {
	s.proc.signal(syscall.SIGINT)
	s.proc.wait()
	return err
}

// DSN connects over the Unix socket, as the site's role.
func (s *Server) DSN() string {
	return s.names.dsn(fmt.Sprintf("host=%s port=%d", s.socket, s.port()))
}

// KeeperDSN connects as the role that may do everything: for tests, and for databases beside the site's.
func (s *Server) KeeperDSN() string {
	n := s.names
	n.User = n.Keeper
	return n.dsn(fmt.Sprintf("host=%s port=%d", s.socket, s.port()))
}

// TCPDSN connects over the TCP port; "" when there is none.
func (s *Server) TCPDSN() string {
	if s.opt.TCPPort == 0 {
		return ""
	}
	return s.names.dsn(fmt.Sprintf("host=127.0.0.1 port=%d password=%s", s.opt.TCPPort, quote(s.opt.Password)))
}

// PID is the process id of the postmaster.
func (s *Server) PID() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.proc.pid
}

// Adopted reports whether the present PostgreSQL was started by an earlier server.
func (s *Server) Adopted() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.proc.cmd == nil
}

func (s *Server) port() int {
	if s.opt.TCPPort != 0 {
		return s.opt.TCPPort
	}
	return port
}

// supervise starts PostgreSQL again whenever it exits without an order.
func (s *Server) supervise() {
	defer close(s.stopped)
	for {
		s.mu.Lock()
		proc := s.proc
		s.mu.Unlock()
		err := proc.wait()
		s.mu.Lock()
		if s.stopping || s.opt.NoRestart {
			s.mu.Unlock()
			return
		}
		s.mu.Unlock()
		s.opt.Log.Error().Err(err).Int("pid", proc.pid).Msg("postgres died, starting it again")
		if !s.relaunch() {
			return
		}
	}
}

// relaunch tries until it succeeds or the server is stopped: a full disk or a slow recovery must not need an operator.
func (s *Server) relaunch() bool {
	for delay := 50 * time.Millisecond; ; delay = min(2*delay, 5*time.Second) {
		proc, err := s.launch(context.Background())
		s.mu.Lock()
		if err == nil {
			s.proc = proc
		}
		stopping := s.stopping
		s.mu.Unlock()
		switch {
		case stopping && err == nil:
			proc.signal(syscall.SIGINT)
			proc.wait()
			return false
		case stopping:
			return false
		case err == nil:
			return true
		}
		s.opt.Log.Error().Err(err).Msg("postgres does not start")
		time.Sleep(delay)
	}
}

// Stop ends PostgreSQL by a fast shutdown and waits for it, by an immediate one after 30 s. The server cannot be
// started again.
func (s *Server) Stop() error {
	s.mu.Lock()
	if s.stopping {
		s.mu.Unlock()
		<-s.stopped
		return nil
	}
	s.stopping = true
	proc := s.proc
	s.mu.Unlock()
	proc.signal(syscall.SIGINT)
	var err error
	select {
	case <-s.stopped:
	case <-time.After(30 * time.Second):
		err = errors.New("embedded: postgres did not stop in 30 s")
		proc.signal(syscall.SIGQUIT)
		<-s.stopped
	}
	s.release()
	return err
}

func (s *Server) release() {
	s.tidy()
	s.lock.Close()
}
