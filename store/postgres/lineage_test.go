//go:build unix

package postgres_test

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"jadebox/store"
	"jadebox/store/embedded"
	"jadebox/store/postgres"
)

// site starts a cluster with a TCP port.
func site(t *testing.T, dir string, settings map[string]string) (*embedded.Server, int) {
	t.Helper()
	port, err := embedded.FreePort()
	if err != nil {
		t.Fatal(err)
	}
	s, err := embedded.Start(t.Context(), embedded.Options{DataDir: dir, TCPPort: port, Password: "secret",
		Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Stop() })
	return s, port
}

// address is a site's: what stands behind it can change, which cuts every connection.
type address struct {
	net.Listener
	port    atomic.Int64
	refused atomic.Int64 // connections, because nothing stood there
	cut     atomic.Pointer[chan struct{}]
}

func switchable(t *testing.T, port int) *address {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	a := &address{Listener: l}
	a.to(port)
	t.Cleanup(func() { l.Close(); a.to(0) })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go a.pass(c)
		}
	}()
	return a
}

func (a *address) pass(c net.Conn) {
	defer c.Close()
	cut := *a.cut.Load()
	s, err := net.DialTCP("tcp", nil, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: int(a.port.Load())})
	if err != nil {
		a.refused.Add(1)
		return
	}
	defer s.Close()
	over := make(chan struct{}, 2)
	for _, d := range [][2]net.Conn{{c, s}, {s, c}} {
		go func() { io.Copy(d[0], d[1]); over <- struct{}{} }()
	}
	select {
	case <-cut:
	case <-over:
	}
}

func (a *address) to(port int) {
	cut := make(chan struct{})
	a.port.Store(int64(port))
	if before := a.cut.Swap(&cut); before != nil {
		close(*before)
	}
}

// copyOf is a cluster as it is on the disk of a machine that was not told any more.
func copyOf(t *testing.T, dir string) string {
	t.Helper()
	other := t.TempDir()
	if err := os.CopyFS(filepath.Join(other, "pg"), os.DirFS(filepath.Join(dir, "pg"))); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(other, "pg"), 0o700); err != nil {
		t.Fatal(err)
	}
	return other
}

// A running server is not asked whether it may go on when the database behind its address changes: it must see that
// what it has told players is not there, whatever the way in which it was lost.
func TestARunningServerTakesNothingFromADatabaseThatWentBack(t *testing.T) {
	dir := t.TempDir()
	first, port := site(t, dir, nil)
	e := open(t, first.TCPDSN(), postgres.Options{Writers: 1})
	p := register(t, e, "player", 1_000)
	commit(t, e, spend(p, "kept", 1))
	if err := errors.Join(e.Close(), first.Stop()); err != nil {
		t.Fatal(err)
	}
	promoted, setBack, another := copyOf(t, dir), copyOf(t, dir), t.TempDir()
	if err := os.WriteFile(filepath.Join(promoted, "pg", "recovery.signal"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	first, port = site(t, dir, nil)

	for _, c := range []struct {
		name, dir string
		settings  map[string]string
	}{
		{"a standby that lacks an operation took over", promoted, map[string]string{"restore_command": "false",
			"recovery_target_action": "promote"}},
		{"a disk was set back", setBack, nil},
		{"another cluster", another, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			proxy := switchable(t, port)
			dsn := first.TCPDSN() + " port=" + portOf(proxy)
			e := open(t, dsn, postgres.Options{Writers: 2, Reads: 2})
			commit(t, e, spend(p, "told "+c.name, 1))
			_, other := site(t, c.dir, c.settings)
			proxy.to(other)
			lost, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			var err error
			for lost.Err() == nil && !errors.Is(err, store.ErrWentBack) {
				if _, err = e.Commit(lost, spend(p, "after "+c.name, 1)); err == nil {
					t.Fatal("an operation was taken")
				}
			}
			if !errors.Is(err, store.ErrWentBack) {
				t.Fatalf("an operation: %v", err)
			}
			if err := e.Ping(t.Context()); !errors.Is(err, store.ErrWentBack) {
				t.Errorf("readiness: %v", err)
			}
			if err := e.PutKept(t.Context(), "k", []byte("v")); !errors.Is(err, store.ErrWentBack) {
				t.Errorf("a write beside the journal: %v", err)
			}
			proxy.to(port) // what it remembers may be of either
			if _, err := e.Commit(t.Context(), spend(p, "again "+c.name, 1)); !errors.Is(err, store.ErrWentBack) {
				t.Errorf("with the first one back: %v", err)
			}
		})
	}
}

// Reads come first where nothing is committed, and must not go on either.
func TestAReaderOfADatabaseThatWentBackIsRefused(t *testing.T) {
	first, port := site(t, t.TempDir(), nil)
	_, other := site(t, t.TempDir(), nil)
	proxy := switchable(t, port)
	e := open(t, first.TCPDSN()+" port="+portOf(proxy), postgres.Options{Writers: 1, Reads: 2})
	if _, err := e.Time(t.Context()); err != nil {
		t.Fatal(err)
	}
	proxy.to(other)
	var err error
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end) && !errors.Is(err, store.ErrWentBack); {
		_, err = e.Time(t.Context())
	}
	if !errors.Is(err, store.ErrWentBack) {
		t.Errorf("it reads: %v", err)
	}
}

func TestARestartOfTheSameDatabaseIsGoneOnWith(t *testing.T) {
	dir := t.TempDir()
	first, port := site(t, dir, nil)
	proxy := switchable(t, port)
	e := open(t, first.TCPDSN()+" port="+portOf(proxy), postgres.Options{Writers: 1, Reads: 2})
	p := register(t, e, "player", 1_000)
	commit(t, e, spend(p, "before", 1))
	if err := first.Stop(); err != nil {
		t.Fatal(err)
	}
	_, port = site(t, dir, nil)
	proxy.to(port)
	commit(t, e, spend(p, "after", 1))
	for { // the connection of before is noticed first
		err := e.Ping(t.Context())
		if err == nil {
			break
		}
		if errors.Is(err, store.ErrWentBack) || t.Context().Err() != nil {
			t.Fatal(err)
		}
	}
}

func portOf(l net.Listener) string {
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}
