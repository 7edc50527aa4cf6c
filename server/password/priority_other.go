//go:build !unix

package password

import "os/exec"

func start(child *exec.Cmd) error { return child.Start() }

func lower(*exec.Cmd) bool { return true }
