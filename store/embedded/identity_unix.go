//go:build unix && !linux

package embedded

import (
	"errors"
	"os"
	"syscall"
)

// identity is as whom PostgreSQL runs; here always as ourselves.
type identity struct{}

func (identity) attr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
func (identity) own(string) error           { return nil }

func identify() (identity, error) {
	if os.Geteuid() == 0 {
		return identity{}, errors.New(
			"embedded: PostgreSQL refuses to run as root; start as another user or give --database-url")
	}
	return identity{}, nil
}
