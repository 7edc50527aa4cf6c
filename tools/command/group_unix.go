//go:build unix

package command

import (
	"os/exec"
	"syscall"
	"time"
)

// RunGroup runs a command in a process group of its own, to which the end of its context sends a signal. Whatever of
// the group outlives the command by more than grace is killed. A terminal's interrupt does not reach the group: the
// context is to end by it.
func RunGroup(cmd *exec.Cmd, end syscall.Signal, grace time.Duration) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, end) }
	err := cmd.Run()
	if cmd.Process == nil {
		return err
	}
	for until := time.Now().Add(grace); syscall.Kill(-cmd.Process.Pid, 0) == nil && time.Now().Before(until); {
		time.Sleep(10 * time.Millisecond)
	}
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // an error says that no process is left
	return err
}
