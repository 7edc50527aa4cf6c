//go:build unix && !linux

package embedded

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// identity is as whom PostgreSQL runs; here always as ourselves.
type identity struct{}

func (i identity) named() identity { return i }
func (identity) own(string) error  { return nil }
func (identity) open(string) error { return nil }

func (identity) ownCluster(string) error         { return nil }
func (identity) behind(p string) (string, error) { return p, nil }
func (identity) beside(string) ([]string, error) { return nil, nil }

func (identity) another(int) bool { return false }

func (identity) start(cmd *exec.Cmd, _ ...string) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd.Start()
}

func identify() (identity, error) {
	if os.Geteuid() == 0 {
		return identity{}, errors.New(
			"embedded: PostgreSQL refuses to run as root; start as another user or give --database-url")
	}
	return identity{}, nil
}
