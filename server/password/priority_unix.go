//go:build unix && !linux

package password

import (
	"os/exec"
	"syscall"
)

const lowest = 19

// start gives the child a group of its own: a terminal's interrupt is not for it, which ends with its input, after the
// last login.
func start(child *exec.Cmd) error {
	child.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return child.Start()
}

// lower is for every thread of the child's group. Where it is not allowed the child is only a process of its own.
func lower(child *exec.Cmd) bool {
	_ = syscall.Setpriority(syscall.PRIO_PGRP, child.Process.Pid, lowest)
	return true
}
