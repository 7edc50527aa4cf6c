//go:build unix

package embedded

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"syscall"
)

// lockDir takes the directory for this process; the kernel gives it back when the process ends in any way.
func lockDir(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, fmt.Errorf("%w: %s", ErrInUse, dir)
	}
	return f, nil
}

// sunPathMax is the longest Unix socket path that every platform takes (macOS 104 with its NUL, Linux 108).
const sunPathMax = 103

// socketDir returns a way to run that is short enough for a socket path: run itself, or a link to it in a private
// temporary directory that tidy removes.
func socketDir(run string, port int) (dir string, tidy func(), err error) {
	if len(fmt.Sprintf("%s/.s.PGSQL.%d.lock", run, port)) <= sunPathMax {
		return run, func() {}, nil
	}
	tmp, err := os.MkdirTemp("", "jadebox")
	if err != nil {
		return "", nil, err
	}
	tidy = func() { os.RemoveAll(tmp) }
	if err := os.Chmod(tmp, 0o711); err != nil { // PostgreSQL may be another user
		tidy()
		return "", nil, err
	}
	dir = filepath.Join(tmp, "s")
	if err := os.Symlink(run, dir); err != nil {
		tidy()
		return "", nil, err
	}
	return dir, tidy, nil
}

// FreePort finds a port of 127.0.0.1 that is free now, below 32,768: from there on the kernel lends ports to whatever
// connects or listens anywhere, and may have lent this one before its new owner listens.
func FreePort() (int, error) {
	for try := 0; ; try++ {
		port := 20_000 + rand.IntN(12_000)
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			return port, l.Close()
		}
		if try == 100 {
			return 0, err
		}
	}
}
